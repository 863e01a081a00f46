/** Folds code units to a small alphabet: ASCII has no case, all digits are one character, and all blanks. Pure. */

/** At most 64 characters, so that the place of one takes six bits: the blank, a digit, all others, letters, marks. */
const ALPHABET = ' 0\u007fabcdefghijklmnopqrstuvwxyz!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
export const CODE_BITS = 6;
const OTHER = 2;
const UNITS = 2 ** 16;

/** The place of each code unit in the alphabet: 0 for blanks, which `\s` matches. */
export const CODES: Readonly<Uint8Array> = codes();

function codes(): Uint8Array {
  const all = new Uint8Array(UNITS).fill(OTHER);
  for (const [at, character] of [...ALPHABET].entries()) {
    all[character.charCodeAt(0)] = at;
    all[character.toUpperCase().charCodeAt(0)] = at;
  }
  for (const digit of '0123456789') all[digit.charCodeAt(0)] = 1;
  for (const blank of '\t\n\v\f\r\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff') all[blank.charCodeAt(0)] = 0;
  return all.fill(0, 0x2000, 0x200b);
}

/** Whether `\s` matches a code unit. */
export const isBlankUnit = (unit: number): boolean => CODES[unit] === 0;
