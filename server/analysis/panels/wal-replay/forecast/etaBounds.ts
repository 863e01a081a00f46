/** A remaining time with its bounds, and the calibration of both from the recorded replays. */

/** Time from the last segment to readiness: closing the head's start-up, rules, web handlers. */
export const FINISH_MS = 150;
/** Standard deviation of other delays between the last segment and readiness: a busy host, a slow disk. */
export const FINISH_ERROR_MS = 1000;
/** Resolution of a poll. */
export const POLL_ERROR_MS = 250;
export interface Band { low: number; high: number }

/**
 * Bounds in scales: 5 % and 95 % quantiles of the calibration's forecasts, from the replays in
 * testdata/recordings. bench/replay/replayBench.ts computes them, and tests each replay with the bounds of the
 * others.
 */
export const BAND: Band = { low: -1.22, high: 2.72 };

/** Parameters learned from other replays. */
export interface Learned {
  band: Band;
  /**
   * Work of a segment whose samples are loaded relative to one whose samples are skipped: the median of those replays.
   */
  loadedFactor: number;
  /** Time for each chunk of the out-of-order log, in versions that wait at each (prometheus/prometheus#12801). */
  wblChunkMs: number;
}

export const LEARNED: Learned = { band: BAND, loadedFactor: 2.01, wblChunkMs: 1.1 };

/** `scaleMs`: expected error, from the spread of the observed times and of the remaining work. */
export interface Eta {
  lowMs: number; medianMs: number; highMs: number; scaleMs: number; basis: 'segments' | 'head' | 'earlier' | 'before'
}

/** Returns `medianMs` with bounds for an expected error of `scaleMs` plus that of a poll; `band` as BAND. */
export function bounded(medianMs: number, scaleMs: number, basis: Eta['basis'], band: Band): Eta {
  const withPoll = Math.hypot(scaleMs, POLL_ERROR_MS);
  return {
    lowMs: Math.max(0, medianMs + band.low * withPoll), medianMs, highMs: medianMs + band.high * withPoll,
    scaleMs: withPoll, basis,
  };
}
