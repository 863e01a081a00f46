import { randomUUID } from 'node:crypto';
import type { Capture, CaptureKind, CaptureReason, TakenInReplay } from '../../../core/contract/contract.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { CapturedProfile } from '../../scrape/captureProfile.ts';
import type { TargetScraper } from '../../scrape/targetScraper.ts';
import type { ProfileCatalog } from '../../store/files/profileCatalog.ts';
import { emptyNote, factsOf, isRestart } from './captureFacts.ts';
import type { LiveHub } from '../liveHub.ts';
import { ingestedOfProcess } from './settledReadings.ts';
import { log } from '../../logging/log.ts';

/**
 * A CPU profile booked for a compaction starts this long before it is due, as the due moment has an error of about a
 * second.
 */
const LEAD_MS = 1000;
/** Between two attempts at a target that another profiler keeps busy. */
const RETRY_MS = 500;
const KEPT_CAPTURES = 200;
const PROGRESS_INTERVAL_MS = 500;
/** For a second scrape of a process that was restarted just before: most targets are scraped more often. */
const MAX_WAIT_MS = 20_000;

export interface CaptureOrder {
  target: string;
  kind: CaptureKind;
  seconds: number;
  gc: boolean;
  /** When it is to start, ms; null = now. */
  startMs: number | null;
  reason: CaptureReason;
  /** The address of who asked for it; absent: tsdbscope itself. */
  client?: string;
  /** Of one booked for a compaction. */
  booking?: Booking;
  /** For those taken automatically during a replay. */
  replay?: TakenInReplay;
}

/** What a booked capture does when another profiler has the target: a process allows one CPU profile at a time. */
export interface Booking {
  /** How long the compaction lasts, as those before it did, ms: until then it tries again. */
  lastsMs: number;
  /** The compaction after it, for when it was busy throughout; null = not known. */
  next: () => Promise<{ startMs: number; lastsMs: number } | null>;
}

/** Captures asked for, running and done; the newest 200 are remembered while the program runs. */
export class Captures {
  private readonly captures = new Map<string, Capture>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly cancels = new Map<string, () => void>();
  /** Asked to end: their outcome is not a failure. */
  private readonly givenUp = new Set<string>();

  constructor(
    private readonly profiles: ProfileCatalog, private readonly hub: LiveHub, private readonly now: () => number
  ) {}

  get(id: string): Capture | undefined {
    return this.captures.get(id);
  }

  /** Newest first. */
  list(target: string): Capture[] {
    return [...this.captures.values()].filter((capture) => capture.target === target).reverse();
  }

  order(scraper: TargetScraper, order: CaptureOrder): Result<Capture> {
    const begun = this.begin(scraper, order);
    return begun.ok ? ok(begun.value.capture) : begun;
  }

  /** Takes one now and resolves when it is over, done or failed; null when one of its kind is running or booked. */
  async take(scraper: TargetScraper, order: CaptureOrder & { startMs: null }): Promise<Capture | null> {
    const begun = this.begin(scraper, order);
    if (!begun.ok) return null;
    await begun.value.over;
    return begun.value.capture;
  }

  private begin(scraper: TargetScraper, order: CaptureOrder): Result<{ capture: Capture; over: Promise<void> }> {
    const twin = [...this.captures.values()]
      .find((other) => other.target === order.target && other.kind === order.kind && isOpen(other));
    if (twin !== undefined) {
      return fail(
        'busy',
        `A ${order.kind} profile of ${order.target} is already ${twin.state}; wait for it to finish, then ask again.`
      );
    }
    const capture: Capture = {
      id: randomUUID(),
      target: order.target,
      kind: order.kind,
      seconds: order.seconds,
      at: order.startMs === null ? 'now' : 'next-compaction',
      everySeconds: null,
      gc: order.gc,
      delta: null,
      state: order.startMs === null ? 'running' : 'waiting',
      startTime: (order.startMs ?? this.now()) / 1000,
      endTime: null,
      progressRatio: null,
      reason: order.reason,
      client: order.client ?? null,
      profileId: null,
      sizeBytes: null,
      note: null,
      error: null,
    };
    this.remember(capture);
    if (order.startMs === null) {
      return ok({ capture, over: this.run(scraper, capture, order.replay).then(() => undefined) });
    }
    this.book(scraper, capture, order.startMs, order.booking);
    return ok({ capture, over: Promise.resolve() });
  }

  /** Ends one that waits or runs; the state of one that is over stays as it is. undefined: there is none of that id. */
  cancel(id: string): Capture | undefined {
    const capture = this.captures.get(id);
    if (capture?.state === 'running') {
      this.givenUp.add(id);
      this.cancels.get(id)?.();
    }
    if (capture?.state === 'waiting') {
      clearTimeout(this.timers.get(id));
      this.timers.delete(id);
      this.change(
        capture,
        {
          state: 'failed', cancelled: true, endTime: this.now() / 1000,
          error: `The ${capture.kind} capture of ${capture.target} was cancelled before it began.`,
        }
      );
    }
    return capture;
  }

  /** What is learned about one while it runs or after. */
  amend(id: string, change: Pick<Capture, 'reason'>): void {
    const capture = this.captures.get(id);
    if (capture !== undefined) this.change(capture, change);
  }

  stop(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  private book(scraper: TargetScraper, capture: Capture, startMs: number, booking?: Booking): void {
    const untilMs = startMs + (booking?.lastsMs ?? 0);
    const tried = async (): Promise<void> => {
      const outcome = await this.run(scraper, capture, undefined, booking !== undefined);
      if (outcome !== 'busy' || booking === undefined) return;
      if (this.now() + RETRY_MS < untilMs) { this.later(capture.id, RETRY_MS, attempt); return; }
      await this.bookNext(scraper, capture, booking);
    };
    const attempt = (): void => { tried().catch((error: unknown) => { this.broke(capture, error); }); };
    this.later(capture.id, startMs - LEAD_MS - this.now(), attempt);
  }

  /** The compaction is over and another profiler had the target all the time. */
  private async bookNext(scraper: TargetScraper, capture: Capture, booking: Booking): Promise<void> {
    const next = await booking.next();
    if (capture.state !== 'waiting') return;
    if (next === null || next.startMs <= this.now()) {
      this.change(capture, {
        state: 'failed', endTime: this.now() / 1000, note: null,
        error: `Another profiler kept ${capture.target} busy throughout the compaction, and the next is not known; `
          + 'book it again when that profiler has ended.',
      });
      return;
    }
    this.change(capture, {
      startTime: next.startMs / 1000,
      note: 'Another profiler kept the target busy throughout the compaction; the next one is booked.',
    });
    this.book(scraper, capture, next.startMs, { ...booking, lastsMs: next.lastsMs });
  }

  /** `busy`: another profiler has the target, and a booked capture waits for another attempt. */
  private async run(
    scraper: TargetScraper, capture: Capture, replay?: TakenInReplay, triesAgain = false
  ): Promise<'over' | 'busy'> {
    const startMs = this.now();
    this.change(capture, { state: 'running', startTime: startMs / 1000, progressRatio: 0, note: null });
    const progress = setInterval(() => {
      this.change(
        capture, { progressRatio: Math.min(0.99, (this.now() - startMs) / 1000 / Math.max(capture.seconds, 1)) }
      );
    }, PROGRESS_INTERVAL_MS);
    this.cancels.set(capture.id, () => { scraper.cancelCapture(capture.kind); });
    try {
      const before = scraper.view();
      const captured = await scraper.capture({ kind: capture.kind, seconds: capture.seconds, gc: capture.gc });
      const stored = captured.ok && captured.value.earlier !== null
        && isRestart(before.processStartSeconds, scraper.view().processStartSeconds)
        ? fail(
          'target_error',
          `${capture.target} restarted between the two snapshots, so nothing can be subtracted; take the profile again.`
        )
        : captured.ok ? await this.keep(
          scraper, capture, captured.value,
          {
            replay,
            samplesIngested: await ingestedOfProcess(
              before, startMs, captured.value.endMs, { read: () => scraper.view(), pause, maxMs: MAX_WAIT_MS }
            ),
          }
        ) : captured;
      if (triesAgain && !captured.ok && captured.error.errorType === 'busy' && !this.givenUp.has(capture.id)) {
        this.change(capture, {
          state: 'waiting', progressRatio: null,
          note: 'Another profiler has the target; this one tries again while the compaction lasts.',
        });
        return 'busy';
      }
      const endTime = this.now() / 1000;
      if (stored.ok) this.change(capture, { state: 'done', endTime, progressRatio: 1, profileId: stored.value });
      else this.change(
        capture,
        {
          state: 'failed', ...(this.givenUp.has(capture.id) ? { cancelled: true } : {}), endTime, progressRatio: null,
          error: stored.error.message,
        }
      );
    } catch (error) {
      this.broke(capture, error);
    } finally {
      clearInterval(progress);
      this.cancels.delete(capture.id);
      this.givenUp.delete(capture.id);
    }
    return 'over';
  }

  /** A bug, not a target's failure: the capture must not stay open for ever, and the reason must be seen. */
  private broke(capture: Capture, error: unknown): void {
    log.error('A capture failed.', { target: capture.target, kind: capture.kind, error });
    this.change(capture, {
      state: 'failed', endTime: this.now() / 1000, progressRatio: null, note: null,
      error: 'The capture failed inside tsdbscope; its log says why.',
    });
  }

  private async keep(
    scraper: TargetScraper, capture: Capture, captured: CapturedProfile,
    {
      replay, samplesIngested,
    }: { replay: TakenInReplay | undefined; samplesIngested: { start: number; end: number } | null },
  ): Promise<Result<string>> {
    const time = new Date((capture.startTime ?? 0) * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
    const { bytes, earlier, endMs } = captured;
    const span = capture.seconds > 0 && (earlier !== null || captured.delta !== null) ? `, ${capture.seconds} s` : '';
    const during = replay === undefined ? '' : `, replay: ${replay.moment}`;
    const facts = factsOf(scraper.view(), this.now());
    const added = await this.profiles.add({
      bytes,
      ...(earlier === null ? {} : { earlier: { bytes: earlier.bytes, seconds: (endMs - earlier.startMs) / 1000 } }),
      targetFacts: facts,
      kind: capture.kind,
      name: `${capture.target} ${capture.kind}${span}${during} ${time}`,
      source: {
        how: 'capture', target: capture.target, captureId: capture.id, reason: capture.reason,
        ...(facts.version === undefined ? {} : { targetVersion: facts.version }),
          ...(replay === undefined ? {} : { replay }),
      },
      ...(samplesIngested === null ? {} : { samplesIngested }),
    });
    if (!added.ok) return added;
    // A target that ignores seconds may still be slow: then its answer says nothing about a duration.
    const isChange = captured.delta === 'target' && added.value.durationSeconds !== null;
    this.change(
      capture,
      {
        delta: earlier !== null ? 'subtracted' : isChange ? 'target' : null,
        note: added.value.samples === 0 ? emptyNote(capture) : null,
        sizeBytes: added.value.sizeBytes,
      }
    );
    return ok(added.value.id);
  }

  private change(capture: Capture, change: Partial<Capture>): void {
    Object.assign(capture, change);
    this.hub.publish(capture.target, 'capture', { ...capture });
  }

  private remember(capture: Capture): void {
    this.captures.set(capture.id, capture);
    for (const [id, old] of this.captures) {
      if (this.captures.size <= KEPT_CAPTURES) break;
      if (!isOpen(old)) this.captures.delete(id);
    }
  }

  private later(id: string, delayMs: number, action: () => void): void {
    this.timers.set(id, setTimeout(() => {
      this.timers.delete(id);
      action();
    }, Math.max(0, delayMs)));
  }
}

function isOpen(capture: Capture): boolean {
  return capture.state === 'running' || capture.state === 'waiting';
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => { setTimeout(resolve, ms); });
}
