import { recordedNames } from '../metrics/roles.ts';
import type { TargetAnswer, TargetClient } from './httpClient.ts';
import { apiData, numberField } from './answers/jsonFields.ts';
import type { Observation, TargetStatus, WalReplayStatus } from './targetState.ts';

const MAX_ANSWER_BYTES = 64 * 1024;
/** After it came up it is asked at each tick for that long, so that the end of the replay is seen closely. */
const CLOSE_WATCH_MS = 10_000;
const UP_POLL_MS = 10_000;
/** A target without /-/ready is asked again that rarely: it may have been replaced by one that has it. */
const ABSENT_POLL_MS = 60_000;
/** An older answer says nothing about the current scrape. */
const FRESH_MS = 2_500;
/**
 * While it starts: /-/ready once a second and the replay twice, whatever the scrape interval is (a tick may come a
 * little early).
 */
const START_READY_MS = 900;
const START_REPLAY_MS = 450;

/** The replay status in an answer of /api/v1/status/walreplay; null when it is none (older version, other program). */
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

/** When something happened that one poll did not see and the next did; `errorMs` either way. */
interface Seen { atMs: number; errorMs: number }

interface HeardReplay {
  sentMs: number;
  timeMs: number;
  status: WalReplayStatus;
  /** Since when it is at this segment, and in this range of segments; null where that was not seen. */
  changed: Seen | null;
  begun: Seen | null;
}

/** The server read the earlier answer after it was asked for, and the later one before that was here. */
function between(before: HeardReplay, timeMs: number): Seen {
  return { atMs: (before.sentMs + timeMs) / 2, errorMs: (timeMs - before.sentMs) / 2 };
}

function isStarting({ state }: TargetStatus): boolean {
  return state === 'starting' || state === 'replaying';
}

/** It was ready and no longer answers as such: it may stop, or be another process already. */
function isInDoubt({ ready, notReadyAnswers, readyFailures, silentTries }: TargetStatus): boolean {
  return notReadyAnswers > 0 || (ready === 'yes' && (readyFailures > 0 || silentTries > 0));
}

function sameBounds(one: WalReplayStatus, other: WalReplayStatus): boolean {
  return one.min === other.min && one.max === other.max;
}

/** The out-of-order log has its own segments, or starts again. */
function sameRun(one: WalReplayStatus, other: WalReplayStatus): boolean {
  return sameBounds(one, other) && one.current <= other.current;
}

function same(one: WalReplayStatus, other: WalReplayStatus): boolean {
  return sameRun(one, other) && one.current === other.current;
}

/**
 * Asks /-/ready, then (unless it is ready for good) /api/v1/status/walreplay: at each tick while the target is not
 * up and for 10 s after, else every 10 s; while it starts at most once and twice a second. Never two rounds at once.
 * What it hears goes to `observe`, and into the series that are recorded with the scrapes.
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
  /** Segments between its last two answers. */
  #moved = 0;
  /** An answer behind the one before it, until the next one confirms or refutes it. */
  #doubted: HeardReplay | null = null;
  /** The segments of the run before, which the cursor does not return to. */
  #pastRun: WalReplayStatus | null = null;
  /** Whether its last answer named segments; what was forgotten included. */
  #hadSegments = false;
  /** Counts what was forgotten: an answer to a request from before is of what was forgotten. */
  #life = 0;

  constructor(
    options: { client: TargetClient; timeoutMs: number; now: () => number; observe: (seen: Observation) => void }
  ) {
    this.#client = options.client;
    this.#timeoutMs = options.timeoutMs;
    this.#now = options.now;
    this.#observe = options.observe;
  }

  /** Whether the cursor is in the middle of its segments, so that it says itself what the target does. */
  get isReadingSegments(): boolean {
    const status = this.#replay?.status;
    // Not when it may be at its end before the next poll but one.
    return status !== undefined && status.current > status.min && status.current < status.max - 1 - 2 * this.#moved;
  }

  /** Whether the cursor has come to the end of its segments: short steps follow. */
  get isAtEnd(): boolean {
    const status = this.#replay?.status;
    return status !== undefined && status.current > status.min && !this.isReadingSegments;
  }

  /** Called at each tick of the scrape grid, and between ticks while the target starts; asks what is due. */
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

  /** The process ended: its answers, and which endpoints it has, are void. */
  forget(): void {
    this.forgetStart();
    this.#ready = null;
    this.#hadSegments = false;
    this.#hasWalReplay = true;
  }

  /** What its last start showed is void, a running answer included; readiness is of now. */
  forgetStart(): void {
    this.#life++;
    this.#replay = null;
    this.#doubted = null;
    this.#pastRun = null;
  }

  /**
   * The series to record with a scrape that ends now: readiness 0 or 1, and the replay's segments while they are
   * watched. Only what was heard in the last 2.5 s; a ready target that goes on giving metrics counts as heard.
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

  /** Whether an answer may be older than the one before it: a fallen cursor, or the segments of the run before. */
  #isBehind(before: WalReplayStatus, status: WalReplayStatus): boolean {
    if (sameBounds(before, status)) return status.current < before.current;
    return status.max > 0 && this.#pastRun !== null && sameBounds(this.#pastRun, status);
  }

  /** Resolves when no request is running. */
  async idle(): Promise<void> {
    await this.#round;
  }

  /** Of a slow server that starts both are requested in parallel, so that the next poll of the replay is not late. */
  async #ask(ready: boolean, replay: boolean, atOnce: boolean): Promise<void> {
    const asked = ready ? this.#askReady() : Promise.resolve(true);
    if (!atOnce && !(await asked)) return;
    if (replay && this.#hasWalReplay) await this.#askReplay();
    await asked;
  }

  /** False when it did not answer: then the replay is not asked for either. */
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
      // 400 and 404 are for good; a 5xx of an overloaded server is not.
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
      // One stale answer is none; a cursor that is really reset is still so at the next poll.
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
