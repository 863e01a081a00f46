/** Texts of PromQL queries: shortened, and made equal where only the values of their labels differ. Pure and linear. */
import { cutMiddle } from './format.ts';

/** Longer texts are cut in their middle. */
const MAX_TEXT = 2000;
/** No more of a text is looked at. */
const MAX_LOOKED = 16_000;
/** A matcher of this label names the metric. */
const NAME_MATCHER = /__name__\s{0,5}(?:=~|!~|!=|=)\s{0,5}$/;
const NAME_CHARS = 20;

export function shortQuery(text: string): string {
  return cutMiddle(text.slice(0, MAX_LOOKED).replace(/\s+/g, ' ').trim(), MAX_TEXT);
}

/**
 * The text with one blank for each run of blanks, without comments, and with `"…"` for strings other than names of
 * metrics and `…` for the moment after `@`.
 */
export function normalQuery(text: string): string {
  const whole = text.slice(0, MAX_LOOKED);
  let out = '';
  let at = 0;
  while (at < whole.length) {
    const char = whole.charAt(at);
    if (char === '"' || char === "'" || char === '`') {
      const end = closing(whole, at, char);
      out += NAME_MATCHER.test(out.slice(-NAME_CHARS)) ? whole.slice(at, end) : '"…"';
      at = end;
    } else if (char === '#') {
      const end = whole.indexOf('\n', at);
      at = end < 0 ? whole.length : end;
    } else {
      out += /\s/.test(char) ? (out.endsWith(' ') ? '' : ' ') : char;
      at += 1;
    }
  }
  return cutMiddle(out.trim().replace(/@ ?\d+(?:\.\d+)?(?:e\d+)?/g, '@ …'), MAX_TEXT);
}

function closing(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\' && quote !== '`') at++;
    else if (text[at] === quote) return at + 1;
  }
  return text.length;
}
