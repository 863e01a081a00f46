/** Tells from a listing of a WAL over how long its segments were written, and whether it was ever truncated. Pure. */
import { formatBytes, formatSeconds } from '../../../../../core/text/format.ts';

/** A row of the listing. */
interface Listed { name: string; bytes: number; timeMs: number | null }

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const SEGMENT = /^\d{8}$/;
const FIRST_BLOCK_SECONDS = 3 * 3600;
/** From this number of segments on, a truncation of the WAL makes a checkpoint. */
const MIN_SEGMENTS = 4;

/** Whether a listing of a WAL shows that it was never truncated, as before the first block is written. */
export function isFromStart(entries: readonly Listed[]): boolean {
  const segments = entries.filter(({ name }) => SEGMENT.test(name)).map(({ name }) => Number(name));
  return segments.length >= MIN_SEGMENTS && Math.max(...segments) === segments.length - 1
    && !entries.some(({ name }) => name.includes('checkpoint') || ULID.test(name));
}

/** Reports WAL segments over 8 h, which should have been truncated. A folder's time is that of its newest segment. */
export function walFacts(segments: readonly Listed[], itself: readonly Listed[], isWhole: boolean): string | null {
  const own = segments.flatMap(({ timeMs }) => (timeMs === null ? [] : [timeMs]));
  // Skips the time of a folder that is before all segments: listed first, it is read without a change of year.
  const times = [...own, ...itself.flatMap(({ timeMs }) =>
    (timeMs === null || timeMs < Math.min(...own) ? [] : [timeMs]))];
  if (segments.length === 0 || times.length < 2) return null;
  const spanSeconds = (Math.max(...times) - Math.min(...times)) / 1000;
  const listed = formatBytes(segments.reduce((sum, { bytes }) => sum + bytes, 0));
  const span = `The segments were written over ${formatSeconds(spanSeconds)} (${listed} listed)`;
  if (spanSeconds < FIRST_BLOCK_SECONDS && isWhole)
    return `${span}. It begins with segment 0 and has no checkpoint, so no block`
    + ' was written yet: Prometheus writes the first about 3 h after it starts, and before that a sidecar has '
    + 'nothing to upload.';
  return spanSeconds <= 8 * 3600 ? `${span}.`
    : `${span}: a head compaction every 2 h leaves a few hours of WAL, so it is not truncated; look for failed `
      + 'compactions or checkpoints in the log.';
}
