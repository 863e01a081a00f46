/** Reads the tables that hyperfine exports (Markdown, CSV), each under its heading. Pure. */
import type { Group, Run } from './hyperfine.ts';

const MAX_LINES = 2000;
const UNIT_SECONDS: Readonly<Record<string, number>> = { 's': 1, 'ms': 1e-3, '\u00b5s': 1e-6, 'us': 1e-6 };
const HEADER = /^[ \t>]{0,8}\|? {0,3}Command\b[^|\n]{0,40}\| {0,3}Mean \[(s|ms|\u00b5s|us)\]/;
const CSV = /^"?command"?,"?mean"?,"?stddev"?,/;
const HEADING = /^[ \t>]{0,4}#{1,6}[ \t]+(\S.{0,120}?)[ \t:]*$/;
const BAR = /^[ \t>]{0,8}\|/;
const VALUE = /^(\d[\d.]{0,20})(?: \u00b1 (\d[\d.]{0,20}))?$/;

/** The beginning of a table of hyperfine anywhere in a text. */
export const HYPERFINE_TABLE = new RegExp(`${HEADER.source}|${CSV.source}`, 'm');

/** Returns the commands of each table; [] without one. */
export function hyperfineTables(text: string): Group[] {
  const groups: Group[] = [];
  let title: string | null = null;
  let unit: number | null = null;
  let isCsv = false;
  for (const raw of text.split('\n', MAX_LINES)) {
    const line = raw.slice(0, 2000);
    const ofHeader = HEADER.exec(line)?.[1];
    if (ofHeader !== undefined || CSV.test(line)) {
      [unit, isCsv] = [UNIT_SECONDS[ofHeader ?? 's'] ?? 1, ofHeader === undefined];
      groups.push({ title, runs: [] });
    } else if (unit !== null) {
      const run = isCsv ? csvRun(line) : barRun(line, unit);
      if (run !== null) groups.at(-1)?.runs.push(run);
      else if (!BAR.test(line)) unit = null;
    }
    title = HEADING.exec(line)?.[1]?.replaceAll('`', '') ?? title;
  }
  return groups.filter(({ runs }) => runs.length > 0);
}

/** Reads `| \`a b\` | 2.219 ± 0.221 | 2.049 | 2.469 | 1.00 |`. */
function barRun(line: string, unit: number): Run | null {
  const cells = BAR.test(line) ? line.replace(/^[ \t>]{0,8}\|/, '').split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll(/[*`]/g, '').replaceAll('\\|', '|').trim()) : [];
  const [command = '', mean = ''] = cells;
  const [, value, deviation = '0'] = VALUE.exec(mean) ?? [];
  return value === undefined || command === '' ? null
    : { comment: null, command, seconds: Number(value) * unit, deviation: Number(deviation) * unit };
}

/** Reads `a b,2.219,0.221,...`; a command with commas is in quotation marks. */
function csvRun(line: string): Run | null {
  const [, quoted, plain, mean, deviation] = /^(?:"([^"]{1,500})"|([^",]{1,500})),([\d.e-]{1,24}),([\d.e-]{0,24})/
    .exec(line) ?? [];
  const command = quoted ?? plain;
  return command === undefined || mean === undefined ? null
    : { comment: null, command, seconds: Number(mean), deviation: Number(deviation ?? 0) };
}
