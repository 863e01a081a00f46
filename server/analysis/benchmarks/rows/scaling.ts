/** Says how the time of a benchmark changes with GOMAXPROCS, the -N at the end of its names. Pure. */
import type { BenchmarkUnit } from '../../../../core/contract/contract.ts';
import { formatNumber } from '../../../../core/text/format.ts';
import { valueText } from '../single/values.ts';

const MIN_SETTINGS = 3;
const MAX_SETTINGS = 8;
const MAX_TOLD = 4;
/** Ratio within which two settings are reported as equally fast. */
const ALIKE = 1.05;
/** Change of a single run that noise hardly explains if several share it. */
const LARGE = 0.5;
/** A time that vanishes is no longer that of the same work. */
const VANISHED = 0.99;

interface Setting { procs: number; value: number; ratio: number | null }

/** Returns a sentence for each benchmark and side with three or more settings. */
export function scalingWords(units: readonly BenchmarkUnit[], columns: readonly string[]): string[] {
  const told = units.filter(({ unit }) => unit === 'sec/op').flatMap((table) => columns.flatMap((column, at) =>
    [...settingsOf(table, at)].flatMap(([name, settings]) => {
      const words = wordsOf(settings);
      return words === null ? [] : [`${name} by GOMAXPROCS${columns.length > 1 ? ` in ${column}` : ''}: ${words}`];
    })));
  return told.length > MAX_TOLD ? [] : told;
}

/** Returns the settings of each benchmark in a column, fewest processors first; a name without a number is of one. */
function settingsOf({ rows }: BenchmarkUnit, column: number): Map<string, Setting[]> {
  const all = new Map<string, Setting[]>();
  for (const { name, cells } of rows) {
    const cell = cells[column] ?? null;
    const [, base = name, procs = '1'] = /^(.*?)(?:-(\d{1,5}))?$/s.exec(name) ?? [];
    if (cell === null || !(cell.center > 0)) continue;
    all.set(base, [...all.get(base) ?? [],
      { procs: Number(procs), value: cell.center, ratio: cell.comparison?.measuredRatio ?? null }]);
  }
  return new Map([...all].filter(([, settings]) => settings.length >= MIN_SETTINGS && settings.length <= MAX_SETTINGS)
    .map(([name, settings]) => [name, settings.toSorted((a, b) => a.procs - b.procs)]));
}

function wordsOf(settings: readonly Setting[]): string | null {
  const [first, last] = [settings[0], settings.at(-1)];
  if (first === undefined || last === undefined) return null;
  const values = settings.map(({ procs, value }) => `${valueText(value, 'sec/op')} at ${procs}`).join(', ');
  const least = Math.min(...settings.map(({ value }) => value));
  const enough = settings.find(({ value }) => value <= ALIKE * least) ?? last;
  const ratio = last.value / first.value;
  const change = ratio >= ALIKE ? `${formatNumber(ratio)} times as long at ${last.procs} as at ${
    first.procs}, a sign of contention`
    : ratio > 1 / ALIKE ? `about the same at ${last.procs} as at ${first.procs}`
      : `${formatNumber(1 / ratio)} times as fast at ${last.procs} as at ${first.procs}`;
  const end = ratio > 1 / ALIKE || enough === last ? '' : `, with no gain above ${enough.procs}`;
  return `${values}: ${change}${end}.`;
}

/**
 * Says that several benchmarks, or settings of one, changed much in the same way, which single runs show too; null for
 * fewer, and if others changed as much the other way.
 */
export function largeChange(units: readonly BenchmarkUnit[], columns: readonly string[]): string | null {
  const tables = units.filter(({ unit }) => unit === 'sec/op');
  const rows = tables.flatMap((table) => table.rows.flatMap(({ name, cells }) => {
    const ratio = cells[1]?.comparison?.measuredRatio ?? null;
    return ratio === null || ratio <= -VANISHED ? [] : [{ base: name.replace(/-\d{1,5}$/, ''), ratio }];
  }));
  const large = rows.filter(({ ratio }) => ratio <= -LARGE || ratio >= 1 / (1 - LARGE) - 1);
  const [first] = large;
  if (columns.length !== 2 || first === undefined || large.length < MIN_SETTINGS || 2 * large.length <= rows.length
    || large.some(({ ratio }) => Math.sign(ratio) !== Math.sign(first.ratio))) return null;
  const isOne = rows.every(({ base }) => base === first.base);
  const all = `${large.length === rows.length ? `all ${rows.length}` : `${large.length} of ${rows.length}`} ${
    isOne ? `settings of ${first.base}` : 'benchmarks'}`;
  return `${columns[1] ?? ''} against ${columns[0] ?? ''}: ${all} take ${
    first.ratio < 0 ? 'half the time or less' : 'twice the time or more'}, which noise of single runs hardly explains.`;
}
