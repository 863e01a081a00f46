/** Prepares the beginning of a file once for all rows of the table of formats. */
import { isBlankUnit } from '../../../../core/text/prefilter/folding.ts';
import { bareLines } from '../../logs/bareLines.ts';
import { asUtf8 } from '../../logs/logBytes.ts';
import type { Stamp } from '../../logs/stamps.ts';
import { withoutFrame } from '../../logs/terminal/frames.ts';

/** Maximum number of bytes examined. */
export const LOOK_BYTES = 2 ** 20;
/** Numbers of first and last lines that are examined one by one. */
const FIRST_LINES = 700;
const LAST_LINES = 300;
const MAX_LINE = 2000;
const MAX_KEYS = 500;
const HEAD_BYTES = 64 * 1024;
const MAX_BLANK_LINES = 100;

export interface Look {
  /** File name without its folder; `""` for pasted text. */
  name: string;
  bytes: Uint8Array;
  /** False if it has bytes that do not occur in text. */
  isText: boolean;
  /** The text, with at most 100 blank lines in a row; `""` for a binary file. */
  text: string;
  /** The first 64 KiB of the text, without a byte order mark and leading blanks. */
  head: string;
  /** The first and the last nonblank lines, each without its envelope. */
  lines: string[];
  /** Time stated in front of each of those lines; null if there is none. */
  stamps: (Stamp | null)[];
  /** Whether a terminal cut the end of each of those lines. */
  cuts: boolean[];
  /** Writers of the lines according to their envelopes: names of containers, pods and programs. */
  writers: string[];
  /** Envelope of most lines; null without one. */
  envelope: string | null;
  /** `lines` joined, for patterns that span several lines. */
  bare: string;
  /** `bare`, then the original lines if they have an envelope, and the program keys of JSON lines as logfmt. */
  words: string;
  /** True if the file continues after the examined part. */
  isCut: boolean;
}

/** Prepares `bytes`: at most the first MiB of the file, decompressed if it is gzip. */
export function lookAt(bytes: Uint8Array, name: string): Look {
  const cut = bytes.subarray(0, LOOK_BYTES);
  const isCut = bytes.length >= LOOK_BYTES;
  const text = textOf(cut);
  if (text !== null) return lookOf(text, { name: baseName(name), bytes: cut, isCut });
  return {
    name: baseName(name), bytes: cut, isText: false, text: '', head: '', lines: [], stamps: [], cuts: [], writers: [],
    envelope: null, bare: '', words: '', isCut,
  };
}

/** Prepares a part of a text that was already examined. */
export function lookAtText(text: string, name: string): Look {
  return lookOf(text, { name: baseName(name), bytes: new TextEncoder().encode(text), isCut: false });
}

function lookOf(whole: string, of: Pick<Look, 'name' | 'bytes' | 'isCut'>): Look {
  const text = withoutBlankLines(withoutFrame(whole));
  const raw = sampled(text);
  const { lines, stamps, cuts, writers, envelope } = bareLines(text, raw);
  const own = lines.join('\n');
  // One string, because texts are compared whenever a pattern is tested.
  const bare = own === text ? text : own;
  return {
    ...of, isText: true, text, head: text.slice(0, HEAD_BYTES).trimStart(), lines, stamps, cuts, writers, envelope,
    bare,
    words: `${envelope === null ? bare : `${bare}\n${raw.join('\n')}`}${asLogfmt(bare)}`,
  };
}

/** Limits runs of blank lines, because a pattern that begins with blanks would scan the run from each of them. */
const withoutBlankLines = (text: string): string => (!hasLongRun(text) ? text
  : text.replaceAll(/(?<!\s)\s{100,}/g, (blanks) => {
    const lines = blanks.split('\n');
    return lines.length <= MAX_BLANK_LINES ? blanks : `${'\n'.repeat(MAX_BLANK_LINES)}${lines.at(-1)}`;
  }));

/** Returns whether a text has a run of 100 blanks, which one of every 100 characters is then within. */
function hasLongRun(text: string): boolean {
  const isBlank = (at: number): boolean => at >= 0 && at < text.length && isBlankUnit(text.charCodeAt(at));
  for (let at = MAX_BLANK_LINES - 1; at < text.length; at += MAX_BLANK_LINES) {
    if (!isBlank(at)) continue;
    let [from, to] = [at, at + 1];
    while (isBlank(from - 1)) from -= 1;
    while (isBlank(to)) to += 1;
    if (to - from >= MAX_BLANK_LINES) return true;
  }
  return false;
}

/** Returns the keys of JSON lines that identify a program, in logfmt. */
function asLogfmt(bare: string): string {
  const found = bare.match(/"(?:caller|source|component)"\s?:\s?"[^"]{1,100}/g);
  return found === null ? '' : `\n${[...new Set(found)].slice(0, MAX_KEYS)
    .map((pair) => pair.replace(/^"(\w+)"\s?:\s?"/, '$1=')).join('\n')}`;
}

export function sampled(text: string): string[] {
  const first: string[] = [];
  let from = 0;
  while (from < text.length && first.length < FIRST_LINES) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    const line = text.slice(from, Math.min(to, from + MAX_LINE));
    if (line.trim() !== '') first.push(line);
    from = to + 1;
  }
  const last: string[] = [];
  let to = text.length;
  while (to > from && last.length < LAST_LINES) {
    const start = Math.max(from, text.lastIndexOf('\n', to - 1) + 1);
    const line = text.slice(start, Math.min(to, start + MAX_LINE));
    if (line.trim() !== '') last.push(line);
    to = start - 1;
  }
  return [...first, ...last.reverse()];
}

function baseName(name: string): string {
  return (name.split(/[\\/]/).at(-1) ?? '').slice(0, 300);
}

/** Decodes a text; null for a binary file. */
function textOf(bytes: Uint8Array): string | null {
  const utf8 = asUtf8(bytes);
  const length = Math.min(utf8.length, HEAD_BYTES);
  for (let at = 0; at < length; at += 1) {
    const byte = utf8[at] ?? 0;
    if (byte < 0x20 && !isTextControl(byte)) return null;
  }
  return new TextDecoder().decode(utf8);
}

/** Returns whether a byte is tab, line end, form feed, backspace or the escape of terminal colours. */
function isTextControl(byte: number): boolean {
  return (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b;
}
