/** Says when a memory limiter refused data, and why an exporter lost some meanwhile. Pure; bounded. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { quoted, timeOf } from '../../look/factTools.ts';

const REFUSES = /\blimit\. (?:Dropping|Refusing) data\b/;
const RESUMES = /back within limits/;
const MAX_LINE = 4000;
const MAX_TOLD = 2;

const clockOf = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(11, 19)} UTC`;

/** Returns from when to when data were refused, the last span maybe without an end; "" without times. */
export function refusedSpans(lines: readonly string[]): string {
  const spans: { from: number; to: number | null }[] = [];
  for (const line of lines) {
    const at = timeOf(line);
    const open = spans.at(-1)?.to === null ? spans.at(-1) : undefined;
    if (!Number.isFinite(at)) continue;
    if (REFUSES.test(line) && open === undefined) spans.push({ from: at, to: null });
    if (RESUMES.test(line) && open !== undefined) open.to = at;
  }
  const last = Math.max(...lines.map(timeOf).filter(Number.isFinite));
  const long = spans.filter(({ from, to }) => (to ?? last) - from >= 1);
  const said = long.slice(-MAX_TOLD).map(({ from, to }) => (to === null
    ? `from ${clockOf(from)} to the end of the lines`
    : `from ${clockOf(from)} for ${formatSeconds(to - from)}`));
  return said.length === 0 ? '' : ` ${said.join(', and ')}`;
}

const DROPS = /"dropped_items" ?: ?[1-9]/;
const ERROR = /"error" ?: ?"((?:[^"\\]|\\.){1,400})"/;
const LATE = /deadline exceeded|timeout/i;

/** Returns the error with which an exporter lost data, and what such an error says of its receiver; "" without one. */
export function dropReason(lines: readonly string[]): string {
  const errors = lines.map((line) => line.slice(0, MAX_LINE)).filter((line) => DROPS.test(line))
    .flatMap((line) => ERROR.exec(line)?.[1] ?? []);
  const error = errors.at(-1);
  if (error === undefined) return '';
  const late = LATE.test(error) ? ' Its receiver did not answer in time: see whether that is slow or out of reach, '
    + 'because what cannot be sent waits in memory.' : '';
  return ` The error given is ${quoted(error)}.${late}`;
}
