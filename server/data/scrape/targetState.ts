import type { ScrapeErrorKind, TargetKind, TargetState } from '../../../core/contract/terms/targetKind.ts';

export type LiveState = Exclude<TargetState, 'recorded'>;

/** Segments as in /api/v1/status/walreplay: all zero before the segment phase, unchanged after it. */
export interface WalReplayStatus { min: number; max: number; current: number }

/** Observation about a target from one answer, or the lack of one. Times are ms since the epoch. */
export type Observation =
  | { type: 'metrics'; timeMs: number; kind: TargetKind; ready: boolean | null; processStartSeconds: number | null }
  | { type: 'metricsFailed'; timeMs: number; error: ScrapeErrorKind }
  /** `stopping` null: the answer had no X-Prometheus-Stopping header (before 3.0). */
  | { type: 'ready'; timeMs: number; status: number; stopping: boolean | null }
  | { type: 'readyFailed'; timeMs: number; error: ScrapeErrorKind }
  /** `isReset`: the previous answer named segments, this one none. */
  | { type: 'walReplay'; timeMs: number; replay: WalReplayStatus; isReset?: boolean };

export interface TargetStatus {
  state: LiveState;
  sinceMs: number;
  kind: TargetKind;
  processStartSeconds: number | null;
  /** Number of observed process starts that replaced a known one. */
  restarts: number;
  /** Last answer of /-/ready in the life of this process; `absent` = no such endpoint. */
  ready: 'yes' | 'no' | 'absent' | 'unknown';
  /** Answers of `no` in a row. */
  notReadyAnswers: number;
  /** Polls of /-/ready in a row without a usable answer. */
  readyFailures: number;
  lastAnswerMs: number | null;
  /** Tries in a row that ran into the timeout, or were not made because one before had no answer yet. */
  silentTries: number;
  /** Tries in a row that were answered, but not with metrics. */
  unreadableTries: number;
}

/** Silence and silent tries after which a target counts as down, not slow. */
const SILENT_MS = 10_000;
const SILENT_TRIES = 3;
const UNREADABLE_TRIES = 3;
const READY_FAILURES = 3;
/**
 * Start times nearer than this are one process: the kernel's boot time, which they are based on, may shift by a second.
 */
const SAME_PROCESS_SECONDS = 1.5;

export function initialStatus(nowMs: number): TargetStatus {
  return {
    state: 'down', sinceMs: nowMs, kind: 'unknown', processStartSeconds: null, restarts: 0, ready: 'unknown',
    notReadyAnswers: 0, readyFailures: 0, lastAnswerMs: null, silentTries: 0, unreadableTries: 0,
  };
}

function enter(status: TargetStatus, state: LiveState, timeMs: number): TargetStatus {
  return status.state === state ? status : { ...status, state, sinceMs: timeMs };
}

/** Clears what is known of the process: it ended, or another one answers. */
function forgetProcess(status: TargetStatus): TargetStatus {
  return { ...status, ready: 'unknown', notReadyAnswers: 0, readyFailures: 0, silentTries: 0, unreadableTries: 0 };
}

function isPrometheus(kind: TargetKind): boolean {
  return kind === 'prometheus' || kind === 'prometheus-agent';
}

function notServing(status: TargetStatus, timeMs: number, sameProcess: boolean): TargetStatus {
  switch (status.state) {
    case 'down':
      return enter(status, 'starting', timeMs);
    case 'up':
      // A Prometheus that was ready never starts again within one life; others (a Thanos sidecar) may lose readiness.
      return enter(status, isPrometheus(status.kind) && sameProcess ? 'stopping' : 'starting', timeMs);
    case 'starting':
    case 'replaying':
    case 'stopping':
      return status;
    default:
      return unreachable(status.state);
  }
}

function unreachable(value: never): never {
  throw new Error(`unhandled: ${String(value)}`);
}

function onMetrics(before: TargetStatus, seen: Extract<Observation, { type: 'metrics' }>): TargetStatus {
  const known = before.processStartSeconds;
  const restarted = known !== null && seen.processStartSeconds !== null
    && Math.abs(seen.processStartSeconds - known) > SAME_PROCESS_SECONDS;
  let status = before;
  if (restarted) {
    // Still up or stopping: the change took less than a tick, and the last readiness answer may be from the previous
    // process; it is polled again within a tick. Otherwise the end of the old one was seen, and this is already the new
    // one.
    const unseen = before.state === 'up' || before.state === 'stopping';
    status = {
      ...(unseen ? enter(forgetProcess(before), 'starting', seen.timeMs) : before), restarts: before.restarts + 1,
    };
  }
  status = {
    ...status,
    kind: seen.kind === 'unknown' ? status.kind : seen.kind,
    processStartSeconds: restarted ? seen.processStartSeconds : known ?? seen.processStartSeconds,
    lastAnswerMs: seen.timeMs, silentTries: 0, unreadableTries: 0,
  };
  const ready = seen.ready ?? (status.ready === 'yes' ? true : status.ready === 'no' ? false : null);
  if (ready === false) return notServing(status, seen.timeMs, true);
  // Shutting down is final for a process, whatever its gauge still says.
  if (status.state === 'stopping') return status;
  if (ready === true) return enter(status, 'up', seen.timeMs);
  // No readiness gauge and no /-/ready: a target that serves metrics is up. Not polled yet: the next answer decides.
  return status.ready === 'absent' ? enter(status, 'up', seen.timeMs) : status;
}

function onNoConnection(before: TargetStatus, timeMs: number): TargetStatus {
  return enter(forgetProcess(before), 'down', timeMs);
}

function onSilence(before: TargetStatus, timeMs: number): TargetStatus {
  const status = { ...before, silentTries: before.silentTries + 1 };
  const silentMs = timeMs - (before.lastAnswerMs ?? Number.NEGATIVE_INFINITY);
  return status.silentTries >= SILENT_TRIES && silentMs > SILENT_MS ? onNoConnection(status, timeMs) : status;
}

function onMetricsFailed(before: TargetStatus, timeMs: number, error: ScrapeErrorKind): TargetStatus {
  switch (error) {
    case 'refused':
    case 'reset':
    case 'dns':
    case 'tls':
      return onNoConnection(before, timeMs);
    case 'timeout':
      return onSilence(before, timeMs);
    case 'skipped':
      // The timeout of the scrape it waited for decides; by then this many were unanswered.
      return { ...before, silentTries: before.silentTries + 1 };
    case 'http':
    case 'format':
    case 'redirect':
    case 'too_large':
    case 'other': {
      const status = { ...before, lastAnswerMs: timeMs, silentTries: 0, unreadableTries: before.unreadableTries + 1 };
      // Something listens, but without metrics there is nothing to show: down, as Prometheus itself would call it.
      return status.unreadableTries >= UNREADABLE_TRIES && status.ready !== 'no' ? enter(status, 'down', timeMs)
        : status;
    }
    default:
      return unreachable(error);
  }
}

function onReadyFailed(before: TargetStatus, timeMs: number, error: ScrapeErrorKind): TargetStatus {
  if (error === 'refused' || error === 'dns') return onNoConnection(before, timeMs);
  const readyFailures = before.readyFailures + 1;
  // A program that never answers this path properly reports no readiness; its metrics alone decide then.
  const ready = before.ready === 'unknown' && readyFailures >= READY_FAILURES ? 'absent' : before.ready;
  const status = { ...before, readyFailures, ready };
  return error === 'timeout' ? onSilence(status, timeMs) : status;
}

function onReady(before: TargetStatus, seen: Extract<Observation, { type: 'ready' }>): TargetStatus {
  const answered = { ...before, lastAnswerMs: seen.timeMs, silentTries: 0, readyFailures: 0 };
  if (seen.status === 200) {
    const status: TargetStatus = { ...answered, ready: 'yes', notReadyAnswers: 0 };
    return status.state === 'starting' || status.state === 'replaying' ? enter(status, 'up', seen.timeMs) : status;
  }
  if (seen.status !== 503) return { ...answered, ready: 'absent', notReadyAnswers: 0 };
  const status: TargetStatus = { ...answered, ready: 'no', notReadyAnswers: before.notReadyAnswers + 1 };
  if (seen.stopping === true) return enter(status, 'stopping', seen.timeMs);
  if (status.state !== 'up') return notServing(status, seen.timeMs, true);
  if (seen.stopping === false) return notServing(status, seen.timeMs, false);
  // It was up and now is not: stopping, or already another process. Its start time in the next metrics decides; if none
  // come (its replay takes all CPU), a second such answer does.
  return status.notReadyAnswers >= 2 ? notServing(status, seen.timeMs, false) : status;
}

function onWalReplay(before: TargetStatus, seen: Extract<Observation, { type: 'walReplay' }>): TargetStatus {
  // The segments of a process stay until it ends. A quick restart shows here long before its first metrics.
  if (before.state === 'stopping' && seen.isReset === true)
    return enter({ ...forgetProcess(before), lastAnswerMs: seen.timeMs }, 'starting', seen.timeMs);
  return before.state === 'starting' && before.ready !== 'yes' && seen.replay.max > 0
    ? enter(before, 'replaying', seen.timeMs) : before;
}

/**
 * Returns the state of a target after one more observation. Pure; rules (names and answers: Prometheus web/web.go):
 *
 *   refused, reset, unresolved, no TLS, or silent for 10 s        -> down
 *   answers, but /-/ready is 503 or its readiness gauge 0    -> starting
 * ... and /api/v1/status/walreplay names segments -> replaying (not back to starting: the WBL phase resets them)
 *   readiness gauge 1, or /-/ready 200, or metrics and no /-/ready at all  -> up
 *   503 with X-Prometheus-Stopping: true, or 503 after up in the same Prometheus process  -> stopping, until it is gone
 *   metrics with another process_start_time_seconds          -> another process: begins at starting
 *   stopping, and its segments fall back to none             -> another process: begins at starting
 *   answers three times in a row without metrics             -> down
 *
 * One slow answer changes nothing.
 */
export function nextStatus(before: TargetStatus, seen: Observation): TargetStatus {
  switch (seen.type) {
    case 'metrics':
      return onMetrics(before, seen);
    case 'metricsFailed':
      return onMetricsFailed(before, seen.timeMs, seen.error);
    case 'ready':
      return onReady(before, seen);
    case 'readyFailed':
      return onReadyFailed(before, seen.timeMs, seen.error);
    case 'walReplay':
      return onWalReplay(before, seen);
    default:
      return unreachable(seen);
  }
}
