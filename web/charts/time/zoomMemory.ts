/** What window there was before the first of a row of zooms, so that one double click leads out of all of them. */
import type { TimeRange } from '../../../core/url/urlState.ts';

let before: TimeRange | null = null;
let zoomed: TimeRange | null = null;

function isSame(a: TimeRange | null, b: TimeRange | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The window zoomed to, with the one it is zoomed from kept. Edges are whole milliseconds, as a link writes them. */
export function zoomTo(from: TimeRange | null, to: Extract<TimeRange, { kind: 'absolute' }>): TimeRange {
  if (zoomed === null || !isSame(from, zoomed)) before = from;
  zoomed = { kind: 'absolute', start: Math.round(to.start * 1_000) / 1_000, end: Math.round(to.end * 1_000) / 1_000 };
  return zoomed;
}

/** The window before the zooms; null (the default) when `from` was not come to by a zoom of this page. */
export function unzoomed(from: TimeRange): TimeRange | null {
  return isSame(from, zoomed) ? before : null;
}
