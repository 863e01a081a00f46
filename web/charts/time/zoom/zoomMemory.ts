/** Remembers the window before the first of several consecutive zooms, so that one double click leaves all of them. */
import type { TimeRange, UrlState } from '../../../../core/url/urlState.ts';

let before: TimeRange | null = null;
let zoomed: TimeRange | null = null;

function isSame(a: TimeRange | null, b: TimeRange | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Returns the zoomed window and remembers the previous one. Edges are whole milliseconds, as in a link. */
export function zoomTo(from: TimeRange | null, to: Extract<TimeRange, { kind: 'absolute' }>): TimeRange {
  if (zoomed === null || !isSame(from, zoomed)) before = from;
  zoomed = { kind: 'absolute', start: Math.round(to.start * 1_000) / 1_000, end: Math.round(to.end * 1_000) / 1_000 };
  return zoomed;
}

/** Returns the window before the zooms; null (the default) if `from` is not the result of a zoom on this page. */
export function unzoomed(from: TimeRange): TimeRange | null {
  return isSame(from, zoomed) ? before : null;
}

/** Returns to the previous view: from around a moment to its window, from a zoom to the window before. */
export function wholeWindow({ range, at, aroundSeconds }: UrlState): Partial<UrlState> {
  if (at !== null && aroundSeconds !== null) return { aroundSeconds: null };
  return range === null ? {} : { range: unzoomed(range) };
}
