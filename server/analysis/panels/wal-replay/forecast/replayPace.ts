/** Measures how fast the work proceeds, and since when at that pace. See docs/reference/wal-replay.md. */
import { numberAt } from '../../../../../core/elementAt.ts';

/** Length of the intervals whose paces are compared. */
const STRETCH_MS = 2500;
/** The pace is measured over this time, or over this share of the replay so far when that is longer. */
const PACE_MS = 10_000;
const PACE_SHARE = 0.6;
/** Minimum change that counts as a step of the pace: in standard errors, and as a share of the pace. */
const STEP_ERRORS = 5;
const MIN_STEP = 0.15;
/** Relative spread of paces below which they count as equal: 10 ms steps of the CPU counter, and times of scrapes. */
const MIN_SPREAD = 0.04;
/** Minimum number of stretches to measure a pace. */
const MIN_STRETCHES = 2;
/** Weight of a stretch relative to the next newer one (of 5 s), for how steady the pace is. */
const HALF_MS = 33_000;

export interface Pace {
  pace: number;
  /** Expected relative change until the end (one standard deviation), from the changes so far. */
  paceError: number;
}

interface Stretch { fromRow: number; toRow: number; pace: number }

/**
 * Returns the work per second now, from rows `firstRow` to `row`. A pace that was steady and took a step (another CPU
 * limit, a neighbour that came or went) counts from the step on; one that varies is averaged. null while it is unknown.
 */
export function paceAt(
  startMs: Float64Array, work: (row: number) => number, { firstRow, row }: { firstRow: number; row: number }
): Pace | null {
  const stretches = stretchesOf(startMs, work, firstRow, row);
  const over = (fromRow: number): number => {
    const seconds = (numberAt(startMs, row) - numberAt(startMs, fromRow)) / 1000;
    return seconds > 0 ? (work(row) - work(fromRow)) / seconds : 0;
  };
  const stepRow = lastStep(stretches);
  const lengthMs = Math.max(PACE_MS, PACE_SHARE * (numberAt(startMs, row) - numberAt(startMs, firstRow)));
  let fromRow = row;
  while (fromRow > stepRow && fromRow > firstRow && numberAt(startMs, row) - numberAt(startMs, fromRow) < lengthMs)
    fromRow--;
  const pace = over(fromRow);
  if (!(pace > 0)) return null;
  let [squares, weights] = [0, 0];
  for (const stretch of stretches) {
    const weight = 0.5 ** ((numberAt(startMs, row) - numberAt(startMs, stretch.toRow)) / HALF_MS);
    squares += weight * (stretch.pace / pace - 1) ** 2;
    weights += weight;
  }
  return { pace, paceError: weights === 0 ? 0 : Math.sqrt(squares / weights) };
}

/** Splits the rows into stretches, from the newest backwards; drops the oldest if it is too short. Oldest first. */
function stretchesOf(startMs: Float64Array, work: (row: number) => number, firstRow: number, row: number): Stretch[] {
  const stretches: Stretch[] = [];
  let toRow = row;
  for (let fromRow = row - 1; fromRow >= firstRow; fromRow--) {
    const ms = numberAt(startMs, toRow) - numberAt(startMs, fromRow);
    if (ms < STRETCH_MS) continue;
    stretches.push({ fromRow, toRow, pace: 1000 * (work(toRow) - work(fromRow)) / ms });
    toRow = fromRow;
  }
  return stretches.reverse();
}

/** Returns the row since which the pace has taken no step: the first one if it took none. */
function lastStep(stretches: readonly Stretch[]): number {
  let rest = stretches;
  for (;;) {
    const at = stepIn(rest);
    if (at === null) return rest[0]?.fromRow ?? -1;
    rest = rest.slice(at);
  }
}

/** Returns the split that best explains the paces by two levels; null if one level does. */
function stepIn(stretches: readonly Stretch[]): number | null {
  let best: { at: number; errors: number } | null = null;
  for (let at = MIN_STRETCHES; at <= stretches.length - MIN_STRETCHES; at++) {
    const [before, after] = [levelOf(stretches.slice(0, at)), levelOf(stretches.slice(at))];
    const step = Math.abs(after.mean - before.mean);
    const freedom = Math.max(1, stretches.length - 2);
    const spread = Math.max(
      Math.sqrt((before.squares + after.squares) / freedom), MIN_SPREAD * Math.max(before.mean, after.mean)
    );
    const errors = step / (spread * Math.sqrt(1 / at + 1 / (stretches.length - at)));
    if (step < MIN_STEP * before.mean || errors < STEP_ERRORS) continue;
    if (best === null || errors > best.errors) best = { at, errors };
  }
  return best?.at ?? null;
}

function levelOf(stretches: readonly Stretch[]): { mean: number; squares: number } {
  const mean = stretches.reduce((sum, { pace }) => sum + pace, 0) / stretches.length;
  return { mean, squares: stretches.reduce((sum, { pace }) => sum + (pace - mean) ** 2, 0) };
}
