/** Says what the first bytes of a damaged file of a block are, and which time that block holds. Pure; bounded. */
import { formatSeconds } from '../../../../../../core/text/format.ts';
import { joined } from '../../../look/factTools.ts';

const MAGIC = /\binvalid magic number (?:0x)?([0-9a-f]{1,8})\b/i;
/** The meanings of a wrong magic number in any program and of a block that cannot be read. */
const SHARED = /What was read does not have the form or the checksum that it should: [^.]{1,140}\./;
const DAMAGED = /\bcorrupted block ([0-9A-HJKMNP-TV-Z]{26})\b/;
const HEALTHY = /\bfound healthy block\b/i;
const MAX_CHARS = 256 * 1024;
const BYTES = 4;

/** Files of a TSDB and others, by their first four bytes. */
const KNOWN: Readonly<Record<string, string>> = {
  baaad700: 'an index', '85bd40dd': 'a file of chunks', '0130ba30': 'a file of tombstones',
  '0130bc91': 'a file of head chunks', '504b0304': 'a zip archive', '7f454c46': 'a program (ELF)',
  '28b52ffd': 'data compressed with zstd',
};
const OWN_KIND = 'an index, a file of chunks or one of tombstones';
const CONTROLS: Readonly<Record<string, string>> = {
  '\n': 'a line break', '\t': 'a tab', '\r': 'a return', ' ': 'a blank',
};

/** Writes characters so that those without a shape are named. */
function spelled(text: string): string {
  const parts = text.match(/[\n\t\r ]|[^\n\t\r ]+/g) ?? [];
  const named = parts.map((part) => CONTROLS[part] ?? `\`${part}\``);
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1) ?? ''}`;
}

/** Returns what a file that begins with these bytes is; `hex` without leading zeros, as Go prints the number. */
export function magicMeaning(hex: string): string {
  const whole = hex.toLowerCase().padStart(2 * BYTES, '0');
  const bytes = Array.from({ length: BYTES }, (_, i) => Number.parseInt(whole.slice(2 * i, 2 * i + 2), 16));
  const kind = KNOWN[whole] ?? (whole.startsWith('1f8b') ? 'data compressed with gzip' : undefined);
  const what = bytes.every((byte) => byte === 0)
    ? 'with only zeros where its magic number must be, as where a loss of power came before its contents were on the '
      + 'disk'
    : kind !== undefined ? `with the magic number of ${kind}, and not with that of ${OWN_KIND}`
      : bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 9 || byte === 10 || byte === 13)
        ? `with text: ${hex} is ${spelled(String.fromCharCode(...bytes))}${
          bytes[0] === 0x7b ? ', as JSON such as meta.json begins' : ''}, where ${OWN_KIND} has a number of its own`
        : `with the bytes ${whole}, which are of no file of a TSDB`;
  return `A file of the block begins ${what}: its contents are damaged or those of another file, and not of an `
    + 'older version. Look at that disk, and at how the process or the host ended before.';
}

interface Span { from: number; to: number }

/** Returns the time that a checked block holds by its line. */
function spanOf(lines: readonly string[], ulid: string): Span | null {
  const line = lines.find((one) => one.includes(ulid) && /\bmint"?[=:]/.test(one));
  const [from, to] = ['mint', 'maxt'].map((key) =>
    Number(new RegExp(`\\b${key}"?[=:] ?"?(\\d{12,14})\\b`).exec(line ?? '')?.[1] ?? NaN));
  return from === undefined || to === undefined || !(to > from) ? null : { from, to };
}

const at = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+/, '');

/** Returns which time is missing without the block, and that a check of its version is no proof. */
function blockFacts(ulid: string, lines: readonly string[], text: string): string | null {
  const span = spanOf(lines, ulid);
  const other = /\b(?:two|2) replicas\b|\breplicas: 2\b/i.test(text) ? '; the other replica has data of its own' : '';
  const isChecked = lines.some((line) => HEALTHY.test(line) && line.includes(ulid));
  return joined([
    span === null ? null : `The block ${ulid} holds ${formatSeconds(Math.round((span.to - span.from) / 1000))} from ${
      at(span.from)} on: only that is missing without it${other}.`,
    isChecked ? 'That it is logged as a healthy block is no contradiction: this check reads only the version in '
      + 'meta.json, and none of its other files.' : null,
  ]);
}

const MAX_NAMED = 5;

/** Names the other blocks that cannot be read, for each of which the same holds; null without one. */
function othersOf(block: string | undefined, lines: readonly string[]): string | null {
  const all = new Set(lines.flatMap((line) => DAMAGED.exec(line)?.[1] ?? []));
  const others = [...all].filter((ulid) => ulid !== block);
  if (block === undefined || others.length === 0) return null;
  const more = others.length - MAX_NAMED;
  return `The same holds for ${others.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}: ${
    all.size} blocks are named in all.`;
}

/** A block that is only not mapped, with what the message itself means. */
const UNMAPPED = /\bcorrupted block [0-9A-Z]{26}: mmap files: mmap[^"]{0,120}cannot allocate memory/;
const UNREAD =
  / ?A block cannot be read: Prometheus does not start, and [^:.]{1,60}: copy it elsewhere, then [^.]{1,80}\./;
const WHOLE = ' That a block is called corrupted says no more than that it could not be mapped: keep it where it is.';

/** Returns facts with what the magic number says and what the damaged block holds; unchanged without such an error. */
export function withBlockMagic(facts: string | null, lines: readonly string[], text: string): string | null {
  if (facts === null) return null;
  if (UNMAPPED.test(facts)) return facts.replace(UNREAD, () => WHOLE);
  const head = text.slice(0, MAX_CHARS);
  const hex = MAGIC.exec(facts)?.[1];
  const block = DAMAGED.exec(facts)?.[1];
  const isOfBlock = block !== undefined || /\b(?:open|read) block\b|\bblock dir\b/.test(facts);
  const said = hex === undefined || !isOfBlock ? facts
    : SHARED.test(facts) ? facts.replace(SHARED, () => magicMeaning(hex)) : `${facts} ${magicMeaning(hex)}`;
  return joined([said, othersOf(block, lines), block === undefined ? null : blockFacts(block, lines, head)]);
}
