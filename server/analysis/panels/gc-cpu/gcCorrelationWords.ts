/** Words of the GC & CPU panel about the correlation of CPU with GC cycles. */
import type { Part } from '../../../../core/contract/contract.ts';
import { formatPValue } from '../../../../core/text/format.ts';
import { count, parts, percent, quantity, seconds } from '../../../../core/text/parts.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { OFTEN_REPEATED, repeatedRatio, SIGNIFICANT, type GcCpuReading } from './gcLinks.ts';

/** Says whether CPU moves with GC cycles, and how well its readings can show that. */
export function correlationEvidence(
  { window, correlation, compactionExcluded, gc }: Pick<GcCpuReading, 'window' | 'correlation' | 'compactionExcluded'
    | 'gc'>
): Part[] {
  const { pearson, pValue, bestLagPValue, bestLagSeconds, lags } = correlation;
  if (pearson === null) {
    const where = compactionExcluded ? ' outside compactions' : '';
    return parts`${count(gc.cycles.length, 'cycle')}${where}: too few to correlate with CPU.`;
  }
  const tested = pValue === null ? 'the window is too short for a p-value' : formatPValue(pValue);
  const compaction = compactionExcluded ? 'compactions excluded' : 'no compaction in the window';
  const best = lags.find((lag) => lag.lagSeconds === bestLagSeconds)?.r ?? null;
  const elsewhere = bestLagSeconds === null || bestLagSeconds === 0 || best === null ? null
    : parts`; strongest at lag ${seconds(bestLagSeconds)} with r = ${rText(best)}${
      bestLagPValue === null ? null : parts` (${formatPValue(bestLagPValue)} over all lags)`}`;
  const verdict = pValue === null ? 'Correlation of CPU with GC cycles'
    : pValue >= SIGNIFICANT ? 'The correlation of CPU with GC cycles is not significant'
      : pearson > 0 ? 'CPU follows the GC cycles' : 'CPU is lower when GC cycles end';
  return parts`${verdict}: r = ${rText(pearson)} at lag 0 s (${tested}, ${compaction})${elsewhere}.${
    repeatedWords(window, pearson)}`;
}

export function rText(value: number): Part {
  return quantity(Math.round(value * 100) / 100, 'none');
}

/** Explains that intervals of two scrapes mix CPU at a cycle with CPU elsewhere. */
function repeatedWords(window: RoleWindow, pearson: number): Part[] | null {
  const share = repeatedRatio(window);
  return share < OFTEN_REPEATED ? null : parts` The target repeats ${percent(share)} of its answers, so ${
    pearson > 0 ? 'the true r may be higher, and ' : null}lags under two scrapes are not resolved.`;
}
