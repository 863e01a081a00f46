/** What a row of the table of formats says, and what a row's test is shown of a file. */
import type { OpenDoor } from '../../../../core/contract/incident.ts';
import type { Look } from './look.ts';

export interface Match {
  /** `certain`: a signature or a header that nothing else has; `likely`: its content; `guess`: only its shape. */
  confidence: 'certain' | 'likely' | 'guess';
  /** What wrote it, and its version; absent where the file does not show it. */
  program?: string | undefined;
  version?: string | undefined;
}

export interface Format {
  id: string;
  /** With its article: "a pprof profile". */
  name: string;
  /** What opens it; null where nothing here does. */
  door: OpenDoor | null;
  /** Whether the file is of this format; null where it is not. Must not throw. */
  match: (look: Look) => Match | null;
  /** It is told by a pattern that may be anywhere in a text: parts of the text need not be tried with it again. */
  isAnywhere?: boolean;
  /** What in it is of interest to a reader of this program; null where nothing is. */
  interest?: (look: Look) => string | null;
  /** What is missing in it; null where nothing is known to be. */
  caveat?: (look: Look) => string | null;
  /** How to get a form that is read. Shown when the door refuses it, or there is none. */
  remedy?: string;
}

export const CERTAIN: Match = { confidence: 'certain' };
export const LIKELY: Match = { confidence: 'likely' };

/** A match where the condition holds. */
export function when(condition: boolean, match: Match = CERTAIN): Match | null {
  return condition ? match : null;
}

/** The first group of a pattern that has matched, at most 60 characters; undefined without a match. */
export function wordOf(pattern: RegExp, text: string): string | undefined {
  return pattern.exec(text)?.slice(1).find((group) => group !== undefined)?.slice(0, 60);
}
