/** Finds when a log line was written: by its own time, else by the one that was before it. Pure. */
import { stampAt, type Stamp } from '../../../../logs/stamps.ts';

export interface Moment {
  seconds: number;
  /** Time as a sentence states it: in UTC if the zone is known, else as it was written; null without a date. */
  text: string | null;
  /** The kind of the moment; only moments of one kind can be compared. */
  kind: 'utc' | 'local' | 'yearless' | 'counted';
}

const HEAD_CHARS = 400;
const EPOCH = /"ts": ?(\d{9,10}(?:\.\d{1,9})?)/;
const DATED = /\d{4}[-/.]\d\d[-/.]\d\d[T _]\d\d:\d\d:\d\d/;
/** A line's own time, by key or at its beginning (`LEADING`); a time within a message or an error is not. */
const KEYED = new RegExp(`(?:^|[\\s{,])"?(?:ts|t|time|timestamp|@timestamp)"?[=:] ?"?(?=${DATED.source})`);
const LEADING = new RegExp(`^[^="]{0,80}?(?=${DATED.source})`);
/** logrus on a terminal counts seconds from its start. */
const COUNTED = /^\s{0,20}[A-Z]{4}\[(\d{1,9})\]/;

/** Returns when a line was written; null if nothing dates it. */
export function momentOf(line: string, stamp: Stamp | null): Moment | null {
  const head = line.slice(0, HEAD_CHARS);
  const counted = COUNTED.exec(head)?.[1];
  if (counted !== undefined) return { seconds: Number(counted), text: null, kind: 'counted' };
  const epoch = EPOCH.exec(head)?.[1];
  if (epoch !== undefined) return ofUtc(Number(epoch) * 1000);
  const before = KEYED.exec(head) ?? LEADING.exec(head);
  const at = before === null ? 0 : before.index + before[0].length;
  const own = before === null ? null : stampAt(line.slice(at, at + 60))?.stamp ?? null;
  const best = own?.zoned !== true && stamp?.zoned === true ? stamp : own ?? stamp;
  if (best === null) return null;
  if (best.zoned) return ofUtc(best.ms);
  if (best.yearless) return { seconds: best.ms / 1000, text: null, kind: 'yearless' };
  return { seconds: best.ms / 1000, text: isoOf(best.ms).replace('T', ' '), kind: 'local' };
}

const ofUtc = (ms: number): Moment => ({ seconds: ms / 1000, text: `${isoOf(ms)}Z`, kind: 'utc' });
const isoOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

/** Returns the moments that can be compared with the first one, sorted by time. */
export function comparable(moments: readonly (Moment | null)[]): Moment[] {
  const known = moments.filter((one) => one !== null);
  return known.filter(({ kind }) => kind === known[0]?.kind).sort((a, b) => a.seconds - b.seconds);
}

/** Returns " at …" or " from … to …", of one time of several lines ", one of them at …"; "" without times. */
export function timesOf(moments: readonly (Moment | null)[]): string {
  const known = comparable(moments);
  const [first, last] = [known[0]?.text ?? null, known.at(-1)?.text ?? null];
  if (first === null || last === null) return '';
  // The beginning of a paste may lack its time.
  return first !== last ? ` from ${first} to ${last}`
    : known.length === 1 && moments.length > 1 ? `, one of them at ${first}` : ` at ${first}`;
}
