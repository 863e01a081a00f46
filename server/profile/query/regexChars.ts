/** Sets of characters that regular expressions name. */
export type CharTest = (codePoint: number) => boolean;

export class RegexError extends Error {}

export const isDigit: CharTest = (c) => c >= 48 && c <= 57;
const isLower: CharTest = (c) => c >= 97 && c <= 122;
const isUpper: CharTest = (c) => c >= 65 && c <= 90;
const isAlpha: CharTest = (c) => isLower(c) || isUpper(c);
export const isWord: CharTest = (c) => isAlpha(c) || isDigit(c) || c === 95;
export const isSpace: CharTest = (c) => c === 9 || c === 10 || c === 12 || c === 13 || c === 32;
export const not = (test: CharTest): CharTest => (c) => !test(c);

export const POSIX: Record<string, CharTest> = {
  alnum: (c) => isAlpha(c) || isDigit(c), alpha: isAlpha, ascii: (c) => c < 128, blank: (c) => c === 9 || c === 32,
  cntrl: (c) => c < 32 || c === 127, digit: isDigit, graph: (c) => c > 32 && c < 127, lower: isLower,
  print: (c) => c >= 32 && c < 127, punct: (c) => c > 32 && c < 127 && !isAlpha(c) && !isDigit(c),
  space: (c) => isSpace(c) || c === 11, upper: isUpper, word: isWord, xdigit: (c) => isDigit(c) || (c >= 65 && c <= 70) || (c >= 97 && c <= 102),
};

/** Unicode knows the class or script, or it does not: the engine's own tables are asked. */
export function unicodeProperty(name: string): CharTest {
  for (const form of [name, `Script=${name}`]) {
    if (!/^[A-Za-z_=]{1,40}$/.test(form)) break;
    try {
      const regex = new RegExp(`^\\p{${form}}$`, 'u');
      return (c) => regex.test(String.fromCodePoint(c));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  throw new RegexError(`\\p{${name.slice(0, 40)}} is not known`);
}
