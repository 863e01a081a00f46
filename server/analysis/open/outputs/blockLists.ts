/** Summarizes lists of blocks printed by promtool tsdb list and thanos tools bucket inspect. Pure. */
import { formatBytes, formatDateTime, formatSeconds } from '../../../../core/text/format.ts';
import { counted } from '../look/named.ts';
import { LIST_ROW, listTime } from './blocks/listRows.ts';

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
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
  const each = eachFact(ms);
  return `It lists ${counted(rows.length, 'block')}${span}${each}, with up to ${
    counted(series, 'series', 'series')} in one.${overlaps === 0 ? '' : ` ${overlaps} overlap another.`}${
    gapFacts(ms)}${heldFacts(rows, ms)}${fewFact(rows, ms)}`;
}

type Range = readonly [min: number, max: number];

/** Blocks that are not longer apart follow each other. */
const MIN_GAP_MS = 60_000;
/** Blocks of the same range differ by less. */
const SAME_MS = 1000;

/** Says how long each block is, if they are all as long. */
function eachFact(ms: readonly Range[]): string {
  const lengths = ms.map(([min, max]) => max - min);
  const [first] = lengths;
  const isSame = (one: number): boolean => first !== undefined && Math.abs(one - first) < SAME_MS;
  return first === undefined || ms.length < 2 || !(first > 0) || !lengths.every(isSame) ? ''
    : `, ${formatSeconds(first / 1000)} each`;
}

/** Says which time between the first and the last block none of them covers; "" if there is none. */
function gapFacts(ms: readonly Range[]): string {
  const sorted = ms.filter(([min, max]) => Number.isFinite(min) && Number.isFinite(max)).sort(([a], [b]) => a - b);
  const gaps: Range[] = [];
  let end = sorted[0]?.[1] ?? 0;
  for (const [min, max] of sorted) {
    if (min - end >= MIN_GAP_MS) gaps.push([end, min]);
    end = Math.max(end, max);
  }
  const [longest] = gaps.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]));
  if (longest === undefined) return '';
  const [from, to] = longest.map((time) => formatDateTime(time / 1000, 'utc'));
  return ` No block covers the ${formatSeconds((longest[1] - longest[0]) / 1000)} from ${from} to ${to} UTC${
    gaps.length === 1 ? '' : `, the longest of ${gaps.length} gaps`}: nothing was stored then, or that block is lost.`;
}

/** Returns the time that at least one block covers. */
function coveredMs(ms: readonly Range[]): number {
  let [sum, end] = [0, -Infinity];
  for (const [min, max] of ms.filter((range) => range.every(Number.isFinite)).sort(([a], [b]) => a - b)) {
    sum += Math.max(0, max - Math.max(min, end));
    end = Math.max(end, max);
  }
  return sum;
}

/** A block with less than this share of the samples of the others of its length was not written the whole time. */
const FEW = 0.6;
const MIN_ALIKE = 4;

/** Names the block that has far fewer samples than the others of its length; "" without one. */
function fewFact(rows: readonly RegExpMatchArray[], ms: readonly Range[]): string {
  const all = rows.map((row, i) => ({ range: ms[i] ?? [NaN, NaN] as const, samples: Number(row[3]) }));
  for (const { range: [min, max], samples } of all) {
    const alike = all.filter(({ range: [from, to] }) => Math.abs(to - from - (max - min)) < SAME_MS)
      .map((one) => one.samples).sort((a, b) => a - b);
    const usual = alike[Math.floor(alike.length / 2)] ?? NaN;
    if (alike.length < MIN_ALIKE || !(samples < FEW * usual)) continue;
    const [from, to] = [min, max].map((time) => formatDateTime(time / 1000, 'utc'));
    return ` The block from ${from} to ${to} UTC has only ${Math.round(100 * samples / usual)} % of the samples that `
      + `the others of ${formatSeconds((max - min) / 1000)} have: the server was off for `
      + 'a part of that time, or stored less.';
  }
  return '';
}

/** A lower rate is of a server that was hardly used. */
const MIN_RATE = 100;

/** Says how many samples the blocks have, in how many bytes if the list has sizes, and their times. */
function heldFacts(rows: readonly RegExpMatchArray[], ms: readonly Range[]): string {
  const times = ms.flat().filter((time) => Number.isFinite(time));
  const sizes = rows.map((row) => sizeOf(row[5]));
  const bytes = sizes.reduce((sum, one) => sum + one, 0);
  const samples = rows.reduce((sum, row) => sum + Number(row[3]), 0);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const rate = 1000 * samples / coveredMs(ms);
  if (times.length === 0 || (!Number.isFinite(bytes) && !(rate >= MIN_RATE))) return '';
  const perSecond = Number.isFinite(rate) && rate >= MIN_RATE
    ? ` (about ${Number(rate.toPrecision(3)).toLocaleString('en-US')} per second)` : '';
  const [from, to] = [first, last].map((ms) => formatDateTime(ms / 1000, 'utc'));
  return ` They have ${counted(samples, 'sample')}${Number.isFinite(bytes) ? ` in ${formatBytes(bytes)}` : ''}${
    perSecond}, from ${from} to ${to} UTC.${
    Number.isFinite(bytes) ? '' : ' The list has no sizes: du -sh of the folders shows them.'}`;
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
