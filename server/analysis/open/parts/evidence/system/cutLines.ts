/** Says how to get the rest of lines that a pager cut at the edge of the screen. Pure; bounded. */

/** A line of a journal whose end a pager replaced by its mark. */
const CUT = new RegExp(/^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S{1,253} [\w@./-]{1,60}(?:\[\d{1,10}\])?: /.source
  + /[^\n]{20,4000}[^\s>][>\u00bb]$/.source);
const FAILS = /\b(?:err|error|fail(?:ed|ure)?|fatal|panic)\b/i;
const SHOWN = /--no-pager/;
/** One line may end with that mark by itself. */
const MIN_CUT = 2;
const MAX_CHARS = 128 * 1024;

/** Returns the step; null unless errors are cut, all at one width. */
export function cutLines(facts: string, text: string): string | null {
  if (SHOWN.test(facts)) return null;
  const cut = text.slice(0, MAX_CHARS).split(/\r?\n/).filter((line) => CUT.test(line));
  const isOneWidth = new Set(cut.map((line) => line.length)).size === 1;
  return cut.length < MIN_CUT || !isOneWidth || !cut.some((line) => FAILS.test(line)) ? null
    : 'Its errors are cut at the edge of the screen (">" at the end): journalctl --no-pager -o cat, with the same '
      + 'other options, shows them whole.';
}
