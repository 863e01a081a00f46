/**
 * Measures how even ingestion is. A server that scrapes many targets ingests about as many samples each second; a rate
 * that varies without lost scrapes points at the server itself (or at a few large targets).
 */
import { numberAt } from '../../../core/elementAt.ts';
import type { Figure } from '../../../core/contract/contract.ts';
import type { RoleWindow } from '../../data/metrics/roleNames.ts';
import { counterSteps, ratesOfStep } from './counterSteps.ts';
import { findRestarts, freshScrapes, medianStepMs } from './windowFrame.ts';
import { formatSeconds } from '../../../core/text/format.ts';

/** Minimum number of steps for a spread. */
const MIN_STEPS = 60;
/** After a start, targets are added one by one. */
const AFTER_START_MS = 60_000;
const FLAT_BELOW = 0.1;
const UNEVEN_BELOW = 0.3;

export interface IngestFlatness {
  /** Standard deviation of the rate over its mean; null with fewer than 60 steps, or nothing ingested. */
  variationRatio: number | null;
  /** Highest step over the mean. */
  peakRatio: number | null;
  steps: number;
  stepSeconds: number | null;
  sentence: string;
}

/** Returns the flatness; excludes steps over a gap, over a counter reset and in the first minute of a process. */
export function ingestFlatness(window: RoleWindow): IngestFlatness {
  const { scrapes } = window;
  const fresh = freshScrapes(scrapes);
  const stepMs = medianStepMs(scrapes, fresh);
  const restarts = findRestarts(window);
  const steps = counterSteps(scrapes, window.role('samplesAppended'), fresh, new Set(restarts.map(({ row }) => row)));
  const isSettled = (row: number): boolean => restarts.every(({ timeMs }) => numberAt(scrapes.startMs, row) < timeMs
    || numberAt(scrapes.startMs, row) >= timeMs + AFTER_START_MS);
  const rates = stepMs === null ? []
    : [...ratesOfStep(steps, stepMs)].filter((rate, row) => Number.isFinite(rate) && isSettled(row));
  const stepSeconds = stepMs === null ? null : stepMs / 1000;
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  if (rates.length < MIN_STEPS || !(mean > 0)) {
    const sentence = `Needs ${MIN_STEPS} intervals between scrapes with ingested samples; there are `
      + `${mean > 0 ? rates.length : 0}.`;
    return { variationRatio: null, peakRatio: null, steps: rates.length, stepSeconds, sentence };
  }
  const variationRatio = Math.sqrt(rates.reduce((sum, rate) => sum + (rate - mean) ** 2, 0) / (rates.length - 1))
    / mean;
  const peakRatio = rates.reduce((most, rate) => Math.max(most, rate), 0) / mean;
  const word = variationRatio < FLAT_BELOW ? 'Even' : variationRatio < UNEVEN_BELOW ? 'Uneven' : 'Spiky';
  const why = word === 'Even' ? 'as expected with many targets'
    : 'many targets would make it even, so few large targets or a server that cannot keep up cause this';
  return {
    variationRatio, peakRatio, steps: rates.length, stepSeconds,
    sentence: `${word} from scrape to scrape (intervals of ${formatSeconds(stepSeconds ?? 0)}): ${why}. `
      + 'Gaps, restarts and the minute after a start are excluded.',
  };
}

/** Returns rows of a panel's table; none for a target that ingests nothing. */
export function flatnessFigures(window: RoleWindow): Figure[] {
  const from = window.role('samplesAppended')?.names;
  if (from === undefined) return [];
  const { variationRatio, peakRatio, sentence } = ingestFlatness(window);
  return [
    { name: 'Ingest rate, variation around its mean', value: variationRatio, unit: 'ratio', from, note: sentence },
    {
      name: 'Ingest rate, peak over mean', value: peakRatio, unit: 'none', from,
      note: 'highest rate between two scrapes',
    },
  ];
}
