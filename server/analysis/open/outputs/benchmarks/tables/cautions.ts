/** Says what the runs of a table that compares benchmarks can show, by their number and their spread. Pure. */
import { fits } from '../../../../../../core/text/prefilter/fits.ts';
import type { Comparison, ComparisonTable } from './comparison.ts';
import { fewestRuns, mostRuns, oneRunOfCommand, runsPerSide } from '../comparedSides.ts';
import { isNoisy, isOfOneRun, noisySide, spreadOf, undecidedFacts } from '../noisyRows.ts';
import { mixedFacts, oddFacts } from '../once/mixedRows.ts';
import { isCount, noiseFloor } from '../once/oneRun.ts';
import { chanceFacts, fewRunsFacts, rangeFacts } from './chance.ts';
import { largeRows } from './partPattern.ts';
import { count, isTested, percent, sizeOf, type Changed } from './tableWords.ts';
import { areUnlike } from './unlike.ts';

/** Whether benchstat had so few runs that no row could be significant. */
export const isTooFew = ({ rows }: ComparisonTable, text: string): boolean => isTested(rows)
  && rows.every(({ change, isTested: one }) => !one || change === null || change === 0)
  && (fits(TOO_FEW, text) || mostRuns(text) < MIN_RUNS);

/** Whether benchstat had one run per side. */
export const isUntested = ({ rows, program }: ComparisonTable, text: string): boolean =>
  !isTested(rows) && program !== 'benchcmp' && isOfOneRun(text);

const TOO_FEW = /need >= \d samples to detect a difference/;
export function tooFewFacts(text: string): string {
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

export function caution(table: ComparisonTable, text: string): string[] {
  const { rows, program } = table;
  const runs = runsPerSide(text);
  if (isTested(rows)) {
    if (isTooFew(table, text)) return spreadOf(text, true);
    const isNoise = rows.some((row) => row.isTested && isNoisy(row));
    const isUnchanged = rows.every(({ change }) => change === null || change === 0);
    return [
      ...runs === null ? [] : [runs],
      ...[rangeFacts(text), fewRunsFacts(rows, text), chanceFacts(rows)].filter((one) => one !== null),
      ...(isUnchanged ? undecidedFacts(rows, fewestRuns(text)) : null) ?? spreadOf(text, isNoise),
      ...isNoise ? [] : noisySide(rows.filter(({ unit }) => unit === rows[0]?.unit)),
      ...isNoise ? [AGAIN] : isUnchanged && mostRuns(text) < MIN_RANGE_RUNS ? [FEW_RUNS] : [],
    ];
  }
  if (program !== 'benchcmp' && isOfOneRun(text)) {
    const isLarge = largeRows(changedIn(rows)).length > 0;
    const on = isLarge ? ' on the other rows' : rows.some(({ unit }) => isCount(unit)) ? ' on time' : '';
    return [
      ...[noiseFloor(rows, percent)].filter((one) => one !== null), ...isLarge ? [] : mixedFacts(rows, percent),
      ...oddFacts(rows, percent), `Run both sides with -count 10 before any conclusion${on}.`,
    ];
  }
  const once = program === 'benchcmp' ? null : oneRunOfCommand(text);
  return [
    program === 'benchcmp' ? `It compares one run per side: ${onceWords(rows)}${
      rows.some(({ unit }) => unit === 'allocs/op') ? ', those of allocations rarely are.' : '.'}`
      : 'It states no test of significance: small differences may be noise.',
    ...once === null ? [] : [once],
    ...areUnlike(rows.filter(({ unit }) => unit === rows[0]?.unit)) ? [] : mixedFacts(rows, percent),
    ...program === 'benchcmp' ? oddFacts(rows, percent) : [],
  ];
}

/** Returns the changed rows of the first unit and side. */
export const changedIn = (rows: readonly Comparison[]): Changed[] => rows.filter((row): row is Changed =>
  row.unit === rows[0]?.unit && row.side === rows[0]?.side && row.change !== null && row.change !== 0);

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
