import { numberAt } from '../../../core/elementAt.ts';
import { medianStepMs } from './windowFrame.ts';
import type { PointGrid } from './counterSteps.ts';
import type { ScrapeTable } from '../../data/metrics/series.ts';

export interface FinestPart {
  /** Rows of the part, ascending; without repeated bodies. */
  rows: Int32Array;
  /** Step of the scrapes, including repeated bodies: the shortest usual distance of two rows. */
  stepMs: number;
}

/** Minimum rows of a separate part: ten minutes at 1 s. */
const MIN_ROWS = 600;
/** Minimum ratio of steps that counts as another resolution. */
const COARSER = 3;
/** A target that repeats bodies for more scrapes than this has a step of its own. */
const REPEATED_STEPS = 2.5;

/**
 * Returns the most frequently scraped part of a window, if coarser history precedes it: analysis aligned to single
 * cycles must not mix the two. Returns the whole window if it has one step, or if the finer part is short.
 */
export function finestPart(scrapes: ScrapeTable, grid: PointGrid): FinestPart {
  const { rows, scrapeStepMs } = grid;
  const whole = { rows, stepMs: scrapedEvery(scrapes, rows, scrapeStepMs) };
  if (rows.length < MIN_ROWS) return whole;
  // The newest rows are the program's own scrapes; history is filled in before them.
  const tail = rows.subarray(rows.length - MIN_ROWS);
  const tailStepMs = medianStepMs(scrapes, tail) ?? scrapeStepMs;
  const stepMs = tailStepMs * COARSER <= scrapeStepMs ? tailStepMs : scrapeStepMs;
  let from = rows.length - 1;
  let coarse = 0;
  // A gap or a few slow scrapes do not change the step; several coarse ones in a row do.
  for (let k = rows.length - 1; k > 0 && coarse < 20; k--) {
    if (
      numberAt(scrapes.startMs, numberAt(rows, k)) - numberAt(scrapes.startMs, numberAt(rows, k - 1)) < COARSER
        * stepMs
    ) { coarse = 0; from = k - 1; } else coarse++;
  }
  if (rows.length - from < MIN_ROWS) return whole;
  const finer = rows.subarray(from);
  return { rows: finer, stepMs: scrapedEvery(scrapes, finer, Math.max(1, Math.round(stepMs / 10) * 10)) };
}

/**
 * Returns the step of the scrapes from the first to the last of `rows`. If about every other body repeats, rows are one
 * or two scrapes apart, and the median is either by chance: with the longer one, two rows would coincide.
 */
function scrapedEvery(scrapes: ScrapeTable, rows: Int32Array, stepMs: number): number {
  const [first, last] = [rows[0] ?? 0, rows.at(-1) ?? -1];
  if (!scrapes.repeated.subarray(first, last + 1).includes(1)) return stepMs;
  const all = medianStepMs(scrapes, Array.from({ length: last + 1 - first }, (_, k) => first + k)) ?? stepMs;
  return stepMs <= REPEATED_STEPS * all ? Math.max(1, Math.round(all / 10) * 10) : stepMs;
}
