/** Finds the words that stand directly over one of several tables of a text. Pure. */

const MAX_LINES = 12;
const MAX_LINE = 300;
/** A longer line is a sentence, which names nothing. */
const MAX_LABEL = 48;
/** Fences, commands and warnings of tools, which stand between a heading and its table. */
const BETWEEN = /^\s*(?:```.*|~~~.*|[-=*_]{3,}|[$#%>] ?\S*.*|\S{1,80}[$#] .+|Testing v8 version.*|<\/?\w.*|)$/;
const HEADING = /^\s*#{1,6} \S/;
/** Rows of a table, which are no heading. */
const ROW = /\d%|\s{3,}\d|\t|^\s*[\d.]+\s|[;{}=]/;

/** Returns the nearest short line at the end of `above`; null if other text or nothing stands there. */
export function headingAbove(above: string): string | null {
  for (const whole of above.split('\n').slice(-MAX_LINES).reverse()) {
    const line = whole.slice(0, MAX_LINE);
    if (BETWEEN.test(line) && !HEADING.test(line)) continue;
    const label = line.replaceAll(/[*`#]/g, '').trim().replace(/[:.]$/, '');
    return ROW.test(line) || label.length < 2 || label.length > MAX_LABEL ? null : label;
  }
  return null;
}
