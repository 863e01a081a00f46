/** Builds the finding of a benchmark comparison; it leads with too few runs if they cannot show a difference. */
import type {
  BenchmarkCell, BenchmarkReport, BenchmarkUnit, BenchmarkVerdict, Finding, Part,
} from '../../../core/contract/contract.ts';
import { finding } from '../../../core/finding.ts';
import { count, parts, quantity, range } from '../../../core/text/parts.ts';
import { benchClaim, bothWays, ratioText, unitName } from '../../../core/views/benchmarks/benchClaim.ts';
import { changedTogether, MIN_BENCHMARKS, type Drift } from './rows/drifts.ts';
import { driftWords, fewDriftClaim } from './rows/driftWords.ts';
import { kindChanges } from './kindChanges.ts';
import { isBeyondChance } from './manyRows.ts';
import { clearChanges, measuredChanges } from './single/fewRuns.ts';
import { countedWords } from './rows/countedWords.ts';
import { brokenExactWords, detailsOf } from './rows/rowDetails.ts';
import { largeChange, scalingWords } from './rows/scaling.ts';
import { hasScatter, isAllEqual, scatterWords } from './rows/scatterWords.ts';
import { oneOutput, type Run } from './single/oneOutput.ts';
import { valueText } from './single/values.ts';

const WORDS: Record<string, string> = {
  'sec/op': 'time', 'B/op': 'bytes', 'allocs/op': 'allocations', 'B/s': 'throughput', sec: 'wall clock',
  'user+sys-sec': 'CPU', 'peak-RSS-bytes': 'largest resident memory',
};

interface Compared extends Pick<BenchmarkReport, 'units' | 'columns' | 'config'> {
  ignore: readonly string[];
  /** Uniform drifts, and the figures without them; null without a drift. */
  drift: { drifts: readonly Drift[]; units: BenchmarkUnit[] } | null;
  run: Run;
  /** What is said of the runs of `time`: whether sides overlap, and of the first ones. */
  cold: string[];
  /** What is said of counts that are shared by more or fewer iterations. */
  fixed: string[];
  /** Whether the sides are parts of one text, so that they ran one after the other. */
  isOneByOne: boolean;
}
interface Judged { finding: Finding; verdict: BenchmarkVerdict }

function isCompared(cell: BenchmarkCell | null): boolean {
  return cell !== null && cell.comparison !== null;
}

/**
 * Returns what changed beyond noise. For two outputs the claim counts the changes (`benchClaim`); for more it is the
 * first unit with a significant change. All other statements are evidence. With too few runs the verdict is `untested`
 * and `unknown`, which the claim says. Codes: `bench-one-output`, `bench-nothing-compared`, `bench-one-run`,
 * `bench-few-runs`, `bench-sizes`, `bench-changed`, `bench-same`.
 */
export function benchFinding(
  { units, columns, config, ignore, drift, run, cold, fixed, isOneByOne }: Compared
): Judged {
  const untested = (code: string, claim: Part[], evidence: Part[][] = []): Judged =>
    ({ finding: finding({ code, severity: 'unknown', claim, evidence }), verdict: 'untested' });
  const comparisons = units.flatMap(
    ({ rows }) => rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.comparison ?? []))
  );
  if (comparisons.length === 0) {
    if (columns.length > 1) return untested('bench-nothing-compared', ...nothingCompared(units, config, ignore));
    return untested('bench-one-output', ...oneOutput(units, config, run));
  }
  const counts = units.flatMap(
    ({ rows }) => rows.flatMap(({ cells }) => (cells.some(isCompared) ? cells.flatMap((cell) => cell?.n ?? []) : []))
  );
  const fewest = counts.reduce((least, each) => Math.min(least, each), Infinity);
  const most = counts.reduce((largest, each) => Math.max(largest, each), 0);
  // Units declared exact are not tested, so one run is enough.
  const isSure = comparisons.some(({ isSignificant }) => isSignificant);
  const scaling = scalingWords(units, columns).map((one) => parts`${one}`);
  const again = parts`Run each side at least 4 times, better 10 (-count=10), alternating.`;
  if (most < 4 && !isSure && units.every(({ nearExact }) => nearExact)) {
    const [claim = [], ...evidence] = countedWords(units, []).slice(0, -1);
    const exact = [...new Set(units.map(({ unit }) => unit))].join(',');
    return untested('bench-sizes', claim, [
      ...evidence, parts`Sizes of files are exact. Treat them as exact (${exact}) to judge each difference.`,
    ]);
  }
  if (most === 1 && !isSure) {
    const large = largeChange(units, columns);
    const noise = parts`One run per side cannot show a ${large === null ? '' : 'smaller '}difference from noise.`;
    const rest = [...scaling, ...countedWords(units, fixed), ...large === null ? [] : [noise], again];
    return untested(
      'bench-one-run', large === null ? noise : parts`${large}`, [...measuredChanges(units, columns), ...rest]
    );
  }
  if (most < 4 && !isSure) {
    const runs = fewest === most ? quantity(most, 'count') : range(fewest, most, 'count');
    return untested(
      'bench-few-runs', parts`Too few runs: with ${runs} per side no difference can be significant.`,
      [
        ...clearChanges(units), parts`The smallest possible p is ${most === 2 ? '0.33' : '0.10'}.`,
        ...measuredChanges(units, columns), ...brokenExactWords(units, columns).map((one) => parts`${one}`),
        ...countedWords(units, fixed), ...cold.map((one) => parts`${one}`), again,
      ]
    );
  }
  const compared = units.filter(({ rows }) => rows.some(({ cells }) => cells.some(isCompared)));
  const ofDrift = drift === null ? null : driftClaim(drift, { units, columns });
  // Tables of one unit, for instance for several packages, share one statement.
  const statements = [...new Set(compared.map(({ unit }) => unit))]
    .flatMap((unit) => unitStatements(compared.filter((one) => one.unit === unit), columns, ofDrift !== null));
  const changed = statements.find(({ isChanged }) => isChanged);
  const lead = changed ?? statements[0];
  const others = statements.filter((one) => one !== lead);
  const isTold = changed !== undefined && changed === statements[0] && hasOneRow(compared, columns);
  const verdict = verdictOf(units);
  const summary = ofDrift ?? benchClaim({ units, columns });
  return {
    finding: finding({
      code: changed === undefined ? 'bench-same' : 'bench-changed',
      severity: verdict === 'worse' || verdict === 'mixed' ? 'warning' : 'ok',
      claim: summary === null ? lead?.claim ?? [] : [{ text: summary }],
      evidence: [
        ...(summary === null || ofDrift !== null || isTold ? [] : [lead?.claim ?? []]),
        ...(lead?.more ?? []),
        ...driftWords({ units, columns }).map((one) => parts`${one}`),
        ...scatterWords(compared.filter(({ unit }) => unit === compared[0]?.unit), columns).map((one) => parts`${one}`),
        ...detailsOf(compared, columns),
        ...(isOneByOne && changed !== undefined && ofDrift === null && !statements.some(({ isAlike }) => isAlike)
          ? [parts`${ONE_BY_ONE}`] : []),
        ...fixed.map((one) => parts`${one}`), ...others.flatMap(({ claim, more }) => [claim, ...more]),
      ],
    }),
    verdict,
  };
}

/** Returns `Time: +12 % in most of 48 benchmarks, the machine or the build; beyond it: 2 faster (−8 %), 45 same.` */
function driftClaim(
  { drifts, units }: NonNullable<Compared['drift']>, { units: raw, columns }: Pick<Compared, 'units' | 'columns'>
): string | null {
  const [first] = drifts;
  const name = units[0]?.unit;
  if (first === undefined || columns.length !== 2 || first.unit !== name) return null;
  if (first.benchmarks < MIN_BENCHMARKS) return fewDriftClaim({ units: raw, columns }, first);
  const beyond = benchClaim({ units: units.filter(({ unit }) => unit === name), columns });
  if (beyond === null) return null;
  const label = `${unitName(name)}: `;
  return `${label}${ratioText(first.ratio)} in ${first.alike} of ${first.benchmarks} benchmarks, `
    + `the machine or the build; beyond it: ${beyond.slice(label.length)}`;
}

/** Judges changes beyond chance in units with a known better direction; `same` if only other units changed. */
function verdictOf(units: readonly BenchmarkUnit[]): BenchmarkVerdict {
  const gains = units.flatMap(({ better, rows }) => rows.flatMap(({ cells }) => cells.flatMap((cell) => {
    const comparison = cell?.comparison ?? null;
    if (comparison === null || !isBeyondChance(comparison) || better === 0) return [];
    return [better * (comparison.measuredRatio ?? Infinity)];
  })));
  const isBetter = gains.some((gain) => gain > 0);
  const isWorse = gains.some((gain) => gain < 0);
  return isBetter ? (isWorse ? 'mixed' : 'better') : isWorse ? 'worse' : 'same';
}

const ONE_BY_ONE = 'The sides ran one after the other, so a drift of the machine would look the same: run them in '
  + 'turns.';

/** Whether the details of one benchmark say all that a count of changed ones would. */
const hasOneRow = (compared: readonly BenchmarkUnit[], columns: readonly string[]): boolean =>
  columns.length === 2 && compared.filter(({ unit }) => unit === compared[0]?.unit).flatMap(({ rows }) =>
    rows.filter(({ cells }) => cells.some(isCompared))).length === 1;

/** `isAlike`: whether it says that all changed by about as much. */
interface Statement { claim: Part[]; more: Part[][]; isChanged: boolean; isAlike: boolean }

/** `hasDrift`: whether the machine made most changes of the first unit, which then have no mean. */
function unitStatements(
  tables: readonly BenchmarkUnit[], columns: readonly string[], hasDrift: boolean
): Statement[] {
  const unit = tables[0]?.unit ?? '';
  const word = (WORDS[unit] ?? unit).replace(/^./u, (first) => first.toUpperCase());
  const others = columns.map((_, column) => column)
    .filter((column) => tables.some(({ rows }) => rows.some(({ cells }) => isCompared(cells[column] ?? null))));
  const chain = others.length > 1 ? chainStatement(tables, columns, word) : null;
  if (chain !== null) return [chain];
  return others.map((column) => columnStatement(tables, column, {
    hasDrift, what: others.length > 1 ? `${word} in ${columns[column] ?? ''} against ${columns[0] ?? ''}` : word,
  }));
}

/** Returns one benchmark's values on all sides: `Time: 876 ns/op in a, 455 ns/op in b (-48%)`; null for several. */
function chainStatement(
  tables: readonly BenchmarkUnit[], columns: readonly string[], what: string
): Statement | null {
  const [row, ...more] = tables.flatMap(({ unit, rows }) => rows.map((one) => ({ ...one, unit })))
    .filter(({ cells }) => cells.some(isCompared));
  if (row === undefined || more.length > 0) return null;
  const sides = row.cells.flatMap((cell, column) => {
    if (cell === null) return [];
    const { comparison } = cell;
    const change = comparison === null ? ''
      : comparison.isSignificant ? ` (${comparison.deltaText})` : ' (no change beyond noise)';
    return [`${exactText(cell, row.unit)} in ${columns[column] ?? ''}${change}`];
  });
  return {
    claim: parts`${what}: ${sides.join(', ')}; each against ${columns[0] ?? ''}.`, more: [],
    isAlike: false, isChanged: row.cells.some((cell) => cell?.comparison?.isSignificant === true),
  };
}

/** Returns the center with the digits of benchstat and its unit. */
function exactText({ center, centerText }: BenchmarkCell, unit: string): string {
  const [, digits, prefix = ''] = /^([\d.]+)([n\u00b5m]?)$/.exec(centerText) ?? [];
  return unit === 'sec/op' && digits !== undefined ? `${Number(digits)} ${prefix}s/op` : valueText(center, unit);
}

/** Returns `Time: -8.93% in geometric mean, 1 of 6 benchmarks changed significantly.` */
function columnStatement(
  tables: readonly BenchmarkUnit[], column: number, { what, hasDrift }: { what: string; hasDrift: boolean }
): Statement {
  const compared = tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells[column]?.comparison ?? []));
  const significant = compared.filter(({ isSignificant }) => isSignificant);
  const [changed, all] = [quantity(significant.length, 'count'), count(compared.length, 'benchmark')];
  if (isAllEqual(tables, column))
    return { claim: parts`${what}: the same in all runs of ${all}.`, more: [], isChanged: false, isAlike: false };
  if (significant.length === 0)
    return { claim: parts`${what}: no change beyond noise in ${all}.`, more: [], isChanged: false, isAlike: false };
  const more: Part[][] = kindChanges(tables, column);
  // A mean with values of disturbed runs says nothing.
  const mean = tables.length === 1 && !hasScatter(tables, column) ? tables[0]?.geomeans[column]?.deltaText ?? null
    : null;
  const change = tables.length > 1 ? null
    : compared.length === 1 ? `${significant[0]?.deltaText ?? ''}, `
      : mean === null || mean === '?' || more.length > 0 ? ''
        : `${mean} in geometric mean${hidesWords(significant)}, `;
  const tested = compared.filter(({ qValue }) => qValue !== null).length;
  if (tables.length > 1) more.push(parts`${what}: the benchmarks are in ${quantity(tables.length, 'count')} tables.`);
  const together = hasDrift ? null : changedTogether(tables, column);
  if (together !== null) more.push(parts`${what}: all changed by about as much (${ratioText(together[0] ?? 0)} to ${
    ratioText(together.at(-1) ?? 0)}), as when the machine or the build differs; p does not exclude that. ${
    'Run the sides in turn to distinguish it from the code.'}`);
  if (!significant.some(isBeyondChance))
    more.push(parts`${what}: that many are expected by chance among ${quantity(tested, 'count')} tested.`);
  const claim = parts`${what}: ${change}${changed} of ${all} changed significantly.`;
  return { claim, more, isChanged: true, isAlike: together !== null };
}

/** Returns that a mean is of changes in both directions; empty if it is not. */
function hidesWords(changes: readonly { measuredRatio: number | null }[]): string {
  const ways = bothWays(changes.flatMap(({ measuredRatio }) => measuredRatio ?? []));
  return ways === null ? '' : ` (of ${ways.up} that rose and ${ways.down} that fell)`;
}

/** Whether a benchmark is on more than one side, with whatever configuration. */
function sharesName(units: readonly BenchmarkUnit[]): boolean {
  const columns = new Map<string, Set<number>>();
  for (const { rows } of units) for (const { name, cells } of rows) {
    const bare = name.replace(/-\d+$/, '');
    const own = columns.get(bare) ?? new Set<number>();
    columns.set(bare, own);
    cells.forEach((cell, column) => { if (cell !== null) own.add(column); });
  }
  return [...columns.values()].some(({ size }) => size > 1);
}

function nothingCompared(
  units: readonly BenchmarkUnit[], config: BenchmarkReport['config'], ignore: readonly string[]
): [claim: Part[], evidence: Part[][]] {
  const apart = config.filter(({ key, differs }) => differs && !ignore.includes(key)).map(({ key }) => key);
  if (apart.length > 0 && sharesName(units)) return [
    parts`Nothing is compared: the outputs differ in ${apart.join(', ')}.`,
    [parts`Ignore ${apart.length === 1 ? 'it' : 'them'} to compare anyway.`],
  ];
  const names = new Set(units.flatMap(({ rows }) => rows.map(({ name }) => name)));
  const bare = new Set([...names].map((name) => name.replace(/-\d+$/, '')));
  if (bare.size < names.size) {
    return [
      parts`Nothing is compared: the benchmarks ran with a different GOMAXPROCS on each side.`,
      [parts`It is the -N at the end of their names; run both with the same -cpu.`],
    ];
  }
  const all = count(names.size, 'benchmark');
  return [parts`Nothing is compared: none of the ${all} is in both the first output and another.`, []];
}
