/** Folds characters to a small alphabet, in which the classes `\d` and `\s` of a pattern are one character. Pure. */

export const BLANK = ' ';
export const DIGIT = '0';
/** Stands for control characters and for all others beyond ASCII. */
const OTHER = '\u007f';
/** At most 64 characters, so that the place of one takes six bits; the place of `BLANK` is 0. */
const ALPHABET = `${BLANK}${DIGIT}${OTHER}abcdefghijklmnopqrstuvwxyz!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`;
export const CODE_BITS = 6;
const ASCII = 128;
const OTHER_CODE = ALPHABET.indexOf(OTHER);

const CODES: Readonly<Uint8Array> = Uint8Array.from({ length: ASCII }, (_, unit) => {
  const character = String.fromCharCode(unit).toLowerCase();
  const at = /\s/.test(character) ? 0 : ALPHABET.indexOf(/\d/.test(character) ? DIGIT : character);
  return at < 0 ? OTHER_CODE : at;
});

/** Whether a code unit beyond ASCII is matched by `\s`. */
const isWideBlank = (unit: number): boolean => unit === 0xa0 || (unit >= 0x1680 && (unit === 0x1680
  || (unit >= 0x2000 && unit <= 0x200a) || unit === 0x2028 || unit === 0x2029 || unit === 0x202f || unit === 0x205f
  || unit === 0x3000 || unit === 0xfeff));

/** Returns the place of a folded code unit in the alphabet. */
export const codeOf = (unit: number): number =>
  (unit < ASCII ? CODES[unit] ?? OTHER_CODE : isWideBlank(unit) ? 0 : OTHER_CODE);

/** Whether `\s` matches a code unit. */
export const isBlankUnit = (unit: number): boolean => codeOf(unit) === 0;

/** Returns a text with each of its code units folded. */
export function folded(text: string): string {
  let own = '';
  for (let at = 0; at < text.length; at += 1) own += ALPHABET[codeOf(text.charCodeAt(at))] ?? OTHER;
  return own;
}
