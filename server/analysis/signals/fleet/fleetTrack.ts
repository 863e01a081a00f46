/**
 * Per-target data for the page of all targets: one day of scrapes in steps of 30 s, and events. The cost of adding a
 * scrape does not depend on how much is kept. Pure.
 */
import type { TargetLines } from '../../../../core/contract/contract.ts';
import type { ScrapeFigures } from '../../../data/metrics/scrapeFigures.ts';
import type { SpanMs } from '../windowFrame.ts';

export const KEPT_MS = 86_400_000;
export const STEP_MS = 30_000;
const STEPS = KEPT_MS / STEP_MS;
/** Maximum number of compactions, gaps and restarts each; the oldest are dropped. */
const MAX_EVENTS = 1000;
/** This many intervals without a scrape are a gap; a counter's rise is not spread over it. */
const GAP_INTERVALS = 2.5;
/** The value that Go reports if no limit is set. */
const NO_LIMIT_BYTES = 2 ** 62;

/** A scrape sent by this or another tsdbscope. `figures` is null if it failed or repeats the previous body. */
export interface TrackedScrape {
  timeMs: number; failed: boolean; intervalMs: number; figures: ScrapeFigures | null;
  processStartSeconds: number | null;
}

export interface TrackedWindow {
  cpuCores: (number | null)[];
  gcShareRatio: (number | null)[];
  rssBytes: (number | null)[];
  gcCyclesPerMinute: number | null;
  compactions: SpanMs[];
  gaps: SpanMs[];
  /** Starts of gaps with failed scrapes; in other gaps tsdbscope may have sent none. */
  failuresMs: number[];
  restartsMs: number[];
}

interface Gap extends SpanMs { isFailure?: boolean }

const SUMS = ['cpuSeconds', 'cpuCovered', 'gcSeconds', 'gcCovered', 'cycles', 'cyclesCovered'] as const;

type Sum = (typeof SUMS)[number];

export class FleetTrack {
  /** Step since 1970 that each slot holds; 0: none. */
  readonly #held = new Int32Array(STEPS);
  readonly #sums: Record<Sum, Float32Array> = {
    cpuSeconds: emptyDay(), cpuCovered: emptyDay(), gcSeconds: emptyDay(), gcCovered: emptyDay(), cycles: emptyDay(),
    cyclesCovered: emptyDay(),
  };
  readonly #rss = emptyDay();
  readonly #compactions: SpanMs[] = [];
  readonly #gaps: Gap[] = [];
  readonly #restartsMs: number[] = [];
  #last: { timeMs: number; figures: ScrapeFigures } | null = null;
  #lastGoodMs: number | null = null;
  #firstFailedMs: number | null = null;
  #intervalMs = 1000;
  #processStartSeconds: number | null = null;
  #isCompacting = false;
  #firstMs: number | null = null;
  #isFilled = false;
  limitBytes: number | null = null;
  maxProcs: number | null = null;

  see({ timeMs, failed, intervalMs, figures, processStartSeconds }: TrackedScrape): void {
    this.#firstMs ??= timeMs;
    this.#intervalMs = intervalMs;
    if (failed) {
      this.#firstFailedMs ??= timeMs;
      return;
    }
    this.#closeGap(timeMs, intervalMs);
    this.#lastGoodMs = timeMs;
    if (processStartSeconds !== null) {
      const before = this.#processStartSeconds;
      if (before !== null && before !== processStartSeconds) {
        keep(this.#restartsMs, timeMs);
        this.#last = null;
      }
      this.#processStartSeconds = processStartSeconds;
    }
    if (figures === null) return;
    this.#addCounters(timeMs, intervalMs, figures);
    this.#addCompaction(timeMs, figures);
    const { residentBytes, memoryLimitBytes, maxProcs } = figures;
    if (residentBytes !== undefined) {
      const at = this.#place(Math.floor(timeMs / STEP_MS));
      this.#rss[at] = Math.max(floatAt(this.#rss, at), residentBytes);
    }
    this.limitBytes = memoryLimitBytes !== undefined && memoryLimitBytes < NO_LIMIT_BYTES ? memoryLimitBytes : null;
    this.maxProcs = maxProcs ?? null;
    this.#last = { timeMs, figures };
  }

  /** Adds what was recorded before the first scrape seen; ignores later parts. Runs once. */
  fill({ series, range, compactions, gapSpans, restarts, cycles }: TargetLines): void {
    if (this.#isFilled) return;
    this.#isFilled = true;
    const untilMs = this.#firstMs ?? Infinity;
    // The step one day before the newest shares its slot.
    const fromStep = Math.max(...this.#held) - STEPS + 1;
    for (const [i, seconds] of series.time.entries()) {
      const endMs = (seconds + range.step) * 1000;
      const fromMs = seconds * 1000;
      if (endMs > untilMs || fromMs < fromStep * STEP_MS) continue;
      this.#spread('cpuSeconds', 'cpuCovered', (series.cpuCores[i] ?? NaN) * (endMs - fromMs) / 1000, fromMs, endMs);
      const rss = series.rssBytes[i] ?? null;
      const at = this.#place(Math.floor(fromMs / STEP_MS));
      if (rss !== null) this.#rss[at] = Math.max(floatAt(this.#rss, at), rss);
      if (series.cpuCores[i] !== null) this.#spread('cycles', 'cyclesCovered', 0, fromMs, endMs);
    }
    for (const { time } of cycles) if (time * 1000 < untilMs && time * 1000 >= fromStep * STEP_MS) {
      const at = this.#place(Math.floor(time * 1000 / STEP_MS));
      this.#sums.cycles[at] = floatAt(this.#sums.cycles, at) + 1;
    }
    const before = (spans: readonly { start: number; end: number }[]): SpanMs[] =>
      spans.map(({ start, end }) => ({ startMs: start * 1000, endMs: Math.min(end * 1000, untilMs) }))
        .filter(({ startMs }) => startMs < untilMs);
    this.#compactions.unshift(...before(compactions));
    this.#gaps.unshift(...before(gapSpans));
    this.#restartsMs.unshift(...restarts.map(({ time }) => time * 1000).filter((timeMs) => timeMs < untilMs));
    this.#bound();
  }

  /** Adds the data of `earlier` from before `untilMs`; steps known here are kept. */
  precede(earlier: FleetTrack, untilMs: number): void {
    const newestStep = Math.max(...this.#held);
    for (let at = 0; at < STEPS; at++) {
      const step = earlier.#held[at] ?? 0;
      if (step <= (this.#held[at] ?? 0) || step <= newestStep - STEPS || step * STEP_MS >= untilMs) continue;
      this.#held[at] = step;
      for (const sum of SUMS) this.#sums[sum][at] = floatAt(earlier.#sums[sum], at);
      this.#rss[at] = floatAt(earlier.#rss, at);
    }
    const spans = (own: Gap[], before: readonly Gap[]): void => {
      own.unshift(...before.filter(({ startMs }) => startMs < untilMs)
        .map((span) => ({ ...span, endMs: Math.min(span.endMs, untilMs) })));
    };
    spans(this.#compactions, earlier.#compactions);
    spans(this.#gaps, [...earlier.#gaps, ...earlier.#openGap(untilMs)]);
    this.#restartsMs.unshift(...earlier.#restartsMs.filter((timeMs) => timeMs < untilMs));
    this.#bound();
    this.limitBytes ??= earlier.limitBytes;
    this.maxProcs ??= earlier.maxProcs;
  }

  /**
   * Returns the points of a window. `startMs` and `endMs` are multiples of `stepMs`, itself one of STEP_MS. `nowMs`
   * ends an open gap; null if none is open.
   */
  window(startMs: number, endMs: number, stepMs: number, nowMs: number | null): TrackedWindow {
    const points = Math.round((endMs - startMs) / stepMs);
    const per = Math.round(stepMs / STEP_MS);
    const cpuCores: (number | null)[] = [];
    const gcShareRatio: (number | null)[] = [];
    const rssBytes: (number | null)[] = [];
    let cycles = 0;
    let cyclesCovered = 0;
    for (let i = 0; i < points; i++) {
      const sum = { cpuSeconds: 0, cpuCovered: 0, gcSeconds: 0, gcCovered: 0, rss: 0 };
      for (let k = 0; k < per; k++) {
        const step = Math.floor(startMs / STEP_MS) + i * per + k;
        const at = step % STEPS;
        if (this.#held[at] !== step) continue;
        sum.cpuSeconds += floatAt(this.#sums.cpuSeconds, at);
        sum.cpuCovered += floatAt(this.#sums.cpuCovered, at);
        sum.gcSeconds += floatAt(this.#sums.gcSeconds, at);
        sum.gcCovered += floatAt(this.#sums.gcCovered, at);
        sum.rss = Math.max(sum.rss, floatAt(this.#rss, at));
        cycles += floatAt(this.#sums.cycles, at);
        cyclesCovered += floatAt(this.#sums.cyclesCovered, at);
      }
      const cores = sum.cpuCovered > 0 ? sum.cpuSeconds / sum.cpuCovered : null;
      cpuCores.push(cores);
      gcShareRatio.push(
        sum.gcCovered > 0 && cores !== null && cores > 0 ? Math.min(1, sum.gcSeconds / sum.gcCovered / cores) : null
      );
      rssBytes.push(sum.rss > 0 ? sum.rss : null);
    }
    const inside = (span: SpanMs): boolean => span.endMs > startMs && span.startMs < endMs;
    const gaps = [...this.#gaps, ...(nowMs === null ? [] : this.#openGap(nowMs))].filter(inside);
    return {
      cpuCores, gcShareRatio, rssBytes,
      gcCyclesPerMinute: cyclesCovered > 0 ? cycles / cyclesCovered * 60 : null,
      compactions: this.#compactions.filter(inside),
      gaps: gaps.map((gap) => ({ startMs: gap.startMs, endMs: gap.endMs })),
      failuresMs: gaps.flatMap((gap) => (gap.isFailure === true ? [gap.startMs] : [])),
      restartsMs: this.#restartsMs.filter((timeMs) => timeMs >= startMs && timeMs < endMs),
    };
  }

  #bound(): void {
    for (const events of [this.#compactions, this.#gaps, this.#restartsMs])
      events.splice(0, Math.max(0, events.length - MAX_EVENTS));
  }

  /** Returns the slot of a step, cleared if it held another step. */
  #place(step: number): number {
    const at = step % STEPS;
    if (this.#held[at] === step) return at;
    this.#held[at] = step;
    for (const sum of SUMS) this.#sums[sum][at] = 0;
    this.#rss[at] = 0;
    return at;
  }

  #addCounters(timeMs: number, intervalMs: number, figures: ScrapeFigures): void {
    const last = this.#last;
    if (last === null || timeMs <= last.timeMs || timeMs - last.timeMs > Math.max(2 * STEP_MS, 3 * intervalMs)) return;
    const grown = (name: 'cpuSeconds' | 'gcCpuSeconds' | 'gcCycles'): number =>
      (figures[name] ?? NaN) - (last.figures[name] ?? NaN);
    this.#spread('cpuSeconds', 'cpuCovered', grown('cpuSeconds'), last.timeMs, timeMs);
    this.#spread('gcSeconds', 'gcCovered', grown('gcCpuSeconds'), last.timeMs, timeMs);
    this.#spread('cycles', 'cyclesCovered', grown('gcCycles'), last.timeMs, timeMs);
  }

  /** Spreads an amount over the steps of its time; does nothing if it is unknown or the counter was reset. */
  #spread(sum: Sum, covered: Sum, amount: number, fromMs: number, endMs: number): void {
    if (!(amount >= 0)) return;
    for (let step = Math.floor(fromMs / STEP_MS); step * STEP_MS < endMs; step++) {
      const ms = Math.min(endMs, (step + 1) * STEP_MS) - Math.max(fromMs, step * STEP_MS);
      const at = this.#place(step);
      this.#sums[sum][at] = floatAt(this.#sums[sum], at) + amount * ms / (endMs - fromMs);
      this.#sums[covered][at] = floatAt(this.#sums[covered], at) + ms / 1000;
    }
  }

  #addCompaction(timeMs: number, { compactionRunning, compactions }: ScrapeFigures): void {
    const done = (compactions ?? NaN) > (this.#last?.figures.compactions ?? NaN);
    const isRunning = (compactionRunning ?? 0) > 0;
    const open = this.#compactions.at(-1);
    if (this.#isCompacting && open !== undefined) open.endMs = timeMs;
    // Only the counter shows a compaction that started and ended between two scrapes.
    else if (isRunning || done)
      keep(this.#compactions, { startMs: isRunning ? timeMs : this.#last?.timeMs ?? timeMs, endMs: timeMs });
    this.#isCompacting = isRunning;
  }

  #closeGap(timeMs: number, intervalMs: number): void {
    const gap = this.#openGap(timeMs);
    if (gap[0] !== undefined) keep(this.#gaps, gap[0]);
    this.#firstFailedMs = null;
    this.#intervalMs = intervalMs;
  }

  /** Returns the open gap, from the first failure or from when a scrape was due; empty without one. */
  #openGap(nowMs: number): Gap[] {
    const due = this.#lastGoodMs === null ? null : this.#lastGoodMs + this.#intervalMs;
    const isSilent = this.#lastGoodMs !== null && nowMs - this.#lastGoodMs > GAP_INTERVALS * this.#intervalMs;
    const startMs = this.#firstFailedMs ?? (isSilent ? due : null);
    return startMs === null || startMs >= nowMs ? []
      : [{ startMs, endMs: nowMs, isFailure: this.#firstFailedMs !== null }];
  }
}

/** Filled at once: its pages would otherwise become resident over the day, which looks like a leak. */
function emptyDay(): Float32Array {
  return new Float32Array(STEPS).fill(0);
}

function keep<T>(events: T[], event: T): void {
  events.push(event);
  if (events.length > MAX_EVENTS) events.shift();
}

/** Reads a Float32Array, which `numberAt` does not accept. */
function floatAt(column: Float32Array, index: number): number {
  return column[index] ?? 0;
}
