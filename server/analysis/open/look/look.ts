/** The beginning of a file, prepared once for all rows of the table of formats. */
import { bareLines } from '../../logs/bareLines.ts';
import { asUtf8 } from '../../logs/logBytes.ts';
import type { Stamp } from '../../logs/stamps.ts';

/** No more of a file is looked at. */
export const LOOK_BYTES = 2 ** 20;
/** Of the lines, the first and the last ones are looked at one by one. */
const FIRST_LINES = 700;
const LAST_LINES = 300;
const MAX_LINE = 2000;
const MAX_KEYS = 500;
const HEAD_BYTES = 64 * 1024;
const MAX_BLANK_LINES = 100;

export interface Look {
  /** The file's name without its folder; `""` of a text that was pasted. */
  name: string;
  bytes: Uint8Array;
  /** False where it has bytes that no text has. */
  isText: boolean;
  /** The text, of many blank lines in a row the first 100; `""` of a binary file. */
  text: string;
  /** The first 64 KiB of the text, without a byte order mark and leading blanks. */
  head: string;
  /** The first and the last lines that are not blank, each without what wraps it. */
  lines: string[];
  /** For each of those lines the time that was before it; null where none was. */
  stamps: (Stamp | null)[];
  /** Who wrote the lines, as what wraps them says: names of containers, pods and programs. */
  writers: string[];
  /** The wrapping that most lines have; null without one. */
  envelope: string | null;
  /** Those lines joined, for patterns that span what wraps them. */
  bare: string;
  /** The same, the lines as they came where something wraps them, and who wrote them where they are JSON. */
  words: string;
  /** The file goes on after what was looked at. */
  isCut: boolean;
}

/** `bytes`: at most the first MiB of the file, expanded if it is gzip. */
export function lookAt(bytes: Uint8Array, name: string): Look {
  const cut = bytes.subarray(0, LOOK_BYTES);
  const isCut = bytes.length >= LOOK_BYTES;
  const text = textOf(cut);
  if (text !== null) return lookOf(text, { name: baseName(name), bytes: cut, isCut });
  return {
    name: baseName(name), bytes: cut, isText: false, text: '', head: '', lines: [], stamps: [], writers: [],
    envelope: null, bare: '', words: '', isCut,
  };
}

/** Of a part of a text that was looked at. */
export function lookAtText(text: string, name: string): Look {
  return lookOf(text, { name: baseName(name), bytes: new TextEncoder().encode(text), isCut: false });
}

function lookOf(whole: string, of: Pick<Look, 'name' | 'bytes' | 'isCut'>): Look {
  const text = withoutBlankLines(whole);
  const raw = sampled(text);
  const { lines, stamps, writers, envelope } = bareLines(text, raw);
  const bare = lines.join('\n');
  return {
    ...of, isText: true, text, head: text.slice(0, HEAD_BYTES).trimStart(), lines, stamps, writers, envelope, bare,
    words: `${envelope === null ? bare : `${bare}\n${raw.join('\n')}`}${asLogfmt(bare)}`,
  };
}

/** Patterns that begin with blanks would try each blank line to the end of all of them. */
const withoutBlankLines = (text: string): string => text.replaceAll(/(?<!\s)\s{100,}/g, (blanks) => {
  const lines = blanks.split('\n');
  return lines.length <= MAX_BLANK_LINES ? blanks : `${'\n'.repeat(MAX_BLANK_LINES)}${lines.at(-1)}`;
});

/** Keys that tell a program, of lines as JSON, as logfmt has them. */
function asLogfmt(bare: string): string {
  const found = bare.match(/"(?:caller|source|component)"\s?:\s?"[^"]{1,100}/g);
  return found === null ? '' : `\n${[...new Set(found)].slice(0, MAX_KEYS)
    .map((pair) => pair.replace(/^"(\w+)"\s?:\s?"/, '$1=')).join('\n')}`;
}

function sampled(text: string): string[] {
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

/** null of a binary file. */
function textOf(bytes: Uint8Array): string | null {
  const utf8 = asUtf8(bytes);
  const length = Math.min(utf8.length, HEAD_BYTES);
  for (let at = 0; at < length; at += 1) {
    const byte = utf8[at] ?? 0;
    if (byte < 0x20 && !isTextControl(byte)) return null;
  }
  return new TextDecoder().decode(utf8);
}

/** Tab, line ends, form feed, backspace and the escape of terminal colours. */
function isTextControl(byte: number): boolean {
  return (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b;
}
