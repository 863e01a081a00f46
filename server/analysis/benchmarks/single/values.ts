/** Formats values of benchmarks with their units. */
import { formatBytes, formatNumber, formatSeconds } from '../../../../core/text/format.ts';

/** Times first, because they are what a benchmark is run for. */
export const LEADS: readonly string[] = ['sec/op', 'sec', 'B/s'];

export function valueText(value: number, unit: string): string {
  switch (unit) {
    case 'sec/op': return `${formatSeconds(value)}/op`;
    case 'sec': case 'user+sys-sec': case 'user-sec': case 'sys-sec': return formatSeconds(value);
    case 'B/op': return `${formatBytes(value)}/op`;
    case 'B/s': return `${formatBytes(value)}/s`;
    case 'peak-RSS-bytes': return formatBytes(value);
    default: return `${formatNumber(value)} ${unit}`;
  }
}
