/** Label of a frame: as much of the function's name as fits, in whole words. Pure text in, text out. */
import { shortName } from './flameNames.ts';

/** Returns whether a text fits into the frame; the drawing knows its font. */
export type Fits = (text: string) => boolean;

/** Matches the source location after a function's name with finer granularities, ` head.go:12`. */
const PLACE = / [^ ]*\.\w{1,8}(?::\d{1,9})?$/;
const RECEIVER = /^(?:\([^()]{1,200}\)|[\p{L}_][\p{L}\d_]*)\.(?=[\p{L}_(])/u;
/** Matches a closure, which needs its enclosing function. */
const CLOSURE = /^(?:func\d|gowrap\d|init\.|\d)/;
/** Matches generic functions and names ending in a number, which need the package to be distinguishable. */
const ONE_OF_MANY = /(?:\[…\]|\d)$/;
/** Matches numbers that are a size, as in `Uint16` and `memhash64`. */
const SIZED = /(?:int|float|complex|hash|sha|aes|fast|bits?|[bl]e)(?:8|16|32|64|128|256|512)$/i;
/** Length of the end of a name that contains its last part. */
const MAX_TOLD_CHARS = 60;
/** Methods that most types have, which need the receiver to be distinguishable. */
const OF_MOST_TYPES = new Set([
  'At', 'Close', 'Do', 'Err', 'Error', 'Flush', 'Get', 'Len', 'Less', 'Lock', 'Next', 'Pop', 'Push', 'Put', 'Read',
  'Run', 'Seek', 'ServeHTTP', 'Set', 'String', 'Sum', 'Swap', 'Unlock', 'Write', 'close', 'do', 'flush', 'get',
  'loop', 'next', 'read', 'run', 'set', 'write',
]);

/** Returns whether a name without package or receiver is not meaningful; its closures do not count. */
function saysNothing(name: string, isRuntime: boolean): boolean {
  const named = name.slice(-MAX_TOLD_CHARS).replace(/(?:\.(?:func\d+|gowrap\d+|\d+))+$/, '');
  // Numbered functions of the runtime are few and well known.
  return (!isRuntime && ONE_OF_MANY.test(named) && !SIZED.test(named)) || OF_MOST_TYPES.has(named);
}

/**
 * Returns the forms of a name, longest first: without the import path, then without type parameters, package and
 * receiver. `github.com/x/tsdb.(*Head).append` -> `tsdb.(*Head).append`, `(*Head).append`, `append`. Omits forms that
 * are meaningless alone, such as `Next` or `function5`.
 */
export function labelForms(name: string): string[] {
  const short = shortName(name);
  const place = PLACE.exec(short)?.[0] ?? '';
  const whole = place === '' ? short : short.slice(0, -place.length);
  const plain = whole.replace(/\[.+\]/, '[…]');
  const forms = [whole, plain];
  const colons = plain.lastIndexOf('::');
  if (colons >= 0 && !plain.slice(colons).includes('>')) forms.push(plain.slice(colons + 2));
  else if (colons < 0) {
    for (let rest = plain, step = 0; step < 2; step += 1) {
      const found = step === 0 ? /^[\p{L}_][^.([{<\s]*\./u.exec(rest) : RECEIVER.exec(rest);
      const next = found === null ? '' : rest.slice(found[0].length);
      if (next === '' || next.startsWith('.') || CLOSURE.test(next)) break;
      if (saysNothing(next, plain.startsWith('runtime.'))) break;
      forms.push(next);
      rest = next;
    }
  }
  return [...new Set(forms.map((form) => form + place))];
}

const WORDS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[^\p{L}\p{N}]+|\p{L}/gu;
/** Length to which names are cut before splitting into words. */
const MAX_CUT_CHARS = 400;
/** Minimum length of a meaningful cut. */
const MIN_CUT_CHARS = 4;

/**
 * Returns the longest form that fits, else the first words of the shortest form and `…`; '' if no single word fits.
 */
export function fittingName(name: string, fits: Fits): string {
  const forms = labelForms(name);
  const whole = forms.find(fits);
  if (whole !== undefined) return whole;
  const shortest = forms.at(-1) ?? '';
  let kept = '';
  let cut = '';
  for (const [word] of shortest.slice(0, MAX_CUT_CHARS).matchAll(WORDS)) {
    kept += word;
    // Punctuation alone is not a word, and never precedes the ellipsis.
    if (kept.length < MIN_CUT_CHARS || !/[\p{L}\p{N}]$/u.test(kept)) continue;
    if (!fits(`${kept}…`)) break;
    cut = `${kept}…`;
  }
  return cut;
}

/**
 * Returns a name of at most `maxChars` characters, labelled like frames: whole words, never cut in the middle. A name
 * without a word that fits is cut at its end; '' stays ''.
 */
export function nameWithin(name: string, maxChars: number): string {
  const fitting = fittingName(name, (text) => text.length <= maxChars);
  if (fitting !== '') return fitting;
  // Cuts by code points, so that no surrogate pair is split.
  return name.length <= maxChars ? name : `${[...name.slice(0, 2 * maxChars)].slice(0, maxChars - 1).join('')}…`;
}

/** Returns the name of a frame, followed by `suffix` if both fit. */
export function frameLabel(name: string, suffix: string, fits: Fits): string {
  const label = fittingName(name, fits);
  const both = `${label} ${suffix}`;
  return suffix !== '' && label !== '' && !label.endsWith('…') && fits(both) ? both : label;
}

/** Returns the label of the root: the first of these texts that fits, else ''. */
export function firstFitting(texts: readonly string[], fits: Fits): string {
  return texts.find(fits) ?? '';
}
