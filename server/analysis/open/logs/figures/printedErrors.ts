/** Reads errors of Go that a program printed as the structure that holds them, with the number of the error. Pure. */
import { errnoWords } from './errnos.ts';

/** `&{%!d(string=sync) %!d(string=/data/a) 5}`: printed with a verb for numbers. */
const WRONG_VERB = String.raw`&\{%!\w\(string=[a-z]\w{0,20}\) %!\w\(string=([^)\n]{1,300})\) (\d{1,3})\}`;
/** `&fs.PathError{Op:"sync", Path:"/data/a", Err:0x5}`: printed as the source of the structure. */
const AS_SOURCE = String.raw`&(?:fs|os)\.PathError\{Op:"[a-z]\w{0,20}", Path:"([^"\n]{1,300})", Err:0x([0-9a-f]{1,3})`
  + String.raw`\}`;
const PRINTED = new RegExp(`${WRONG_VERB}|${AS_SOURCE}`, 'g');
const MAX_ERRORS = 20;

export interface PrintedError { path: string; errno: number; words: string | null }

const errorOf = ([, path, decimal, other, hex]: readonly (string | undefined)[]): PrintedError => {
  const errno = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return { path: path ?? other ?? '', errno, words: errnoWords(errno) };
};

/** Returns the errors of a text that are printed so. */
export const printedErrors = (text: string): PrintedError[] => (!text.includes('&') ? []
  : [...text.matchAll(PRINTED)].slice(0, MAX_ERRORS).map(errorOf));

/** Returns a text with the words of such errors, which the table of meanings knows, in their place. */
export const withPrintedErrors = (text: string): string => (!text.includes('&') ? text
  : text.replace(PRINTED, (whole, ...groups: (string | undefined)[]) => {
    const { path, words } = errorOf([whole, ...groups.slice(0, 4)]);
    return words === null ? whole : `${path}: ${words}`;
  }));

/** Splits a message that ends with such an error into its words and a note on the number; without one, no note. */
export function endOfPrinted(message: string): { text: string; note: string } {
  const last = [...message.matchAll(PRINTED)].at(-1);
  if (last === undefined) return { text: message, note: '' };
  const { errno, words } = errorOf([...last]);
  const before = message.slice(0, last.index).replace(/[:;, ]{1,4}$/, '');
  return words === null || before === '' ? { text: message, note: '' }
    : { text: before, note: ` (error ${errno}, ${words})` };
}
