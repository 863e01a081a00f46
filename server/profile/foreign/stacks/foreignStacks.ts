/** Stacks as a tool recorded them, before they become a profile. */
import type { Profile } from '../../decode/profile.ts';

/** `binary`: file of its machine code. */
export interface ForeignFrame { name: string; file?: string; line?: number; binary?: string }

export interface ForeignStack {
  /** Innermost first; equal stacks may be the same array. */
  frames: readonly ForeignFrame[];
  /** A value of each type. */
  values: readonly number[];
  /** Texts, or nanoseconds. */
  labels?: readonly (readonly [key: string, value: string | bigint])[];
}

export interface ForeignStacks {
  types: readonly { type: string; unit: string }[];
  stacks: readonly ForeignStack[];
  defaultType: string;
  rest?: Partial<Pick<Profile, 'timeNanos' | 'durationNanos' | 'period' | 'periodType' | 'comments'>>;
}
