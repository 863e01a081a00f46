/**
 * Lays out the samples of a profile along time, as a flame chart:
 *
 * ```
 *   samples   10 ms main;read   20 ms main;read   30 ms main;parse        50 ms main;read
 *   depth 0   main ......................................         .....   main
 *   depth 1   read ..................... parse ..........         .....   read
 * ```
 *
 * A sample covers the time after it, or before it if its label is that of an end: its value if that is a time, else
 * the usual interval between samples, and never beyond the next one.
 */
import type { Timeline, TimelineFrame } from '../../../core/contract/contract.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { TIME_LABELS } from '../../../core/profile/timeLabels.ts';
import type { Profile } from '../decode/profile.ts';
import type { Question } from '../query/question.ts';
import { scaleUnit } from '../query/units.ts';
import { labelOf, sampleTimes, threadLabel } from './sampleTimes.ts';
import { isCounted, subjectOf, type OneSubject } from './subject.ts';
import { framesOf } from './traces.ts';

const MAX_LANES = 8;
const MAX_DEPTH = 200;
const MAX_FRAMES = 4_000;
/** Share of the window below which frames are not visible. */
const MIN_RATIO = 0.001;
/** Times since 2001 are those of the UNIX clock. */
const UNIX_NANOS = 10n ** 18n;
const NANOS = 1e9;

export interface TimelineQuestion extends Question {
  /** Seconds since the first sample; undefined = all. */
  from?: number;
  to?: number;
}

interface Timed { sample: number; start: number; end: number }

/**
 * Returns the timeline. Errors like `top`; `bad_data` if no sample has a time, and for a window that ends before it
 * starts.
 */
export function timeline(profile: Profile, question: TimelineQuestion): Result<Timeline> {
  const subject = subjectOf(profile, question);
  if (!subject.ok) return subject;
  const times = sampleTimes(profile);
  const counted = Array.from(times.keys()).filter((sample) => isCounted(subject.value, sample));
  const first = times.reduce<bigint | null>(
    (least, time) => (time !== null && (least === null || time.nanos < least) ? time.nanos : least), null
  );
  if (first === null) {
    return fail(
      'bad_data', `no sample of this profile carries its time (a numeric label ${TIME_LABELS.join(', ')}); `
        + 'the other views need none'
    );
  }
  const isEnd = times.some((time) => time?.isEnd === true);
  const laneLabel = threadLabel(profile);
  const byLane = new Map<string, { sample: number; at: number }[]>();
  for (const sample of counted) {
    const time = times[sample];
    if (time === null || time === undefined) continue;
    const name = laneLabel === null ? '' : labelOf(profile, laneLabel, sample);
    const lane = byLane.get(name) ?? [];
    byLane.set(name, lane);
    lane.push({ sample, at: Number(time.nanos - first) / NANOS });
  }
  const lanes = [...byLane].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  const laidOut = lanes.map(([, samples]) => extents(subject.value, samples, isEnd));
  const [begin, end] = laidOut.flat().reduce(
    ([from, to], one) => [Math.min(from, one.start), Math.max(to, one.end)], [0, 0]
  );
  const window = { start: question.from ?? begin, end: question.to ?? end };
  if (window.end < window.start || (window.end === window.start && end > begin))
    return fail('bad_data', '"to" must be later than "from"; both are seconds since the first sample');
  const drawn = laidOut.slice(0, MAX_LANES)
    .map((samples, lane) => framesOfLane(subject.value, samples, { lane, window }));
  const frames = widest(drawn.flatMap((lane) => lane.frames));
  const found = drawn.reduce((sum, lane) => sum + lane.found, 0);
  const timed = lanes.reduce((sum, [, samples]) => sum + samples.length, 0);
  return ok({
    ...subject.value.head, startTime: first > UNIX_NANOS ? Number(first) / NANOS : null, durationSeconds: end - begin,
    window, samples: timed, samplesWithoutTime: counted.length - timed, laneLabel,
    lanes: lanes.slice(0, MAX_LANES).map(([name, samples], i) => (
      { name, samples: samples.length, depth: drawn[i]?.depth ?? 0 })),
    lanesLeftOut: Math.max(0, lanes.length - MAX_LANES), frames, culledFrames: found - frames.length,
  });
}

/** Returns extents in time order; equal times in profile order. */
function extents({ columns, head }: OneSubject, samples: { sample: number; at: number }[], isEnd: boolean): Timed[] {
  const sorted = samples.sort((a, b) => a.at - b.at || a.sample - b.sample);
  const nanos = scaleUnit(1, head.unit, 'nanoseconds');
  const steps = sorted.slice(1).map(({ at }, i) => at - (sorted[i]?.at ?? at)).filter((step) => step > 0)
    .sort((a, b) => a - b);
  const usual = steps[steps.length >> 1] ?? 0;
  const lengthOf = (sample: number): number => (nanos.unit === 'ns'
    ? Math.abs(columns[0]?.numbers[sample] ?? 0) * nanos.value / NANOS : usual);
  return sorted.map(({ sample, at }, i) => {
    const length = lengthOf(sample);
    return isEnd ? { sample, start: Math.max(at - length, sorted[i - 1]?.at ?? -Infinity), end: at }
      : { sample, start: at, end: Math.min(at + length, sorted[i + 1]?.at ?? Infinity) };
  });
}

interface Place { lane: number; window: Timeline['window'] }

/** `found`: includes those that are too narrow. */
function framesOfLane(
  subject: OneSubject, samples: readonly Timed[], { lane, window }: Place
): { frames: TimelineFrame[]; found: number; depth: number } {
  const least = (window.end - window.start) * MIN_RATIO;
  const frames: TimelineFrame[] = [];
  const open: TimelineFrame[] = [];
  let [found, deepest, last] = [0, 0, -Infinity];
  const close = (depth: number): void => {
    for (const frame of open.splice(depth)) {
      found++;
      if (frame.end - frame.start >= least) frames.push(frame);
    }
  };
  for (const { sample, start, end } of samples) {
    const [from, to] = [Math.max(start, window.start), Math.min(end, window.end)];
    if (to < from || (to === from && end > start)) continue;
    // Half of the visible minimum: rounding of times is no gap.
    if (from - last > least / 2) close(0);
    const stack = framesOf(subject, sample).slice(-MAX_DEPTH).reverse();
    let depth = 0;
    while (depth < stack.length && open[depth]?.function === stack[depth]?.function) depth++;
    close(depth);
    for (const { function: name } of stack.slice(depth))
      open.push({ lane, depth: open.length, function: name, start: from, end: to, value: 0, samples: 0 });
    const value = subject.columns[0]?.numbers[sample] ?? 0;
    for (const frame of open) {
      frame.end = to;
      frame.value += value;
      frame.samples++;
    }
    deepest = Math.max(deepest, stack.length);
    last = to;
  }
  close(0);
  return { frames, found, depth: deepest };
}

/** Keeps the widest frames; sorts by lane, depth and start. */
function widest(frames: TimelineFrame[]): TimelineFrame[] {
  const kept = frames.length <= MAX_FRAMES ? frames
    : frames.sort((a, b) => (b.end - b.start) - (a.end - a.start)).slice(0, MAX_FRAMES);
  return kept.sort((a, b) => a.lane - b.lane || a.depth - b.depth || a.start - b.start);
}
