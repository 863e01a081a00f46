/** Summarizes a table of benchcmp or benchstat in sentences. Pure. */
import { formatNumber } from '../../../../core/text/format.ts';
import { fits } from '../../../../core/text/prefilter/fits.ts';
import { alikeFact } from './benchmarks/alike.ts';
import { allRows, changePattern, sizePattern } from './benchmarks/changePattern.ts';
import { baseOf, comparedSides, oneRunOfCommand, runsPerSide } from './benchmarks/comparedSides.ts';
import { numberPattern } from './benchmarks/numberPattern.ts';
import { meanRatio } from './benchmarks/rowValues.ts';
import { mayCompare, readComparisonTable, type Comparison, type ComparisonTable } from './comparisonTable.ts';

const MAX_UNITS = 3;
const MAX_MEANS = 3;
/** Rows from which a geometric mean is computed if the table prints none. */
const MIN_FOR_MEAN = 3;
/** Changes in both directions from which a mean hides them. */
const MUCH = 0.1;
/** Header of the newer benchstat, printed even if no row remains. */
const NEW_HEADER = /\u2502\s+(?:sec\/op|\S{1,40}\/op)\s+\u2502/;

/** Returns whether a text has a table of benchcmp or benchstat. */
export function isComparisonTable(text: string): boolean {
  if (!fits(/[%~\u2502]|\dx\b/, text) || !mayCompare(text)) return false;
  const { rows, single, program } = readComparisonTable(text);
  return fits(NEW_HEADER, text) || rows.some(({ unit }) => unit !== null) || rows.length > 1
    || (program !== null && single.length > 0);
}

export function comparisonProgram(text: string): string | undefined {
  return readComparisonTable(text).program ?? undefined;
}

/** Returns whether the table says which differences are significant. */
export const isTestedTable = (text: string): boolean => isTested(readComparisonTable(text).rows);

export function comparisonFacts(text: string): string | null {
  const table = readComparisonTable(text);
  const { rows, single } = table;
  const [only] = single;
  if (rows.length === 0) return only === undefined ? null
    : `It has one side, so nothing is compared: ${count(single.length, 'row')}, such as ${only.name} (${only.value}).`;
  const units = [...new Set(rows.map(({ unit }) => unit))];
  const said = units.slice(0, MAX_UNITS).flatMap((unit) =>
    [...new Set(rows.filter((row) => row.unit === unit).map(({ side: one }) => one))]
      .map((one) => `${one === null ? '' : `${one}, `}${unitFacts(table, unit, one)}`));
  if (units.length > MAX_UNITS) said.push(`${count(units.length - MAX_UNITS, 'more unit')}.`);
  const best = bestOfSides(table, text);
  const sides = rows.some(({ side: one }) => one !== null) ? null : comparedSides(text);
  const isOnce = isUntested(table, text);
  return [
    ...isOnce ? ['Each value is of one run (\u00b1 0 % and no n=), so no difference is tested.'] : [],
    ...best === null ? [] : [best], ...said, ...sides === null ? [] : [sides], ...caution(table, text),
  ].join(' ');
}

/** Whether benchstat had one run per side. */
const isUntested = ({ rows, program }: ComparisonTable, text: string): boolean =>
  !isTested(rows) && program !== 'benchcmp' && isOfOneRun(text);

/** Names the side of several that is the best in all rows of the first unit, and what they are compared with. */
function bestOfSides({ rows }: ComparisonTable, text: string): string | null {
  const unit = rows[0]?.unit ?? null;
  const own = rows.filter((row) => row.unit === unit);
  const names = [...new Set(own.map(({ name }) => name))];
  const bests = names.map((name) => own.filter((row) => row.name === name)
    .toSorted((a, b) => (a.change ?? 0) - (b.change ?? 0))[0]);
  const [first] = bests;
  if (first === undefined || first.side === null) return null;
  const base = baseOf(text);
  const isBest = names.length > 1 && wordsOf(unit)[0] !== 'slower'
    && bests.every((one) => one?.side === first.side && (one.change ?? 0) < 0);
  return [
    ...isBest ? [`${first.side} has the lowest ${unit ?? 'value'} in ${allRows(names.length)}.`] : [],
    ...base === null ? [] : [`Each side is against ${base}.`],
  ].join(' ') || null;
}

function unitFacts({ rows, means }: ComparisonTable, unit: string | null, of: string | null): string {
  const own = rows.filter((row) => row.unit === unit && row.side === of);
  const [less, more] = wordsOf(unit);
  const changed = own.filter((row): row is Changed => row.change !== null && row.change !== 0);
  const [up, down] = [changed.filter(({ change }) => change > 0), changed.filter(({ change }) => change < 0)];
  const undecided = isTested(own) ? own.filter(({ change, isEqual }) => change === null && !isEqual).length : 0;
  const same = own.length - changed.length - undecided;
  const parts = [
    side(up, more), side(down, less),
    undecided > 0 ? `${undecided} not significant` : '', same > 0 ? `${same} same` : '',
  ];
  const found = ((unit === null ? undefined : means.get(unit)) ?? []).filter((mean) => mean.side === of);
  // Nothing is the mean of several packages.
  const [mean] = found;
  const tail = changed.length === 0 || own.length === 1 ? '' : mean === undefined ? computedMean(own)
    : found.length === 1 && isOfOtherRows(rows, means, unit)
      ? `; the printed geometric mean, ${percent(mean.change)}, is of more rows than the text has`
    : `; ${found.slice(0, MAX_MEANS).map((mean) =>
      `${percent(mean.change)}${found.length === 1 || mean.pkg === null ? '' : ` (${mean.pkg})`}`).join(', ')
    } in geometric mean`;
  const pattern = changePattern(changed, [less, more], percent)
    ?? numberPattern(changed, [less, more], percent) ?? sizePattern(changed, percent)
    ?? (less === 'less' || changed.length < own.length ? null
      : alikeFact(changed.map(({ change }) => change), [less, more], percent));
  const isBoth = up.some(({ change }) => change >= MUCH) && down.some(({ change }) => change <= -MUCH);
  const hides = tail !== '' && isTested(own) && isBoth
    ? `, which hides that some are ${less} and some ${more}` : '';
  return `${unit ?? 'Values whose unit is cut off'}: ${parts.filter((part) => part !== '').join(', ')}${tail}${hides}.${
    pattern === null ? '' : ` ${pattern}`}`;
}

/** Returns the geometric mean of the ratios; "" if a row has none or they are too few. */
function computedMean(rows: readonly Comparison[]): string {
  const mean = meanRatio(rows.map(({ ratio }) => ratio), MIN_FOR_MEAN);
  if (mean === null) return '';
  const change = Math.abs(mean - 1) < 0.0005 ? 'no change' : percent(mean - 1);
  return `; ${change} in geometric mean (computed here from the ${rows.length} rows)`;
}

/** Rounding of a printed change. */
const ROUNDING = 0.0006;

/** Whether a printed mean of a unit is outside of the changes of its rows: rows of the table were taken out. */
function isOfOtherRows(rows: readonly Comparison[], means: ComparisonTable['means'], unit: string | null): boolean {
  return (unit === null ? [] : means.get(unit) ?? []).some(({ side: of, change }) => {
    const ratios = rows.filter((row) => row.unit === unit && row.side === of).map(({ ratio }) => ratio);
    const known = ratios.filter((ratio) => ratio !== null);
    return known.length > 1 && known.length === ratios.length
      && (1 + change > Math.max(...known) + ROUNDING || 1 + change < Math.min(...known) - ROUNDING);
  });
}

type Changed = Comparison & { change: number };

function side(rows: readonly Changed[], word: string): string {
  const [first, ...others] = rows;
  if (first === undefined) return '';
  const most = others.reduce((max, row) => (Math.abs(row.change) > Math.abs(max.change) ? row : max), first);
  const name = most.name === '' ? '' : `${most.name}, `;
  const change = most.isToZero && most.change <= -0.99995 ? '\u2212100 %' : percent(most.change);
  return `${rows.length} ${word} (${others.length === 0 ? '' : 'most '}${name}${change})`;
}

/** Returns the words for a smaller and for a larger value of a unit. */
function wordsOf(unit: string | null): [less: string, more: string] {
  const name = unit ?? '';
  if (/(?:^|[\s(])(?:ns|\u00b5s|ms|s|sec|time)\/(?:op|iter)\b|^time\b/i.test(name)) return ['faster', 'slower'];
  return /\/s(?:ec)?$|^speed$/.test(name) ? ['slower', 'faster'] : ['less', 'more'];
}

const isTested = (rows: readonly Comparison[]): boolean => rows.some((row) => row.isTested);

/** A note of benchstat, and what it means. */
const TOO_FEW = /need >= \d samples to detect a difference/;
const TOO_FEW_RUNS = 'So few runs show no difference, whatever their values: run both sides with -count 10.';

/** The spread that benchstat prints behind a value. */
const SPREAD = /\u00b1[ \t]{0,3}(\d{1,4})%/g;

/** Spread of the values of a side, in percent, from which it is reported. */
const MIN_SPREAD = 15;
/** Spread from which a row that is not significant says nothing. */
const REPEATED_SPREAD = 30;

/** Says how much the runs of one side differ, if it is much. */
function spreadOf(text: string): string[] {
  const [most] = [...text.matchAll(SPREAD)].map(({ index, 1: percentage }) => ({ index, value: Number(percentage) }))
    .sort((a, b) => b.value - a.value);
  if (most === undefined || most.value < MIN_SPREAD) return [];
  const line = text.slice(text.lastIndexOf('\n', most.index) + 1, most.index);
  const row = /^[ \t>]{0,12}(\w\S{0,199}) {1,80}[\d.]/.exec(line)?.[1];
  const end = text.indexOf('\n', most.index);
  const isOpen = /\s~(?:\s|$)/.test(text.slice(most.index, end < 0 ? undefined : end));
  const again = most.value < REPEATED_SPREAD || !isOpen ? '' : ': that one has to be repeated on a quiet machine';
  return [`The runs of a value differ by up to \u00b1 ${most.value} %${row === undefined ? '' : ` (${row})`}${again}.`];
}

/** Whether benchstat had one run per side: no spread in any value, and no number of runs. */
function isOfOneRun(text: string): boolean {
  const spreads = [...text.matchAll(SPREAD)].map(([, percentage]) => percentage);
  return spreads.length > 1 && spreads.every((one) => one === '0') && !fits(/\bn=\d|all equal/, text);
}

function caution({ rows, program }: ComparisonTable, text: string): string[] {
  const runs = runsPerSide(text);
  if (isTested(rows)) return [
    ...runs === null ? [] : [runs], ...fits(TOO_FEW, text) || /\bof 1 run\.$/.test(runs ?? '') ? [TOO_FEW_RUNS] : [],
    ...spreadOf(text),
  ];
  if (program !== 'benchcmp' && isOfOneRun(text))
    return [...mixed(rows), 'Run both sides with -count 10 before any conclusion.'];
  const once = oneRunOfCommand(text);
  return [
    program === 'benchcmp'
      ? `It compares one run per side: differences of time may be noise${
        rows.some(({ unit }) => unit === 'allocs/op') ? ', those of allocations rarely are.' : '.'}`
      : 'It states no test of significance: small differences may be noise.',
    ...program === 'benchcmp' || once === null ? [] : [once], ...mixed(rows),
  ];
}

/** Says that untested changes of the first unit go both ways, and how large the largest is. */
function mixed(rows: readonly Comparison[]): string[] {
  const own = rows.filter(({ unit, side: one }) => unit === rows[0]?.unit && one === rows[0]?.side)
    .filter((row): row is Changed => row.change !== null && row.change !== 0);
  const up = own.filter(({ change }) => change > 0).length;
  const [first, ...others] = own;
  if (first === undefined || up < MIN_MIXED || own.length - up < MIN_MIXED) return [];
  const most = others.reduce((max, row) => (Math.abs(row.change) > Math.abs(max.change) ? row : max), first);
  return [`The changes go both ways: without more runs, only the largest (${percent(most.change)}) is worth a closer `
    + 'look.'];
}

/** Rows in each direction from which changes go both ways. */
const MIN_MIXED = 2;

/** A table rounds to two decimals, so that it prints -100.00% for what is not zero. */
const percent = (change: number): string => (change <= -0.99995 ? 'nearly \u2212100 %'
  : `${change < 0 ? '' : '+'}${formatNumber(change * 100)} %`);
const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;
