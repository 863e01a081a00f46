/** Stacks as a tool recorded them, before they become a profile. */

export interface ForeignFrame { name: string; file?: string; line?: number }

export interface ForeignStacks {
  types: readonly { type: string; unit: string }[];
  /** Frames innermost first, with a value of each type. */
  stacks: readonly { frames: readonly ForeignFrame[]; values: readonly number[] }[];
  defaultType: string;
}
