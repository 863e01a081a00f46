/** Names benchmarks whose own runs differ so much that small differences do not show in them. Pure. */
import type { Part } from '../../../../core/contract/contract.ts';
import { parts } from '../../../../core/text/parts.ts';

/** Spread from which a benchmark is named as noisy, and number of those that are named. */
const NOISY = 0.2;
const MAX_NOISY = 3;

/** Names the benchmarks whose runs differ much among themselves. */
export function noisyRows(
  unit: string, rows: readonly { name: string; runs: number; spread: number }[]
): Part[][] {
  const noisy = unit !== 'sec/op' ? [] : rows.filter(({ runs, spread }) => runs > 1 && spread >= NOISY)
    .sort((a, b) => b.spread - a.spread);
  const named = noisy.slice(0, MAX_NOISY).map(({ name, spread }) => `${name} \u00b1${Math.round(100 * spread)} %`);
  const more = noisy.length > MAX_NOISY ? ` and ${noisy.length - MAX_NOISY} more` : '';
  return noisy.length === 0 ? []
    : [parts`Runs of one benchmark differ by as much: ${named.join(', ')}${more}. No smaller difference shows in ${
      noisy.length === 1 ? 'it' : 'these'}.`];
}
