import type { Cancel, Clock } from '../../../../core/time/clock.ts';
import type { Capture, CaptureReason } from '../../../../core/contract/contract.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import { formatDuration, formatTime } from '../../../../core/text/timeText.ts';
import { ruleGroupName } from '../../../../core/text/trainWords.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import { newCapture, type CaptureOrder } from './captureOrder.ts';
import type { Captures } from './captures.ts';
import { EventBooking, secondsOver, type EventCapture, type EventClock } from './eventBooking.ts';

/** Longest single timer, because Node's timers overflow after 24 days. */
const MAX_TIMER_MS = 3_600_000;
/** Interval between tries while another profile is being taken, and how long after the booked time to keep trying. */
const RETRY_MS = 500;
const TRIED_FOR_MS = 30_000;
const MAX_OPEN = 10;

/** `timeMs`: for `every`, the time of the first one. `group`: the value of the label `rule_group`. */
export type BookingTime = { at: 'next-compaction' } | { at: 'next-evaluation'; group: string }
  | { at: 'time'; timeMs: number }
  | { at: 'every'; everySeconds: number; timeMs: number };

/** `by`: the rule that booked it, and its sentence; absent: booked by a person. */
export interface Booked extends Omit<CaptureOrder, 'reason'> {
  by?: Required<Pick<CaptureReason, 'rule' | 'sentence'>>;
}

/** Something that takes captures of certain kinds. */
export type Taker = Pick<Captures, 'attempt' | 'take'>;

/**
 * Books captures: at a time, at an interval, or at the next compaction or evaluation. Each is listed, and survives a
 * restart.
 */
export class Bookings {
  private readonly timers = new Map<string, Cancel>();
  /** Scrapers of the active targets, by target: work that began with another scraper is obsolete. */
  private readonly scrapers = new Map<string, TargetScraper>();

  constructor(private readonly parts: {
    captures: Captures;
    /** Takes captures of kind `everything`. */
    everything: Taker;
    compactions: EventClock;
    /** Returns the clock of a rule group. */
    evaluations: (group: string) => EventClock;
    clock: Clock;
  }) {}

  /**
   * Books a capture; resolves once it is on disk. `busy`: too many; `bad_data`: the time is over, or the next
   * compaction or evaluation is not known; `internal`: it cannot be stored.
   */
  async book(scraper: TargetScraper, order: Booked, when: BookingTime): Promise<Result<Capture>> {
    const { captures, clock } = this.parts;
    const open = captures.list(order.target).filter(({ at, state }) => at !== 'now' && state === 'waiting');
    if (open.length >= MAX_OPEN) {
      return fail(
        'busy', `${MAX_OPEN} captures of ${order.target} are booked already, which is the limit; cancel one first.`
      );
    }
    if (when.at === 'time' && when.timeMs < clock.nowMs())
      return fail('bad_data', `"at" is ${formatTime(when.timeMs / 1000)}, which is over; give a later time.`);
    const next = await this.eventsOf(when)?.next(order.target) ?? null;
    if (next !== null && !next.ok) return next;
    const allowed = captures.allows(order.client ?? '');
    if (!allowed.ok) return allowed;
    const capture = newCapture({ ...order, reason: { how: 'booked', sentence: sentenceOf(when), ...order.by } }, {
      at: when.at, everySeconds: when.at === 'every' ? when.everySeconds : null, state: 'waiting',
      startTime: ('timeMs' in when ? when.timeMs : next?.value.startMs ?? NaN) / 1000,
    });
    if (when.at === 'next-evaluation') capture.group = when.group;
    if (next !== null) capture.seconds = secondsOver(order, next.value);
    const kept = await captures.keep(capture);
    // Fails if it cannot be stored, because a restart would lose it.
    if (!kept.ok) { captures.end(capture, kept.error); return kept; }
    this.begin(scraper, capture, order.seconds);
    return ok(capture);
  }

  /** Resumes the target's bookings from before this program started. */
  resume(scraper: TargetScraper): void {
    for (const capture of this.parts.captures.list(scraper.config.name).reverse())
      if (capture.state === 'waiting' && capture.at !== 'now') this.begin(scraper, capture, capture.seconds);
  }

  /** Stops the timers of a target's bookings until `resume`: the target was removed, and may be added again. */
  suspend(target: string): void {
    this.scrapers.delete(target);
    for (const { id } of this.parts.captures.list(target)) {
      this.timers.get(id)?.();
      this.timers.delete(id);
    }
  }

  /** Ends the bookings of targets that are not watched any more. */
  dropOthers(bookings: readonly Capture[], isWatched: (target: string) => boolean): void {
    for (const capture of bookings) {
      if (capture.state === 'waiting' && !isWatched(capture.target)) {
        this.parts.captures.end(capture, {
          errorType: 'bad_data',
          message: `${capture.target} is not watched any more; add it to the configuration again.`,
        }, true);
      }
    }
  }

  stop(): void {
    for (const cancel of this.timers.values()) cancel();
  }

  private begin(scraper: TargetScraper, capture: Capture, leastSeconds: number): void {
    const { captures, clock } = this.parts;
    this.scrapers.set(capture.target, scraper);
    const later = (delayMs: number, work: () => Promise<void>): void => {
      this.later(scraper, capture, delayMs, work);
    };
    const { at } = capture;
    const events = at === 'next-evaluation' ? this.eventsOf({ at, group: capture.group ?? '' })
      : at === 'next-compaction' ? this.eventsOf({ at }) : null;
    if (events !== null) {
      new EventBooking({
        scraper, capture: capture as EventCapture, leastSeconds, captures, events, clock, later,
      }).plan();
    } else if (capture.at === 'every') this.repeat(scraper, capture);
    else this.atTime(scraper, capture, (capture.startTime ?? 0) * 1000, () => this.once(scraper, capture));
  }

  /** Returns the clock of the booked event; null if booked for a time. */
  private eventsOf(when: BookingTime): EventClock | null {
    return when.at === 'next-compaction' ? this.parts.compactions
      : when.at === 'next-evaluation' ? this.parts.evaluations(when.group) : null;
  }

  private async once(scraper: TargetScraper, capture: Capture): Promise<void> {
    const { captures, clock } = this.parts;
    const dueMs = (capture.startTime ?? 0) * 1000;
    if (clock.nowMs() > dueMs + TRIED_FOR_MS) {
      const message = 'tsdbscope was not running at the time it was booked for.';
      captures.end(capture, { errorType: 'internal', message });
      return;
    }
    while (capture.state === 'waiting' && this.scrapers.get(capture.target) === scraper) {
      if (await this.takerOf(capture).attempt(scraper, capture) !== 'busy') return;
      if (clock.nowMs() > dueMs + TRIED_FOR_MS) {
        captures.end(capture, {
          errorType: 'busy',
          message: `Another profile was being taken of ${capture.target} for ${TRIED_FOR_MS / 1000} s `
            + 'from the time it was booked for; book it again.',
        });
        return;
      }
      await clock.sleep(RETRY_MS);
    }
  }

  /** Takes a separate capture at each interval, while the booking waits for the next. Skips past ones. */
  private repeat(scraper: TargetScraper, booking: Capture): void {
    const { captures, clock } = this.parts;
    const everyMs = (booking.everySeconds ?? 0) * 1000;
    const firstMs = (booking.startTime ?? 0) * 1000;
    const dueMs = firstMs + Math.max(0, Math.ceil((clock.nowMs() - TRIED_FOR_MS - firstMs) / everyMs)) * everyMs;
    captures.change(booking, { startTime: dueMs / 1000 });
    this.atTime(scraper, booking, dueMs, async () => {
      const { target, kind, seconds, gc, reason, everySeconds } = booking;
      const order = { target, kind, seconds, gc, reason };
      const taken = await this.takerOf(booking).take(scraper, order, { at: 'every', everySeconds });
      if (booking.state !== 'waiting') return;
      const skipped = `The one due at ${formatTime(dueMs / 1000)} was left out: another profile was being taken.`;
      captures.change(booking, { startTime: (dueMs + everyMs) / 1000, note: taken === null ? skipped : null });
      this.repeat(scraper, booking);
    });
  }

  private takerOf({ kind }: Capture): Taker {
    return kind === 'everything' ? this.parts.everything : this.parts.captures;
  }

  private atTime(scraper: TargetScraper, capture: Capture, dueMs: number, work: () => Promise<void>): void {
    const leftMs = dueMs - this.parts.clock.nowMs();
    if (leftMs <= MAX_TIMER_MS) this.later(scraper, capture, leftMs, work);
    else this.later(scraper, capture, MAX_TIMER_MS, () => {
      this.atTime(scraper, capture, dueMs, work);
      return Promise.resolve();
    });
  }

  /** Schedules the work, skipped if the capture is cancelled or its target suspended meanwhile. */
  private later(scraper: TargetScraper, capture: Capture, delayMs: number, work: () => Promise<void>): void {
    if (this.scrapers.get(capture.target) !== scraper) return;
    this.timers.get(capture.id)?.();
    this.timers.set(capture.id, this.parts.clock.after(Math.max(0, delayMs), () => {
      this.timers.delete(capture.id);
      if (capture.state !== 'waiting') return;
      work().catch((error: unknown) => { this.parts.captures.broke(capture, error); });
    }));
  }
}

function sentenceOf(when: BookingTime): string {
  switch (when.at) {
    case 'next-compaction': return 'Booked for the next compaction.';
    case 'next-evaluation': return `Booked for the next evaluation of ${ruleGroupName(when.group)}.`;
    case 'time': return 'Booked for this time.';
    case 'every': return `Booked every ${formatDuration(when.everySeconds)}.`;
  }
}
