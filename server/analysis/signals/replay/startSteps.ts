/** Steps of a start as seen in the target's stacks, recorded with the scrapes. */
import { elementAt } from '../../../../core/elementAt.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { START_STEPS, type StartStep } from '../../../data/metrics/startSteps.ts';
import { valueAt } from '../valueAt.ts';
import { polledRows } from './polledRows.ts';
import { sameStep, type ProcessStart } from './replayStarts.ts';

/** A stacks answer this long before its scrape belongs to another step. */
const HEARD_EARLY_MS = 3500;

export interface StartStepSpan {
  step: StartStep;
  /** Line from which `wal` was called; null for other steps. */
  site: number | null;
  fromMs: number;
  /** End of the step; null for the last one seen. */
  toMs: number | null;
}

/**
 * Returns the steps in order, each from the middle between the two answers around its begin (the scrape itself if that
 * is not recorded) to the next one's begin. Empty if no stacks were requested, or the target has none. A step shorter
 * than the second between two answers may be missing.
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

/** Reports whether it repeats the previous process's last step, in the first seconds before this one was polled. */
function isLeftBehind(
  window: RoleWindow, { startMs, beforeRow }: ProcessStart, { valueRow, atMs }: { valueRow: number; atMs: number }
): boolean {
  return beforeRow !== null && atMs <= startMs + HEARD_EARLY_MS && sameStep(window, valueRow, beforeRow);
}

/** Returns the first span of a step; undefined if it was not seen. */
export function spanOf(spans: readonly StartStepSpan[], step: StartStep): StartStepSpan | undefined {
  return spans.find((span) => span.step === step);
}

/**
 * Returns when the checkpoint was read: the WAL is then called from another line of the server's code than for the
 * segments. Returns `fromMs` if the stacks show only one such line and the cursor has moved: there was no checkpoint,
 * or it took less than a second. Null if unknown: nothing was seen, or only one line so far.
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
