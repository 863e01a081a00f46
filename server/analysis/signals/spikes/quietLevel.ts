/**
 * Estimates the quiet level under a series that has spikes, and its scatter. The level follows slow drifts and steps of
 * load; a spike does not lift it. See docs/reference/gc-cpu.md.
 */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import { median } from '../../../../core/statistics/quantiles.ts';
import { SortedWindow } from './sortedWindow.ts';

/** A mean over `startMs` to `endMs`. Unknown times are omitted, so neighbours may be apart. */
export interface Sample {
  startMs: number;
  endMs: number;
  value: number;
  /** Weight of its rise in a spike's area: its seconds, or 1 if each sample is an event of its own. */
  weight: number;
  /** Within an event known to use CPU, however long it lasts: excluded from the quiet level. */
  isBusy: boolean;
}

export interface QuietLevels {
  /** Median around each sample, and median distance from it. */
  level: Float64Array;
  scatter: Float64Array;
}

/** Minimum number of samples for a level, also with coarse scrapes. */
const MIN_SAMPLES = 20;
const MIN_QUIET_SHARE = 0.2;
/** A step changes the level by at least this share and this many times its scatter. */
const STEP_RATIO = 0.3;
const STEP_SCATTERS = 3;

/**
 * Returns the median of the samples within `reachMs` on either side, between two steps of load only; at the ends of
 * such a part the window extends further to the other side. Returns null with fewer than 20 quiet samples.
 */
export function quietLevels(samples: readonly Sample[], reachMs: number): QuietLevels | null {
  const calm = placesOf(samples, ({ isBusy }) => !isBusy);
  // If events run almost all the time, all samples count.
  const quiet = calm.length >= MIN_QUIET_SHARE * samples.length ? calm : placesOf(samples, () => true);
  if (quiet.length < MIN_SAMPLES) return null;
  const level = new Float64Array(samples.length);
  const scatter = new Float64Array(samples.length);
  const columns = columnsOf(samples, quiet);
  const cuts = levelSteps(columns, reachMs);
  cuts.push(quiet.length);
  let from = 0;
  let filled = 0;
  for (const to of cuts) {
    const until = to < quiet.length ? numberAt(quiet, to) : samples.length;
    fillPart(samples, part(columns, from, to), { filled, until, reachMs }, { level, scatter });
    filled = until;
    from = to;
  }
  return { level, scatter };
}

/** Returns the indices of the matching samples, ascending. */
function placesOf(samples: readonly Sample[], holds: (sample: Sample) => boolean): Int32Array {
  const places = new Int32Array(samples.length);
  let count = 0;
  for (let k = 0; k < samples.length; k++) if (holds(elementAt(samples, k))) places[count++] = k;
  return places.subarray(0, count);
}

/** Quiet samples in order, as plain numbers because each is read a thousand times. */
interface Columns { startMs: Float64Array; endMs: Float64Array; value: Float64Array }

function columnsOf(samples: readonly Sample[], chosen: Int32Array): Columns {
  const { length } = chosen;
  const columns = {
    startMs: new Float64Array(length), endMs: new Float64Array(length), value: new Float64Array(length),
  };
  for (let place = 0; place < length; place++) {
    const sample = elementAt(samples, numberAt(chosen, place));
    columns.startMs[place] = sample.startMs;
    columns.endMs[place] = sample.endMs;
    columns.value[place] = sample.value;
  }
  return columns;
}

function part({ startMs, endMs, value }: Columns, from: number, to: number): Columns {
  return { startMs: startMs.subarray(from, to), endMs: endMs.subarray(from, to), value: value.subarray(from, to) };
}

/** Sets the levels of samples `filled` up to `until` from the quiet samples among them. */
function fillPart(
  samples: readonly Sample[], { startMs: starts, endMs: ends, value }: Columns,
  { filled, until, reachMs }: { filled: number; until: number; reachMs: number }, { level, scatter }: QuietLevels,
): void {
  const { length } = value;
  const window = new SortedWindow(length);
  const [firstMs, lastMs] = [numberAt(starts, 0), numberAt(ends, length - 1)];
  let low = 0;
  let high = 0;
  for (let k = filled; k < until; k++) {
    const { startMs, endMs } = elementAt(samples, k);
    const middleMs = (startMs + endMs) / 2;
    const fromMs = Math.min(middleMs - reachMs, lastMs - 2 * reachMs);
    const toMs = Math.max(middleMs + reachMs, firstMs + 2 * reachMs);
    const from = high;
    while (high < length && (numberAt(starts, high) <= toMs || high - low < MIN_SAMPLES)) {
      window.add(numberAt(value, high));
      high++;
    }
    const gone = low;
    while (low < high - MIN_SAMPLES && numberAt(ends, low) < fromMs) {
      window.remove(numberAt(value, low));
      low++;
    }
    level[k] = window.median();
    // Same samples as before, so the same scatter.
    scatter[k] = k > filled && from === high && gone === low ? numberAt(scatter, k - 1)
      : window.medianDistance(numberAt(level, k));
  }
}

/** `was` and `is` are the levels before and after. */
interface Step { at: number; size: number; timeMs: number; was: number; is: number }

/** Returns the steps of the level as ascending indices into the columns, at least `reachMs` apart and from the ends. */
function levelSteps(columns: Columns, reachMs: number): number[] {
  const { startMs: starts, endMs: ends, value } = columns;
  const { length } = value;
  const before = new SortedWindow(length);
  const after = new SortedWindow(length);
  const steps: Step[] = [];
  const [firstMs, lastMs] = [numberAt(starts, 0), numberAt(ends, length - 1)];
  let low = 0;
  let high = 0;
  for (let k = 0; k < length; k++) {
    const startMs = numberAt(starts, k);
    while (high < length && numberAt(ends, high) <= startMs + reachMs) {
      after.add(numberAt(value, high));
      high++;
    }
    if (k > 0) {
      before.add(numberAt(value, k - 1));
      after.remove(numberAt(value, k - 1));
    }
    while (numberAt(starts, low) < startMs - reachMs) {
      before.remove(numberAt(value, low));
      low++;
    }
    const isWhole = startMs - firstMs >= 0.9 * reachMs && lastMs - startMs >= 0.9 * reachMs;
    if (!isWhole || before.size < MIN_SAMPLES || after.size < MIN_SAMPLES) continue;
    const [was, is] = [before.median(), after.median()];
    const size = Math.abs(is - was);
    if (size <= STEP_RATIO * Math.min(was, is)) continue;
    if (size > STEP_SCATTERS * Math.max(before.medianDistance(was), after.medianDistance(is)))
      steps.push({ at: k, size, timeMs: startMs, was, is });
  }
  const chosen: Step[] = [];
  for (const step of steps.toSorted((a, b) => b.size - a.size || a.at - b.at))
    if (chosen.every(({ timeMs }) => Math.abs(timeMs - step.timeMs) >= reachMs)) chosen.push(step);
  const placed = chosen.map((step) => placeOf(step, columns, reachMs));
  return [...new Set(placed)].toSorted((a, b) => a - b);
}

/**
 * Returns the place of the step between two levels. The medians on either side do not change while it is within half of
 * their reach, so it is the place where the fewest samples are on the wrong side of the middle between the levels.
 */
function placeOf(
  { at: from, timeMs, was, is }: Step, { startMs: starts, value }: Columns, reachMs: number
): number {
  const isWrong = (k: number): number => Math.sign(numberAt(value, k) - (was + is) / 2) * Math.sign(is - was);
  let [place, balance, least] = [from, 0, 0];
  for (let k = from; k < starts.length && numberAt(starts, k) < timeMs + reachMs / 2; k++) {
    balance += isWrong(k);
    if (balance < least) [place, least] = [k + 1, balance];
  }
  balance = 0;
  for (let k = from - 1; k >= 0 && numberAt(starts, k) > timeMs - reachMs / 2; k--) {
    balance -= isWrong(k);
    if (balance < least) [place, least] = [k, balance];
  }
  return place;
}

/** Returns the level that describes a window: the median over its samples. */
export function typicalLevel({ level }: QuietLevels): number {
  return median(level) ?? NaN;
}
