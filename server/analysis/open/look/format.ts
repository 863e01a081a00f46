/** Types of a row in the table of formats, and of the result of its test. */
import type { OpenDoor } from '../../../../core/contract/incident.ts';
import { firstIn } from '../../../../core/text/prefilter/fits.ts';
import type { Look } from './look.ts';

export interface Match {
  /** `certain`: matched a unique signature or header; `likely`: matched its content; `guess`: only its shape. */
  confidence: 'certain' | 'likely' | 'guess';
  /** Program that wrote it, and its version; absent if the file does not show it. */
  program?: string | undefined;
  version?: string | undefined;
}

/** One of the profiles of a text; `name` is the line above it, or "". */
export interface Side { name: string; text: string }

export interface Format {
  id: string;
  /** Name with its article: "a pprof profile". */
  name: string;
  /** Part of tsdbscope that opens it; null if none does. */
  door: OpenDoor | null;
  /** Returns the match if the file has this format, else null. Must not throw. */
  match: (look: Look) => Match | null;
  /** True if its pattern matches anywhere in a text, so that parts of the text need not be tried again. */
  isAnywhere?: boolean;
  /** Summarizes what is of interest to users of this program; null if nothing is. */
  interest?: (look: Look) => string | null;
  /** Says what is missing in it; null if nothing is known to be. */
  caveat?: (look: Look) => string | null;
  /** Profiles of a text that holds several, or other lines between their samples; null if the text is one profile. */
  sides?: (look: Look) => Side[] | null;
  /** The way to a form that can be read, or the next step. Shown if no page opens it. */
  remedy?: string | ((look: Look) => string | null);
}

/** Returns the remedy for a text of a format; null without one. */
export const remedyOf = ({ remedy }: Format, look: Look): string | null =>
  (typeof remedy === 'function' ? remedy(look) : remedy) ?? null;

export const CERTAIN: Match = { confidence: 'certain' };
export const LIKELY: Match = { confidence: 'likely' };

/** Returns the match if the condition holds, else null. A match that is found in the text is made only then. */
export function when(condition: boolean, match: Match | (() => Match) = CERTAIN): Match | null {
  return !condition ? null : typeof match === 'function' ? match() : match;
}

/** Returns the first group that matched, at most 60 characters; undefined without a match. */
export function wordOf(pattern: RegExp, text: string): string | undefined {
  return firstIn(pattern, text)?.slice(1).find((group) => group !== undefined)?.slice(0, 60);
}
