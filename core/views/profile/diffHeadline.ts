/** The headline of a diff on its page: how much, and where. Pure. */
import type { DiffSubsystemTable, DiffTopTable } from '../../contract/contract.ts';
import { changeText, formatDelta } from '../../text/change.ts';
import { formatProfileValue } from '../../text/format.ts';

const MAX_AREAS = 3;
/** Less of the total's change is not named. */
const LEAST_SHARE = 0.05;
const TYPE_WORDS: Record<string, string> = { cpu: 'CPU', samples: 'CPU samples' };
const SHORT_NAMES: Record<string, string> = { gc: 'GC', allocation: 'allocation', scheduler: 'scheduler' };

/**
 * `CPU −32 % (75.2 s to 51 s): GC −13.6 s, allocation −4.9 s, WAL replay −4.9 s.` Only for a total that changed
 * beyond noise; null otherwise, when the finding's own claim is the headline. Without the subsystems it names none.
 */
export function diffHeadline(
  { finding, totals, unit, sampleType }: Pick<DiffTopTable, 'totals' | 'unit' | 'sampleType'>
    & { finding: { code: string } },
  areas: DiffSubsystemTable | undefined
): string | null {
  const { before, after } = totals;
  const change = changeText(before, after);
  if (finding.code !== 'diff-total' || change === '' || before === after) return null;
  const head = `${TYPE_WORDS[sampleType] ?? sampleType} ${change} (${formatProfileValue(before, unit)} to `
    + `${formatProfileValue(after, unit)})`;
  const named = (areas?.rows ?? [])
    .filter(({ flat }) => Math.abs(flat.delta) >= LEAST_SHARE * Math.abs(after - before) && flat.delta !== 0)
    .toSorted((a, b) => Math.abs(b.flat.delta) - Math.abs(a.flat.delta)).slice(0, MAX_AREAS)
    .map(({ id, name, flat }) => `${SHORT_NAMES[id] ?? name} ${formatDelta(flat.delta, unit)}`);
  return `${head}${named.length === 0 ? '' : `: ${named.join(', ')}`}.`;
}
