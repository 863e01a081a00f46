/** Summarizes lists of blocks printed by promtool tsdb list and thanos tools bucket inspect. Pure. */
import { formatBytes, formatDateTime, formatSeconds } from '../../../../core/text/format.ts';
import { counted } from '../look/named.ts';

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
/** A row with times in milliseconds, or as dates with -r. Prometheus before 2.21 prints no duration. */
export const LIST_ROW = new RegExp([
  String.raw`^[0-9A-HJKMNP-TV-Z]{26}\s+(\d{9,16}|\S+ \S+ \S+ \S+)\s+(\d{9,16}|\S+ \S+ \S+ \S+)\s+`,
  String.raw`(?:\d[\d.hmsµn]{0,30}[hms]\s+)?(\d+)\s+\d+\s+(\d+)`,
  String.raw`(?:[ \t]{1,20}((?:\d{1,12}(?:[KMGT]i?B|B)){1,5}|\d{4,18}))?`,
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
  const series = Math.max(...rows.map((row) => Number(row[4])));
  const times = ms.flat().filter((time) => Number.isFinite(time));
  const span = times.length === 0 ? '' : ` over ${formatSeconds((Math.max(...times) - Math.min(...times)) / 1000)}`;
  const overlaps = ms.filter(([min, max], i) =>
    ms.slice(0, i).some(([otherMin, otherMax]) => min < otherMax && max > otherMin)).length;
  return `It lists ${counted(rows.length, 'block')}${span}, with up to ${counted(series, 'series', 'series')} in one.`
    + `${overlaps === 0 ? '' : ` ${overlaps} overlap another.`}${heldFacts(rows, times)}`;
}

/** Says how many samples the blocks have, in how many bytes, and their times; only for a list with sizes. */
function heldFacts(rows: readonly RegExpMatchArray[], times: readonly number[]): string {
  const sizes = rows.map((row) => sizeOf(row[5]));
  const bytes = sizes.reduce((sum, one) => sum + one, 0);
  if (!Number.isFinite(bytes) || times.length === 0) return '';
  const samples = rows.reduce((sum, row) => sum + Number(row[3]), 0);
  const [from, to] = [Math.min(...times), Math.max(...times)].map((ms) => formatDateTime(ms / 1000, 'utc'));
  return ` They have ${counted(samples, 'sample')} in ${formatBytes(bytes)}, from ${from} to ${to} UTC.`;
}

const UNIT_BYTES: Readonly<Record<string, number>> = {
  B: 1, KB: 1e3, KiB: 2 ** 10, MB: 1e6, MiB: 2 ** 20, GB: 1e9, GiB: 2 ** 30, TB: 1e12, TiB: 2 ** 40,
};

/** Parses `155MiB142KiB605B` or bytes; NaN for another text. */
function sizeOf(text = ''): number {
  if (/^\d{1,18}$/.test(text)) return Number(text);
  const parts = [...text.matchAll(/(\d{1,12})([KMGT]?i?B)/g)];
  return parts.length === 0 ? NaN
    : parts.reduce((sum, [, value, unit = '']) => sum + Number(value) * (UNIT_BYTES[unit] ?? NaN), 0);
}

/** Parses `2020-10-30 16:00:00 +0000 UTC` or milliseconds; NaN if invalid. */
const listTime = (text = ''): number =>
  (/^\d+$/.test(text) ? Number(text) : Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19)}Z`));
