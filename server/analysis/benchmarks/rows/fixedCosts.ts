/** Finds counts per operation that differ only because a fixed cost is shared by more or fewer iterations. Pure. */
import { formatBytes, formatNumber } from '../../../../core/text/format.ts';
import type { BenchFile, BenchLine } from '../read/benchText.ts';

const UNITS: readonly string[] = ['B/op', 'allocs/op'];
/** Relative change of a count that is looked at; a larger one is rarely of the iterations. */
const MIN_CHANGE = 0.01;
const MAX_CHANGE = 0.1;
/** A smaller difference may come from rounding down. */
const MIN_DIFFERENCE = 3;
/** Part of the change that the iterations may leave unexplained. */
const UNEXPLAINED = 0.25;

interface Count { unit: string; name: string; value: number; iterations: number }

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

function countsOf(lines: readonly BenchLine[], unit: string): Map<string, Count> {
  const all = new Map<string, { values: number[]; iterations: number[] }>();
  for (const { name, values, iterations } of lines) {
    const value = values.find((one) => one.unit === unit)?.value;
    if (value === undefined) continue;
    const own = all.get(name) ?? { values: [], iterations: [] };
    all.set(name, { values: [...own.values, value], iterations: [...own.iterations, iterations] });
  }
  return new Map([...all].map(([name, { values, iterations }]) =>
    [name, { unit, name, value: median(values), iterations: median(iterations) }]));
}

/** Whether the new count is about what the old one is, shared by the iterations of the new side. */
function isShared(old: Count, current: Count): boolean {
  const difference = Math.abs(current.value - old.value);
  const change = difference / old.value;
  const expected = old.value * old.iterations / current.iterations;
  return change >= MIN_CHANGE && change <= MAX_CHANGE && difference >= MIN_DIFFERENCE
    && Math.abs(current.value - expected) <= UNEXPLAINED * difference;
}

const totalText = ({ unit, value, iterations }: Count): string => (unit === 'B/op' ? formatBytes(value * iterations)
  : formatNumber(value * iterations));

const bothText = (first: string, second: string): string => (first === second ? `${first} on both sides`
  : `${first} on the first side and ${second} on the second`);

/** Returns a sentence if the largest change of a count is probably a fixed cost, and which counts are; else none. */
export function fixedCosts(files: readonly BenchFile[]): string[] {
  const [before, after, another] = files;
  if (before === undefined || after === undefined || another !== undefined) return [];
  const shared = UNITS.flatMap((unit) => {
    const old = countsOf(before.lines, unit);
    const changed = [...countsOf(after.lines, unit).values()].flatMap((current) => {
      const base = old.get(current.name);
      return base === undefined || base.value <= 0 ? []
        : [{ base, current, size: Math.abs(current.value / base.value - 1) }];
    }).sort((a, b) => b.size - a.size);
    const [most] = changed;
    return most === undefined || !isShared(most.base, most.current) ? [] : [most];
  });
  const [first] = shared;
  if (first === undefined) return [];
  const { base, current } = first;
  const told = shared.map(({ base: one, current: other }) => `${one.unit} of ${one.name} times its iterations is ${
    bothText(totalText(one), totalText(other))}`).join(', ');
  return [`${told}: that looks like a fixed cost that ${current.iterations > base.iterations ? 'more' : 'fewer'} `
    + `iterations share (${formatNumber(base.iterations)} and ${formatNumber(current.iterations)}), not like a change `
    + `per operation. Run both sides with the same number, such as -benchtime=${base.iterations}x.`];
}
