import { recordedNames } from '../metrics/roles.ts';
import type { TargetAnswer, TargetClient } from './httpClient.ts';
import { apiData, numberField } from './answers/jsonFields.ts';
import type { Observation, TargetStatus, WalReplayStatus } from './targetState.ts';

const MAX_ANSWER_BYTES = 64 * 1024;
/** Time after startup with a poll at each tick, to measure the end of the replay precisely. */
const CLOSE_WATCH_MS = 10_000;
const UP_POLL_MS = 10_000;
/** Interval for a target without /-/ready: it may have been replaced by one that has it. */
const ABSENT_POLL_MS = 60_000;
/** Maximum age of an answer that is recorded with the current scrape. */
const FRESH_MS = 2_500;
/**
 * Intervals during startup: /-/ready once a second and the replay twice, regardless of the scrape interval (a tick may
 * come a little early).
 */
const START_READY_MS = 900;
const START_REPLAY_MS = 450;

/** Parses an answer of /api/v1/status/walreplay; null if it is invalid (older version, other program). */
export function parseWalReplay(answer: TargetAnswer): WalReplayStatus | null {
  if (answer.status !== 200) return null;
  const data = apiData(answer.body);
  if (data === undefined) return null;
  const min = numberField(data, 'min');
  const max = numberField(data, 'max');
  const current = numberField(data, 'current');
  if (min === undefined || max === undefined || current === undefined) return null;
  const sound = [min, max, current].every((segment) => Number.isInteger(segment) && segment >= 0) && min <= max;
  return sound ? { min, max, current } : null;
}

function stoppingHeader(answer: TargetAnswer): boolean | null {
  const value = answer.headers['x-prometheus-stopping'];
  return value === 'true' ? true : value === 'false' ? false : null;
}

/** Time of an event between two polls, plus or minus `errorMs`. */
interface Seen { atMs: number; errorMs: number }

interface HeardReplay {
  sentMs: number;
  timeMs: number;
  status: WalReplayStatus;
  /** Start of this segment, and of this range of segments; null if that was not observed. */
  changed: Seen | null;
  begun: Seen | null;
}

/**
 * Returns the time of a change between two answers: after the first request was sent, before the second answer arrived.
 */
function between(before: HeardReplay, timeMs: number): Seen {
  return { atMs: (before.sentMs + timeMs) / 2, errorMs: (timeMs - before.sentMs) / 2 };
}

function isStarting({ state }: TargetStatus): boolean {
  return state === 'starting' || state === 'replaying';
}

/** Whether it was ready and no longer says so: it may be stopping, or be another process already. */
function isInDoubt({ ready, notReadyAnswers, readyFailures, silentTries }: TargetStatus): boolean {
  return notReadyAnswers > 0 || (ready === 'yes' && (readyFailures > 0 || silentTries > 0));
}

function sameBounds(one: WalReplayStatus, other: WalReplayStatus): boolean {
  return one.min === other.min && one.max === other.max;
}

/** Whether the cursor only moved forward; the out-of-order log has its own segments, or starts again. */
function sameRun(one: WalReplayStatus, other: WalReplayStatus): boolean {
  return sameBounds(one, other) && one.current <= other.current;
}

function same(one: WalReplayStatus, other: WalReplayStatus): boolean {
  return sameRun(one, other) && one.current === other.current;
}

/**
 * Polls /-/ready, then (unless it stays ready) /api/v1/status/walreplay: at each tick while the target is not up and
 * for 10 s after, else every 10 s; during startup at most once and twice a second. Never two rounds at once. Answers
 * are passed to `observe`, and recorded as series with the scrapes.
 */
export class ReadinessPoller {
  readonly #client: TargetClient;
  readonly #timeoutMs: number;
  readonly #now: () => number;
  readonly #observe: (seen: Observation) => void;
  #round: Promise<void> | null = null;
  #lastReadyMs = Number.NEGATIVE_INFINITY;
  #lastReplayMs = Number.NEGATIVE_INFINITY;
  #hasWalReplay = true;
  #ready: { timeMs: number; isReady: boolean } | null = null;
  #replay: HeardReplay | null = null;
  /** Number of segments between the last two answers. */
  #moved = 0;
  /** An answer older than the previous one, until the next one confirms or refutes it. */
  #doubted: HeardReplay | null = null;
  /** Segments of the previous run, to which the cursor does not return. */
  #pastRun: WalReplayStatus | null = null;
  /** Whether its last answer named segments, including answers before `forgetStart`. */
  #hadSegments = false;
  /** Incremented when answers are forgotten, so that answers to earlier requests are ignored. */
  #life = 0;

  constructor(
    options: { client: TargetClient; timeoutMs: number; now: () => number; observe: (seen: Observation) => void }
  ) {
    this.#client = options.client;
    this.#timeoutMs = options.timeoutMs;
    this.#now = options.now;
    this.#observe = options.observe;
  }

  /** Whether the cursor is in the middle of its segments, so that it shows what the target is doing. */
  get isReadingSegments(): boolean {
    const status = this.#replay?.status;
    // False if it may reach its end within two polls.
    return status !== undefined && status.current > status.min && status.current < status.max - 1 - 2 * this.#moved;
  }

  /** Whether the cursor has come to the end of its segments: short steps follow. */
  get isAtEnd(): boolean {
    const status = this.#replay?.status;
    return status !== undefined && status.current > status.min && !this.isReadingSegments;
  }

  /** Sends requests that are due; called at each tick of the scrape grid, and between ticks during startup. */
  tick(status: TargetStatus): void {
    if (this.#round !== null) return;
    const nowMs = this.#now();
    const settled = status.state === 'up' && nowMs - status.sinceMs > CLOSE_WATCH_MS && !isInDoubt(status);
    // A tick comes a little early or late: do not miss the one that is due.
    const readyEveryMs = isStarting(status) ? START_READY_MS : !settled ? 0
      : (status.ready === 'absent' ? ABSENT_POLL_MS : UP_POLL_MS) - 100;
    const askReady = nowMs - this.#lastReadyMs >= readyEveryMs;
    const askReplay = !settled && nowMs - this.#lastReplayMs >= (isStarting(status) ? START_REPLAY_MS : 0);
    if (!askReady && !askReplay) return;
    if (askReady) this.#lastReadyMs = nowMs;
    if (askReplay) this.#lastReplayMs = nowMs;
    this.#round = this.#ask(askReady, askReplay, isStarting(status)).finally(() => { this.#round = null; });
  }

  /** Discards the answers and known endpoints of a process that ended. */
  forget(): void {
    this.forgetStart();
    this.#ready = null;
    this.#hadSegments = false;
    this.#hasWalReplay = true;
  }

  /** Discards answers about the last start, including a pending one; readiness is current and stays. */
  forgetStart(): void {
    this.#life++;
    this.#replay = null;
    this.#doubted = null;
    this.#pastRun = null;
  }

  /**
   * Returns the series to record with a scrape that ends now: readiness 0 or 1, and the replay's segments while they
   * are watched. Only from answers of the last 2.5 s; a ready target that still returns metrics counts as answering.
   */
  extras(status: TargetStatus, scraped: boolean): Record<string, number> {
    const nowMs = this.#now();
    const extras: Record<string, number> = {};
    const ready = this.#ready;
    if (ready !== null && (nowMs - ready.timeMs <= FRESH_MS || (scraped && ready.isReady && status.state === 'up'))) {
      extras[recordedNames.targetReady] = ready.isReady ? 1 : 0;
    }
    const replay = this.#replay;
    if (replay !== null && nowMs - replay.timeMs <= FRESH_MS) {
      extras[recordedNames.replaySegmentMin] = replay.status.min;
      extras[recordedNames.replaySegmentMax] = replay.status.max;
      extras[recordedNames.replaySegmentCurrent] = replay.status.current;
      if (replay.changed !== null) {
        extras[recordedNames.replaySegmentTime] = replay.changed.atMs / 1000;
        extras[recordedNames.replaySegmentTimeError] = replay.changed.errorMs / 1000;
      }
      if (replay.begun !== null) {
        extras[recordedNames.replayRunTime] = replay.begun.atMs / 1000;
        extras[recordedNames.replayRunTimeError] = replay.begun.errorMs / 1000;
      }
    }
    return extras;
  }

  /** Whether an answer may be older than the previous one: a lower cursor, or the segments of the previous run. */
  #isBehind(before: WalReplayStatus, status: WalReplayStatus): boolean {
    if (sameBounds(before, status)) return status.current < before.current;
    return status.max > 0 && this.#pastRun !== null && sameBounds(this.#pastRun, status);
  }

  /** Resolves when no request is running. */
  async idle(): Promise<void> {
    await this.#round;
  }

  /** Requests both; in parallel during startup, so that a slow server does not delay the next poll of the replay. */
  async #ask(ready: boolean, replay: boolean, atOnce: boolean): Promise<void> {
    const asked = ready ? this.#askReady() : Promise.resolve(true);
    if (!atOnce && !(await asked)) return;
    if (replay && this.#hasWalReplay) await this.#askReplay();
    await asked;
  }

  /** Polls readiness; false if it did not answer: then the replay is not requested either. */
  async #askReady(): Promise<boolean> {
    const ready = await this.#client.get({ path: '/-/ready', timeoutMs: this.#timeoutMs, maxBytes: MAX_ANSWER_BYTES });
    const timeMs = this.#now();
    if (!ready.ok) {
      if (ready.aborted) return false;
      this.#ready = null;
      this.#observe({ type: 'readyFailed', timeMs, error: ready.error.kind });
      return false;
    }
    const { status } = ready.value;
    this.#ready = status === 200 || status === 503 ? { timeMs, isReady: status === 200 } : null;
    this.#observe({ type: 'ready', timeMs, status, stopping: stoppingHeader(ready.value) });
    return true;
  }

  async #askReplay(): Promise<void> {
    const sentMs = this.#now();
    const life = this.#life;
    const answer = await this.#client.get(
      { path: '/api/v1/status/walreplay', timeoutMs: this.#timeoutMs, maxBytes: MAX_ANSWER_BYTES }
    );
    const timeMs = this.#now();
    if (life !== this.#life) return;
    if (!answer.ok) {
      this.#replay = null;
      return;
    }
    const status = parseWalReplay(answer.value);
    if (status === null) {
      this.#replay = null;
      // 400 and 404 are permanent; a 5xx of an overloaded server is not.
      if (answer.value.status < 500) this.#hasWalReplay = false;
      return;
    }
    const before = this.#replay;
    const isReset = this.#hadSegments && status.max === 0;
    this.#hadSegments = status.max > 0;
    const changed = before === null ? null : same(before.status, status) ? before.changed : between(before, timeMs);
    const begun = before === null ? null : sameRun(before.status, status) ? before.begun : between(before, timeMs);
    const heard = { sentMs, timeMs, status, changed, begun };
    if (before !== null && this.#isBehind(before.status, status)) {
      const doubted = this.#doubted;
      this.#doubted = doubted ?? heard;
      // A single stale answer is ignored; a cursor that is really reset still is at the next poll.
      if (doubted === null || !sameRun(doubted.status, status)) return;
      const unmoved = same(doubted.status, status);
      this.#replay = { ...heard, changed: unmoved ? doubted.changed : changed, begun: doubted.begun };
    } else this.#replay = heard;
    this.#doubted = null;
    this.#moved = before !== null && sameRun(before.status, status) ? status.current - before.status.current : 0;
    if (before !== null && !sameRun(before.status, status)) this.#pastRun = before.status;
    this.#observe({ type: 'walReplay', timeMs, replay: status, isReset });
  }
}
