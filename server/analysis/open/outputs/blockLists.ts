/** Summarizes lists of blocks printed by promtool tsdb list and thanos tools bucket inspect. Pure. */
import { formatSeconds } from '../../../../core/text/format.ts';
import { counted } from '../look/named.ts';

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
/** A row with times in milliseconds, or as dates with -r. Prometheus before 2.21 prints no duration. */
export const LIST_ROW = new RegExp([
  String.raw`^[0-9A-HJKMNP-TV-Z]{26}\s+(\d{9,16}|\S+ \S+ \S+ \S+)\s+(\d{9,16}|\S+ \S+ \S+ \S+)\s+`,
  String.raw`(?:\d[\d.hmsµn]{0,30}[hms]\s+)?\d+\s+\d+\s+(\d+)`,
].join(''), 'gm');
/** A row of thanos tools bucket inspect, for a list whose header is cut off. */
export const BUCKET_ROW = new RegExp(String.raw`^[ \t]*\| [0-7][0-9A-HJKMNP-TV-Z]{25} +`
  + String.raw`(?:\| \d{4}-\d\d-\d\dT[\d:]{8}Z +){2}\| \d[\dhms.]{0,20} +\| (-?\d[\dhms.]{0,20}|-) +\|`, 'm');

/** Counts blocks, and those whose next step is overdue: its time until then is negative. */
export function bucketFacts(text: string): string {
  const rows = text.split('\n', 100_000).map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => ULID.test(cells[1] ?? ''));
  const header = (/^.*\|\s+ULID\s+\|.*$/m.exec(text)?.[0] ?? '').split('|').map((cell) => cell.trim());
  const count = (column: string, pattern: RegExp): number => {
    const at = header.length > 1 ? header.findIndex((cell) => cell === column) : column === 'UNTIL-DOWN' ? 5 : -1;
    return at < 0 ? 0 : rows.filter((cells) => pattern.test(cells[at] ?? '')).length;
  };
  const late = count('UNTIL-DOWN', /^-\d/) + count('UNTIL-COMP', /^-\d/);
  const failed = count('COMP-FAILED', /^true$/);
  return `It lists ${counted(rows.length, 'block')}`
    + `${late === 0 ? '' : `; the time of the next step, such as downsampling, has passed for ${late}`}`
    + `${failed === 0 ? '' : `; compaction has failed for ${failed}`}.`;
}

export function listFacts(text: string): string | null {
  const rows = [...text.matchAll(LIST_ROW)];
  const [first] = rows;
  if (first === undefined) return 'It lists no blocks.';
  const ms = rows.map(([, min, max]) => [listTime(min), listTime(max)] as const);
  const series = Math.max(...rows.map((row) => Number(row[3])));
  const times = ms.flat().filter((time) => Number.isFinite(time));
  const span = times.length === 0 ? '' : ` over ${formatSeconds((Math.max(...times) - Math.min(...times)) / 1000)}`;
  const overlaps = ms.filter(([min], i) =>
    ms.slice(0, i).some(([otherMin, otherMax]) => min < otherMax && min >= otherMin)).length;
  return `It lists ${counted(rows.length, 'block')}${span}, with up to ${counted(series, 'series', 'series')} in one.`
    + `${overlaps === 0 ? '' : ` ${overlaps} overlap another.`}`;
}

/** Parses `2020-10-30 16:00:00 +0000 UTC` or milliseconds; NaN if invalid. */
const listTime = (text = ''): number =>
  (/^\d+$/.test(text) ? Number(text) : Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19)}Z`));
