/** Restores the lines of a table of benchstat that was pasted as one line. Pure. */

const MIN_LENGTH = 100;
const TEST = /\(p=\d(?:\.\d{1,9})? n=\d/g;
/** The end of a row that is followed by a name: in a table of several sides, a value follows. */
const ROW_END = new RegExp(String.raw`(\(p=\d(?:\.\d{1,9})? n=\d{1,6}(?:\+\d{1,6})?\)`
  + String.raw`(?: [\u00b9\u00b2\u00b3\u2070-\u2079]{1,2})?) (?=[[A-Za-z_])`, 'g');
/** Ends of headers, and beginnings of configuration lines and of headers, each with the text that stays. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/(\bvs base ?\u2502) (?=\S)/g, '$1\n'],
  [/(\u2502) (?=\u2502)/g, '$1\n'],
  [/(\bnew (?:\S{1,20}\/\S{1,9}|speed) delta) (?=\S)/g, '$1\n'],
  [/(?<=\S) (?=(?:goarch|pkg|cpu): \S)/g, '\n'],
  [/(pkg: \S{1,300}) (?=\u2502)/g, '$1\n'],
  [/(%) (?=(?:\u2502|name old |[\u00b9\u00b2\u00b3] (?:need|all) ))/g, '$1\n'],
];

/** Whether a line has several rows of a table. */
const isJoined = (line: string): boolean => line.length >= MIN_LENGTH && line.includes('\u00b1')
  && (line.match(TEST)?.length ?? 0) > 1 && line.search(ROW_END) >= 0;

/** Returns the text with a line for each row; the same text if no line has several. */
export function withBreaks(text: string): string {
  if (!text.includes('(p=')) return text;
  return text.split('\n').map((line) => (!isJoined(line) ? line
    : OTHERS.reduce((mended, [pattern, kept]) => mended.replaceAll(pattern, kept), line.replaceAll(ROW_END, '$1\n'))))
    .join('\n');
}
