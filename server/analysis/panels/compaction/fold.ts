/** Folds a rate at a period: the target's CPU at each offset of the block range, over all of its cycles. */
import { numberAt } from '../../../../core/elementAt.ts';
import type { CompactionFold } from '../../../../core/contract/contract.ts';
import type { ScrapeTable } from '../../../data/metrics/series.ts';
import type { CounterSteps } from '../../signals/counterSteps.ts';
import { quantile } from '../../../../core/statistics/quantiles.ts';

const MAX_BINS = 120;
/**
 * Minimum cycles for a 95 % band; with fewer, that quantile is the extreme, so the band is called smallest to largest.
 */
const BAND_CYCLES = 20;
/** Number of newest cycles drawn individually; the band is made of all. */
const MAX_LINES = 60;
/** Minimum share of a bin of one cycle that scrapes must cover; less is a gap. */
const MIN_COVER = 0.5;

export type Fold = CompactionFold;

export interface FoldedRate {
  fold: Fold;
  /** Cycles with at least one reading. */
  cycles: number;
  band: 'quantiles' | 'extremes';
}

/** Core-seconds and seconds of every cycle and bin, row-major by cycle. */
interface Sums { firstCycle: number; cycles: number; bins: number; amount: Float64Array; seconds: Float64Array }

/**
 * Folds a counter's rises at `periodMs`, from the period's boundaries on the UNIX clock. Bins are as narrow as the
 * scrapes allow, at most 120. A rise is spread over the bins its scrapes span; rises over gaps (longer than
 * `longestSeconds`) are skipped, so a gap stays null. `mean` weighs each cycle the same; `low` and `high` hold 95 % of
 * the cycles, or all of them when there are fewer than 20.
 */
export function foldRate(
  scrapes: ScrapeTable, steps: CounterSteps, periodMs: number, {
    scrapeStepMs, longestSeconds, leastCover = MIN_COVER,
  }: { scrapeStepMs: number; longestSeconds: number; leastCover?: number },
): FoldedRate {
  const bins = Math.max(1, Math.min(MAX_BINS, Math.floor(periodMs / scrapeStepMs)));
  const sums = sumByBin(scrapes, steps, periodMs, { bins, longestSeconds });
  const binSeconds = periodMs / bins / 1000;
  const rates = new Float64Array(sums.amount.length);
  for (let i = 0; i < rates.length; i++) {
    rates[i] = numberAt(sums.seconds, i) >= leastCover * binSeconds
      ? numberAt(sums.amount, i) / numberAt(sums.seconds, i) : NaN;
  }
  const lines: Fold['cycles'] = [];
  let withReadings = 0;
  for (let cycle = sums.cycles - 1; cycle >= 0; cycle--) {
    const line = rates.subarray(cycle * bins, (cycle + 1) * bins);
    if (line.every((value) => Number.isNaN(value))) continue;
    withReadings += 1;
    if (lines.length >= MAX_LINES) continue;
    lines.push({
      start: ((sums.firstCycle + cycle) * periodMs) / 1000,
      cpuCores: Array.from(line, (value) => (Number.isNaN(value) ? null : value)),
    });
  }
  return {
    fold: {
      periodSeconds: periodMs / 1000,
      offsetSeconds: Array.from({ length: bins }, (_, bin) => (bin + 0.5) * binSeconds),
      cpuCores: bandOf(rates, sums.cycles, bins, withReadings >= BAND_CYCLES),
      cycles: lines.reverse(),
    },
    cycles: withReadings,
    band: withReadings >= BAND_CYCLES ? 'quantiles' : 'extremes',
  };
}

export function emptyFold(): Fold {
  return { periodSeconds: null, offsetSeconds: [], cpuCores: { mean: [], low: [], high: [] }, cycles: [] };
}

function sumByBin(
  scrapes: ScrapeTable, steps: CounterSteps, periodMs: number,
  { bins, longestSeconds }: { bins: number; longestSeconds: number },
): Sums {
  const { length, startMs } = scrapes;
  const firstCycle = length === 0 ? 0 : Math.floor(numberAt(startMs, 0) / periodMs);
  const cycles = length === 0 ? 0 : Math.floor(numberAt(startMs, length - 1) / periodMs) - firstCycle + 1;
  const amount = new Float64Array(cycles * bins);
  const seconds = new Float64Array(cycles * bins);
  const binMs = periodMs / bins;
  const originMs = firstCycle * periodMs;
  for (let row = 0; row < length; row++) {
    const spanSeconds = numberAt(steps.seconds, row);
    if (!(spanSeconds > 0) || spanSeconds > longestSeconds) continue;
    const rate = numberAt(steps.increase, row) / spanSeconds;
    const endMs = numberAt(startMs, row) - originMs;
    let fromMs = Math.max(0, endMs - spanSeconds * 1000);
    for (let cell = Math.floor(fromMs / binMs); fromMs < endMs && cell < amount.length; cell++) {
      const toMs = Math.min(endMs, (cell + 1) * binMs);
      const shareSeconds = (toMs - fromMs) / 1000;
      amount[cell] = (amount[cell] ?? NaN) + rate * shareSeconds;
      seconds[cell] = (seconds[cell] ?? NaN) + shareSeconds;
      fromMs = toMs;
    }
  }
  return { firstCycle, cycles, bins, amount, seconds };
}

function bandOf(rates: Float64Array, cycles: number, bins: number, quantiles: boolean): Fold['cpuCores'] {
  const mean: (number | null)[] = [];
  const low: (number | null)[] = [];
  const high: (number | null)[] = [];
  for (let bin = 0; bin < bins; bin++) {
    const values: number[] = [];
    for (let cycle = 0; cycle < cycles; cycle++) {
      const value = numberAt(rates, cycle * bins + bin);
      if (!Number.isNaN(value)) values.push(value);
    }
    values.sort((a, b) => a - b);
    mean.push(values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length);
    low.push(quantile(values, quantiles ? 0.025 : 0));
    high.push(quantile(values, quantiles ? 0.975 : 1));
  }
  return { mean, low, high };
}
