/** Leaves out tables that explain errors in general, as documentation does, and report none. Pure; one pass. */

const MAX_LINE = 2000;
const MAX_HEADER = 300;
const MIN_ROWS = 2;
const ROW = /^[ \t>]{0,12}\|.{1,2000}\|[ \t]{0,20}$/;
const RULER = /^[ \t>]{0,12}\|[\s|:+-]{3,300}$/;
const whole = (...parts: readonly RegExp[]): RegExp =>
  new RegExp(`^(?:${parts.map(({ source }) => source).join('|')})$`, 'i');
/** Columns of what is explained. */
const SUBJECT = whole(
  /(?:error|log|status) ?(?:ids?|codes?|messages?|names?|types?)/, /errors?|codes?|messages?|alerts?|alert ?names?/,
  /symptoms?|problems?|issues?/
);
/** Columns that say what holds in general. */
const GENERAL = whole(
  /descriptions?|meanings?|explanations?|what (?:it|this) means|solutions?|troubleshooting|what to do/,
  /(?:possible|common|likely|typical) (?:root )?causes?/, /how to (?:fix|resolve|solve|handle)(?: (?:it|this))?/,
  /(?:recommended|suggested) (?:actions?|fix(?:es)?)/
);
/** Columns and cells of what happened: times, counts, and where. */
const OF_REPORT = new RegExp([
  /\b(?:time|timestamp|date|when|counts?|occurrences?|times|pods?|nodes?|instances?|hosts?|first|last|seen|since)\b/,
  /\b(?:values?|durations?|impact|status|state|observed|found|evidence)\b/,
].map(({ source }) => source).join('|'), 'i');
const HAPPENED = /\d\d:\d\d:\d\d|\d{4}-\d\d-\d\d|\blevel=|\bts=|\bcaller=|[\u00d7x]\s?\d{1,6}\b/;

const cellsOf = (line: string): string[] => line.trim().replace(/^>\s?/, '').replaceAll(/^\||\|$/g, '').split('|')
  .map((cell) => cell.replaceAll(/[*_`~]/g, '').trim());

function isHeader(line: string): boolean {
  const cells = ROW.test(line) && line.length <= MAX_HEADER ? cellsOf(line) : [];
  return cells.some((cell) => SUBJECT.test(cell)) && cells.some((cell) => GENERAL.test(cell))
    && !cells.some((cell) => !SUBJECT.test(cell) && !GENERAL.test(cell) && OF_REPORT.test(cell));
}

/** Returns the text with the lines of such tables empty. */
export function withoutExplanations(text: string): string {
  if (!text.includes('|')) return text;
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const [header = '', ruler = ''] = lines.slice(at, at + 2);
    if (!isHeader(header.slice(0, MAX_LINE)) || !RULER.test(ruler.slice(0, MAX_HEADER))) continue;
    let end = at + 2;
    while (end < lines.length && ROW.test((lines[end] ?? '').slice(0, MAX_LINE))) end += 1;
    const rows = lines.slice(at + 2, end);
    if (rows.length >= MIN_ROWS && !rows.some((row) => HAPPENED.test(row))) lines.fill('', at, end);
    at = end - 1;
  }
  return lines.join('\n');
}
