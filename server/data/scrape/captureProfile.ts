import { MAX_BODY_BYTES } from '../../../core/bounds.ts';
import type { Clock } from '../../../core/time/clock.ts';
import type { CaptureKind } from '../../../core/contract/contract.ts';
import { fail, ok, type Failure, type Result } from '../../../core/result.ts';
import type { RequestOutcome, TargetAnswer, TargetClient } from './httpClient.ts';
import { bodyExcerpt, httpStatusError } from './httpStatusAdvice.ts';

/** Added to the requested seconds: a target short of CPU takes long to write its profile. */
const CPU_GRACE_SECONDS = 30;
/** VictoriaMetrics samples 10 s before it answers `mutex`; a large goroutine dump takes long too. */
const SNAPSHOT_TIMEOUT_SECONDS = 60;
const MAX_CPU_SECONDS = 600;
/** Expected duration of a snapshot, only for its progress. */
const SNAPSHOT_EXPECTED_SECONDS = 2;
/** A target that computes the difference itself cannot answer before this share of the requested time. */
const MIN_DELTA_TIME = 0.9;
/** Kinds whose change Go's pprof pages return for `?seconds=N` (since Go 1.15). */
const DELTA_KINDS: readonly CaptureKind[] = ['heap', 'allocs', 'goroutine', 'mutex', 'block'];
/** Paths of fgprof: the package's README uses the first; some servers have it among the pprof pages. */
const FGPROF_PATHS = ['/debug/fgprof', '/debug/pprof/fgprof'];

export interface CapturedProfile {
  kind: CaptureKind;
  /** Bytes as the target sent them: gzip or plain protobuf. */
  bytes: Uint8Array;
  /** Times of the request and of its completion, ms since the epoch on tsdbscope's clock. */
  startMs: number;
  endMs: number;
  /** `target`: `bytes` hold only the change in the requested seconds. null: a full snapshot, or a timed kind (CPU). */
  delta: 'target' | null;
  /** Snapshot to subtract from `bytes`, for a change that the target did not compute itself. */
  earlier: { bytes: Uint8Array; startMs: number } | null;
}

export interface CaptureOptions {
  kind: CaptureKind;
  /** Duration; 0 for a snapshot. */
  seconds: number;
  /** heap and allocs: runs a GC first, since Go counts both as of the end of a GC cycle. */
  gc: boolean;
  /** goroutine snapshot: takes a text dump with the state and the wait time of each. */
  waits?: boolean;
}

/** Whether a kind always runs for a time, so that its seconds do not mean a difference of snapshots. */
function isTimed(kind: CaptureKind): boolean {
  return kind === 'cpu' || kind === 'fgprof' || kind === 'trace';
}

function snapshotPath({ kind, gc, waits }: CaptureOptions): string {
  if (kind === 'goroutine' && waits === true) return DUMP_PATH;
  return `/debug/pprof/${kind}${gc && kind === 'heap' ? '?gc=1' : ''}`;
}

const DUMP_PATH = '/debug/pprof/goroutine?debug=2';
/** Limits of a dump, because the target stops while it writes one. */
const DUMP_TIMEOUT_SECONDS = 10;
const MAX_DUMP_BYTES = 16 * 2 ** 20;
const COLLECT_PATH = '/debug/pprof/heap?gc=1';
/** Start of every Go execution trace; the version follows. */
const TRACE_START = 'go 1.';
const DUMP_START = 'goroutine ';

function nounOf(kind: CaptureKind): string {
  return kind === 'trace' ? 'an execution trace' : kind === 'cpu' ? 'a CPU profile' : `a ${kind} profile`;
}

/**
 * Whether the bytes are gzip, or a protobuf that begins with its sample types (field 1), as every encoder writes it.
 * Decoding checks the rest.
 */
function looksLikeProfile(bytes: Uint8Array, kind: CaptureKind, path: string): boolean {
  if (kind === 'trace') return String.fromCharCode(...bytes.subarray(0, TRACE_START.length)) === TRACE_START;
  if (path === DUMP_PATH) return String.fromCharCode(...bytes.subarray(0, DUMP_START.length)) === DUMP_START;
  return (bytes[0] === 0x1f && bytes[1] === 0x8b) || (bytes[0] === 0x0a && bytes.length > 2);
}

function statusFailure(
  answer: TargetAnswer, client: TargetClient, kind: CaptureKind, path: string
): { ok: false; error: Failure } {
  const said = bodyExcerpt(answer, client);
  if (answer.status === 500 && /already in use/i.test(said)) {
    return fail(
      'busy', `${client.where} is already being CPU-profiled by someone else, `
        + 'and a Go process allows one CPU profile at a time; try again when that one has ended.'
    );
  }
  if (answer.status === 500 && /already enabled/i.test(said)) {
    return fail(
      'busy', `${client.where} is already being traced by someone else, and a Go process allows one execution trace `
        + 'at a time; try again when that one has ended.'
    );
  }
  if (answer.status === 404 && kind === 'fgprof') {
    return fail(
      'not_found', `${client.where} does not serve fgprof (neither ${FGPROF_PATHS.join(' nor ')}), `
        + 'which is a handler that a program has to add itself; take a CPU profile instead.'
    );
  }
  if (answer.status === 404 && kind === 'goroutineleak') {
    return fail(
      'not_found', `${client.where} has no profile of leaked goroutines: Go has it from 1.27 on (1.26: built with `
        + 'GOEXPERIMENT=goroutineleakprofile); take a goroutine profile instead.'
    );
  }
  if (answer.status === 404) {
    return fail(
      'not_found', `${client.where} has no ${path.split('?', 1)[0]}: its pprof pages are switched off `
        + 'or on another port (OpenTelemetry Collector: pprof extension, port 1777), '
        + `so no ${kind} profile can be taken.`
    );
  }
  return fail('target_error', httpStatusError(answer, client, path).message);
}

function judge(
  outcome: RequestOutcome, client: TargetClient, kind: CaptureKind, path: string
): Result<Uint8Array> {
  if (!outcome.ok) {
    if (outcome.aborted && outcome.error.kind !== 'timeout')
      return fail('target_error', `The ${kind} capture of ${client.where} was cancelled.`);
    const errorType = outcome.error.kind === 'timeout' ? 'timeout' : outcome.error.kind === 'too_large' ? 'too_large'
      : 'target_error';
    return fail(errorType, outcome.error.message);
  }
  const answer = outcome.value;
  if (answer.status !== 200) return statusFailure(answer, client, kind, path);
  if (!looksLikeProfile(answer.body, kind, path)) {
    const noun = kind === 'trace' ? nounOf(kind) : 'a profile';
    const what = answer.body.length === 0 ? 'nothing' : `something that is not ${noun}`;
    return fail(
      'target_error', `${client.where} answered ${path} with ${what}; `
        + 'does the URL name the database itself, and not a proxy or login page?'
    );
  }
  return ok(answer.body);
}

interface RunningCapture { begunMs: number; expectedMs: number; controller: AbortController }

/** Takes profiles of one target: one capture per kind at a time, several kinds in parallel. */
export class ProfileCapturer {
  readonly #client: TargetClient;
  readonly #clock: Clock;
  readonly #running = new Map<CaptureKind, RunningCapture>();

  constructor(client: TargetClient) {
    this.#client = client;
    this.#clock = client.clock;
  }

  /**
   * Takes one profile. `cpu` and `fgprof` run for `seconds` (1 to 600; `bad_data` otherwise). For heap, allocs,
   * goroutine, mutex and block, `seconds` above 0 captures the change in that time: computed by the target itself, or
   * by a second snapshot that long after the first, if the target answers too soon (Go before 1.15), has a shorter
   * write timeout, or has to run a GC first. A kind already running fails with `busy`. Fails, never rejects: `busy`,
   * `timeout` (requested seconds plus 30 s; snapshots 60 s), `too_large` (over 64 MiB), `not_found` (no such page),
   * `target_error` (all else, cancelling included).
   */
  async capture(options: CaptureOptions): Promise<Result<CapturedProfile>> {
    const { kind, seconds } = options;
    const progressRatio = this.progressRatio(kind);
    if (progressRatio !== null) {
      const done = `${Math.round(progressRatio * 100)} % done`;
      return fail(
        'busy', `A ${kind} profile of ${this.#client.where} is already being taken (${done}); wait for it or cancel it.`
      );
    }
    if (isTimed(kind) && !(Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_CPU_SECONDS)) {
      const noun = nounOf(kind);
      return fail(
        'bad_data', `${noun.charAt(0).toUpperCase()}${noun.slice(1)} takes a whole number of seconds `
          + `from 1 to ${MAX_CPU_SECONDS}, not ${seconds}.`
      );
    }
    const isSpan = isTimed(kind) || (seconds > 0 && DELTA_KINDS.includes(kind));
    const controller = new AbortController();
    const expectedMs = 1000 * (isSpan ? seconds : SNAPSHOT_EXPECTED_SECONDS);
    this.#running.set(kind, { begunMs: this.#clock.steadyMs(), expectedMs, controller });
    try {
      if (!isSpan) return await this.#snapshot(options, controller.signal);
      if (!isTimed(kind)) return await this.#takeChange(options, controller.signal);
      const grace = seconds + CPU_GRACE_SECONDS;
      if (kind === 'fgprof') return await this.#takeFgprof(seconds, controller.signal);
      const page = kind === 'cpu' ? 'profile' : 'trace';
      return await this.#take(kind, `/debug/pprof/${page}?seconds=${seconds}`, grace, controller.signal);
    } finally {
      this.#running.delete(kind);
    }
  }

  /** Returns the progress of a running capture, 0 to 0.99 by time; null if none is running. */
  progressRatio(kind: CaptureKind): number | null {
    const running = this.#running.get(kind);
    return running === undefined ? null
      : Math.min(0.99, (this.#clock.steadyMs() - running.begunMs) / running.expectedMs);
  }

  /** Ends the capture of a kind with a failure; no effect when none is running. */
  cancel(kind: CaptureKind): void {
    this.#running.get(kind)?.controller.abort();
  }

  cancelAll(): void {
    for (const { controller } of [...this.#running.values()]) controller.abort();
  }

  async #take(
    kind: CaptureKind, path: string, timeoutSeconds: number, signal: AbortSignal
  ): Promise<Result<CapturedProfile>> {
    const startMs = this.#clock.nowMs();
    const maxBytes = path === DUMP_PATH ? MAX_DUMP_BYTES : MAX_BODY_BYTES;
    const outcome = await this.#client.get(
      { path, timeoutMs: 1000 * timeoutSeconds, encoding: 'identity', maxBytes, signal }
    );
    const judged = judge(outcome, this.#client, kind, path);
    if (!judged.ok) return judged;
    return ok({ kind, bytes: judged.value, startMs, endMs: this.#clock.nowMs(), delta: null, earlier: null });
  }

  /** Takes a snapshot. Only the heap page runs a GC on request, so for allocs that page is requested first. */
  async #snapshot(options: CaptureOptions, signal: AbortSignal): Promise<Result<CapturedProfile>> {
    if (options.gc && options.kind !== 'heap') {
      const collected = await this.#take(options.kind, COLLECT_PATH, SNAPSHOT_TIMEOUT_SECONDS, signal);
      if (!collected.ok) return collected;
    }
    const path = snapshotPath(options);
    const seconds = path === DUMP_PATH ? DUMP_TIMEOUT_SECONDS : SNAPSHOT_TIMEOUT_SECONDS;
    return this.#take(options.kind, path, seconds, signal);
  }

  async #takeFgprof(seconds: number, signal: AbortSignal): Promise<Result<CapturedProfile>> {
    let last: Result<CapturedProfile> = fail('target_error', 'fgprof was not asked for.');
    for (const path of FGPROF_PATHS) {
      const begun = this.#clock.steadyMs();
      last = await this.#take('fgprof', `${path}?seconds=${seconds}`, seconds + CPU_GRACE_SECONDS, signal);
      // An answer after the requested time is the profile, not a missing page.
      if (last.ok || signal.aborted || this.#clock.steadyMs() - begun > 1000 * seconds * MIN_DELTA_TIME) return last;
    }
    return last;
  }

  async #takeChange(options: CaptureOptions, signal: AbortSignal): Promise<Result<CapturedProfile>> {
    const { kind, seconds, gc } = options;
    const begun = this.#clock.steadyMs();
    // With seconds, the target's page ignores gc=1.
    let isSnapshot = gc;
    let first = gc ? await this.#snapshot(options, signal)
      : await this.#take(kind, `/debug/pprof/${kind}?seconds=${seconds}`, seconds + SNAPSHOT_TIMEOUT_SECONDS, signal);
    if (!first.ok && !gc && /WriteTimeout/.test(first.error.message)) {
      isSnapshot = true;
      first = await this.#snapshot(options, signal);
    }
    if (!first.ok) return first;
    const leftMs = 1000 * seconds - (this.#clock.steadyMs() - begun);
    if (!isSnapshot && leftMs <= 1000 * seconds * (1 - MIN_DELTA_TIME))
      return ok({ ...first.value, delta: 'target' });
    await this.#clock.sleep(Math.max(0, leftMs), signal);
    if (signal.aborted) return fail('target_error', `The ${kind} capture of ${this.#client.where} was cancelled.`);
    const second = await this.#snapshot(options, signal);
    if (!second.ok) return second;
    const { bytes, startMs } = first.value;
    return ok({ ...second.value, earlier: { bytes, startMs } });
  }
}
