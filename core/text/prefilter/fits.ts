/**
 * Tests patterns against long texts: most are ruled out by which sequences of four characters a text has, which are
 * collected once per text. The answers are those of the patterns alone. Keeps the last texts until `forgetTexts`.
 */
import { alternativesOf, type Alternative } from './alternatives.ts';
import { CODE_BITS, CODES } from './folding.ts';
import { GRAM } from './needs.ts';

/** A pattern is tested at once on a shorter text, and on a longer one, which is not kept. */
const MIN_CHARS = 1024;
const MAX_CHARS = 2 ** 21;
/** A pattern is read when it was tested on so many characters: to read it costs about as much. */
const WORTH_CHARS = 128 * 1024;
/** In a longer text, only those alternatives are tested that may match: shorter ones are not worth another pattern. */
const MANY_CHARS = 32 * 1024;
const MAX_TEXTS = 16;
const MAX_PATTERNS = 4000;
const MIN_BITS = 14;
const MAX_BITS = 20;
/** Number of bits per character, so that few sequences that a text lacks share a bit with one that it has. */
const SPARSE = 16;
/** Number of characters that are read in one loop. */
const PIECE = 2 * 1024;
const KEY_MASK = 2 ** (GRAM * CODE_BITS) - 1;
/** A multiplier that spreads keys over the upper bits. */
const SPREAD = 0x9e3779b1 | 0;

/** The sequences of a text, as a set of bits at the upper bits of their hashes. */
interface Grams { text: string; bits: Int32Array; shift: number }

const known: Grams[] = [];
let next = 0;
let last: Grams | null = null;
const read = new Map<string, readonly Alternative[] | null>();
/** Numbers of characters on which patterns were tested that are not read yet. */
const tested = new Map<string, number>();

/** Returns what is known of the alternatives of a pattern; null if nothing is, or if a text is tested at once. */
const knownOf = (pattern: RegExp, text: string): readonly Alternative[] | null =>
  (text.length < MIN_CHARS || text.length > MAX_CHARS ? null : alternativesIn(pattern, text.length));

const isPossible = ({ needs }: Alternative, grams: Grams): boolean =>
  needs === null || needs.some((texts) => texts.every((one) => mayHave(grams, one)));

/** Returns false only if the pattern cannot match anywhere in the text. */
export function mayMatch(pattern: RegExp, text: string): boolean {
  const all = knownOf(pattern, text);
  if (all === null) return true;
  const grams = gramsOf(text);
  return all.some((one) => isPossible(one, grams));
}

/** Does the same as `text.includes(part)`. */
export const isIn = (part: string, text: string): boolean =>
  (text.length < MIN_CHARS || text.length > MAX_CHARS || mayHave(gramsOf(text), part)) && text.includes(part);

/** Whether a text has all sequences of another one. */
function mayHave({ bits, shift }: Grams, text: string): boolean {
  let key = 0;
  for (let i = 0; i < text.length; i += 1) {
    key = ((key << CODE_BITS) | (CODES[text.charCodeAt(i)] ?? 0)) & KEY_MASK;
    const at = Math.imul(key, SPREAD) >>> shift;
    if (i >= GRAM - 1 && ((bits[at >>> 5] ?? 0) & (1 << (at & 31))) === 0) return false;
  }
  return true;
}

/** Does the same as `pattern.test(text)`, for a pattern that is neither global nor sticky. */
export function fits(pattern: RegExp, text: string): boolean {
  if (text.length < MANY_CHARS) return mayMatch(pattern, text) && pattern.test(text);
  const all = knownOf(pattern, text);
  if (all === null) return pattern.test(text);
  const grams = gramsOf(text);
  const possible = all.filter((one) => isPossible(one, grams));
  if (possible.length === all.length) return pattern.test(text);
  return possible.length > 0
    && new RegExp(possible.map(({ source }) => source).join('|'), pattern.flags).test(text);
}

/** Does the same as `pattern.exec(text)`, for such a pattern. */
export const firstIn = (pattern: RegExp, text: string): RegExpExecArray | null =>
  (mayMatch(pattern, text) ? pattern.exec(text) : null);

/** Does the same as `[...text.matchAll(pattern)]`. */
export const allIn = (pattern: RegExp, text: string): RegExpExecArray[] =>
  (mayMatch(pattern, text) ? [...text.matchAll(pattern)] : []);

/** Lets go of the texts that were tested. */
export function forgetTexts(): void {
  known.length = 0;
  next = 0;
  last = null;
}

function gramsOf(text: string): Grams {
  // Mostly it is the text of the call before.
  if (last?.text === text) return last;
  const found = known.find((one) => one.text === text);
  if (found === undefined) {
    last = collected(text);
    known[next] = last;
    next = (next + 1) % MAX_TEXTS;
  } else last = found;
  return last;
}

function collected(text: string): Grams {
  const size = Math.min(MAX_BITS, Math.max(MIN_BITS, Math.ceil(Math.log2(text.length * SPARSE))));
  const grams = { text, bits: new Int32Array(2 ** (size - 5)), shift: 32 - size };
  // The code of a blank is 0, and a text begins and ends as if blanks were around it.
  let key = 0;
  for (let from = 0; from < text.length; from += PIECE) key = withPiece(grams, from, key);
  add(grams, (key << CODE_BITS) & KEY_MASK);
  return grams;
}

/** Adds the sequences of a piece of the text; `before`: the last one before it. A short loop is compiled better. */
function withPiece(grams: Grams, from: number, before: number): number {
  const { text } = grams;
  const end = Math.min(text.length, from + PIECE);
  let key = before;
  for (let i = from; i < end; i += 1) {
    key = ((key << CODE_BITS) | (CODES[text.charCodeAt(i)] ?? 0)) & KEY_MASK;
    add(grams, key);
  }
  return key;
}

function add({ bits, shift }: Grams, key: number): void {
  const at = Math.imul(key, SPREAD) >>> shift;
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
}

function alternativesIn(pattern: RegExp, length: number): readonly Alternative[] | null {
  // The source of a pattern is one string, which is not hashed again.
  const { source, flags } = pattern;
  const name = flags.includes('u') || flags.includes('v') ? `${flags}/${source}` : source;
  const found = read.get(name);
  if (found !== undefined) return found;
  const chars = (tested.get(name) ?? 0) + length;
  if (tested.size + read.size >= MAX_PATTERNS) for (const all of [tested, read]) all.clear();
  if (chars < WORTH_CHARS) {
    tested.set(name, chars);
    return null;
  }
  tested.delete(name);
  const all = alternativesOf(pattern);
  read.set(name, all);
  return all;
}
