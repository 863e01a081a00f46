/** Every profile of a kind in a span of time as one. Part of contract.ts, which says the units; import from there. */
import type { ProfileInfo } from './profile.ts';

export interface TimeInterval { start: number; end: number }

/** The rules are in docs/reference/profiles.md, *Any span of time*. */
export interface SpanProfile {
  target: string;
  /** As `ProfileInfo.kind`. */
  kind: string;
  start: number;
  end: number;
  /** The stored profiles whose values are in it, earliest first. Empty: none is of this span. */
  ids: string[];
  /** What they were taken over, whole: the first and the last may reach over the span. Joined where they touch. */
  covered: TimeInterval[];
  /** Of the span's seconds, those that are covered. */
  coverageRatio: number;
  /** Of counts since the process start: when the process was started in between; what it counted since is added. */
  restarts: number[];
  /** How the profiles became one, in one sentence. */
  sentence: string;
  /** The merged profile; its id is accepted wherever that of a stored one is. null: `ids` is empty. */
  profile: ProfileInfo | null;
  /** Where `ids` is empty: the profile of the kind that is nearest in time; null when there is none at all. */
  nearest: { id: string; time: number; secondsAway: number } | null;
}
