/** Says of a printed block profile what the profile itself says if goroutines mostly wait for work. Pure. */
import { statements } from '../../../../../../core/finding.ts';
import { unvendored } from '../../../../../../core/profile/packages.ts';
import { goWaitFinding } from '../../../../../../core/views/profile/stacks/goWaitClaims.ts';
import type { PprofRow } from '../pprofDifference.ts';
import { pprofAmount, pprofUnit } from '../pprofTotals.ts';

const DELAY = 'delay';
const nanos = (text: string): number => Math.round(1e9 * pprofAmount(text));

/** Returns null for a table of another type, and where little of the delay is waits for work. */
export function goWaitRows(
  rows: readonly PprofRow[], { type, total }: { type: string | undefined; total: string | undefined }
): string | null {
  if (type !== DELAY || total === undefined || pprofUnit(total) !== 'seconds') return null;
  const found = goWaitFinding({
    sampleType: DELAY, unit: 'nanoseconds', total: nanos(total),
    rows: rows.map(({ name, flat, cum }) =>
      ({ function: unvendored(name.replace(/ .*$/, '')), file: '', flat: nanos(flat), cum: nanos(cum) })),
  }, []);
  return found === null ? null : statements(found).join(' ');
}
