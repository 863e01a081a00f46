/**
 * Records what happened when: one mark per scrape and cause, for the overlap of slow and lost scrapes; see
 * docs/reference/scrapes.md.
 */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { hostSuspects, type HostSuspect } from '../../signals/host/hostSuspects.ts';
import { counterSteps } from '../../signals/counterSteps.ts';
import type { CpuCeiling } from '../../signals/cpuCeiling.ts';
import { heavyQuerySpans } from '../../signals/queryLoad.ts';
import { findRestarts, freshScrapes, type SpanMs } from '../../signals/windowFrame.ts';
import type { Part } from '../../../../core/contract/contract.ts';
import { formatSeconds } from '../../../../core/text/format.ts';
import { at, cores, parts, seconds } from '../../../../core/text/parts.ts';

export type SuspectCause =
  | 'freeze' | 'compaction' | 'gc' | 'replay' | 'fsync' | 'cpu' | 'queries' | 'start' | HostSuspect['cause'];

/** Cause that may slow the target: when it held, and its text. */
export interface Suspect {
  cause: SuspectCause;
  /** Noun used as the object of "overlaps": `a GC cycle`. */
  noun: string;
  /** Spans, ascending, not overlapping. */
  spans: SpanMs[];
  /** Describes one of its spans, after the description of what happened. */
  describe: (span: SpanMs) => Part[];
  /** 1 at each row whose scrape overlaps one of the spans. */
  mask: Uint8Array;
  /** Whether it is a resource that runs short: short all the time, it is judged by its level. */
  isShortage?: boolean;
  /** Share of the window from which it is named regardless of scrapes. */
  leastShare?: number;
  detail?: () => Part[];
}

/**
 * Time before a cycle's end, by which cycles are known, in which scrapes may be slow. With saturated CPU a cycle takes
 * 3 s and more.
 */
const CYCLE_MS = 1500;
const CYCLE_SHORT_OF_CPU_MS = 3500;
/** Time after a start in which all scrapes begin at once, and every series is new. */
const START_MS = 30_000;
/** Duration above which appends wait for an fsync; a fast disk syncs a WAL page in a few ms. */
const SLOW_FSYNC_SECONDS = 0.05;

export interface SuspectInputs {
  compactions: readonly SpanMs[];
  /** Cycle ends, ascending. */
  cycles: readonly { endMs: number }[];
  ceiling: CpuCeiling | null;
  standstills: readonly SpanMs[];
  intervalMs: number;
}

/** Returns every suspect, in order of precedence if several overlap a gap. */
export function findSuspects(
  window: RoleWindow, { compactions, cycles, ceiling, standstills, intervalMs }: SuspectInputs
): Suspect[] {
  const reachMs = ceiling === null ? CYCLE_MS : CYCLE_SHORT_OF_CPU_MS;
  const notReady = notReadySpans(window, intervalMs);
  const suspects: Omit<Suspect, 'mask'>[] = [
    {
      cause: 'freeze', noun: 'a standstill of the process', spans: [...standstills],
      describe: ({ startMs, endMs }) =>
        parts`while the process was frozen for ${seconds((endMs - startMs) / 1000)} from ${at(startMs / 1000)}`,
    },
    {
      cause: 'replay', noun: 'its WAL replay', spans: notReady,
      describe: () => parts`while the target reported that it was not ready`,
    },
    {
      cause: 'compaction', noun: 'a compaction', spans: compactions.map(({ startMs, endMs }) => ({ startMs, endMs })),
      describe: ({ startMs, endMs }) => parts`during the compaction from ${at(startMs / 1000)} to ${at(endMs / 1000)}`,
    },
    {
      cause: 'gc', noun: 'a GC cycle', spans: cycles.map(({ endMs }) => ({ startMs: endMs - reachMs, endMs })),
      describe: ({ endMs }) => parts`around the GC cycle that ended at ${at(endMs / 1000)}`,
    },
    {
      cause: 'fsync', noun: 'a slow WAL fsync', spans: fsyncSpans(window),
      describe: ({ endMs }) => parts`with a slow WAL fsync before ${at(endMs / 1000)}`,
    },
    {
      cause: 'queries', noun: 'heavy queries', spans: heavyQuerySpans(window),
      describe: () => parts`while queries were evaluated for far longer than usual`,
    },
    {
      cause: 'cpu', noun: 'the CPU limit', spans: ceiling?.spans ?? [], isShortage: true,
      describe: () => parts`while CPU-limited at ${cores(ceiling?.cores ?? 0)}`,
    },
    ...hostSuspects(window),
    {
      cause: 'start', noun: `the first ${formatSeconds(START_MS / 1000)} after a start`,
        spans: startSpans(window, notReady),
      describe: ({ startMs }) => parts`soon after the start at ${at(startMs / 1000)}`,
    },
  ];
  return suspects.map((suspect) => ({ ...suspect, mask: maskOf(window, suspect.spans, intervalMs) }));
}

/** Returns when the scrape of a row was running. A skipped scrape counts as its whole interval. */
export function underWay({ scrapes }: RoleWindow, row: number, intervalMs: number): SpanMs {
  const startMs = numberAt(scrapes.startMs, row);
  const tookMs = scrapes.error[row]?.kind === 'skipped' ? intervalMs : 1000 * (scrapes.durationSeconds[row] || 0);
  return { startMs, endMs: startMs + tookMs };
}

export function overlapping(spans: readonly SpanMs[], { startMs, endMs }: SpanMs): SpanMs | undefined {
  return spans.find((span) => span.startMs < endMs && span.endMs > startMs);
}

function maskOf(window: RoleWindow, spans: readonly SpanMs[], intervalMs: number): Uint8Array {
  const mask = new Uint8Array(window.scrapes.length);
  let next = 0;
  for (let row = 0; row < mask.length; row++) {
    const { startMs, endMs } = underWay(window, row, intervalMs);
    while (next < spans.length && elementAt(spans, next).endMs <= startMs) next++;
    if (next < spans.length && elementAt(spans, next).startMs < endMs) mask[row] = 1;
  }
  return mask;
}

function notReadySpans(window: RoleWindow, intervalMs: number): SpanMs[] {
  const spans: SpanMs[] = [];
  const [ready, noted] = [window.role('ready'), window.role('targetReady')];
  for (let row = 0; row < window.scrapes.length; row++) {
    // A process that does not listen reveals nothing.
    if (['refused', 'dns'].includes(window.scrapes.error[row]?.kind ?? '')) continue;
    if (![ready, noted].some((series) => series?.present[row] === 1 && series.values[row] === 0)) continue;
    const { startMs, endMs } = underWay(window, row, intervalMs);
    const last = spans.at(-1);
    if (last !== undefined && startMs - last.endMs <= 1.5 * intervalMs) last.endMs = endMs;
    else spans.push({ startMs, endMs });
  }
  return spans;
}

function fsyncSpans(window: RoleWindow): SpanMs[] {
  const fresh = freshScrapes(window.scrapes);
  const steps = counterSteps(
    window.scrapes, window.role('walFsyncSeconds'), fresh, new Set(findRestarts(window).map(({ row }) => row))
  );
  const spans: SpanMs[] = [];
  for (let k = 1; k < fresh.length; k++) {
    const row = numberAt(fresh, k);
    if (numberAt(steps.increase, row) >= SLOW_FSYNC_SECONDS) {
      spans.push(
        {
          startMs: numberAt(window.scrapes.startMs, numberAt(fresh, k - 1)),
          endMs: numberAt(window.scrapes.startMs, row) + 1000 * numberAt(window.scrapes.durationSeconds, row),
        }
      );
    }
  }
  return spans;
}

/** Returns the seconds after a process start, and after it became ready: then all its scrapes begin at once. */
function startSpans(window: RoleWindow, notReady: readonly SpanMs[]): SpanMs[] {
  const stated = window.role('processStartSeconds');
  const [first] = freshScrapes(window.scrapes);
  const starts = [...findRestarts(window).map(({ timeMs }) => timeMs), ...notReady.map(({ endMs }) => endMs)];
  if (first !== undefined && stated?.present[first] === 1) starts.push(numberAt(stated.values, first) * 1000);
  const spans: SpanMs[] = [];
  for (const startMs of starts.filter((timeMs) => timeMs > window.startMs - START_MS).sort((a, b) => a - b)) {
    const last = spans.at(-1);
    // Ends the span before at this start, so that the text names the nearest start.
    if (last !== undefined) last.endMs = Math.min(last.endMs, startMs);
    spans.push({ startMs, endMs: startMs + START_MS });
  }
  return spans;
}
