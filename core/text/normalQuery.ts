/** PromQL query texts: shortened, and normalized to be equal if only label values differ. Pure and linear. */
import { cutMiddle } from './format.ts';

/** Length above which the middle of a text is cut. */
const MAX_TEXT = 2000;
/** Length of the text that is processed. */
const MAX_LOOKED = 16_000;
/** Matches the end of a matcher of this label, which contains the metric name. */
const NAME_MATCHER = /__name__\s{0,5}(?:=~|!~|!=|=)\s{0,5}$/;
const NAME_CHARS = 20;

export function shortQuery(text: string): string {
  return cutMiddle(text.slice(0, MAX_LOOKED).replace(/\s+/g, ' ').trim(), MAX_TEXT);
}

/**
 * Returns the text with runs of blanks as one, without comments, and with `"…"` for strings other than metric names
 * and `…` for the time after `@`.
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
