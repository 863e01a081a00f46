/**
 * A finding as sent: parts, not a sentence. Types only; `core/text/parts.ts` renders parts, `core/finding.ts` makes
 * findings.
 */
import type { Unit } from './unit.ts';

export type Severity = 'ok' | 'info' | 'warning' | 'critical' | 'unknown';

/** Confidence in the claim. `too-early`: it holds for the data so far, which is too little to rely on. */
export type Confidence = 'sure' | 'likely' | 'too-early';

/**
 * A piece of text: literal words, a moment (Unix seconds) or a value with its unit. Each medium renders it: the page in
 * the reader's time zone, a picture and the API in UTC, Markdown with escaped words.
 */
export type Part = TextPart | TimePart | QuantityPart;
export interface TextPart {
  text: string;
  /** Ids of two profiles whose diff per second the words describe; the page links to it. */
  diff?: { before: string; after: string };
}
export interface TimePart {
  time: number;
  /** `clock` (default) shows `16:49:00 UTC`; `date` also shows the day. */
  show?: 'clock' | 'date';
}
export interface QuantityPart {
  quantity: number;
  unit: Unit;
  /** Upper end of a range, in the same unit. */
  to?: number;
  /** Period of a recurring value: `5.1 core-s every 3m`. */
  everySeconds?: number;
}

/** A text with times: its parts, and the same in UTC. */
export interface Statement { sentence: string; parts: Part[] }

export interface Action {
  /** What to do, in the imperative. */
  step: string;
  /** Expected benefit, with figures if known. */
  why: string;
  /** Possible cost. */
  risk: string;
}

/** The leading statement of a panel. `unknown` means not enough data, and the claim says what is missing. */
export interface Finding {
  /** Kind of statement, such as `gc-share` or `replay-running`; independent of the wording. */
  code: string;
  severity: Severity;
  /** Claim of at most 20 words and 3 numbers, without statistics. */
  claim: Part[];
  /** Evidence for the claim, one statement each, strongest first. */
  evidence: Part[][];
  confidence: Confidence;
  /** Recommended actions, safest first; empty if none is needed. */
  actions: Action[];
  /** Relevant moment in Unix seconds; null if the finding covers the whole window. */
  moment: number | null;
  /** The claim in UTC, for API clients that want one string. */
  sentence: string;
  /** Same as `moment`. */
  time: number | null;
}
