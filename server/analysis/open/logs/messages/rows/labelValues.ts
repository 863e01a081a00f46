/** Hides the values of labels that an error quotes: their words are data, and name no fault. Pure; bounded. */

/** A quoted value behind the words of Cortex or Mimir, up to the same quotation mark or to the end of a cut text. */
const NAMED = new RegExp(/(\b(?:label value: {0,4}|label: '[^'\n]{1,200}', (?:value: {0,4})?)(\\{0,7}["']))/.source
  + String.raw`([^\n]{1,4000}?)(?=(?<!\\)\2|\n|$)`, 'g');
/** A set of labels, also escaped, and the values in it. */
const SET = /\{[a-zA-Z_]\w{0,80}=\\{0,7}"[^{}\n]{1,4000}(?:\}|$)/g;
const VALUE = /((?:\{|, ?)[a-zA-Z_]\w{0,80}=(\\{0,7}"))([^"\n]{1,2000}?)(?=(?<!\\)\2|$)/g;
/** Names have fewer words. */
const IS_TEXT = /\S\s{1,8}\S{1,200}\s{1,8}\S/;
const HIDDEN = '*';

const hide = (_: string, before: string, __: string, value: string): string =>
  `${before}${IS_TEXT.test(value) ? HIDDEN.repeat(value.length) : value}`;

/** Returns an error of the same length, with stars for the label values in it that are texts of several words. */
export function withoutLabelValues(error: string): string {
  const named = /\blabel(?: value)?: /.test(error) ? error.replace(NAMED, hide) : error;
  return named.includes('="') || named.includes('=\\') ? named.replace(SET, (set) => set.replace(VALUE, hide)) : named;
}
