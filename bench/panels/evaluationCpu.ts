/** CPU that the kernel counts for a process while it evaluates rule groups, read every 50 ms. */
import { readFileSync } from 'node:fs';
import { medianOf } from '../benchRow.ts';
import { countBelow } from '../../core/statistics/ascending.ts';
import { elementAt } from '../../core/elementAt.ts';

const TICKS_PER_SECOND = 100;
const READ_EVERY_MS = 50;
/** An evaluation begins at most this long before its stated time, and its garbage is collected this long after it. */
const BEFORE_MS = 50;
const AFTER_MS = 200;
/** Evaluations of one group last at most this much longer than its last one. */
const LONGER = 1.3;

interface Reading { atMs: number; cpuSeconds: number }

/** A group's last evaluation, and what its work costs when a user asks for it on an idle server. */
export interface Evaluated { name: string; startMs: number; durationMs: number; aloneSeconds: number }

/** User and system time of a process since it began; moves by ticks of 10 ms. */
export function processCpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ').map(Number);
  return ((fields[11] ?? NaN) + (fields[12] ?? NaN)) / TICKS_PER_SECOND;
}

export class CpuReadings {
  readonly #readings: Reading[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(pid: number) {
    const read = (): void => { this.#readings.push({ atMs: Date.now(), cpuSeconds: processCpuSeconds(pid) }); };
    read();
    this.#timer = setInterval(read, READ_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /**
   * Core-seconds of one evaluation of each group, by name: the median over all periods. Of groups that run at the same
   * time, what they cost together is divided as what each costs alone.
   */
  costs(groups: readonly Evaluated[], periodMs: number): Map<string, number> {
    const clusters = clustersOf(groups, periodMs);
    const idle = this.#idleCores(clusters, periodMs);
    return new Map(clusters.flatMap((members) => {
      const [fromMs, toMs] = spanOf(members);
      const areas: number[] = [];
      this.#eachPeriod(fromMs, toMs, periodMs, (startMs, endMs) => {
        areas.push(this.#between(startMs, endMs) - idle * (endMs - startMs) / 1000);
      });
      const alone = members.reduce((sum, { aloneSeconds }) => sum + aloneSeconds, 0);
      return members.map(({ name, aloneSeconds }) => [name, medianOf(areas) * aloneSeconds / alone] as const);
    }));
  }

  /** Median over periods of the cores used outside the groups' evaluations. */
  #idleCores(clusters: readonly Evaluated[][], periodMs: number): number {
    const spans = clusters.map(spanOf);
    const [firstMs, lastMs] = [Math.min(...spans.map(([from]) => from)), Math.max(...spans.map(([, to]) => to))];
    const cores: number[] = [];
    this.#eachPeriod(firstMs, firstMs + periodMs, periodMs, (startMs, endMs) => {
      const shiftMs = startMs - firstMs;
      const busy = spans.map(([from, to]) => [from + shiftMs, to + shiftMs] as const);
      const own = busy.reduce((sum, [from, to]) => sum + this.#between(from, to), 0);
      const ownMs = busy.reduce((sum, [from, to]) => sum + to - from, 0);
      cores.push((this.#between(startMs, endMs) - own) / (endMs - startMs - ownMs) * 1000);
    });
    if (lastMs - firstMs >= periodMs) throw new Error('The evaluations leave no idle time in a period.');
    return medianOf(cores);
  }

  /** Calls with the span in each whole period that was read, newest first. */
  #eachPeriod(fromMs: number, toMs: number, periodMs: number, call: (startMs: number, endMs: number) => void): void {
    const [first, last] = [elementAt(this.#readings, 0), elementAt(this.#readings, this.#readings.length - 1)];
    for (let shiftMs = 0; fromMs - shiftMs >= first.atMs; shiftMs += periodMs)
      if (toMs - shiftMs <= last.atMs) call(fromMs - shiftMs, toMs - shiftMs);
  }

  /** The counter moves by whole ticks; between two readings it is taken as even. */
  #between(startMs: number, endMs: number): number {
    return this.#at(endMs) - this.#at(startMs);
  }

  #at(ms: number): number {
    const next = countBelow(this.#readings.length, (k) => elementAt(this.#readings, k).atMs, ms);
    const [before, after] = [this.#readings[next - 1], this.#readings[next]];
    if (after === undefined) return before?.cpuSeconds ?? NaN;
    if (before === undefined) return after.cpuSeconds;
    const share = (ms - before.atMs) / (after.atMs - before.atMs);
    return before.cpuSeconds + share * (after.cpuSeconds - before.cpuSeconds);
  }
}

function spanOf(members: readonly Evaluated[]): [number, number] {
  return [
    Math.min(...members.map(({ startMs }) => startMs)) - BEFORE_MS,
    Math.max(...members.map(({ startMs, durationMs }) => startMs + LONGER * durationMs)) + AFTER_MS,
  ];
}

/** Groups whose evaluations overlap, each moved to the period of the first. */
function clustersOf(groups: readonly Evaluated[], periodMs: number): Evaluated[][] {
  const sorted = groups.map((one) => ({ ...one })).toSorted((a, b) => a.startMs % periodMs - b.startMs % periodMs);
  const origin = sorted[0]?.startMs ?? 0;
  for (const one of sorted) one.startMs -= Math.floor((one.startMs - origin) / periodMs) * periodMs;
  const clusters: Evaluated[][] = [];
  for (const one of sorted.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = clusters.at(-1);
    if (last !== undefined && one.startMs - BEFORE_MS <= spanOf(last)[1]) last.push(one);
    else clusters.push([one]);
  }
  // The last of a period may run into the first of the next.
  const [first, last] = [clusters[0], clusters.at(-1)];
  if (first !== undefined && last !== undefined && first !== last
    && spanOf(first)[0] + periodMs <= spanOf(last)[1]) {
    clusters.pop();
    first.unshift(...last.map((one) => ({ ...one, startMs: one.startMs - periodMs })));
  }
  return clusters;
}
