import type { Clock } from '../../../../core/time/clock.ts';
import type { Capture } from '../../../../core/contract/contract.ts';
import type { Result } from '../../../../core/result.ts';
import { formatTime } from '../../../../core/text/timeText.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import type { CaptureOrder } from './captureOrder.ts';
import type { Captures } from './captures.ts';

/** Margin added to the forecast's error, before the event is due and after its end. */
const MARGIN_MS = 1000;
/** Names of the events that a capture waits for, in messages. */
const EVENTS = { 'next-compaction': 'compaction', 'next-evaluation': 'evaluation' } as const;
/** Larger forecast errors are not covered in full: the profile would be long and mostly quiet. */
const MAX_ERROR_MS = 15_000;
/** Factor on the longest event seen, because events differ. */
const LONGER = 1.25;
const MAX_SECONDS = 120;
/** The forecast is renewed this long before the event is due, and at least this often: a restart moves it. */
const NEAR_MS = 4000;
const LOOK_EVERY_MS = 120_000;
const UNKNOWN_EVERY_MS = 30_000;
const RETRY_MS = 500;
/** Number of scrapes after a profile in which its event is searched. */
const SCRAPES_AFTER = 3;
const MIN_LOOK_MS = 5000;
const MAX_MISSES = 10;

/** A forecast event of a target: a head compaction, or an evaluation of a rule group. */
export interface ExpectedEvent {
  startMs: number;
  errorMs: number;
  /** Longest known duration. */
  lastsMs: number;
  /** Period of the event; null = not known. */
  everyMs: number | null;
}

export interface EventClock {
  /** Returns the next event. Error `bad_data`: not known. */
  next: (target: string) => Promise<Result<ExpectedEvent>>;
  /** Returns whether an event overlaps the span, as far as scraped; null = not known. */
  cameWithin: (target: string, startMs: number, endMs: number) => Promise<boolean | null>;
}

export type EventCapture = Capture & { at: keyof typeof EVENTS };

export interface EventBookingParts {
  scraper: TargetScraper;
  capture: EventCapture;
  leastSeconds: number;
  captures: Pick<Captures, 'attempt' | 'change' | 'end'>;
  events: EventClock;
  clock: Pick<Clock, 'nowMs' | 'sleep'>;
  /** Schedules the work, skipped if the capture is cancelled meanwhile. */
  later: (delayMs: number, work: () => Promise<void>) => void;
}

/**
 * A capture of the next compaction or evaluation: begins just before the event is due and runs to its end. Booked again
 * if another profiler kept the target busy throughout, or if the event did not come.
 */
export class EventBooking {
  private misses = 0;

  constructor(private readonly parts: EventBookingParts) {}

  private get event(): string {
    return EVENTS[this.parts.capture.at];
  }

  plan(): void {
    this.parts.later(0, () => this.look(0));
  }

  /** Plans the capture of the first event after `afterMs`. */
  private async look(afterMs: number): Promise<void> {
    const { capture, captures, events, clock, later } = this.parts;
    const found = await events.next(capture.target);
    if (capture.state !== 'waiting') return;
    const next = found.ok ? laterThan(found.value, afterMs) : null;
    if (next === null) {
      captures.change(capture, {
        note: `${found.ok ? `The next ${this.event} is not known.` : found.error.message} It is looked for again every `
          + `${UNKNOWN_EVERY_MS / 1000} s.`,
      }, false);
      later(UNKNOWN_EVERY_MS, () => this.look(afterMs));
      return;
    }
    captures.change(capture, {
      startTime: next.startMs / 1000, seconds: secondsOver({ ...capture, seconds: this.parts.leastSeconds }, next),
    }, false);
    const leftMs = next.startMs - leadMs(next) - clock.nowMs();
    if (leftMs > NEAR_MS) later(Math.min(leftMs - NEAR_MS / 2, LOOK_EVERY_MS), () => this.look(afterMs));
    else later(leftMs, () => this.take(next));
  }

  private async take(next: ExpectedEvent): Promise<void> {
    const { scraper, capture, captures, clock } = this.parts;
    const untilMs = Math.max(next.startMs, clock.nowMs()) + next.lastsMs;
    for (;;) {
      const outcome = await captures.attempt(scraper, capture, () => this.miss());
      if (outcome === 'again') { await this.look(0); return; }
      if (outcome !== 'busy') return;
      if (clock.nowMs() + RETRY_MS >= untilMs) break;
      captures.change(capture, {
        note: `Another profiler has the target; this one tries again while the ${this.event} lasts.`,
      }, false);
      await clock.sleep(RETRY_MS);
      if (capture.state !== 'waiting') return;
    }
    captures.change(capture, {
      note: `Another profiler kept the target busy throughout the ${this.event}; the next one is booked.`,
    });
    // The event that is over remains the forecast until it is scraped.
    await this.look(Math.max(clock.nowMs(), next.startMs + (next.everyMs ?? 0) / 2));
  }

  /** Returns why the next event is booked too if none came during the profile; null: one came. */
  private async miss(): Promise<string | null> {
    const { scraper, capture, events, clock } = this.parts;
    const startMs = (capture.startTime ?? NaN) * 1000;
    // Excludes the time to store the profile.
    const endMs = capture.seconds > 0 ? startMs + capture.seconds * 1000 : clock.nowMs();
    const lookUntilMs = clock.nowMs() + Math.max(MIN_LOOK_MS, SCRAPES_AFTER * scraper.view().effectiveIntervalMs);
    let came: boolean | null = null;
    while (clock.nowMs() < lookUntilMs) {
      // null (as when the reader is busy) is retried. If it stays unknown, the event counts as profiled.
      came = await events.cameWithin(capture.target, startMs, endMs) ?? came;
      if (came === true) break;
      await clock.sleep(MARGIN_MS);
    }
    if (came !== false) return null;
    this.misses += 1;
    if (this.misses > MAX_MISSES) return null;
    const time = formatTime(Math.round(endMs / 1000));
    return `No ${this.event} came until ${time}, while the profile ran; the next one is booked.`;
  }
}

/** Returns how long before an event its capture begins. */
export function leadMs({ errorMs }: Pick<ExpectedEvent, 'errorMs'>): number {
  return MARGIN_MS + Math.min(errorMs, MAX_ERROR_MS);
}

/** Returns the seconds of a profile that covers the event, at least those requested; 0 for a snapshot. */
export function secondsOver({ kind, seconds }: Pick<CaptureOrder, 'kind' | 'seconds'>, next: ExpectedEvent): number {
  if (kind !== 'cpu' && kind !== 'fgprof' && kind !== 'trace' && seconds === 0) return 0;
  const neededMs = 2 * leadMs(next) + LONGER * next.lastsMs;
  return Math.max(seconds, Math.min(MAX_SECONDS, Math.ceil(neededMs / 1000)));
}

/** Returns the first forecast event after `afterMs`, by whole periods; null = not known. */
function laterThan(next: ExpectedEvent, afterMs: number): ExpectedEvent | null {
  if (next.startMs >= afterMs) return next;
  return next.everyMs === null || next.everyMs <= 0 ? null
    : { ...next, startMs: next.startMs + next.everyMs * Math.ceil((afterMs - next.startMs) / next.everyMs) };
}
