/** Reads outputs of GNU `time -v` that stand side by side in a table of Markdown. Pure. */

const KEY = /^\W{0,8}(?:User time|System time|Elapsed|Maximum resident|Command being timed)\b.{0,40}: ?\S/;
const MIN_ROWS = 3;
const MAX_COLUMNS = 9;

/** Returns the text with each column below a heading of its own; unchanged without such a table. */
export function asColumns(text: string): string {
  if (!/^[ \t]*\|.*User time \(seconds\): /m.test(text)) return text;
  const lines = text.split('\n');
  const isRow = (line: string): boolean => /^[ \t]*\|.*\|[ \t]*\r?$/.test(line);
  const at = lines.findIndex((line) => isRow(line) && cellsOf(line).filter((cell) => KEY.test(cell)).length > 1);
  const from = lines.findLastIndex((line, i) => i < at && !isRow(line)) + 1;
  const after = lines.findIndex((line, i) => i > at && !isRow(line));
  const rows = at < 0 ? [] : lines.slice(from, after < 0 ? undefined : after).map(cellsOf);
  const [names = []] = rows;
  if (rows.length < MIN_ROWS || names.length < 2 || names.length > MAX_COLUMNS) return text;
  const isNamed = !names.some((name) => KEY.test(name));
  const columns = names.map((name, column) => [
    `## ${isNamed && name !== '' ? name : `column ${column + 1}`}`, '',
    ...rows.slice(isNamed ? 1 : 0).flatMap((cells) => {
      const cell = cells[column] ?? '';
      return /^:?-+:?$/.test(cell) ? [] : [`\t${cell}`];
    }), '',
  ].join('\n'));
  return [...lines.slice(0, from), ...columns, ...after < 0 ? [] : lines.slice(after)].join('\n');
}

/** Returns the cells of a row, without marks of emphasis around them. */
function cellsOf(line: string): string[] {
  return line.trim().replace(/^\|/, '').replace(/\|$/, '').split('|')
    .map((cell) => cell.trim().replace(/^[*_`]{1,4}(.*?)[*_`]{1,4}$/, '$1').trim());
}
