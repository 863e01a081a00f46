/** Known events that use CPU for a while: the possible causes of a spike. See docs/reference/gc-cpu.md. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { SpikeCause, TrainCause } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { heavyQuerySpans } from '../queryLoad.ts';
import { findProcessStarts, type ProcessStart } from '../replay/replayStarts.ts';
import { replayPhases } from '../replay/replayPhases.ts';
import { segmentRuns } from '../replay/segmentRuns.ts';
import { processWork } from '../host/processWork.ts';
import { valueAt } from '../valueAt.ts';
import { freshScrapes, type SpanMs } from '../windowFrame.ts';

/** After a start everything is scraped at once, and every series is new. */
const SETTLE_MS = 30_000;
/** The backlog of a standstill is processed at once. */
const CATCH_UP_MS = 10_000;
const REPLAYED: ReadonlySet<string> = new Set(['mmapped-chunks', 'checkpoint', 'segments', 'wbl']);
/** A shorter replay counts as part of the start. */
const MIN_REPLAY_SECONDS = 2;

export interface SpikeEvent extends SpanMs {
  cause: Exclude<SpikeCause, TrainCause | 'gc' | 'host' | 'unexplained'>;
  /** Its own start and end, without the margins for errors and aftereffects of the span. */
  ownStartMs: number;
  ownEndMs: number;
}

/**
 * Returns the events of the window by cause, each ascending. Spans cover all CPU of an event: a compaction may have
 * begun up to one scrape step before its known start; a start settles for 30 s; a stopped process catches up for 10 s.
 * `compactions` come from `findCompactions`.
 */
export function spikeEvents(window: RoleWindow, compactions: readonly SpanMs[], stepMs: number): SpikeEvent[] {
  return [
    ...startEvents(window, stepMs),
    ...processWork(window).standstills.map((span): SpikeEvent => ({
      cause: 'freeze', startMs: span.startMs, endMs: span.endMs + CATCH_UP_MS,
      ownStartMs: span.startMs, ownEndMs: span.endMs,
    })),
    ...compactions.filter(({ startMs, endMs }) => endMs > window.startMs && startMs < window.endMs)
      .map((span): SpikeEvent => ({
        cause: 'compaction', startMs: span.startMs - stepMs, endMs: span.endMs + stepMs,
        ownStartMs: span.startMs, ownEndMs: span.endMs,
      })),
    ...heavyQuerySpans(window).map((span): SpikeEvent => ({
      cause: 'query', ...span, ownStartMs: span.startMs, ownEndMs: span.endMs,
    })),
  ];
}

/** Returns a process start until it settled; the part until readiness is a replay if it read a WAL for long. */
function startEvents(window: RoleWindow, stepMs: number): SpikeEvent[] {
  const { startMs, length } = window.scrapes;
  const starts = findProcessStarts(window);
  return [...startBefore(window, starts), ...starts.flatMap((start): SpikeEvent[] => {
    const phases = replayPhases(window, start, segmentRuns(window, start));
    const replaySeconds = phases.filter(({ name }) => REPLAYED.has(name))
      .reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
    const readyMs = start.readyRow === null ? numberAt(startMs, Math.min(start.endRow, length) - 1)
      : numberAt(startMs, start.readyRow);
    const untilReady = { startMs: start.startMs - stepMs, endMs: readyMs + stepMs };
    const settled = { startMs: readyMs + stepMs, endMs: readyMs + SETTLE_MS };
    const own = { ownStartMs: start.startMs, ownEndMs: readyMs };
    if (replaySeconds >= MIN_REPLAY_SECONDS) return [
      { cause: 'replay', ...untilReady, ...own }, { cause: 'restart', ...settled, ...own },
    ];
    return [{ cause: 'restart', startMs: untilReady.startMs, endMs: settled.endMs, ...own }];
  })];
}

/** Returns the window's first process, already ready when the window opens: it may have started shortly before. */
function startBefore(window: RoleWindow, starts: readonly ProcessStart[]): SpikeEvent[] {
  const firstRow = freshScrapes(window.scrapes)[0];
  const stated = firstRow === undefined ? null : valueAt(window.role('processStartSeconds'), firstRow);
  if (stated === null || starts.some((start) => start.firstRow === firstRow)) return [];
  const ownMs = stated * 1000;
  return [{ cause: 'restart', startMs: ownMs, endMs: ownMs + SETTLE_MS, ownStartMs: ownMs, ownEndMs: ownMs }];
}

/** Returns the first of the events that overlap the span most; `events` must not be empty. */
export function mainEvent(events: readonly SpikeEvent[], { startMs, endMs }: SpanMs): SpikeEvent {
  const overlap = (event: SpikeEvent): number => Math.min(endMs, event.endMs) - Math.max(startMs, event.startMs);
  return elementAt(events.toSorted((a, b) => overlap(b) - overlap(a)), 0);
}
