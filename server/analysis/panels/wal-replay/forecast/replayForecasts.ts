/**
 * Computes the forecasts made during a start, and their accuracy. Nothing is stored: the forecast at a moment follows
 * from what had been scraped by then. See docs/reference/wal-replay.md.
 */
import { numberAt } from '../../../../../core/elementAt.ts';
import type { WalReplayPanel } from '../../../../../core/contract/contract.ts';
import { etaAt, type EtaInputs } from './replayEta.ts';
import { quantile, sortedFinite } from '../../../../../core/statistics/quantiles.ts';

const MOST = 160;
/** The score begins at this share of the segments, as the figures of the bench do. */
const FROM_PROGRESS = 0.2;
const MIN_SCORED = 5;

type Forecasts = Pick<WalReplayPanel, 'forecasts' | 'forecastScore'>;

/**
 * Returns forecasts based on this start's own segments (or head), and their score once it is ready. `progress` by row
 * of the start.
 */
export function forecastsOf(inputs: EtaInputs, progress: readonly (number | null)[]): Forecasts {
  const { window, start } = inputs;
  const { startMs, error } = window.scrapes;
  const endRow = start.readyRow ?? start.endRow;
  const rows: number[] = [];
  for (let row = start.firstRow; row < endRow; row++) if (error[row] === null) rows.push(row);
  const stride = Math.max(1, Math.ceil(rows.length / MOST));
  const forecasts: WalReplayPanel['forecasts'] = [];
  const scored: { error: number; held: boolean }[] = [];
  rows.forEach((row, i) => {
    if ((rows.length - 1 - i) % stride !== 0) return;
    const eta = etaAt(inputs, row);
    if (eta === null || eta.basis === 'earlier' || eta.basis === 'before') return;
    forecasts.push({
      time: numberAt(startMs, row) / 1000, low: eta.lowMs / 1000, median: eta.medianMs / 1000,
      high: eta.highMs / 1000,
    });
    if (start.readyRow === null || (progress[row - start.firstRow] ?? 0) < FROM_PROGRESS) return;
    const leftMs = numberAt(startMs, start.readyRow) - numberAt(startMs, row);
    scored.push({ error: Math.abs(eta.medianMs - leftMs) / leftMs, held: eta.lowMs <= leftMs && leftMs <= eta.highMs });
  });
  const medianErrorRatio = quantile(sortedFinite(scored.map((one) => one.error)), 0.5);
  return {
    forecasts,
    forecastScore: scored.length < MIN_SCORED || medianErrorRatio === null ? null
      : { count: scored.length, medianErrorRatio, heldRatio: scored.filter(({ held }) => held).length / scored.length },
  };
}
