/** Summarizes a table of benchcmp or benchstat in sentences. Pure. */
import { absoluteWords, largestWords, secondsOfUnit } from '../../../../core/text/benchmarks/absoluteChanges.ts';
import { fits } from '../../../../core/text/prefilter/fits.ts';
import type { Look } from '../look/look.ts';
import { alikeFact, mostAlikeFact, sameCounts } from './benchmarks/alike.ts';
import { allRows, changePattern, sizePattern } from './benchmarks/changePattern.ts';
import { baseOf, comparedSides, type Sides } from './benchmarks/comparedSides.ts';
import { isNoisy, isOpen, noisyFacts } from './benchmarks/noisyRows.ts';
import { numberPattern, trendPattern } from './benchmarks/numberPattern.ts';
import { heldCounts, isCount } from './benchmarks/once/oneRun.ts';
import { caution, changedIn, isTooFew, isUntested, tooFewFacts } from './benchmarks/tables/cautions.ts';
import { isLikelyChance } from './benchmarks/tables/chance.ts';
import { withBreaks } from './benchmarks/tables/lostBreaks.ts';
import { largeOnce, partPattern } from './benchmarks/tables/partPattern.ts';
import {
  computedMean, count, DWARFS, emptyMean, isOfOtherRows, isTested, percent, side, sizeOf, wordsOf, type Changed,
} from './benchmarks/tables/tableWords.ts';
import { areUnlike, UNLIKE_STEP, unlikeFacts } from './benchmarks/tables/unlike.ts';
import { byteWords } from './benchmarks/weights/byteSizes.ts';
import { loneFacts, tradeFacts } from './benchmarks/weights/tradeFacts.ts';
import { mayCompare, readComparisonTable, type Comparison, type ComparisonTable } from './comparisonTable.ts';

const MAX_UNITS = 3;
const MAX_MEANS = 3;
/** Changes in both directions from which a mean hides them. */
const MUCH = 0.05;
/** Smaller changes count as none. */
const MIN_CHANGE = 0.0005;
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
  if (areUnlike(rows.filter(({ unit }) => unit === rows[0]?.unit))) return UNLIKE_STEP;
  if (isLikelyChance(rows)) return 'Run both sides in turns with -count=10 before looking for a cause.';
  return isTested(rows)
    ? 'To see why one changed, record it on both sides (go test -bench NAME -cpuprofile cpu.pb.gz) and open both.'
    : program === 'cargo benchcmp' ? 'Repeat both sides before any conclusion: each value is of one run.'
      : 'To test the differences, open the outputs of go test -bench -count 10 of both sides.';
}

export function comparisonFacts(look: Look): string | null {
  const text = withBreaks(look.text);
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
  const large = isOnce ? largeOnce(changedIn(rows), `${rows[0]?.unit ?? 'values'}${sides.of}`, percent) : null;
  if (large !== null) said.splice(0, 1, large);
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
  if (areUnlike(own)) return `${unit ?? ''}${sides}: ${unlikeFacts(own)}`;
  const [less, more] = wordsOf(unit);
  const all = own.filter((row): row is Changed => row.change !== null && Math.abs(row.change) >= MIN_CHANGE);
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
    ?? partPattern(changed, isTested(own) ? unchangedOf(own, all) : [], [less, more], percent)
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

/** Returns the rows without a change, as such of 0. */
const unchangedOf = (own: readonly Comparison[], changed: readonly Comparison[]): { name: string; change: number }[] =>
  own.filter((row) => !changed.includes(row)).map(({ name }) => ({ name, change: 0 }));

/** Weighs tested changes of time or bytes in both directions; "" for others. */
function absoluteOf(changed: readonly Changed[], own: readonly Comparison[], unit: string | null): string {
  const factor = secondsOfUnit(unit);
  const bytes = isTested(own) ? byteWords(changed, unit) : null;
  if (factor === null || !isTested(own)) return bytes === null ? '' : ` ${bytes}`;
  const timed = changed.map(({ name, base, change }) => ({ name, seconds: (base ?? 0) * factor, change }));
  const said = absoluteWords(timed);
  const isAll = changed.length === own.length;
  const largest = said === null ? largestWords(timed, percent) : null;
  if (said === null) return largest === null ? '' : ` ${largest}`;
  return `${isAll ? ` All ${own.length} changes are significant.` : ''} ${said}`;
}
