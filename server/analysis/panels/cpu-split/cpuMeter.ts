/** Measures the CPU that a process used between any two moments, from its counter. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import { countPassing } from '../../../../core/statistics/ascending.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { counterSteps } from '../../signals/counterSteps.ts';
import { findRestarts, freshScrapes } from '../../signals/windowFrame.ts';

export interface UsedCpu { coreSeconds: number; coveredMs: number }

/** Places scrapes at their middle and assumes even CPU between them. A stretch without a rise is not covered. */
export class CpuMeter {
  /** Ascending; interval `i` ends at `endMs[i]`. */
  private readonly startMs: number[] = [];
  private readonly endMs: number[] = [];
  /** Sums over all intervals before this one; one entry more than there are intervals. */
  private readonly coreSeconds = [0];
  private readonly coveredMs = [0];

  constructor(window: RoleWindow) {
    const { scrapes } = window;
    const restarts = new Set(findRestarts(window).map(({ row }) => row));
    const cpu = counterSteps(scrapes, window.role('cpuSeconds'), freshScrapes(scrapes), restarts);
    for (let row = 0; row < scrapes.length; row++) {
      const seconds = numberAt(cpu.seconds, row);
      if (!(seconds > 0)) continue;
      const endMs = numberAt(scrapes.startMs, row) + 500 * numberAt(scrapes.durationSeconds, row);
      this.startMs.push(endMs - 1000 * seconds);
      this.endMs.push(endMs);
      this.coreSeconds.push((this.coreSeconds.at(-1) ?? 0) + numberAt(cpu.increase, row));
      this.coveredMs.push((this.coveredMs.at(-1) ?? 0) + 1000 * seconds);
    }
  }

  between(fromMs: number, toMs: number): UsedCpu {
    const [from, to] = [this.until(fromMs), this.until(toMs)];
    return { coreSeconds: to.coreSeconds - from.coreSeconds, coveredMs: to.coveredMs - from.coveredMs };
  }

  /** Works like `between`, but counts only the scrape intervals wholly inside. */
  within(fromMs: number, toMs: number): UsedCpu {
    const begun = this.endedBy(fromMs);
    const first = (this.startMs[begun] ?? fromMs) < fromMs ? begun + 1 : begun;
    const end = Math.max(first, this.endedBy(toMs));
    return {
      coreSeconds: elementAt(this.coreSeconds, end) - elementAt(this.coreSeconds, first),
      coveredMs: elementAt(this.coveredMs, end) - elementAt(this.coveredMs, first),
    };
  }

  /** Returns the number of intervals that have ended by then. */
  private endedBy(ms: number): number {
    return countPassing(this.endMs.length, (k) => elementAt(this.endMs, k) <= ms);
  }

  /** Returns the totals before a moment. */
  private until(ms: number): UsedCpu {
    const low = this.endedBy(ms);
    const whole = { coreSeconds: elementAt(this.coreSeconds, low), coveredMs: elementAt(this.coveredMs, low) };
    if (low >= this.endMs.length || elementAt(this.startMs, low) >= ms) return whole;
    const partMs = ms - elementAt(this.startMs, low);
    const lengthMs = elementAt(this.endMs, low) - elementAt(this.startMs, low);
    const used = elementAt(this.coreSeconds, low + 1) - whole.coreSeconds;
    return { coreSeconds: whole.coreSeconds + used * partMs / lengthMs, coveredMs: whole.coveredMs + partMs };
  }
}
