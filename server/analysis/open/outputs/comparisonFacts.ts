/** Summarizes a table of benchcmp or benchstat in sentences. Pure. */
import { formatNumber } from '../../../../core/text/format.ts';
import { fits } from '../../../../core/text/prefilter/fits.ts';
import { changePattern } from './benchmarks/changePattern.ts';
import { mayCompare, readComparisonTable, type Comparison, type ComparisonTable } from './comparisonTable.ts';

const MAX_UNITS = 3;
const MAX_MEANS = 3;
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
  return [...said, ...caution(table, text)].join(' ');
}

function unitFacts({ rows, means }: ComparisonTable, unit: string | null, of: string | null): string {
  const own = rows.filter((row) => row.unit === unit && row.side === of);
  const [less, more] = wordsOf(unit);
  const changed = own.filter((row): row is Changed => row.change !== null && row.change !== 0);
  const [up, down] = [changed.filter(({ change }) => change > 0), changed.filter(({ change }) => change < 0)];
  const same = own.length - changed.length;
  const unchanged = same > 0 ? `${same} ${isTested(own) ? 'not significant' : 'same'}` : '';
  const parts = [side(up, more), side(down, less), unchanged];
  const found = (unit === null ? undefined : means.get(unit)) ?? [];
  // Nothing is the mean of several packages.
  const tail = changed.length === 0 || found.length === 0 ? '' : `; ${found.slice(0, MAX_MEANS).map((mean) =>
    `${percent(mean.change)}${found.length === 1 || mean.pkg === null ? '' : ` (${mean.pkg})`}`).join(', ')
  } in geometric mean`;
  const pattern = changePattern(changed, [less, more], percent);
  return `${unit ?? 'Values whose unit is cut off'}: ${parts.filter((part) => part !== '').join(', ')}${tail}.${
    pattern === null ? '' : ` ${pattern}`}`;
}

type Changed = Comparison & { change: number };

function side(rows: readonly Changed[], word: string): string {
  const [first, ...others] = rows;
  if (first === undefined) return '';
  const most = others.reduce((max, row) => (Math.abs(row.change) > Math.abs(max.change) ? row : max), first);
  return `${rows.length} ${word} (${others.length === 0 ? '' : 'most '}${most.name}, ${percent(most.change)})`;
}

/** Returns the words for a smaller and for a larger value of a unit. */
function wordsOf(unit: string | null): [less: string, more: string] {
  const name = unit ?? '';
  if (/(?:^|[\s(])(?:ns|\u00b5s|ms|s|sec|time)\/op\b|^time\b/i.test(name)) return ['faster', 'slower'];
  return /\/s(?:ec)?$|^speed$/.test(name) ? ['slower', 'faster'] : ['less', 'more'];
}

const isTested = (rows: readonly Comparison[]): boolean => rows.some((row) => row.isTested);

/** The spread that benchstat prints behind a value. */
const SPREAD = /\u00b1[ \t]{0,3}(\d{1,4})%/g;

/** Whether benchstat had one run per side: no spread in any value, and no number of runs. */
function isOfOneRun(text: string): boolean {
  const spreads = [...text.matchAll(SPREAD)].map(([, percentage]) => percentage);
  return spreads.length > 1 && spreads.every((one) => one === '0') && !fits(/\bn=\d|all equal/, text);
}

function caution({ rows, program }: ComparisonTable, text: string): string[] {
  if (isTested(rows)) return [];
  if (program !== 'benchcmp' && isOfOneRun(text)) return ['Each value is of one run (\u00b1 0 % and no n=), so no '
    + 'difference is tested: run both sides with -count 10 before any conclusion.'];
  return [program === 'benchcmp'
    ? 'It compares one run per side: differences of time may be noise, those of allocations rarely are.'
    : 'It states no test of significance: small differences may be noise.'];
}

/** A table rounds to two decimals, so that it prints -100.00% for what is not zero. */
const percent = (change: number): string => (change <= -0.99995 ? 'nearly \u2212100 %'
  : `${change < 0 ? '' : '+'}${formatNumber(change * 100)} %`);
const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;
