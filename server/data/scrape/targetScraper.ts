import { systemClock, within, type Cancel, type Clock } from '../../../core/time/clock.ts';
import type { CaptureKind } from '../../../core/contract/contract.ts';
import type { TargetConfig } from '../../kernel/config/configTypes.ts';
import type { ScrapeOutcome } from '../store/dataStore.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { SharedBodies } from './body/sharedBodies.ts';
import type { BodyRoom, HeldBody } from './bodyRoom.ts';
import { ProfileCapturer, type CapturedProfile, type CaptureOptions } from './captureProfile.ts';
import { FactsReader } from './factsReader.ts';
import { fetchMetrics, type FetchedMetrics } from './fetchMetrics.ts';
import { TargetClient } from './httpClient.ts';
import { httpStatusError } from './httpStatusAdvice.ts';
import { IntervalPacer } from './pace/intervalPacer.ts';
import { NodeScraper, type NodeSource, type TakeNode } from './nodeScraper.ts';
import { ReadinessPoller } from './pollWalReplay.ts';
import { StartStepPoller } from './start/startStepPoller.ts';
import { ScrapeLoop } from './pace/scrapeLoop.ts';
import type { ScrapeReading, ScraperView } from './scraperView.ts';
import { ScrapeRecorder, skippedScrape, type ScrapeRecorderOptions } from './scrapeRecorder.ts';
import { initialStatus, nextStatus, type Observation, type TargetStatus } from './targetState.ts';
import { ScrapeBackoff } from './pace/scrapeBackoff.ts';
import { SharedWork } from './sharedWork.ts';

/** Maximum interval for a slow target, unless a longer one is configured. */
const MAX_INTERVAL_MS = 15_000;
/** Intervals during a start, regardless of the configuration, and how long they apply to a target that went down. */
const START_INTERVAL_MS = { least: 500, most: 1000 };
const AWAY_WATCH_MS = 10 * 60_000;
/** Interval of polls between ticks, because the replay moves meanwhile. */
const BETWEEN_MS = 500;
/** The longest rest of a target whose answers are heavy. */
const MAX_REST_MS = 120_000;
/**
 * Weight of recording work: a target that takes a quarter of the shared recording thread is scraped less often. See
 * scrapeBackoff.ts.
 */
const WORK_WEIGHT = 2;
const POLL_TIMEOUT_MS = 2_000;
const STOP_PATIENCE_MS = 900;

export interface TargetScraperOptions extends ScrapeRecorderOptions {
  config: TargetConfig;
  onTick?: (lateMs: number) => void;
  /** Current time, ms since the epoch. */
  now: () => number;
  /** Default: the system's, with `now` as its time of day. */
  clock?: Clock;
  /** See ScrapeLoop. */
  phase?: number;
  /** Source of host metrics if no node_exporter is configured. */
  host?: NodeSource;
  /** Resources shared by all targets of the program. */
  shared?: SharedWork;
}

/** Watches one target: scrapes it on a grid, follows its state, reads its facts, takes its profiles. */
export class TargetScraper {
  readonly #recorder: ScrapeRecorder;
  readonly config: TargetConfig;
  readonly #clock: Clock;
  readonly #client: TargetClient;
  readonly #node: NodeSource | null;
  readonly #loop: ScrapeLoop;
  readonly #rest: ScrapeBackoff;
  readonly #room: BodyRoom;
  readonly #bodies: SharedBodies;
  readonly #pacer: IntervalPacer;
  readonly #poller: ReadinessPoller;
  readonly #steps: StartStepPoller;
  readonly #facts: FactsReader;
  readonly #capturer: ProfileCapturer;
  #status: TargetStatus;
  #lastScrape: ScraperView['lastScrape'] = null;
  /** Versions from the metrics, which are newer than those of the API, but sometimes missing. */
  #fromMetrics = { version: '', goVersion: '' };
  #samplesAppended: ScraperView['samplesAppended'] = null;
  #reading: ScrapeReading | null = null;
  #stopped = false;
  /** True while a scrape has no answer yet. */
  #isUnanswered = false;
  #everUp = false;
  #cancelBetween: Cancel | null = null;

  constructor(options: TargetScraperOptions) {
    const { config, now, clock = { ...systemClock, nowMs: now } } = options;
    this.#recorder = new ScrapeRecorder(config.name, options);
    this.config = config;
    this.#clock = clock;
    const { room, bodies, heavy } = options.shared ?? new SharedWork(clock);
    this.#room = room;
    this.#bodies = bodies;
    this.#rest = new ScrapeBackoff(MAX_REST_MS, () => this.#effectiveIntervalMs(), heavy);
    this.#client = new TargetClient(config, { clock });
    const { nodeExporter } = config;
    this.#node = nodeExporter === undefined ? options.host ?? null
      : new NodeScraper({ config: { ...config, nodeExporter }, clock, memory: bodies.take });
    this.#pacer = new IntervalPacer(config.scrapeIntervalMs, MAX_INTERVAL_MS);
    this.#status = initialStatus(now());
    const asked = { client: this.#client, now, timeoutMs: Math.min(POLL_TIMEOUT_MS, config.scrapeTimeoutMs) };
    this.#poller = new ReadinessPoller({ ...asked, observe: (seen) => { this.#observe(seen); } });
    this.#steps = new StartStepPoller({ ...asked, enabled: config.replayProfiles !== false });
    this.#facts = new FactsReader({ client: this.#client, clock, put: (facts) => this.#recorder.putFacts(facts) });
    this.#capturer = new ProfileCapturer(this.#client);
    this.#loop = new ScrapeLoop({
      clock,
      phase: options.phase ?? 0,
      intervalMs: () => this.#effectiveIntervalMs(),
      scrape: () => this.#scrape(),
      skip: (dueMs, runningSinceMs) => { this.#skip(dueMs, runningSinceMs); },
      onTick: (lateMs) => {
        heavy.noteLate(lateMs, now());
        options.onTick?.(lateMs);
      },
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Ends every request, captures included, and waits up to 0.9 s for pending records. Not to be started again. */
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#cancelBetween?.();
    this.#capturer.cancelAll();
    this.#client.close();
    this.#node?.close();
    const stopped = Promise.all([this.#loop.stop(), this.#poller.idle(), this.#steps.idle(), this.#facts.stop()]);
    await within(this.#clock, STOP_PATIENCE_MS, stopped);
  }

  view(): ScraperView {
    return {
      state: this.#status.state,
      stateSinceMs: this.#status.sinceMs,
      lastScrape: this.#lastScrape,
      effectiveIntervalMs: this.#effectiveIntervalMs(),
      kind: this.#status.kind,
      version: this.#fromMetrics.version || this.#facts.build.version,
      goVersion: this.#fromMetrics.goVersion || this.#facts.build.goVersion,
      facts: this.#facts.facts,
      samplesAppended: this.#samplesAppended,
      processStartSeconds: this.#status.processStartSeconds,
      reading: this.#reading,
      node: this.#node?.view() ?? null,
    };
  }

  /** Captures a profile, see ProfileCapturer.capture: one per kind at a time, failures are results. */
  capture(options: CaptureOptions): Promise<Result<CapturedProfile>> {
    return this.#capturer.capture(options);
  }

  /** Returns a page of the target unchanged; fails on any status but 200, with not_found for 404. */
  async page(path: string, limits: { timeoutMs: number; maxBytes: number }): Promise<Result<Uint8Array>> {
    const outcome = await this.#client.get({ path, ...limits });
    if (!outcome.ok) return fail('target_error', outcome.error.message);
    return outcome.value.status === 200 ? ok(outcome.value.body)
      : fail(
        outcome.value.status === 404 ? 'not_found' : 'target_error',
        httpStatusError(outcome.value, this.#client, path).message
      );
  }

  cancelCapture(kind: CaptureKind): void {
    this.#capturer.cancel(kind);
  }

  #effectiveIntervalMs(): number {
    // A start or replay is short and rare, and slow answers are normal then: it is scraped often, whatever is
    // configured.
    const { scrapeIntervalMs } = this.config;
    const most = Math.min(scrapeIntervalMs, START_INTERVAL_MS.most);
    if (this.#isStarting()) return Math.max(most, START_INTERVAL_MS.least);
    const { state, sinceMs } = this.#status;
    const isJustAway = state === 'down' && this.#everUp && this.#clock.nowMs() - sinceMs < AWAY_WATCH_MS;
    return isJustAway ? most : this.#pacer.intervalMs;
  }

  #isStarting(): boolean {
    return this.#status.state === 'starting' || this.#status.state === 'replaying';
  }

  /** Polls readiness and replay twice a second during startup. */
  #watchBetween(): void {
    this.#cancelBetween?.();
    this.#cancelBetween = null;
    // A stopping target may be another process before the next scrape.
    if (this.#stopped || !(this.#isStarting() || this.#status.state === 'stopping')) return;
    this.#cancelBetween = this.#clock.after(BETWEEN_MS - (this.#clock.nowMs() % BETWEEN_MS), () => {
      this.#poller.tick(this.#status);
      if (this.#isStarting() && !this.#poller.isReadingSegments) this.#steps.tick(this.#poller.isAtEnd);
      this.#watchBetween();
    });
  }

  async #scrape(): Promise<void> {
    this.#poller.tick(this.#status);
    this.#facts.tick(this.#status.state);
    const resting = this.#rest.reason(this.#clock.nowMs());
    if (resting !== null) return this.#recordSkipped(this.#clock.nowMs(), resting);
    const takeNode = this.#node?.tick();
    const held = this.#room.hold();
    try {
      await this.#fetchAndRecord(held, takeNode);
    } finally {
      held.release();
    }
  }

  async #fetchAndRecord(held: HeldBody, takeNode: TakeNode | undefined): Promise<void> {
    this.#isUnanswered = true;
    const fetched = await fetchMetrics(
      this.#client, this.config.scrapeTimeoutMs,
      { path: this.config.metricsPath, hasRoom: held.grow, memory: this.#bodies.take }
    ).finally(() => { this.#isUnanswered = false; });
    if (fetched.aborted || this.#stopped) return;
    if (fetched.error !== null)
      this.#observe({ type: 'metricsFailed', timeMs: this.#clock.nowMs(), error: fetched.error.kind });
    const outcome = await this.#record(fetched, takeNode);
    const workSeconds = outcome?.workSeconds ?? 0;
    this.#pacer.add(1000 * Math.max(fetched.durationSeconds, WORK_WEIGHT * workSeconds));
    this.#rest.add(workSeconds, held.bytesRead(), this.#clock.nowMs());
    if (outcome !== null && fetched.error === null) this.#learn(outcome, fetched);
    const error = fetched.error ?? outcome?.error ?? null;
    this.#lastScrape = {
      startMs: fetched.startMs, durationSeconds: fetched.durationSeconds, error: error?.message ?? null,
      badLines: outcome?.badLines ?? [], badLineCount: outcome?.badLineCount ?? 0,
    };
    this.#recorder.tellScrape(fetched, error?.message ?? null, this.#status.state);
  }

  #learn(outcome: ScrapeOutcome, { startMs: askedMs, durationSeconds }: FetchedMetrics): void {
    const timeMs = this.#clock.nowMs();
    if (outcome.error !== null) {
      this.#observe({ type: 'metricsFailed', timeMs, error: outcome.error.kind });
      return;
    }
    this.#fromMetrics = { version: outcome.version, goVersion: outcome.goVersion };
    this.#samplesAppended = outcome.samplesAppended === null ? null
      : { value: outcome.samplesAppended, timeMs: askedMs };
    const { kind, ready, processStartSeconds, figures, watched } = outcome;
    if (figures !== null) this.#reading = { timeMs: askedMs, durationSeconds, figures, watched };
    this.#observe({ type: 'metrics', timeMs, kind, ready, processStartSeconds });
  }

  #skip(dueMs: number, runningSinceMs: number): void {
    if (this.#isUnanswered) this.#observe({ type: 'metricsFailed', timeMs: this.#clock.nowMs(), error: 'skipped' });
    const earlier = `${((dueMs - runningSinceMs) / 1000).toFixed(1)} s earlier`;
    void this.#recordSkipped(dueMs, `Skipped: the previous scrape, sent ${earlier}, was still running.`);
  }

  async #recordSkipped(dueMs: number, message: string): Promise<void> {
    if (this.#recorder.isFull) return;
    // The target is slow: this is when its host metrics matter most.
    const takeNode = this.#node?.tick();
    const skipped = skippedScrape(dueMs, message);
    await this.#record(skipped, takeNode);
    this.#recorder.tellScrape(skipped, message, this.#status.state);
  }

  async #record(fetched: FetchedMetrics, takeNode: TakeNode | undefined): Promise<ScrapeOutcome | null> {
    const extras = { ...this.#poller.extras(this.#status, fetched.error === null), ...this.#steps.extras() };
    const node = await takeNode?.() ?? null;
    const outcome = await this.#recorder.record(fetched, extras, node);
    // The thread that read the bodies has answered or ended.
    this.#bodies.release(fetched.body);
    this.#bodies.release(node?.body ?? null);
    if (outcome?.node?.error) this.#node?.unreadable(outcome.node.error);
    return outcome;
  }

  #observe(seen: Observation): void {
    if (this.#stopped) return;
    const before = this.#status;
    const after = nextStatus(before, seen);
    this.#status = after;
    if (after.restarts !== before.restarts) this.#facts.makeDue();
    if (after.state === before.state) return;
    // A target that restarts between two scrapes is never seen down: answers from its last start do not apply to this
    // one.
    if (after.state === 'down') this.#poller.forget();
    else if (before.state === 'up') this.#poller.forgetStart();
    if (after.state === 'up') this.#steps.end();
    else if (after.state === 'down' || before.state === 'up') this.#steps.forget();
    // A new process is detected by its start time; a target that reports none may be a new one.
    if (after.state === 'up' || (after.state === 'starting' && after.processStartSeconds === null))
      this.#facts.makeDue();
    // Slow answers during the start say nothing about it now.
    if (after.state === 'starting' || after.state === 'up') this.#pacer.reset();
    if (after.state === 'up') this.#everUp = true;
    this.#watchBetween();
    this.#recorder.tellState(seen.timeMs, after.state, before.state);
  }
}
