/**
 * The quiet level under a series that has spikes, and how much it scatters. It follows slow drifts and steps of load; a
 * spike does not lift it. See docs/reference/gc-cpu.md.
 */
import { elementAt, numberAt } from '../../../core/elementAt.ts';
import { median } from '../../statistics/quantiles.ts';
import { SortedWindow } from './sortedWindow.ts';

/** A mean over `startMs` to `endMs`. What is not known is left out, so neighbours need not touch. */
export interface Sample {
  startMs: number;
  endMs: number;
  value: number;
  /** What its rise counts for in the area of a spike: its seconds, or 1 where each sample is something of its own. */
  weight: number;
  /** Within an event that is known to take CPU, however long it lasts: no part of the quiet level. */
  isBusy: boolean;
}

export interface QuietLevels {
  /** For each sample: the median around it, and the median distance from that. */
  level: Float64Array;
  scatter: Float64Array;
}

/** Coarse scrapes need as many samples to tell a level. */
const LEAST_SAMPLES = 20;
const LEAST_QUIET_SHARE = 0.2;
/** A step is a change of the level by this share and by this many times its scatter. */
const STEP_RATIO = 0.3;
const STEP_SCATTERS = 3;

/**
 * Median of the samples within a level's time on either side, of the part between two steps of load only; at the ends
 * of a part it reaches as much further to the other side. null with fewer than 20 quiet samples.
 */
export function quietLevels(samples: readonly Sample[], reachMs: number): QuietLevels | null {
  const calm = samples.flatMap(({ isBusy }, k) => (isBusy ? [] : [k]));
  // Where events are almost always under way, what is usual is the level.
  const quiet = calm.length >= LEAST_QUIET_SHARE * samples.length ? calm : [...samples.keys()];
  if (quiet.length < LEAST_SAMPLES) return null;
  const level = new Float64Array(samples.length);
  const scatter = new Float64Array(samples.length);
  const cuts = levelSteps(samples, quiet, reachMs);
  cuts.push(quiet.length);
  let from = 0;
  let filled = 0;
  for (const to of cuts) {
    const part = quiet.slice(from, to);
    const until = to < quiet.length ? elementAt(quiet, to) : samples.length;
    fillPart(samples, part, { filled, until, reachMs }, { level, scatter });
    filled = until;
    from = to;
  }
  return { level, scatter };
}

/** Levels of samples `filled` up to `until` from the quiet samples `part` among them. */
function fillPart(
  samples: readonly Sample[], part: readonly number[],
  { filled, until, reachMs }: { filled: number; until: number; reachMs: number }, { level, scatter }: QuietLevels,
): void {
  const window = new SortedWindow(part.length);
  const at = (k: number): Sample => elementAt(samples, elementAt(part, k));
  const [firstMs, lastMs] = [at(0).startMs, at(part.length - 1).endMs];
  let low = 0;
  let high = 0;
  for (let k = filled; k < until; k++) {
    const { startMs, endMs } = elementAt(samples, k);
    const middleMs = (startMs + endMs) / 2;
    const fromMs = Math.min(middleMs - reachMs, lastMs - 2 * reachMs);
    const toMs = Math.max(middleMs + reachMs, firstMs + 2 * reachMs);
    while (high < part.length && (at(high).startMs <= toMs || high - low < LEAST_SAMPLES)) {
      window.add(at(high).value);
      high++;
    }
    while (low < high - LEAST_SAMPLES && at(low).endMs < fromMs) {
      window.remove(at(low).value);
      low++;
    }
    level[k] = window.median();
    scatter[k] = window.medianDistance(numberAt(level, k));
  }
}

/** `was` and `is`: the levels before and after. */
interface Step { at: number; size: number; timeMs: number; was: number; is: number }

/** Where the level steps, as indices into `quiet`, ascending, a level's time apart and from the ends. */
function levelSteps(samples: readonly Sample[], quiet: readonly number[], reachMs: number): number[] {
  const at = (k: number): Sample => elementAt(samples, elementAt(quiet, k));
  const before = new SortedWindow(quiet.length);
  const after = new SortedWindow(quiet.length);
  const steps: Step[] = [];
  let low = 0;
  let high = 0;
  for (let k = 0; k < quiet.length; k++) {
    const { startMs } = at(k);
    while (high < quiet.length && at(high).endMs <= startMs + reachMs) {
      after.add(at(high).value);
      high++;
    }
    if (k > 0) {
      before.add(at(k - 1).value);
      after.remove(at(k - 1).value);
    }
    while (at(low).startMs < startMs - reachMs) {
      before.remove(at(low).value);
      low++;
    }
    const isWhole = startMs - at(0).startMs >= 0.9 * reachMs && at(quiet.length - 1).endMs - startMs >= 0.9 * reachMs;
    if (!isWhole || before.size < LEAST_SAMPLES || after.size < LEAST_SAMPLES) continue;
    const [was, is] = [before.median(), after.median()];
    const size = Math.abs(is - was);
    const scatter = Math.max(before.medianDistance(was), after.medianDistance(is));
    if (size > STEP_RATIO * Math.min(was, is) && size > STEP_SCATTERS * scatter)
      steps.push({ at: k, size, timeMs: startMs, was, is });
  }
  const chosen: Step[] = [];
  for (const step of steps.toSorted((a, b) => b.size - a.size || a.at - b.at))
    if (chosen.every(({ timeMs }) => Math.abs(timeMs - step.timeMs) >= reachMs)) chosen.push(step);
  const placed = chosen.map((step) => placeOf(step, quiet.length, at, reachMs));
  return [...new Set(placed)].toSorted((a, b) => a - b);
}

/**
 * Where between two levels the step is: the medians on either side stay as they are while it is within half of their
 * reach, so it is put where the fewest samples lie on the wrong side of the middle between the levels.
 */
function placeOf(
  { at: from, timeMs, was, is }: Step, length: number, at: (k: number) => Sample, reachMs: number
): number {
  const isWrong = (k: number): number => Math.sign(at(k).value - (was + is) / 2) * Math.sign(is - was);
  let [place, balance, least] = [from, 0, 0];
  for (let k = from; k < length && at(k).startMs < timeMs + reachMs / 2; k++) {
    balance += isWrong(k);
    if (balance < least) [place, least] = [k + 1, balance];
  }
  balance = 0;
  for (let k = from - 1; k >= 0 && at(k).startMs > timeMs - reachMs / 2; k--) {
    balance -= isWrong(k);
    if (balance < least) [place, least] = [k, balance];
  }
  return place;
}

/** The level that a window is described by: the median over its samples. */
export function typicalLevel({ level }: QuietLevels): number {
  return median(level) ?? NaN;
}
