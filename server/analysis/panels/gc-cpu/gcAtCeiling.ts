/**
 * Measures GC while the process is CPU-limited: its cycles displace other work there, so the excess above the quiet
 * level is the minimum that they took. See docs/reference/gc-cpu.md, E2.
 */
import { elementAt } from '../../../../core/elementAt.ts';
import type { CycleLock } from '../../signals/gc/cycleLock.ts';
import type { EventLockedCost } from '../../signals/gc/eventLockedCost.ts';
import type { CpuCeiling } from '../../signals/cpuCeiling.ts';

/** An interval above this share of the limit counts as CPU-limited. */
const REACHED = 0.9;
/** Share of the measured cycles at the limit from which the excess is reported as a minimum. */
const MIN_SHARE = 0.25;
/**
 * Minimum share of the time at a CPU plateau that must be spent on something else for it to be a ceiling: GC's own
 * workers fill just so many threads.
 */
const OTHERS_SHARE = 0.3;

export interface AtCeiling {
  ceilingCores: number;
  /** Number of measured events, and of those at the limit. */
  events: number;
  atCeiling: number;
  /** Cores if all CPU of the process around its cycles had been GC. */
  mostCores: number;
}

/** Returns null if the cycles had room, or if only GC itself reaches that height. */
export function gcAtCeiling(
  { intervals, events, width, levels, measured }: CycleLock, cost: EventLockedCost, ceiling: CpuCeiling | null
): AtCeiling | null {
  if (ceiling === null || measured.length === 0) return null;
  const isAt = (k: number): boolean =>
    elementAt(intervals, k).cpuSeconds >= REACHED * ceiling.cores * elementAt(intervals, k).seconds;
  const inCycle = new Uint8Array(intervals.length);
  for (const { at } of events) inCycle.fill(1, Math.max(0, at - width.back), at + width.on + 1);
  if (ceiling.isPlateau) {
    let all = 0, others = 0;
    intervals.forEach(({ seconds }, k) => {
      if (!isAt(k)) return;
      all += seconds;
      if (inCycle[k] === 0) others += seconds;
    });
    if (!(others >= OTHERS_SHARE * all)) return null;
  }
  let atCeiling = 0, belowSeconds = 0, cycles = 0;
  for (const { first, last, cycles: own } of measured) {
    const from = elementAt(events, first).at - width.back, to = elementAt(events, last).at + width.on;
    let reached = false;
    for (let k = from; k <= to; k++) {
      reached ||= isAt(k);
      belowSeconds += elementAt(levels, first) * elementAt(intervals, k).seconds;
    }
    if (reached) atCeiling++;
    cycles += own;
  }
  if (atCeiling < MIN_SHARE * measured.length) return null;
  const perCycle = cost.coreSecondsPerCycle > 0 ? cost.cores / cost.coreSecondsPerCycle : 0;
  return {
    ceilingCores: ceiling.cores, events: measured.length, atCeiling,
    mostCores: cost.highCores + perCycle * belowSeconds / cycles,
  };
}
