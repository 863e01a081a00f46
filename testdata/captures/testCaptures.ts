/** A target that is profiled, for tests: no network, one profile of a kind at a time, as a process allows. */
import type { Capture, CaptureReason, ProfileInfo } from '../../core/contract/contract.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { TargetScraper } from '../../server/data/scrape/targetScraper.ts';
import type { CapturedProfile, CaptureOptions } from '../../server/data/scrape/captureProfile.ts';
import { ManualClock } from '../time/manualClock.ts';
import { Bookings, type Taker } from '../../server/features/targets/captures/bookings.ts';
import { Captures } from '../../server/features/targets/captures/captures.ts';
import type { EventClock, ExpectedEvent } from '../../server/features/targets/captures/eventBooking.ts';

export const START = 1_000_000_000_000;

export class ProfiledTarget {
  readonly clock = new ManualClock(START);
  /** When each was asked for, ms after `START`. */
  readonly at: number[] = [];
  /** Another profiler has it from and to a moment after `START`, ms. */
  held: readonly [from: number, to: number][] = [];
  mostAtOnce = 0;
  stored = 0;
  keeps: Result<null> = ok(null);
  fails: Result<never> | null = null;
  /** Of kind everything, by how they were asked for. */
  readonly bundles: string[] = [];
  next = (): Promise<Result<ExpectedEvent>> => Promise.resolve(fail('bad_data', 'Not known.'));
  /** Of a span asked about, Unix ms. */
  came: (startMs: number, endMs: number) => boolean | null = () => true;
  /** Whose evaluations were asked about. */
  readonly groups: string[] = [];
  readonly kept = new Map<string, Capture>();
  private readonly ends = new Map<string, () => void>();

  readonly scraper = {
    config: { name: 't', scrapeIntervalMs: 1000, scrapeTimeoutMs: 10_000 },
    view: () => ({
      version: '', goVersion: '', facts: {}, processStartSeconds: null, samplesAppended: null,
      effectiveIntervalMs: 1000, state: 'up',
    }),
    capture: (options: CaptureOptions) => this.capture(options),
    cancelCapture: (kind: string) => { this.ends.get(kind)?.(); },
  } as unknown as TargetScraper;

  /** As after a start of the program: what is kept is known, all else is not. */
  start(): { captures: Captures; bookings: Bookings } {
    for (const [id, capture] of this.kept) this.kept.set(id, structuredClone(capture));
    const captures = new Captures({
      clock: this.clock, hub: { publish: () => undefined },
      store: {
        all: () => [...this.kept.values()], ofTarget: () => [...this.kept.values()],
        get: (id) => this.kept.get(id),
        put: (capture) => { this.kept.set(capture.id, capture); return Promise.resolve(this.keeps); },
      },
      profiles: {
        add: () => {
          this.stored += 1;
          return Promise.resolve(this.fails
            ?? ok({ id: `p${this.stored}`, samples: 5, sizeBytes: 100, durationSeconds: 5 } as unknown as ProfileInfo));
        },
      },
    });
    const compactions: EventClock = {
      next: () => this.next(),
      cameWithin: (_: string, startMs: number, endMs: number) => Promise.resolve(this.came(startMs, endMs)),
    };
    const everything: Taker = {
      attempt: (_scraper, capture) => {
        this.bundles.push(`attempt ${capture.at}`);
        captures.change(capture, { state: 'done' });
        return Promise.resolve('done');
      },
      take: (_scraper, { kind }, when) => {
        this.bundles.push(`take ${kind} ${when?.at}`);
        return Promise.resolve(null);
      },
    };
    const evaluations = (group: string): EventClock => {
      this.groups.push(group);
      return compactions;
    };
    const bookings = new Bookings({ captures, everything, compactions, evaluations, clock: this.clock });
    return { captures, bookings };
  }

  private async capture({ kind, seconds }: CaptureOptions): Promise<Result<CapturedProfile>> {
    const startMs = this.clock.nowMs();
    this.at.push(startMs - START);
    if (this.held.some(([from, to]) => startMs - START >= from && startMs - START < to))
      return fail('busy', 'It is being CPU-profiled by someone else.');
    if (this.ends.has(kind)) {
      this.mostAtOnce = Math.max(this.mostAtOnce, 2);
      return fail('busy', 'It is being CPU-profiled already.');
    }
    this.mostAtOnce = Math.max(this.mostAtOnce, 1);
    const isWhole = await new Promise<boolean>((resolve) => {
      const cancel = this.clock.after(1000 * seconds, () => { resolve(true); });
      this.ends.set(kind, () => { cancel(); resolve(false); });
    });
    this.ends.delete(kind);
    if (!isWhole) return fail('target_error', 'It was cancelled.');
    return ok({ kind, bytes: new Uint8Array(1), startMs, endMs: this.clock.nowMs(), delta: null, earlier: null });
  }
}

export function cpuOf(how: CaptureReason['how'], seconds = 10) {
  return { target: 't', kind: 'cpu', seconds, gc: false, reason: { how, sentence: null } } as const;
}
