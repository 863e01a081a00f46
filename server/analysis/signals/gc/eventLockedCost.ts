/**
 * Estimator E2 of docs/reference/gc-cpu.md: the CPU of GC cycles from the process's CPU only, for targets that do not
 * count it.
 */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { CpuInterval, CycleLock } from './cycleLock.ts';
import { MIN_EVENTS } from './cycleLock.ts';
import type { GcCycles } from './gcCycles.ts';
import { BOOTSTRAP_DRAWS, bootstrapInterval } from '../../../../core/statistics/bootstrap.ts';
import type { Random } from '../../../../core/statistics/random.ts';

/** Maximum number of events drawn singly; more are drawn in blocks of neighbours, equally good and of bounded cost. */
const MAX_DRAWN = 200;

export interface EventLockedCost {
  cores: number;
  lowCores: number;
  highCores: number;
  coreSecondsPerCycle: number;
  cyclesUsed: number;
  /** Standard deviation of single cycles over their mean. */
  variation: number;
  /** Cost of the measured cycles only. */
  measured: { cycles: number; coreSeconds: number; lowCoreSeconds: number; highCoreSeconds: number };
}

/**
 * Returns estimate E2: CPU of the process around a cycle above the local quiet level. Events that touch other work or a
 * gap cannot be measured; each of their cycles is assumed to cost the mean of lone ones (the many small cycles at a
 * process's start would lower it). Spread: bootstrap over events. `why` if there are too few of them.
 */
export function eventLockedCost(
  { intervals, measured }: CycleLock, gc: GcCycles, random: Random
): { cost: EventLockedCost } | { cost: null; why: string } {
  const cyclesUsed = measured.reduce((sum, event) => sum + event.cycles, 0);
  const lone = measured.filter((event) => event.cycles === 1);
  const totals = cyclesAndSeconds(intervals, gc);
  if (lone.length < MIN_EVENTS || !(totals.seconds > 0)) {
    return { cost: null, why: `only ${lone.length} cycles are clear of each other, of other work and of gaps` };
  }
  const blocks = eventBlocks(measured.map(({ excessSeconds, cycles }) => ({ excessSeconds, cycles })));
  const figures = (drawn: Iterable<number>): { cores: number; excess: number } => {
    let excess = 0, cycles = 0, loneExcess = 0, loneCycles = 0;
    for (const k of drawn) {
      const block = elementAt(blocks, k);
      excess += block.excess; cycles += block.cycles;
      loneExcess += block.loneExcess; loneCycles += block.loneCycles;
    }
    // The number of cycles varies by draw, so only their mean cost counts.
    return {
      cores: (excess / cycles * cyclesUsed + (totals.cycles - cyclesUsed) * loneExcess / loneCycles) / totals.seconds,
      excess: excess / cycles * cyclesUsed,
    };
  };
  const whole = figures(blocks.keys());
  const inCores = bootstrapInterval(blocks.length, BOOTSTRAP_DRAWS, random, (drawn) => figures(drawn).cores);
  const inSeconds = bootstrapInterval(blocks.length, BOOTSTRAP_DRAWS, random, (drawn) => figures(drawn).excess);
  if (inCores === null || inSeconds === null)
    return { cost: null, why: `only ${measured.length} cycles could be measured` };
  const mean = lone.reduce((sum, event) => sum + event.excessSeconds, 0) / lone.length;
  const variance = lone.reduce((sum, event) => sum + (event.excessSeconds - mean) ** 2, 0) / (lone.length - 1);
  const notBelowNone = (value: number): number => Math.max(0, value);
  return { cost: {
    cores: notBelowNone(whole.cores), lowCores: notBelowNone(inCores.low), highCores: notBelowNone(inCores.high),
    coreSecondsPerCycle: notBelowNone(whole.cores * totals.seconds / totals.cycles), cyclesUsed,
    variation: mean > 0 ? Math.sqrt(variance) / mean : 1,
    measured: {
      cycles: cyclesUsed, coreSeconds: notBelowNone(whole.excess),
      lowCoreSeconds: notBelowNone(inSeconds.low), highCoreSeconds: notBelowNone(inSeconds.high),
    },
  } };
}

interface EventBlock { excess: number; cycles: number; loneExcess: number; loneCycles: number }

function eventBlocks(events: { excessSeconds: number; cycles: number }[]): EventBlock[] {
  const size = Math.ceil(events.length / MAX_DRAWN);
  const blocks: EventBlock[] = [];
  events.forEach(({ excessSeconds, cycles }, k) => {
    const block = blocks[Math.floor(k / size)] ??= { excess: 0, cycles: 0, loneExcess: 0, loneCycles: 0 };
    block.excess += excessSeconds;
    block.cycles += cycles;
    if (cycles === 1) { block.loneExcess += excessSeconds; block.loneCycles++; }
  });
  return blocks;
}

/** Returns the number of cycles that ended in the measured time, and that time. */
function cyclesAndSeconds(intervals: readonly CpuInterval[], gc: GcCycles): { cycles: number; seconds: number } {
  let cycles = 0;
  let seconds = 0;
  for (const interval of intervals) {
    const ended = numberAt(gc.endedByRow, interval.row);
    if (!Number.isNaN(ended)) { cycles += ended; seconds += interval.seconds; }
  }
  return { cycles, seconds };
}
