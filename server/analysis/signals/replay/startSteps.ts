/** The steps of a start as the target's stacks showed them, recorded with the scrapes. */
import { elementAt } from '../../../../core/elementAt.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { START_STEPS, type StartStep } from '../../../data/metrics/startSteps.ts';
import { valueAt } from '../valueAt.ts';
import { polledRows } from './polledRows.ts';
import { sameStep, type ProcessStart } from './replayStarts.ts';

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
  const spans: StartStepSpan[] = [];
  const series = window.role('startStep');
  if (series === undefined) return spans;
  // The scrape that saw it ready may have the last step before.
  const endRow = start.readyRow === null ? start.endRow : start.readyRow + 1;
  for (const { valueRow, atMs } of polledRows(window, start.polledRow, endRow)) {
    const step = START_STEPS[valueAt(series, valueRow) ?? -1];
    if (step === undefined || isLeftBehind(window, start, { valueRow, atMs })) continue;
    const site = step === 'wal' ? valueAt(window.role('startStepSite'), valueRow) : null;
    const last = spans.at(-1);
    if (last?.step === step && last.site === site) continue;
    const heardMs = (valueAt(window.role('startStepTimeSeconds'), valueRow) ?? NaN) * 1000;
    const isHeard = Math.abs(heardMs - atMs) < HEARD_EARLY_MS;
    const fromMs = Math.max(last?.fromMs ?? start.startMs, isHeard ? heardMs : atMs);
    if (last !== undefined) last.toMs = fromMs;
    spans.push({ step, site, fromMs, toMs: null });
  }
  return spans;
}

/** What repeats the last of the process before in its first seconds: nobody has heard this process yet. */
function isLeftBehind(
  window: RoleWindow, { startMs, beforeRow }: ProcessStart, { valueRow, atMs }: { valueRow: number; atMs: number }
): boolean {
  return beforeRow !== null && atMs <= startMs + HEARD_EARLY_MS && sameStep(window, valueRow, beforeRow);
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
