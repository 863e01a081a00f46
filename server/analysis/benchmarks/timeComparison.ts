/**
 * Compares two outputs of `time`, each factor with the digits left by rounding; or many, as the tables of benchmarks.
 */
import type { TimeComparison, TimeRow } from '../../../core/contract/contract.ts';
import type { BenchFile, UnitWords } from './read/benchText.ts';
import type { Figure, TimeOutput } from './sides/timeOutput.ts';

export function compareTimes(before: TimeOutput, after: TimeOutput): TimeComparison {
  const cpu = ({ userSeconds, systemSeconds }: TimeOutput): Figure =>
    ({ value: round(userSeconds.value + systemSeconds.value), half: userSeconds.half + systemSeconds.half });
  const cores = (time: TimeOutput): Figure | null => {
    const sum = cpu(time);
    const elapsed = time.elapsedSeconds;
    if (elapsed.value <= elapsed.half) return null;
    const [low, high] = [
      (sum.value - sum.half) / (elapsed.value + elapsed.half), (sum.value + sum.half) / (elapsed.value - elapsed.half),
    ];
    return { value: sum.value / elapsed.value, half: (high - low) / 2 };
  };
  const rows: (TimeRow | null)[] = [
    row('User CPU', 'seconds', before.userSeconds, { after: after.userSeconds, isDerived: false }),
    row('System CPU', 'seconds', before.systemSeconds, { after: after.systemSeconds, isDerived: false }),
    row('CPU, user and system', 'seconds', cpu(before), { after: cpu(after), isDerived: true }),
    row('Wall clock', 'seconds', before.elapsedSeconds, { after: after.elapsedSeconds, isDerived: false }),
    row('Cores kept busy', 'ratio', cores(before), { after: cores(after), isDerived: true }),
    row(
      'Largest resident memory', 'bytes', before.maxResidentBytes, { after: after.maxResidentBytes, isDerived: false }
    ),
    row('Read from disk', 'bytes', before.readBytes, { after: after.readBytes, isDerived: false }),
    row('Written to disk', 'bytes', before.writtenBytes, { after: after.writtenBytes, isDerived: false }),
    row('Page faults from disk', 'count', before.majorFaults, { after: after.majorFaults, isDerived: false }),
    row('Page faults from memory', 'count', before.minorFaults, { after: after.minorFaults, isDerived: false }),
  ];
  return {
    rows: rows.filter((one) => one !== null),
    note: 'One run a side: the factors are those of these two runs. Without several runs nobody can say how much of '
      + 'them is chance; repeat each at least 4 times, better 10, in turn, and put all outputs of a side '
      + 'into one file: then each figure is tested.',
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function row(
  label: string, unit: TimeRow['unit'], before: Figure | null,
  { after, isDerived }: { after: Figure | null; isDerived: boolean },
): TimeRow | null {
  if (before === null || after === null) return null;
  const factorText = honestQuotient(before, after);
  return {
    label, unit, before: before.value, after: after.value,
    beforeText: figureText(before, unit), afterText: figureText(after, unit),
    factor: before.value > 0 && after.value > 0 ? before.value / after.value : null, factorText, isDerived,
  };
}

/** Ratio from which a change is told as a multiple. */
const MULTIPLE = 1.95;

interface Words { what: string; before: string; after: string }

/**
 * Returns `PR uses 6.0 times the CPU of main (0.15 s to 0.90 s)` or `PR uses 27 % more CPU than main (...)`, with at
 * least two digits; null without a factor that rounding leaves.
 */
export function changeWords(row: TimeRow, { what, before, after }: Words): string | null {
  const change = changeOf(row);
  if (change === null) return null;
  if (change === '') return `${what} is the same (${row.afterText})`;
  const verb = what === 'wall clock' ? 'takes' : 'uses';
  const isMultiple = change.endsWith(' times');
  const words = isMultiple ? `${change} the ${what} of` : `${change.slice(1)} ${
    change.startsWith('+') ? 'more' : 'less'} ${what} than`;
  return `${after} ${verb} ${words} ${before} (${row.beforeText} to ${row.afterText})`;
}

/** Returns `wall clock +27 % (5.60 s to 7.11 s)`, for a list in which the sides are known. */
export function shortChange(row: TimeRow, what: string): string {
  const change = changeOf(row);
  return change === null ? `${what} ${row.beforeText} to ${row.afterText}`
    : change === '' ? `${what} the same (${row.afterText})`
      : `${what} ${change} (${row.beforeText} to ${row.afterText})`;
}

/** Returns `+27 %`, `−4.5 %`, `6.0 times`; `""` for equal values, null without a factor. */
function changeOf({ before, after, beforeText, afterText, factorText }: TimeRow): string | null {
  if (factorText === null || !(before > 0) || !(after > 0)) return null;
  if (beforeText === afterText) return '';
  const ratio = after / before;
  if (ratio >= MULTIPLE) return `${toDigits(ratio, ratio < 10 ? 2 : 3)} times`;
  const percent = 100 * Math.abs(ratio - 1);
  const text = percent < 10 ? toDigits(percent, 2) : percent > 99 ? percent.toFixed(1) : String(Math.round(percent));
  return `${ratio > 1 ? '+' : '−'}${text} %`;
}

function figureText(figure: Figure, unit: TimeRow['unit']): string {
  if (unit === 'bytes') {
    const [size, prefix] = figure.value < 2 ** 20 && figure.value > 0 ? [2 ** 10, 'KiB'] : [2 ** 20, 'MiB'];
    return `${honest(figure.value / size, figure.half / size, 4) ?? '?'} ${prefix}`;
  }
  if (unit === 'count') return String(figure.value);
  if (unit === 'ratio') return honest(figure.value, figure.half, 3) ?? '?';
  return `${figure.value.toFixed(figure.half >= 0.5 ? 0 : figure.half >= 0.05 ? 1 : 2)} s`;
}

/** Returns before / after, with the digits (at most three) that rounding leaves; null if none is left. */
export function honestQuotient(before: Figure, after: Figure): string | null {
  if (before.value <= 0 || after.value <= 0 || after.value <= after.half) return null;
  const low = Math.max(0, before.value - before.half) / (after.value + after.half);
  const high = (before.value + before.half) / (after.value - after.half);
  for (let digits = 3; digits >= 1; digits--) {
    const text = toDigits(before.value / after.value, digits);
    // A digit is kept if rounding changes it by at most one step.
    const step = 10 ** (Math.floor(Math.log10(before.value / after.value)) - digits + 1);
    if (high - low <= step) return text;
  }
  return null;
}

function honest(value: number, half: number, most: number): string | null {
  if (value <= 0) return value === 0 ? '0' : null;
  for (let digits = most; digits >= 1; digits--) if (2 * half <= 10 ** (Math.floor(Math.log10(value)) - digits + 1))
    return toDigits(value, digits);
  return null;
}

function toDigits(value: number, digits: number): string {
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(value)));
  return decimals === 0 && value >= 10 ** digits ? String(Number(value.toPrecision(digits))) : value.toFixed(decimals);
}

/** Units in the order reported. The better direction is known for all but the cores. */
const UNITS: [unit: string, of: (time: TimeOutput) => number | null, better: 'lower' | null][] = [
  ['sec', ({ elapsedSeconds }) => elapsedSeconds.value, 'lower'],
  ['user+sys-sec', ({ userSeconds, systemSeconds }) => round(userSeconds.value + systemSeconds.value), 'lower'],
  ['peak-RSS-bytes', ({ maxResidentBytes }) => maxResidentBytes?.value ?? null, 'lower'],
  ['user-sec', ({ userSeconds }) => userSeconds.value, 'lower'],
  ['sys-sec', ({ systemSeconds }) => systemSeconds.value, 'lower'],
  [
    'cores',
    ({ userSeconds, systemSeconds, elapsedSeconds }) => (elapsedSeconds.value <= elapsedSeconds.half ? null
      : (userSeconds.value + systemSeconds.value) / elapsedSeconds.value),
    null,
  ],
  ['read-bytes', ({ readBytes }) => readBytes?.value ?? null, 'lower'],
  ['written-bytes', ({ writtenBytes }) => writtenBytes?.value ?? null, 'lower'],
  ['major-faults', ({ majorFaults }) => majorFaults?.value ?? null, 'lower'],
  ['minor-faults', ({ minorFaults }) => minorFaults?.value ?? null, 'lower'],
];

/** A run of `time`: its job, and the group of runs that it is compared within; neither in a text with one job. */
export interface TimedRun { time: TimeOutput; job?: string; group?: string }

/** Returns repeated runs as results of one benchmark for each job, tested like any. Sets the better directions. */
export function timesAsBenchmark(runs: readonly TimedRun[], words: UnitWords): BenchFile {
  for (const [unit, , better] of UNITS) if (better !== null) words.set(`${unit} better`, better);
  const lines = runs.map(({ time, job = 'run', group = '' }) => ({
    name: job, iterations: 1, config: new Map<string, string>(group === '' ? [] : [['where', group]]),
    values: UNITS.flatMap(([unit, of]) => {
      const value = of(time);
      return value === null ? [] : [{ value, unit }];
    }),
  }));
  return { lines, badLines: [], badLineCount: 0, failure: null };
}
