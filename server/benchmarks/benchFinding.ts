/** The sentence over the tables. It says first when the runs are too few to prove anything. */
import type { BenchmarkCell, BenchmarkReport, BenchmarkUnit, BenchmarkVerdict, Finding, TimeComparison } from '../../core/contract/contract.ts';
import { isBeyondChance } from './manyRows.ts';

const WORDS: Record<string, string> = { 'sec/op': 'time', 'B/op': 'bytes', 'allocs/op': 'allocations', 'B/s': 'throughput', sec: 'wall clock', 'user+sys-sec': 'CPU', 'peak-RSS-bytes': 'largest resident memory' };
const UNITS_TOLD = 3;
/** Less is the rounding of a count over many iterations. */
const LEAST_COUNTED = 0.001;

interface Compared extends Pick<BenchmarkReport, 'units' | 'columns' | 'config'> { ignore: readonly string[] }

function isCompared(cell: BenchmarkCell | null): boolean {
  return cell !== null && cell.comparison !== null;
}

export function benchFinding({ units, columns, config, ignore }: Compared): { finding: Finding; verdict: BenchmarkVerdict } {
  const untested = (sentence: string): { finding: Finding; verdict: BenchmarkVerdict } => ({ finding: { severity: 'unknown', sentence, time: null }, verdict: 'untested' });
  const comparisons = units.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.comparison ?? [])));
  if (comparisons.length === 0) return untested(columns.length === 1 ? 'One output alone: there is nothing to compare it with, unless by a key of its names.' : nothingCompared(units, config, ignore));
  const counts = units.flatMap(({ rows }) => rows.flatMap(({ cells }) => (cells.some(isCompared) ? cells.flatMap((cell) => cell?.n ?? []) : [])));
  const fewest = counts.reduce((least, count) => Math.min(least, count), Infinity);
  const most = counts.reduce((largest, count) => Math.max(largest, count), 0);
  // Units said to be exact are not tested: there one run is enough.
  const isSure = comparisons.some(({ isSignificant }) => isSignificant);
  if (most === 1 && !isSure) return untested(`One run a side proves nothing: no difference can be told from chance. ${counted(units)}Run each side at least 4 times, better 10 (-count=10), in turn.`);
  if (most < 4 && !isSure) return untested(`Too few runs: with ${fewest === most ? most : `${fewest} to ${most}`} a side no difference can be significant (the least p is ${most === 2 ? '0.33' : '0.10'}). ${counted(units)}Run each side at least 4 times, better 10.`);
  const compared = units.filter(({ rows }) => rows.some(({ cells }) => cells.some(isCompared)));
  // Tables of one unit, of several packages for instance, are told as one.
  const told = [...new Set(compared.map(({ unit }) => unit))].map((unit) => compared.filter((one) => one.unit === unit));
  const left = told.length > UNITS_TOLD ? [`${told.length - UNITS_TOLD} more ${told.length - UNITS_TOLD === 1 ? 'unit' : 'units'} below`] : [];
  const verdict = verdictOf(units);
  return {
    finding: {
      severity: verdict === 'worse' || verdict === 'mixed' ? 'warning' : 'ok', time: null,
      sentence: `${[...told.slice(0, UNITS_TOLD).map((tables) => unitWords(tables, columns)), ...left].join('; ')}.`.replace(/^./u, (first) => first.toUpperCase()),
    },
    verdict,
  };
}

/** Of what is beyond chance in units whose better direction is known; where only others changed, that is no verdict: `same`. */
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

function unitWords(tables: readonly BenchmarkUnit[], columns: readonly string[]): string {
  const unit = tables[0]?.unit ?? '';
  const word = WORDS[unit] === undefined ? unit : `${WORDS[unit]} (${unit})`;
  const others = columns.map((_, column) => column).filter((column) => tables.some(({ rows }) => rows.some(({ cells }) => isCompared(cells[column] ?? null))));
  const parts = others.map((column) => `${others.length > 1 ? `${columns[column] ?? ''} ` : ''}${columnWords(tables, column)}`);
  return `${word}: ${parts.join(', ')}`;
}

/** `-8.93% in geometric mean, 1 of 6 benchmarks significant`. */
function columnWords(tables: readonly BenchmarkUnit[], column: number): string {
  const compared = tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells[column]?.comparison ?? []));
  const significant = compared.filter(({ isSignificant }) => isSignificant);
  if (significant.length === 0) return `no change beyond noise (0 of ${compared.length} significant)`;
  const mean = tables.length === 1 ? tables[0]?.geomeans[column]?.deltaText ?? null : null;
  const change = tables.length > 1 ? '' : `${compared.length > 1 && mean !== null ? `${mean} in geometric mean` : significant[0]?.deltaText ?? ''}, `;
  const tested = compared.filter(({ qValue }) => qValue !== null).length;
  const byChance = significant.some(isBeyondChance) ? '' : `, not beyond chance among ${tested} tested`;
  return `${change}${significant.length} of ${compared.length} ${compared.length === 1 ? 'benchmark' : 'benchmarks'} significant${tables.length > 1 ? ` in ${tables.length} tables` : ''}${byChance}`;
}

/** B/op and allocs/op are counted, so even a few runs say something of them, though no test does. */
function counted(units: readonly BenchmarkUnit[]): string {
  const parts = units.filter(({ nearExact }) => nearExact).flatMap(({ unit, rows }) => {
    const ratios = rows.flatMap(({ cells }) => cells.flatMap((cell) => {
      const comparison = cell?.comparison ?? null;
      return comparison === null ? [] : [comparison.countedText === null ? 0 : comparison.measuredRatio ?? Infinity];
    }));
    if (ratios.length === 0) return [];
    const moved = (way: 1 | -1): string[] => {
      const sizes = ratios.map((ratio) => way * ratio).filter((size) => size > LEAST_COUNTED).sort((a, b) => a - b);
      const [least = 0, largest = 0] = [sizes[0], sizes.at(-1)];
      const by = largest === Infinity ? '' : least === largest ? ` by ${percent(least)}` : ` by ${percent(least)} to ${percent(largest)}`;
      return sizes.length === 0 ? [] : [`${way === 1 ? 'grew' : 'fell'} in ${sizes.length} of ${ratios.length}${by}`];
    };
    const words = [...moved(-1), ...moved(1)];
    return [`${unit} ${words.length === 0 ? 'did not move' : words.join(' and ')}`];
  });
  return parts.length === 0 ? '' : `Counted, not measured, so hardly ever chance: ${parts.join('; ')}. `;
}

function percent(ratio: number): string {
  return `${(100 * ratio).toFixed(1)} %`;
}

function nothingCompared(units: readonly BenchmarkUnit[], config: BenchmarkReport['config'], ignore: readonly string[]): string {
  const apart = config.filter(({ key, differs }) => differs && !ignore.includes(key)).map(({ key }) => key);
  if (apart.length > 0) return `Nothing is compared: the sides differ in ${apart.join(', ')}. Ignore ${apart.length === 1 ? 'it' : 'them'} to compare all the same.`;
  const names = new Set(units.flatMap(({ rows }) => rows.map(({ name }) => name)));
  const bare = new Set([...names].map((name) => name.replace(/-\d+$/, '')));
  if (bare.size < names.size) return 'Nothing is compared: the same benchmarks ran with another GOMAXPROCS on each side (the -N at the end of their names). Run both with one, by -cpu.';
  return `Nothing is compared: none of the ${names.size} benchmarks is in the first output and in another.`;
}

export function timeFinding(time: TimeComparison): Finding {
  const of = (label: string): string => {
    const row = time.rows.find((one) => one.label === label);
    if (row === undefined || row.factorText === null || row.factor === null) return '';
    return `${row.factorText}x`;
  };
  const cpu = of('CPU, user and system');
  const wall = of('Wall clock');
  return { severity: 'info', sentence: `CPU before is ${cpu === '' ? 'not comparable' : `${cpu} that after`}, wall clock ${wall === '' ? 'not comparable' : wall}. One run a side proves nothing about noise.`, time: null };
}
