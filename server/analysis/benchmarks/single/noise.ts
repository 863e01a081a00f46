/** Says how far runs of a benchmark are from their median, and which results measure no work. */
import type { BenchmarkCell } from '../../../../core/contract/contract.ts';

interface Measured { name: string; samples: readonly number[]; value: number }

/** Distance of a run from the median, relative to it, from which smaller differences are not seen. */
export const NOISY = 0.2;
const MIN_RUNS = 3;
const MAX_NAMED = 3;
/** A few cycles of a CPU, in which a benchmark does nothing that it could be compared by. */
export const NO_WORK_SECONDS = 1e-9;

/** Returns the largest distance of a run from the median, relative to it; null with fewer than three runs. */
export function spreadOf({ samples, center }: Pick<BenchmarkCell, 'samples' | 'center'>): number | null {
  const [least, most] = [samples[0], samples.at(-1)];
  return samples.length < MIN_RUNS || least === undefined || most === undefined || center <= 0 ? null
    : Math.max(most - center, center - least) / center;
}

/** Returns `Put \u00b146 %, Get \u00b122 % and 3 more`. */
export function noisyNames(noisy: readonly { name: string; spread: number }[]): string {
  const told = noisy.toSorted((a, b) => b.spread - a.spread).slice(0, MAX_NAMED)
    .map(({ name, spread }) => `${name} \u00b1${Math.round(100 * spread)} %`).join(', ');
  return noisy.length > MAX_NAMED ? `${told} and ${noisy.length - MAX_NAMED} more` : told;
}

/** Names the benchmarks whose runs differ much, and how much the others do; null if none do. */
export function noiseOf(rows: readonly Measured[]): string | null {
  const spreads = rows.flatMap(({ name, samples, value }) => {
    const spread = spreadOf({ samples: [...samples], center: value });
    return spread === null ? [] : [{ name, spread }];
  });
  const noisy = spreads.filter(({ spread }) => spread >= NOISY);
  if (noisy.length === 0) return null;
  const others = spreads.filter(({ spread }) => spread < NOISY);
  const rest = Math.max(0, ...others.map(({ spread }) => spread));
  return `Runs differ from their median by up to: ${noisyNames(noisy)}. A smaller change of ${
    noisy.length === 1 ? 'it' : 'these'} cannot be seen.${others.length === 0 ? ''
    : ` The other ${others.length === 1 ? 'one' : others.length} stay${others.length === 1 ? 's' : ''} within ${
      Math.round(100 * rest)} %.`}`;
}
