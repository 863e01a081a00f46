import type { CaptureKind } from '../api/contract.ts';
import { fail, ok, type Failure, type Result } from '../result.ts';
import { MAX_BODY_BYTES, type RequestOutcome, type TargetAnswer, type TargetClient } from './httpClient.ts';
import { bodyExcerpt, httpStatusError } from './httpStatusAdvice.ts';

/** On top of the asked seconds: a starved target takes long to write its profile. */
const CPU_GRACE_SECONDS = 30;
/** VictoriaMetrics samples 10 s before it answers `mutex`; a large goroutine dump takes its time too. */
const SNAPSHOT_TIMEOUT_SECONDS = 60;
const MAX_CPU_SECONDS = 600;
/** How long a snapshot is expected to take, for its progress only. */
const SNAPSHOT_EXPECTED_SECONDS = 2;

export interface CapturedProfile {
  kind: CaptureKind;
  /** As the target sent it: gzip or plain protobuf. */
  bytes: Uint8Array<ArrayBuffer>;
  /** When asked and when complete, ms since the epoch on tsdbscope's clock. */
  startMs: number;
  endMs: number;
}

function pathOf(kind: CaptureKind, seconds: number): string {
  return kind === 'cpu' ? `/debug/pprof/profile?seconds=${seconds}` : `/debug/pprof/${kind}`;
}

/** A profile is gzip, or a protobuf that begins with its sample types (field 1), as every encoder writes it. Decoding checks the rest. */
function looksLikeProfile(bytes: Uint8Array): boolean {
  return (bytes[0] === 0x1f && bytes[1] === 0x8b) || (bytes[0] === 0x0a && bytes.length > 2);
}

function statusFailure(answer: TargetAnswer, client: TargetClient, kind: CaptureKind, path: string): { ok: false; error: Failure } {
  const said = bodyExcerpt(answer);
  if (answer.status === 500 && /already in use/i.test(said)) {
    return fail('busy', `${client.where} is already being CPU-profiled by someone else, and a Go process allows one CPU profile at a time; try again when that one has ended.`);
  }
  if (answer.status === 404) {
    return fail('target_error', `${client.where} has no ${path.split('?', 1)[0]}: its pprof pages are switched off or on another port (OpenTelemetry Collector: pprof extension, port 1777), so no ${kind} profile can be taken.`);
  }
  return fail('target_error', httpStatusError(answer, { where: client.where, path, hasCredentials: client.hasCredentials }).message);
}

function judge(outcome: RequestOutcome, client: TargetClient, kind: CaptureKind, path: string): Result<Uint8Array<ArrayBuffer>> {
  if (!outcome.ok) {
    if (outcome.aborted) return fail('target_error', `The ${kind} capture of ${client.where} was cancelled.`);
    const errorType = outcome.error.kind === 'timeout' ? 'timeout' : outcome.error.kind === 'too_large' ? 'too_large' : 'target_error';
    return fail(errorType, outcome.error.message);
  }
  const answer = outcome.value;
  if (answer.status !== 200) return statusFailure(answer, client, kind, path);
  if (!looksLikeProfile(answer.body)) {
    return fail('target_error', `${client.where} answered ${path} with ${answer.body.length === 0 ? 'nothing' : 'something that is no profile'}; does the URL name the database itself, and not a proxy or login page?`);
  }
  return ok(answer.body);
}

interface RunningCapture { begunMs: number; expectedMs: number; controller: AbortController }

/** Takes profiles of one target: one capture per kind at a time, several kinds side by side. */
export class ProfileCapturer {
  readonly #client: TargetClient;
  readonly #now: () => number;
  readonly #running = new Map<CaptureKind, RunningCapture>();

  constructor(client: TargetClient, now: () => number) {
    this.#client = client;
    this.#now = now;
  }

  /**
   * Takes one profile. `seconds` matters for `cpu` only (1 to 600; `bad_data` otherwise); the other kinds are
   * snapshots. A kind already under way fails with `busy`. Fails, never rejects: `busy`, `timeout` (asked seconds
   * plus 30 s; snapshots 60 s), `too_large` (over 64 MiB), `target_error` (all else, cancelling included).
   */
  async capture(kind: CaptureKind, seconds: number): Promise<Result<CapturedProfile>> {
    const progressRatio = this.progressRatio(kind);
    if (progressRatio !== null) {
      return fail('busy', `A ${kind} profile of ${this.#client.where} is being taken already (${Math.round(progressRatio * 100)} % done); wait for it or cancel it.`);
    }
    if (kind === 'cpu' && !(Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_CPU_SECONDS)) {
      return fail('bad_data', `A CPU profile takes a whole number of seconds from 1 to ${MAX_CPU_SECONDS}, not ${seconds}.`);
    }
    const controller = new AbortController();
    const expectedMs = 1000 * (kind === 'cpu' ? seconds : SNAPSHOT_EXPECTED_SECONDS);
    this.#running.set(kind, { begunMs: performance.now(), expectedMs, controller });
    try {
      return await this.#take(kind, seconds, controller.signal);
    } finally {
      this.#running.delete(kind);
    }
  }

  /** How far the capture of a kind under way is, 0 to 0.99 by time; null when none is. */
  progressRatio(kind: CaptureKind): number | null {
    const running = this.#running.get(kind);
    return running === undefined ? null : Math.min(0.99, (performance.now() - running.begunMs) / running.expectedMs);
  }

  /** Ends the capture of a kind with a failure; without effect when none is under way. */
  cancel(kind: CaptureKind): void {
    this.#running.get(kind)?.controller.abort();
  }

  cancelAll(): void {
    for (const { controller } of [...this.#running.values()]) controller.abort();
  }

  async #take(kind: CaptureKind, seconds: number, signal: AbortSignal): Promise<Result<CapturedProfile>> {
    const path = pathOf(kind, seconds);
    const timeoutMs = 1000 * (kind === 'cpu' ? seconds + CPU_GRACE_SECONDS : SNAPSHOT_TIMEOUT_SECONDS);
    const startMs = this.#now();
    const outcome = await this.#client.get({ path, timeoutMs, encoding: 'identity', maxBytes: MAX_BODY_BYTES, signal });
    const judged = judge(outcome, this.#client, kind, path);
    return judged.ok ? ok({ kind, bytes: judged.value, startMs, endMs: this.#now() }) : judged;
  }
}
