/**
 * Estimates the cost of a segment whose samples are in m-mapped chunks (skipped), and of one whose samples are loaded.
 * See docs/reference/wal-replay.md.
 */
import { meanShare, type LogPath } from './replayPath.ts';
import type { Piece } from './replayWork.ts';

/** Age, in segments, at which a segment has half the weight: costs drift with the heap and the host. */
export const HALF_SEGMENTS = 15;
/** Weight, in segments, of the factor from other replays. */
const FACTOR_WEIGHT = 4;
/** Relative error (one standard deviation) of that factor between replays, and of effects outside the model. */
const FACTOR_ERROR = 0.2;
const MODEL_ERROR = 0.05;

/** Work per segment, with all of its samples skipped and with all loaded, over whole GC cycles. */
export interface SegmentCosts {
  skipped: number;
  loaded: number;
  /** Standard deviation of one segment's work. */
  spread: number;
  /** Number of segments, as a sum of shares, that each is based on. */
  skippedSeen: number;
  loadedSeen: number;
}

/**
 * Fits least squares over the pieces, with `factor` (loaded / skipped, from other replays) if too few of either were
 * seen; without one, from the pieces alone. A piece `halfSegments` older than another has half its weight. null while
 * unknown.
 */
export function segmentCosts(
  pieces: readonly Piece[], path: LogPath, { factor, halfSegments }: { factor: number | null; halfSegments: number }
): SegmentCosts | null {
  const newest = pieces.at(-1)?.toLoaded ?? 0;
  const seen = pieces.map(({ fromLoaded, toLoaded, work, gcCost }) => ({
    count: gcCost ** 2 * (toLoaded - fromLoaded) * 0.5 ** ((newest - toLoaded) / halfSegments),
    share: meanShare(path, fromLoaded, toLoaded), work: work / gcCost,
  }));
  const weight = factor === null ? 0 : FACTOR_WEIGHT;
  const ratio = factor ?? 1;
  const sum = (of: (piece: (typeof seen)[number]) => number): number =>
    seen.reduce((total, piece) => total + piece.count * of(piece), 0);
  const aa = sum(({ share }) => (1 - share) ** 2) + weight * ratio ** 2;
  const ab = sum(({ share }) => (1 - share) * share) - weight * ratio;
  const bb = sum(({ share }) => share ** 2) + weight;
  const ay = sum(({ share, work }) => (1 - share) * work);
  const by = sum(({ share, work }) => share * work);
  const determinant = aa * bb - ab * ab;
  if (!(determinant > 1e-9 * aa * bb)) return null;
  const skipped = (ay * bb - ab * by) / determinant;
  const loaded = (aa * by - ab * ay) / determinant;
  if (!(skipped > 0) || !(loaded > 0)) return null;
  const squares = sum(({ count, share, work }) => count * (work - skipped * (1 - share) - loaded * share) ** 2);
  return {
    skipped, loaded, spread: Math.sqrt(squares / Math.max(1, seen.length - 1)),
    skippedSeen: sum(({ share }) => 1 - share), loadedSeen: sum(({ share }) => share),
  };
}

/** Returns the work of the segments `from <= index < to` and its standard error. */
export function pathWork(
  costs: SegmentCosts, path: LogPath, from: number, to: number
): { work: number; error: number } {
  const loaded = meanShare(path, from, to) * (to - from);
  const skipped = to - from - loaded;
  const work = loaded * costs.loaded + skipped * costs.skipped;
  const meanError = costs.spread ** 2
    * (loaded ** 2 / (costs.loadedSeen + FACTOR_WEIGHT) + skipped ** 2 / (costs.skippedSeen + FACTOR_WEIGHT));
  const factorError = FACTOR_ERROR * loaded * costs.loaded * FACTOR_WEIGHT / (FACTOR_WEIGHT + costs.loadedSeen);
  const shareError = path.shareError * (to - from) * (costs.loaded - costs.skipped);
  return {
    work, error: Math.hypot(
      Math.sqrt((to - from) * costs.spread ** 2 + meanError), factorError, shareError, MODEL_ERROR * work
    ),
  };
}
