/** The steps of a start as the target's stacks showed them, recorded with the scrapes. */
import { elementAt, numberAt } from '../../../core/elementAt.ts';
import type { RoleWindow } from '../../metrics/roleNames.ts';
import { START_STEPS, type StartStep } from '../../metrics/startSteps.ts';
import { valueAt } from '../valueAt.ts';
import type { ProcessStart } from './replayStarts.ts';

/** An answer heard longer before its scrape than this belongs to another step. */
const HEARD_EARLY_MS = 3500;

export interface StartStepSpan {
  step: StartStep;
  /** The line from which `wal` was called; null for other steps. */
  site: number | null;
  fromMs: number;
  /** null while it is the last that was seen. */
  toMs: number | null;
}

/**
 * Steps in order, each from the middle between the two answers around its begin (the scrape itself where that is not
 * recorded) to the next one's begin. Empty where nobody asked for stacks, or the target has none. A step shorter than
 * the second between two answers may be missing.
 */
export function startSteps(window: RoleWindow, start: ProcessStart): StartStepSpan[] {
  const { startMs } = window.scrapes;
  const spans: StartStepSpan[] = [];
  const series = window.role('startStep');
  for (let row = start.firstRow; series !== undefined && row < (start.readyRow ?? start.endRow); row++) {
    const step = START_STEPS[valueAt(series, row) ?? -1];
    if (step === undefined) continue;
    const site = step === 'wal' ? valueAt(window.role('startStepSite'), row) : null;
    const last = spans.at(-1);
    if (last?.step === step && last.site === site) continue;
    const scrapeMs = numberAt(startMs, row);
    const heardMs = (valueAt(window.role('startStepTimeSeconds'), row) ?? NaN) * 1000;
    const isHeard = heardMs > scrapeMs - HEARD_EARLY_MS && heardMs < scrapeMs + HEARD_EARLY_MS;
    const fromMs = Math.max(last?.fromMs ?? start.startMs, isHeard ? heardMs : scrapeMs);
    if (last !== undefined) last.toMs = fromMs;
    spans.push({ step, site, fromMs, toMs: null });
  }
  return spans;
}

/** The first span of a step; undefined where it was not seen. */
export function spanOf(spans: readonly StartStepSpan[], step: StartStep): StartStepSpan | undefined {
  return spans.find((span) => span.step === step);
}

/**
 * When the checkpoint was read: the WAL is then called from another line of the server's code than for the segments.
 * `fromMs` itself where the stacks show only one such line and the cursor has moved: there was none, or it took less
 * than a second. null where they do not say: nothing was seen, or all of it is of one line so far.
 */
export function checkpointEndOf(spans: readonly StartStepSpan[], fromMs: number, hasMoved: boolean): number | null {
  const wal = spans.filter(({ step, site }) => step === 'wal' && site !== null);
  if (wal.length === 0) return null;
  const [first] = wal;
  const other = wal.find(({ site }) => site !== first?.site);
  if (other !== undefined) return Math.max(fromMs, other.fromMs);
  const seenSoon = elementAt(wal, 0).fromMs - fromMs < HEARD_EARLY_MS / 2;
  return hasMoved && seenSoon ? fromMs : null;
}
