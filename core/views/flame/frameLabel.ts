/** The label of a frame: as much of the function's name as fits, in whole words. Pure text in, text out. */
import { shortName } from './flameNames.ts';

/** Whether a text fits into the frame; the drawing knows its font. */
export type Fits = (text: string) => boolean;

/** What follows a function's name with finer granularities, ` head.go:12`. */
const PLACE = / [^ ]*\.\w{1,8}(?::\d{1,9})?$/;
const RECEIVER = /^(?:\([^()]{1,200}\)|[\p{L}_][\p{L}\d_]*)\.(?=[\p{L}_(])/u;
/** A closure without the function that holds it says nothing. */
const CLOSURE = /^(?:func\d|gowrap\d|init\.|\d)/;
/** Generic functions, and names that end in a number, are many of one kind: the package tells them apart. */
const ONE_OF_MANY = /(?:\[…\]|\d)$/;
/** Numbers that are a size, as in `Uint16` and `memhash64`. */
const SIZED = /(?:int|float|complex|hash|sha|aes|fast|bits?|[bl]e)(?:8|16|32|64|128|256|512)$/i;
/** Enough of the end of a name to know its last part. */
const MAX_TOLD_CHARS = 60;
/** Methods that most types have: the receiver tells them apart. */
const OF_MOST_TYPES = new Set([
  'At', 'Close', 'Do', 'Err', 'Error', 'Flush', 'Get', 'Len', 'Less', 'Lock', 'Next', 'Pop', 'Push', 'Put', 'Read',
  'Run', 'Seek', 'ServeHTTP', 'Set', 'String', 'Sum', 'Swap', 'Unlock', 'Write', 'close', 'do', 'flush', 'get',
  'loop', 'next', 'read', 'run', 'set', 'write',
]);

/** Of a name without its package or receiver; its closures do not count. */
function saysNothing(name: string, isRuntime: boolean): boolean {
  const named = name.slice(-MAX_TOLD_CHARS).replace(/(?:\.(?:func\d+|gowrap\d+|\d+))+$/, '');
  // Numbered functions of the runtime are few, and known.
  return (!isRuntime && ONE_OF_MANY.test(named) && !SIZED.test(named)) || OF_MOST_TYPES.has(named);
}

/**
 * The forms of a name, longest first: without the path of its import, then without type parameters, package and
 * receiver. `github.com/x/tsdb.(*Head).append` -> `tsdb.(*Head).append`, `(*Head).append`, `append`. A form that says
 * nothing by itself, such as `Next` or `function5`, is left out.
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
/** Longer names are cut before their words are looked for. */
const MAX_CUT_CHARS = 400;
/** Fewer say nothing. */
const MIN_CUT_CHARS = 4;

/** The longest form that fits, else the first words of the shortest form and `…`; '' if not even one word fits. */
export function fittingName(name: string, fits: Fits): string {
  const forms = labelForms(name);
  const whole = forms.find(fits);
  if (whole !== undefined) return whole;
  const shortest = forms.at(-1) ?? '';
  let kept = '';
  let cut = '';
  for (const [word] of shortest.slice(0, MAX_CUT_CHARS).matchAll(WORDS)) {
    kept += word;
    // Punctuation alone does not count as a word, and none precedes the ellipsis.
    if (kept.length < MIN_CUT_CHARS || !/[\p{L}\p{N}]$/u.test(kept)) continue;
    if (!fits(`${kept}…`)) break;
    cut = `${kept}…`;
  }
  return cut;
}

/**
 * A name of at most `maxChars` characters, as frames are labelled: whole words, never cut in the middle. A name without
 * a word that fits is cut at its end; '' stays ''.
 */
export function nameWithin(name: string, maxChars: number): string {
  const fitting = fittingName(name, (text) => text.length <= maxChars);
  if (fitting !== '') return fitting;
  // By characters, so that no pair of surrogates is cut.
  return name.length <= maxChars ? name : `${[...name.slice(0, 2 * maxChars)].slice(0, maxChars - 1).join('')}…`;
}

/** The name of a frame, with `suffix` behind it where both fit. */
export function frameLabel(name: string, suffix: string, fits: Fits): string {
  const label = fittingName(name, fits);
  const both = `${label} ${suffix}`;
  return suffix !== '' && label !== '' && !label.endsWith('…') && fits(both) ? both : label;
}

/** The label of the root: the first of these texts that fits, else ''. */
export function firstFitting(texts: readonly string[], fits: Fits): string {
  return texts.find(fits) ?? '';
}
