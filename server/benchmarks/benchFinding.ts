/** The sentence over the tables. It says first when the runs are too few to prove anything. */
import type { BenchmarkCell, BenchmarkReport, BenchmarkUnit, Finding, TimeComparison } from '../api/contract.ts';

const WORDS: Record<string, string> = { 'sec/op': 'time', 'B/op': 'bytes', 'allocs/op': 'allocations', 'B/s': 'throughput' };
const UNITS_TOLD = 3;

function isCompared(cell: BenchmarkCell | null): boolean {
  return cell !== null && cell.comparison !== null;
}

export function benchFinding(units: readonly BenchmarkUnit[], config: BenchmarkReport['config'], ignore: readonly string[]): Finding {
  const comparisons = units.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.comparison ?? [])));
  if (comparisons.length === 0) return { severity: 'unknown', sentence: nothingCompared(units, config, ignore), time: null };
  const counts = units.flatMap(({ rows }) => rows.flatMap(({ cells }) => (cells.some(isCompared) ? cells.flatMap((cell) => cell?.n ?? []) : [])));
  const fewest = Math.min(...counts);
  const most = Math.max(...counts);
  if (most === 1) return { severity: 'unknown', sentence: `One run a side proves nothing: no difference can be told from chance. ${counted(units)}Run each side at least 4 times, better 10 (-count=10), in turn.`, time: null };
  if (most < 4) return { severity: 'unknown', sentence: `Too few runs: with ${fewest === most ? most : `${fewest} to ${most}`} a side no difference can be significant (the least p is ${most === 2 ? '0.33' : '0.10'}). ${counted(units)}Run each side at least 4 times, better 10.`, time: null };
  const told = units.filter(({ rows }) => rows.some(({ cells }) => cells.some(isCompared))).slice(0, UNITS_TOLD).map(unitWords);
  const isWorse = units.some(({ better, rows }) => rows.some(({ cells }) => cells.some((cell) => cell?.comparison?.isSignificant === true && -better * (cell.comparison.measuredRatio ?? 0) > 0)));
  return { severity: isWorse ? 'warning' : 'ok', sentence: `${told.join('; ')}.`.replace(/^./u, (first) => first.toUpperCase()), time: null };
}

function unitWords({ unit, rows, geomeans }: BenchmarkUnit): string {
  const compared = rows.filter(({ cells }) => cells.some(isCompared));
  const significant = compared.filter(({ cells }) => cells.some((cell) => cell?.comparison?.isSignificant === true));
  const word = WORDS[unit] === undefined ? unit : `${WORDS[unit]} (${unit})`;
  const mean = geomeans.flatMap(({ deltaText }) => deltaText ?? [])[0];
  const of = `${significant.length} of ${compared.length} ${compared.length === 1 ? 'benchmark' : 'benchmarks'} significant`;
  if (significant.length === 0) return `${word}: no change beyond noise (0 of ${compared.length} significant)`;
  return `${word}: ${compared.length > 1 && mean !== undefined ? `${mean} in geometric mean, ` : `${significant[0]?.cells.flatMap((cell) => cell?.comparison?.deltaText ?? [])[0] ?? ''}, `}${of}`;
}

/** B/op and allocs/op are counted, so even a few runs say something of them, though no test does. */
function counted(units: readonly BenchmarkUnit[]): string {
  const rows = units.filter(({ nearExact }) => nearExact).flatMap((unit) => unit.rows.filter(({ after }) => isCompared(after)));
  const moved = rows.filter(({ after }) => Math.abs(after?.comparison?.measuredRatio ?? 1) > 0.001);
  if (rows.length === 0) return '';
  return `B/op and allocs/op are counted rather than measured and hardly vary: ${moved.length} of ${rows.length} of them moved, untested. `;
}

function nothingCompared(units: readonly BenchmarkUnit[], config: BenchmarkReport['config'], ignore: readonly string[]): string {
  const apart = config.filter(({ key, differs }) => differs && !ignore.includes(key)).map(({ key }) => key);
  if (apart.length > 0) return `Nothing is compared: the sides differ in ${apart.join(', ')}. Ignore ${apart.length === 1 ? 'it' : 'them'} to compare all the same.`;
  const count = new Set(units.flatMap(({ rows }) => rows.map(({ name }) => name))).size;
  return `Nothing is compared: none of the ${count} benchmarks is in the first output and in another.`;
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
