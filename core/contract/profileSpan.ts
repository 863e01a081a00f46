/**
 * All profiles of a kind in a span of time, merged. Part of contract.ts, which defines the units; import from there.
 */
import type { ProfileInfo } from './profile.ts';

export interface TimeInterval { start: number; end: number }

/** Merged profile of a span. The rules are in docs/reference/profiles.md, *Any span of time*. */
export interface SpanProfile {
  target: string;
  /** Kind as in `ProfileInfo.kind`. */
  kind: string;
  start: number;
  end: number;
  /** Stored profiles that contribute, earliest first; empty if the span has none. */
  ids: string[];
  /** Full intervals of these profiles, joined where adjacent; the first and the last can exceed the span. */
  covered: TimeInterval[];
  /** Covered share of the span's seconds. */
  coverageRatio: number;
  /** Times of restarts in the span, for counts since the process start; counts after them are added. */
  restarts: number[];
  /** How the profiles were merged, in one sentence. */
  sentence: string;
  /** The merged profile; its id is accepted like that of a stored one. Null if `ids` is empty. */
  profile: ProfileInfo | null;
  /** If `ids` is empty: the nearest profile of the kind in time; null if there is none at all. */
  nearest: { id: string; time: number; secondsAway: number } | null;
}
