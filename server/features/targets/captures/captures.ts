import type { Capture, CaptureKind, TakenInReplay } from '../../../../core/contract/contract.ts';
import { fail, ok, type Failure, type Result } from '../../../../core/result.ts';
import { log } from '../../../kernel/logging/log.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import type { CaptureStore } from '../../../data/store/files/captureStore.ts';
import type { LiveHub } from '../answers/liveHub.ts';
import { CaptureLimits } from './captureLimits.ts';
import { isOpen, newCapture, yieldsTo, type CaptureOrder } from './captureOrder.ts';
import { performCapture, type CaptureTools } from './performCapture.ts';

const PROGRESS_INTERVAL_MS = 500;
/** Retries after a cancelled profile: the target refuses another one until it notices, within milliseconds. */
const HANDOVER = { tries: 20, pauseMs: 100 };

/** `over` never rejects. */
interface Running { capture: Capture; scraper: TargetScraper; over: Promise<Outcome> }

/**
 * Result of one attempt. `busy`: another profile of the kind is being taken, by tsdbscope or by another profiler.
 * `again`: it was taken, and waits for the next time.
 */
export type Outcome = 'done' | 'again' | 'failed' | 'busy';

interface Launch {
  ahead: Running | undefined;
  replay?: TakenInReplay;
  /** Set for a booking, which waits again after `busy`; called once stored, resolves to why it waits again. */
  check?: Check;
}
type Check = () => Promise<string | null>;

export interface CapturesOptions extends CaptureTools {
  store: Pick<CaptureStore, 'all' | 'ofTarget' | 'get' | 'put'>;
  hub: Pick<LiveHub, 'publish'>;
}

/**
 * The only place that takes profiles, one per target and kind at a time. A continuous or baseline capture ends early
 * for any other; a person's capture waits for one that has a cause; any other new capture does not begin.
 */
export class Captures {
  private readonly running = new Map<string, Running>();
  /** Captures that begin when the running one ends. */
  private readonly queued = new Map<string, Running>();
  /** Captures asked to end: reasons by capture id. Their outcome is not a failure. */
  private readonly givenUp = new Map<string, string>();
  private readonly limits = new CaptureLimits();
  private isStopped = false;

  constructor(private readonly options: CapturesOptions) {
    for (const capture of options.store.all().filter(isOpen)) this.endOfLastRun(capture);
  }

  get(id: string): Capture | undefined {
    return this.options.store.get(id);
  }

  /** Returns the target's captures, newest first. */
  list(target: string): Capture[] {
    return this.options.store.ofTarget(target).reverse();
  }

  /** Starts a capture for a person. `busy`: too many requests, or one of the kind was requested already. */
  order(scraper: TargetScraper, order: CaptureOrder): Result<Capture> {
    const allowed = this.limits.add(order.client ?? '', this.options.clock.nowMs());
    if (!allowed.ok) return allowed;
    const begun = this.begin(scraper, order);
    return begun.ok ? ok(begun.value.capture) : begun;
  }

  /** Takes one now and resolves when it is done or failed; null if another of its kind is being taken. */
  async take(scraper: TargetScraper, order: CaptureOrder, when?: Pick<Capture, 'at' | 'everySeconds'>):
  Promise<Capture | null> {
    const begun = this.begin(scraper, order, when);
    if (!begun.ok) return null;
    await begun.value.over;
    return begun.value.capture;
  }

  /** Resolves when the capture has ended; at once if it is not running. */
  async over(capture: Capture): Promise<void> {
    const running = this.running.get(laneOf(capture));
    if (running?.capture.id === capture.id) await running.over;
  }

  /** Counts a booking against the same limits as `order`. */
  allows(client: string): Result<null> {
    return this.limits.add(client, this.options.clock.nowMs());
  }

  /** Tries once to take a booked capture. After `busy` and `again` it waits; every other outcome is final. */
  async attempt(scraper: TargetScraper, capture: Capture, check: Check = () => Promise.resolve(null)):
  Promise<Outcome> {
    const lane = laneOf(capture);
    const ahead = this.running.get(lane);
    if (this.queued.has(lane) || (ahead !== undefined && !yieldsTo(ahead.capture.reason, capture.reason)))
      return 'busy';
    return this.launch(scraper, capture, { ahead, check });
  }

  /** Ends a running or waiting capture; does not change one that is over. Returns undefined if there is none. */
  cancel(id: string): Capture | undefined {
    const capture = this.get(id);
    const running = capture === undefined ? undefined : this.running.get(laneOf(capture));
    if (running !== undefined && running.capture === capture)
      this.giveUp(running, `The ${capture.kind} capture of ${capture.target} was cancelled.`);
    else if (capture?.state === 'waiting') {
      this.end(capture, {
        errorType: 'target_error',
        message: `The ${capture.kind} capture of ${capture.target} was cancelled before it began.`,
      }, true);
    }
    return capture;
  }

  /** Changes facts of a capture that become known while it runs or after. */
  amend(id: string, change: Partial<Pick<Capture, 'reason' | 'againstQuiet'>>): void {
    const capture = this.get(id);
    if (capture !== undefined) this.change(capture, change);
  }

  /** Stops storing changes: captures that end from now on are reported at the next start, and bookings continue. */
  stop(): void {
    this.isStopped = true;
  }

  /** Changes and publishes it; also stores it, unless `isKept` is false (as for progress). */
  change(capture: Capture, change: Partial<Capture>, isKept = true): void {
    Object.assign(capture, change);
    // A write error is shown as a fault of the data folder.
    if (isKept && !this.isStopped) void this.options.store.put(capture);
    this.options.hub.publish(capture.target, 'capture', { ...capture });
  }

  /** Publishes it like `change`, and resolves once it is on disk. `internal` if it cannot be written. */
  keep(capture: Capture): Promise<Result<null>> {
    this.change(capture, {}, false);
    return this.options.store.put(capture);
  }

  /** Ends a capture with a failure, in the list and in the log. */
  end(capture: Capture, failure: Failure, cancelled = false): void {
    this.change(capture, {
      state: 'failed', ...(cancelled ? { cancelled: true } : {}), endTime: this.options.clock.nowMs() / 1000,
      progressRatio: null, note: null, error: failure.message, errorType: failure.errorType,
    });
    audit(capture);
  }

  private begin(
    scraper: TargetScraper, order: CaptureOrder,
    when: Pick<Capture, 'at' | 'everySeconds'> = { at: 'now', everySeconds: null },
  ): Result<{ capture: Capture; over: Promise<unknown> }> {
    const { replay } = order;
    const lane = laneOf(order);
    const ahead = this.running.get(lane);
    const yields = ahead === undefined || yieldsTo(ahead.capture.reason, order.reason);
    const waits = !yields && order.reason.how === 'person' && ahead.capture.reason.how !== 'person';
    const twin = this.queued.get(lane)?.capture ?? (yields || waits ? undefined : ahead.capture);
    if (twin !== undefined || this.isStopped) {
      return fail(
        'busy', `A ${order.kind} profile of ${order.target} is already ${twin?.state ?? 'over'}; `
          + 'wait for it to finish, then ask again.'
      );
    }
    const startTime = this.options.clock.nowMs() / 1000;
    const capture = newCapture(order, { ...when, startTime, state: ahead === undefined ? 'running' : 'waiting' });
    if (waits) capture.note = `Another ${order.kind} profile is being taken; this one starts when it has ended.`;
    this.change(capture, {});
    return ok({ capture, over: this.launch(scraper, capture, { ahead, ...(replay === undefined ? {} : { replay }) }) });
  }

  /** Starts it now, or when the running capture ends, which is cancelled if it yields. */
  private launch(scraper: TargetScraper, capture: Capture, how: Launch): Promise<Outcome> {
    const { ahead } = how;
    if (ahead !== undefined && yieldsTo(ahead.capture.reason, capture.reason)) {
      const { how: cause } = capture.reason;
      this.giveUp(ahead, `Ended for ${cause === 'person' ? 'a capture that was asked for' : `a ${cause} capture`}, `
        + 'which goes first.');
    }
    const over = this.run(scraper, capture, how);
    (ahead === undefined ? this.running : this.queued).set(laneOf(capture), { capture, scraper, over });
    return over;
  }

  private giveUp({ capture, scraper }: Running, sentence: string): void {
    this.givenUp.set(capture.id, sentence);
    scraper.cancelCapture(capture.kind);
  }

  private async run(
    scraper: TargetScraper, capture: Capture, { ahead, check, replay }: Launch
  ): Promise<Outcome> {
    const lane = laneOf(capture);
    let endProgress = (): void => undefined;
    try {
      await ahead?.over;
      const queued = this.queued.get(lane);
      if (queued?.capture === capture) {
        this.queued.delete(lane);
        // It was cancelled while it waited.
        if (capture.state !== 'waiting') return 'failed';
        this.running.set(lane, queued);
      }
      const startMs = this.options.clock.nowMs();
      this.change(capture, { state: 'running', startTime: startMs / 1000, progressRatio: 0, note: null });
      endProgress = this.options.clock.every(PROGRESS_INTERVAL_MS, () => {
        const ratio = (this.options.clock.nowMs() - startMs) / 1000 / Math.max(capture.seconds, 1);
        this.change(capture, { progressRatio: Math.min(0.99, ratio) }, false);
      });
      const stored = await this.perform(scraper, capture, {
        tries: ahead === undefined ? 1 : HANDOVER.tries, ...(replay === undefined ? {} : { replay }),
      });
      endProgress();
      if (stored.ok) {
        const endTime = this.options.clock.nowMs() / 1000;
        const again = await check?.() ?? null;
        this.change(capture, { state: 'done', endTime, progressRatio: 1, ...stored.value });
        audit(capture);
        if (again === null || this.givenUp.has(capture.id)) return 'done';
        this.change(capture, { state: 'waiting', endTime: null, progressRatio: null, note: again });
        return 'again';
      }
      const sentence = this.givenUp.get(capture.id);
      if (check !== undefined && sentence === undefined && stored.error.errorType === 'busy') {
        this.change(capture, { state: 'waiting', progressRatio: null });
        return 'busy';
      }
      this.end(capture, { ...stored.error, message: sentence ?? stored.error.message }, sentence !== undefined);
    } catch (error) {
      this.broke(capture, error);
    } finally {
      endProgress();
      if (this.running.get(lane)?.capture === capture) this.running.delete(lane);
      this.givenUp.delete(capture.id);
    }
    return 'failed';
  }

  private async perform(
    scraper: TargetScraper, capture: Capture, { tries, replay }: { tries: number; replay?: TakenInReplay }
  ): ReturnType<typeof performCapture> {
    const stored = await performCapture(this.options, scraper, capture, replay);
    if (stored.ok || stored.error.errorType !== 'busy' || tries <= 1 || this.givenUp.has(capture.id)) return stored;
    await this.options.clock.sleep(HANDOVER.pauseMs);
    // The profile starts at the try that the target accepts.
    this.change(capture, { startTime: this.options.clock.nowMs() / 1000 }, false);
    return this.perform(scraper, capture, { tries: tries - 1, ...(replay === undefined ? {} : { replay }) });
  }

  /** Ends and logs a capture that failed because of a bug, so that it does not stay open. */
  broke(capture: Capture, error: unknown): void {
    log.error('A capture failed.', { target: capture.target, kind: capture.kind, error });
    this.end(capture, { errorType: 'internal', message: 'The capture failed inside tsdbscope; its log says why.' });
  }

  /** Handles a capture that was open when the program ended. A booking waits again; its time is set on resume. */
  private endOfLastRun(capture: Capture): void {
    const { at, state } = capture;
    if (at === 'next-compaction' || at === 'next-evaluation' || (state === 'waiting' && at !== 'now')) {
      this.change(capture, { state: 'waiting', progressRatio: null });
      return;
    }
    this.end(capture, { errorType: 'internal', message: 'tsdbscope ended while it was taken.' });
  }
}

function laneOf({ target, kind }: { target: string; kind: CaptureKind }): string {
  return `${kind} ${target}`;
}

function audit(
  { id, target, kind, reason, client, seconds, startTime, endTime, sizeBytes, state, cancelled, error }: Capture
): void {
  log.info('A capture ended.', {
    id, target, kind, cause: reason.how, rule: reason.rule, client: client ?? undefined,
    seconds: startTime === null || endTime === null ? seconds : Math.round((endTime - startTime) * 10) / 10,
    bytes: sizeBytes ?? undefined, result: cancelled === true ? 'cancelled' : state, reason: error ?? undefined,
  });
}
