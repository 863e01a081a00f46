/** From what the URL says to the window a panel asks for; pure. */
import type { Target } from '../contract/contract.ts';
import type { TimeRange } from './urlState.ts';

const defaultRangeSeconds = 3_600;
const shortestDefaultSeconds = 60;

export interface Window { start: number; end: number }

/**
 * The window in Unix seconds at `now`. A relative range ends now, in a recording at its last scrape. With no range
 * chosen: the whole of a recording; of a live target the last hour, or as much of it as there is, its own history
 * included.
 */
export function windowOf(
  range: TimeRange | null,
  target: Pick<Target, 'state' | 'recorded'> & Partial<Pick<Target, 'history' | 'incident'>> | null, now: number
): Window {
  if (range?.kind === 'absolute') return { start: range.start, end: range.end };
  const recorded = target?.recorded ?? null;
  const isRecording = target?.state === 'recorded' && recorded !== null;
  // One second past the last scrape, since windows are half open.
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

/** Edges of what is shown at `now`, as a question has them. */
export function windowQuery(range: TimeRange | null, target: Target, now: number): { start: string; end: string } {
  const window = windowOf(range, target, now);
  return { start: window.start.toFixed(3), end: window.end.toFixed(3) };
}

/** The moment as of which the window is judged; empty: now. */
export function asOfIn(range: TimeRange | null): { asOf?: number } {
  return range?.kind === 'absolute' && range.asOf !== undefined ? { asOf: range.asOf } : {};
}

/** The same of a question that is judged: a panel, findings, what is made of them. */
export function judgedQuery(
  range: TimeRange | null, target: Target, now: number
): { start: string; end: string; asOf?: string } {
  const { asOf } = asOfIn(range);
  return { ...windowQuery(range, target, now), ...(asOf === undefined ? {} : { asOf: asOf.toFixed(3) }) };
}

/** How often a live panel is read again, ms: about twice a drawn point, never under 2 s. */
export function refreshMs(windowSeconds: number): number {
  return Math.min(30_000, Math.max(2_000, (windowSeconds / 1_200) * 500));
}

/** The same window moved by a share of its width (`[` and `]`). */
export function shifted(window: Window, share: number): Window {
  const by = (window.end - window.start) * share;
  return { start: window.start + by, end: window.end + by };
}

/** The same window made wider (factor > 1) or narrower around its middle (`+` and `-`). */
export function zoomed(window: Window, factor: number): Window {
  const middle = (window.start + window.end) / 2;
  const half = Math.max(2.5, ((window.end - window.start) / 2) * factor);
  return { start: middle - half, end: middle + half };
}
