/**
 * A finding as it travels: parts, not a sentence. Types only; `core/text/parts.ts` renders parts, `core/finding.ts`
 * makes findings.
 */
import type { Unit } from './unit.ts';

export type Severity = 'ok' | 'info' | 'warning' | 'critical' | 'unknown';

/**
 * How well the claim is established. `too-early`: it holds for what was seen, and too little was seen to rely on it.
 */
export type Confidence = 'sure' | 'likely' | 'too-early';

/**
 * A piece of a text: words as they are, a moment (Unix seconds) or a value with its unit. A medium renders each: the
 * page in the reader's zone, a picture and the API in UTC, Markdown with its words escaped.
 */
export type Part = TextPart | TimePart | QuantityPart;
export interface TextPart {
  text: string;
  /** Ids of two profiles whose diff, per second, the words are about: the page links them to it. */
  diff?: { before: string; after: string };
}
export interface TimePart {
  time: number;
  /** `clock` (default) `16:49:00 UTC`; `date` the day too. */
  show?: 'clock' | 'date';
}
export interface QuantityPart {
  quantity: number;
  unit: Unit;
  /** Of a range: its upper end, in the same unit. */
  to?: number;
  /** Of what comes again: how often, `5.1 core-s every 3m`. */
  everySeconds?: number;
}

/** A text that holds times: its parts, and they in UTC. */
export interface Statement { sentence: string; parts: Part[] }

export interface Action {
  /** What to do, as a request. */
  step: string;
  /** What it brings, with figures where they are known. */
  why: string;
  /** What it may cost. */
  risk: string;
}

/** The statement that a panel opens with. `unknown` = not enough data, and the claim says what is missing. */
export interface Finding {
  /** What kind of statement it is, such as `gc-share` or `replay-running`: the same however it is worded. */
  code: string;
  severity: Severity;
  /** At most 20 words and 3 numbers; no statistics. */
  claim: Part[];
  /** What the claim is based on, each a statement of its own, the strongest first. */
  evidence: Part[][];
  confidence: Confidence;
  /** What to do about it, the safest first; empty where nothing needs doing. */
  actions: Action[];
  /** When to look, Unix seconds; null when the finding speaks of the whole window. */
  moment: number | null;
  /** The claim in UTC, for readers of the API that want one string. */
  sentence: string;
  /** Same as `moment`. */
  time: number | null;
}
