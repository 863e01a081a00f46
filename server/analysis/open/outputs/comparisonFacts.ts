/** Summarizes a table of benchcmp or benchstat in sentences. Pure. */
import { absoluteWords, largestWords, secondsOfUnit } from '../../../../core/text/benchmarks/absoluteChanges.ts';
import { formatNumber } from '../../../../core/text/format.ts';
import { fits } from '../../../../core/text/prefilter/fits.ts';
import type { Look } from '../look/look.ts';
import { alikeFact, mostAlikeFact, sameCounts } from './benchmarks/alike.ts';
import { allRows, changePattern, sizePattern } from './benchmarks/changePattern.ts';
import {
  baseOf, comparedSides, fewestRuns, mostRuns, oneRunOfCommand, runsPerSide, type Sides,
} from './benchmarks/comparedSides.ts';
import {
  isNoisy, isOfOneRun, isOpen, noisyFacts, noisySide, spreadOf, undecidedFacts,
} from './benchmarks/noisyRows.ts';
import { numberPattern, trendPattern } from './benchmarks/numberPattern.ts';
import { mixedFacts, oddFacts } from './benchmarks/once/mixedRows.ts';
import { heldCounts, isCount, noiseFloor } from './benchmarks/once/oneRun.ts';
import { meanRatio } from './benchmarks/rowValues.ts';
import { loneFacts, tradeFacts } from './benchmarks/weights/tradeFacts.ts';
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

const tables = new WeakMap<Look, ComparisonTable>();

function tableOf(look: Look): ComparisonTable {
  const read = tables.get(look) ?? readComparisonTable(look.text);
  tables.set(look, read);
  return read;
}

export function comparisonProgram(text: string): string | undefined {
  return readComparisonTable(text).program ?? undefined;
}

/** Returns the next step: to see why rows changed, or to test whether they did. */
export function comparisonRemedy(look: Look): string {
  const { rows, program } = tableOf(look);
  return isTested(rows)
    ? 'To see why one changed, record it on both sides (go test -bench NAME -cpuprofile cpu.pb.gz) and open both.'
    : program === 'cargo benchcmp' ? 'Repeat both sides before any conclusion: each value is of one run.'
      : 'To test the differences, open the outputs of go test -bench -count 10 of both sides.';
}

export function comparisonFacts(look: Look): string | null {
  const { text } = look;
  const table = tableOf(look);
  const { rows, single } = table;
  const [only] = single;
  if (rows.length === 0) return only === undefined ? null
    : `It has one side, so nothing is compared: ${count(single.length, 'row')}, such as ${only.name} (${only.value}).`;
  const units = [...new Set(rows.map(({ unit }) => unit))];
  const sides = rows.some(({ side: one }) => one !== null) ? NO_SIDES
    : comparedSides(text, look.name);
  const isOnce = isUntested(table, text);
  const held = isOnce ? heldCounts(rows, percent) : null;
  const said = units.slice(0, MAX_UNITS).filter((unit) => held === null || !isCount(unit)).flatMap((unit) =>
    [...new Set(rows.filter((row) => row.unit === unit).map(({ side: one }) => one))]
      .map((one) => `${one === null ? '' : `${one}, `}${
        unitFacts(table, { unit, of: one, sides: unit === units[0] ? sides.of : '' })}`));
  if (units.length > MAX_UNITS) said.push(`${count(units.length - MAX_UNITS, 'more unit')}.`);
  const best = bestOfSides(table, text);
  return [
    ...isOnce ? [`Each value is of one run (\u00b1 0 % and no n=), so no difference ${
      held === null ? '' : 'of time '}is tested.`] : [], ...held === null ? [] : [held],
    ...isTooFew(table, text) ? [tooFewFacts(text)] : [],
    ...best === null ? [] : [best], ...said,
    ...sides.note === null || !rows.some(({ change }) => change !== null && change !== 0) ? [] : [sides.note],
    ...[tradeFacts(rows, percent)].filter((one) => one !== null), ...loneFacts(single, rows), ...caution(table, text),
  ].join(' ');
}

const NO_SIDES: Sides = { of: '', note: null };

/** Whether benchstat had so few runs that no row could be significant. */
const isTooFew = ({ rows }: ComparisonTable, text: string): boolean => isTested(rows)
  && rows.every(({ change, isTested: one }) => !one || change === null || change === 0)
  && (fits(TOO_FEW, text) || mostRuns(text) < MIN_RUNS);

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

interface OfUnit { unit: string | null; of: string | null; sides: string }

function unitFacts({ rows, means }: ComparisonTable, { unit, of, sides }: OfUnit): string {
  const own = rows.filter((row) => row.unit === unit && row.side === of);
  const [less, more] = wordsOf(unit);
  const all = own.filter((row): row is Changed => row.change !== null && row.change !== 0);
  const noisy = all.filter((row) => row.isTested && isNoisy(row));
  const changed = all.filter((row) => !noisy.includes(row));
  const [up, down] = [changed.filter(({ change }) => change > 0), changed.filter(({ change }) => change < 0)];
  const undecided = isTested(own) ? own.filter(({ change, isEqual }) => change === null && !isEqual).length : 0;
  const same = own.length - all.length - undecided;
  const ways = [side(up, more, noisy.length > 0), side(down, less, noisy.length > 0)];
  const parts = [
    ...sizeOf(down) >= DWARFS * sizeOf(up) ? ways.toReversed() : ways,
    noisy.length > 0 && changed.length === 0 ? 'no change beyond the noise of its runs' : '',
    undecided > 0 ? `${undecided} not significant` : '', same > 0 ? `${same} same` : '',
  ];
  const found = ((unit === null ? undefined : means.get(unit)) ?? []).filter((mean) => mean.side === of);
  // Nothing is the mean of several packages.
  const [mean] = found;
  // A mean of rows that are mostly noise says nothing.
  const drift = less === 'less' || noisy.length > 0 ? null
    : mostAlikeFact(own.map(({ name, change, ratio }) => ({ name, change: change ?? (ratio ?? 1) - 1 })),
      { less, more, percent, hasSameCounts: sameCounts(rows.filter((row) => row.side === of)) });
  const tail = own.length === 1 || noisy.length > 0 ? '' : all.length === 0 ? emptyMean(mean, own)
    : mean === undefined ? own.some(isOpen) ? '' : computedMean(own)
    : found.length === 1 && isOfOtherRows(rows, means, unit)
      ? `; the printed geometric mean, ${percent(mean.change)}, is of more rows than the text has`
    : `; ${found.slice(0, MAX_MEANS).map((mean) =>
      `${percent(mean.change)}${found.length === 1 || mean.pkg === null ? '' : ` (${mean.pkg})`}`).join(', ')
    } in geometric mean`;
  const pattern = changePattern(changed, [less, more], percent)
    ?? numberPattern(changed, [less, more], percent) ?? sizePattern(changed, percent)
    ?? trendPattern(changed, percent)
    ?? (less === 'less' || changed.length < own.length ? null
      : alikeFact(changed.map(({ change }) => change), [less, more], percent));
  const isBoth = up.some(({ change }) => change >= MUCH) && down.some(({ change }) => change <= -MUCH);
  const hides = tail !== '' && isTested(own) && isBoth
    ? `, which hides that some are ${less} and some ${more}` : '';
  const ofNoise = noisyFacts(noisy, percent, found.length === 1 && mean !== undefined ? percent(mean.change) : null);
  if (drift !== null) return `${unit ?? ''}${sides}: ${drift}`;
  return `${unit ?? 'Values whose unit is cut off'}${sides}: ${parts.filter((part) => part !== '').join(', ')}${tail}${
    hides}.${ofNoise}${absoluteOf(changed, own, unit)}${pattern === null ? '' : ` ${pattern}`}`;
}

/** Weighs tested changes of time in both directions; "" for others. */
function absoluteOf(changed: readonly Changed[], own: readonly Comparison[], unit: string | null): string {
  const factor = secondsOfUnit(unit);
  if (factor === null || !isTested(own)) return '';
  const timed = changed.map(({ name, base, change }) => ({ name, seconds: (base ?? 0) * factor, change }));
  const said = absoluteWords(timed);
  const isAll = changed.length === own.length;
  const largest = said === null ? largestWords(timed, percent) : null;
  if (said === null) return largest === null ? '' : ` ${largest}`;
  return `${isAll ? ` All ${own.length} changes are significant.` : ''} ${said}`;
}

/** Says that a printed mean of rows without a change is none either; "" for one that shows none. */
const emptyMean = (mean: { change: number } | undefined, own: readonly Comparison[]): string =>
  (mean === undefined || mean.change === 0 || !isTested(own) ? ''
    : `; so the printed geometric mean, ${percent(mean.change)}, shows no change either`);

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

/** Factor by which a direction has to change more than the other to be told first, if it is the better one. */
const DWARFS = 5;
/** Returns the largest change, in which halving is as much as doubling. */
const sizeOf = (rows: readonly { change: number }[]): number =>
  Math.max(0, ...rows.map(({ change }) => Math.abs(Math.log1p(Math.max(change, -0.9999)))));

/** `isEach`: whether two rows are both named, not only the one that changed most. */
function side(rows: readonly Changed[], word: string, isEach: boolean): string {
  const [first, ...others] = rows;
  if (first === undefined) return '';
  if (isEach && rows.length === 2)
    return `2 ${word} (${rows.map(({ name, change }) => `${name}, ${percent(change)}`).join('; ')})`;
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

const TOO_FEW = /need >= \d samples to detect a difference/;
function tooFewFacts(text: string): string {
  const runs = mostRuns(text);
  return `Nothing can be said: ${runs === Infinity ? 'the runs are too few to show a difference'
    : `each value is of ${count(runs, 'run')}, too few to show a difference`}, whatever the values. Run both sides `
    + 'with -count=10.';
}

/** Runs per side from which benchstat can find a difference. */
const MIN_RUNS = 4;
/** Runs per side from which it can give the range of a value. */
const MIN_RANGE_RUNS = 6;

const AGAIN = 'Run both sides again in turns on a quiet machine, with more runs (-count=10), before any of them is '
  + 'quoted.';
const FEW_RUNS = 'With so few runs, only a large difference is found: run both sides with -count=10.';

function caution(table: ComparisonTable, text: string): string[] {
  const { rows, program } = table;
  const runs = runsPerSide(text);
  if (isTested(rows)) {
    if (isTooFew(table, text)) return spreadOf(text, true);
    const isNoise = rows.some((row) => row.isTested && isNoisy(row));
    const isUnchanged = rows.every(({ change }) => change === null || change === 0);
    return [
      ...runs === null ? [] : [runs],
      ...(isUnchanged ? undecidedFacts(rows, fewestRuns(text)) : null) ?? spreadOf(text, isNoise),
      ...isNoise ? [] : noisySide(rows.filter(({ unit }) => unit === rows[0]?.unit)),
      ...isNoise ? [AGAIN] : isUnchanged && mostRuns(text) < MIN_RANGE_RUNS ? [FEW_RUNS] : [],
    ];
  }
  if (program !== 'benchcmp' && isOfOneRun(text))
    return [
      ...[noiseFloor(rows, percent)].filter((one) => one !== null), ...mixedFacts(rows, percent),
      ...oddFacts(rows, percent),
      `Run both sides with -count 10 before any conclusion${rows.some(({ unit }) => isCount(unit)) ? ' on time' : ''}.`,
    ];
  const once = program === 'benchcmp' ? null : oneRunOfCommand(text);
  return [
    program === 'benchcmp' ? `It compares one run per side: ${onceWords(rows)}${
      rows.some(({ unit }) => unit === 'allocs/op') ? ', those of allocations rarely are.' : '.'}`
      : 'It states no test of significance: small differences may be noise.',
    ...once === null ? [] : [once], ...mixedFacts(rows, percent),
    ...program === 'benchcmp' ? oddFacts(rows, percent) : [],
  ];
}

/** Factor from which a change of one run is no noise as a rule, and the change below which it shows nothing. */
const BEYOND_NOISE = 2;
const WITHIN_NOISE = 0.05;

/** Says which changes of the first unit one run per side can show. */
function onceWords(rows: readonly Comparison[]): string {
  const own = rows.filter(({ unit }) => unit === rows[0]?.unit).flatMap(({ change }) => change ?? []);
  const large = own.filter((change) => sizeOf([{ change }]) >= Math.log(BEYOND_NOISE)).length;
  const small = own.filter((change) => change !== 0 && Math.abs(change) < WITHIN_NOISE).length;
  return large === 0 ? 'differences of time may be noise'
    : `a factor of 2 or more (${count(large, 'row')}) is far beyond the usual noise${small === 0 ? ''
      : `, a change below 5 % (${count(small, 'row')}) shows nothing`}; other differences of time may be noise`;
}

/** A table rounds to two decimals, so that it prints -100.00% for what is not zero. */
const percent = (change: number): string => (change <= -0.99995 ? 'nearly \u2212100 %'
  : `${change < 0 ? '' : '+'}${formatNumber(change * 100)} %`);
const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;
