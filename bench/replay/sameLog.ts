/**
 * What a forecast could know at best: the work of every segment of this very log, from another start of it, the ratio
 * of this start's CPU so far to that of the other, and its CPU to come. Its error is the difference between two starts
 * of one log.
 */
import { elementAt, numberAt } from '../../core/elementAt.ts';
import { findProcessStarts } from '../../server/analysis/signals/replay/replayStarts.ts';
import { valueAt } from '../../server/analysis/signals/valueAt.ts';
import type { RecordedReplay } from '../../testdata/replays.ts';
import { medianOf } from '../benchRow.ts';

/** From this share of the segments on, until so long before the end. */
const FROM_SHARE = 0.2;
const MIN_LEFT_MS = 2000;
const MIN_SEGMENTS = 7;

interface Work { log: string; atSegment: Map<number, number>; atReady: number; leftMs: Map<number, number> }

/** Median relative error of the work left, over all pairs of starts of one log without a WBL; and how many pairs. */
export function sameLogError(replays: readonly RecordedReplay[]): { error: number; pairs: number } {
  const works = replays.flatMap((replay) => workOf(replay) ?? []);
  const errors: number[] = [];
  let pairs = 0;
  for (const one of works) for (const other of works) {
    if (one === other || one.log !== other.log) continue;
    pairs++;
    const segments = [...one.atSegment.keys()].filter((segment) => other.atSegment.has(segment)).sort((a, b) => a - b);
    const first = elementAt(segments, 0);
    const spent = ({ atSegment }: Work, to: number): number =>
      (atSegment.get(to) ?? NaN) - (atSegment.get(first) ?? NaN);
    for (const segment of segments.slice(Math.max(2, Math.floor(segments.length * FROM_SHARE)), -2)) {
      if ((one.leftMs.get(segment) ?? 0) < MIN_LEFT_MS) continue;
      const costRatio = spent(one, segment) / spent(other, segment);
      const forecast = costRatio * (other.atReady - (other.atSegment.get(segment) ?? NaN));
      errors.push(Math.abs(forecast / (one.atReady - (one.atSegment.get(segment) ?? NaN)) - 1));
    }
  }
  return { error: medianOf(errors.filter(Number.isFinite)), pairs };
}

function workOf({ name, window, truth }: RecordedReplay): Work | null {
  const start = findProcessStarts(window).at(-1);
  if (start === undefined || truth.wbl.length > 0 || truth.segments.length < MIN_SEGMENTS) return null;
  const cpu: { ms: number; seconds: number }[] = [];
  for (let row = start.firstRow; row < start.endRow; row++) {
    const seconds = valueAt(window.role('cpuSeconds'), row);
    if (seconds !== null) cpu.push({ ms: numberAt(window.scrapes.startMs, row), seconds });
  }
  const at = (ms: number): number => {
    const next = cpu.findIndex((step) => step.ms >= ms);
    if (next <= 0) return elementAt(cpu, next === 0 ? 0 : cpu.length - 1).seconds;
    const [before, after] = [elementAt(cpu, next - 1), elementAt(cpu, next)];
    return before.seconds + (after.seconds - before.seconds) * (ms - before.ms) / (after.ms - before.ms);
  };
  return {
    log: name.replace(/-\d+$/, ''), atReady: at(truth.readyMs),
    atSegment: new Map(truth.segments.map(({ segment, ms }) => [segment, at(ms)])),
    leftMs: new Map(truth.segments.map(({ segment, ms }) => [segment, truth.readyMs - ms])),
  };
}
