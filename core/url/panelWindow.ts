/** Converts the window in the URL to the window that a panel requests; pure. */
import type { Target } from '../contract/contract.ts';
import type { TimeRange } from './urlState.ts';

const defaultRangeSeconds = 3_600;
const shortestDefaultSeconds = 60;

export interface Window { start: number; end: number }

/**
 * Returns the window in Unix seconds at `now`. A relative range ends now, or at the last scrape of a recording. Without
 * a range: the whole of a recording; for a live target, at most the last hour of data, including its own history.
 */
export function windowOf(
  range: TimeRange | null,
  target: Pick<Target, 'state' | 'recorded'> & Partial<Pick<Target, 'history' | 'incident'>> | null, now: number
): Window {
  if (range?.kind === 'absolute') return { start: range.start, end: range.end };
  const recorded = target?.recorded ?? null;
  const isRecording = target?.state === 'recorded' && recorded !== null;
  // One second past the last scrape, because windows are half-open.
  const end = target?.incident?.end ?? (isRecording ? recorded.end + 1 : now);
  if (range !== null) return { start: end - range.seconds, end };
  if (target?.incident !== undefined) return { start: target.incident.start, end };
  if (isRecording) return { start: recorded.start, end };
  const hourAgo = end - defaultRangeSeconds;
  if (recorded === null) return { start: hourAgo, end };
  return {
    start: Math.min(
      Math.max(hourAgo, Math.min(recorded.start, target?.history?.since ?? Infinity)), end - shortestDefaultSeconds
    ),
    end,
  };
}

/** Returns the edges of the window at `now`, as request parameters. */
export function windowQuery(range: TimeRange | null, target: Target, now: number): { start: string; end: string } {
  const window = windowOf(range, target, now);
  return { start: window.start.toFixed(3), end: window.end.toFixed(3) };
}

/** Returns the moment as of which the window is judged; empty means now. */
export function asOfIn(range: TimeRange | null): { asOf?: number } {
  return range?.kind === 'absolute' && range.asOf !== undefined ? { asOf: range.asOf } : {};
}

/** Returns the same for a judged request: a panel, findings, and what is derived from them. */
export function judgedQuery(
  range: TimeRange | null, target: Target, now: number
): { start: string; end: string; asOf?: string } {
  const { asOf } = asOfIn(range);
  return { ...windowQuery(range, target, now), ...(asOf === undefined ? {} : { asOf: asOf.toFixed(3) }) };
}

/** Returns the refresh interval of a live panel in ms: about two per drawn point, never under 2 s. */
export function refreshMs(windowSeconds: number): number {
  return Math.min(30_000, Math.max(2_000, (windowSeconds / 1_200) * 500));
}

/** Returns the window moved by a share of its width (`[` and `]`). */
export function shifted(window: Window, share: number): Window {
  const by = (window.end - window.start) * share;
  return { start: window.start + by, end: window.end + by };
}

/** Returns the window made wider (factor > 1) or narrower around its middle (`+` and `-`). */
export function zoomed(window: Window, factor: number): Window {
  const middle = (window.start + window.end) / 2;
  const half = Math.max(2.5, ((window.end - window.start) / 2) * factor);
  return { start: middle - half, end: middle + half };
}
