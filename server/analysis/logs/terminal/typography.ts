/** Undoes what a blog or a word processor does to lines of a log: dashes in dates, curly quotes, fixed blanks. Pure. */

/** A larger file was written by a program. */
const MAX_BYTES = 2 * 2 ** 20;
/** The first byte of all of these characters but the no-break space, which is C2 A0. */
const FIRST_BYTES = [0xe2, 0xc2] as const;
const MARKED = /[\u2010-\u2015\u2212\u201c-\u201f\u2033\u00a0\u2009\u202f]/;
const DATE = /(?<!\d)(\d{4})[\u2010-\u2015\u2212](\d\d)[\u2010-\u2015\u2212](\d\d)(?=[T ]\d\d:\d\d)/g;
/** Keys and values of a logger; a sentence may quote one of them. */
const KEYS = /(?:^|[\s{,|])(?:ts|time|level|lvl|caller|msg|err|error|component|source)=\S/g;
const JSON_LINE = /^\s{0,40}\{\s{0,4}[\u201c-\u201f]\w{1,60}[\u201c-\u201f]\s{0,4}:/;
/** One of these is in any text with such a line. */
const OF_LOG = /\d{4}[\u2010-\u2015\u2212]\d\d|(?:level|lvl|msg|caller)=\S|\{\s{0,4}[\u201c-\u201f]\w/;
const MAX_LINE = 64 * 1024;

/** Does what `bytes.includes` does, some times as fast. */
export const hasByte = ({ buffer, byteOffset, length }: Uint8Array, byte: number): boolean =>
  Buffer.from(buffer, byteOffset, length).includes(byte);

/** Returns the bytes with plain characters in lines of a log; the same bytes if there is nothing to undo. */
export function untypeset(bytes: Uint8Array): Uint8Array {
  if (bytes.length > MAX_BYTES || FIRST_BYTES.every((first) => !hasByte(bytes, first))) return bytes;
  const text = new TextDecoder().decode(bytes);
  if (!MARKED.test(text) || !OF_LOG.test(text)) return bytes;
  const plain = text.split('\n').map((line) => (line.length <= MAX_LINE && MARKED.test(line) ? plainLine(line) : line))
    .join('\n');
  return plain === text ? bytes : new TextEncoder().encode(plain);
}

function plainLine(line: string): string {
  const dated = line.replaceAll(DATE, '$1-$2-$3');
  const isLog = (dated.match(KEYS)?.length ?? 0) >= 2 || JSON_LINE.test(dated);
  if (!isLog) return dated;
  const spaced = dated.replaceAll(/[\u00a0\u2009\u202f]/g, ' ')
    .replaceAll(/(?<=\w)[\u2010-\u2015\u2212](?=\w)/g, '-');
  if (!/[=:{,]\s{0,4}[\u201c-\u201f\u2033]/.test(spaced)) return spaced;
  // Straight quotes within curly ones are part of a value.
  const isMixed = /[=:]\s{0,4}"/.test(spaced);
  return (isMixed ? spaced : spaced.replaceAll(/(?<!\\)"/g, '\\"')).replaceAll(/[\u201c-\u201f\u2033]/g, '"');
}
