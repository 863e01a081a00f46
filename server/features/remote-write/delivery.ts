/**
 * Delivers one batch: repeats it while the engine cannot take it, and splits it if the engine refuses some of it, so
 * that one bad series loses only its own samples.
 */
import type { Clock } from '../../../core/time/clock.ts';
import type { EngineClient, Sent } from './engineClient.ts';
import { byTime, halves, inParts, sampleCount } from './wireBatch.ts';
import type { WireSamples, WireSeries } from '../../data/wire/writeRequest.ts';
import { renderSeriesKey } from '../../data/metrics/seriesKey.ts';

export interface DeliveryOptions {
  client: Pick<EngineClient, 'send'>;
  /** Called with the reason of each try that will be repeated, and with null after a decisive answer. */
  onTrouble: (reason: string | null) => void;
  /** Returns a number from 0 to 1. */
  random: () => number;
  clock: Pick<Clock, 'nowMs' | 'sleep'>;
  signal: AbortSignal;
}

/** `unreached`: no request was answered; `stopped`: aborted by `signal`. */
export type Delivered = 'done' | 'unreached' | 'stopped';

/** Refused samples: their number so far, and for the last refusal one of the series and the engine's reason. */
export interface Refusals { samples: number; last: { series: string; reason: string } | null }

const MAX_SAMPLES = 10_000;
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5000;
/** Maximum requests per batch to find the refused series; beyond it, refused parts are dropped whole. */
const SEARCHES = 500;
/** Time that a refused series is skipped before a retry; shorter if out of order, as it may soon be in order. */
const SKIPPED_MS = 600_000;
const SKIPPED_OF_ORDER_MS = 60_000;
const MAX_SKIPPED = 10_000;
/** Statuses of requests refused for their content or size; other refusals would apply to each part too. */
const BY_CONTENT = [400, 413, 422];
const BY_ORDER = /out[ -]of[ -]order|duplicate|too old|out of bounds|already/i;

type Refusal = Extract<Sent, { kind: 'refused' }>;
type Part = Delivered | Refusal;

export class Delivery {
  readonly refusals: Refusals = { samples: 0, last: null };
  stored = 0;
  private readonly skipped = new Map<string, number>();
  /** Whether a try of the last request failed; it may have been received nevertheless. */
  private wasRepeated = false;
  private searches = 0;

  constructor(private readonly options: DeliveryOptions) {}

  /**
   * `mayBeStored`: some of it may have been received before. `mayWait`: false if the caller wants `unreached` at once
   * when the engine does not answer.
   */
  async deliver(
    all: readonly WireSamples[], { mayBeStored, mayWait }: { mayBeStored: boolean; mayWait: boolean }
  ): Promise<Delivered> {
    this.searches = 0;
    return this.sendEach(inParts(this.wanted(all), MAX_SAMPLES), mayWait, (part, refusal) => (
      this.sort(part, refusal, mayBeStored || this.wasRepeated)
    ));
  }

  /** Sends the parts one by one; calls `refused` with each refused part. */
  private async sendEach(
    parts: Iterable<readonly WireSamples[]>, mayWait: boolean,
    refused: (part: readonly WireSamples[], refusal: Refusal) => Promise<Delivered>
  ): Promise<Delivered> {
    for (const part of parts) {
      const end = await this.send(part, mayWait);
      if (end === 'done') this.stored += sampleCount(part);
      const delivered = typeof end === 'string' ? end : await refused(part, end);
      if (delivered !== 'done') return delivered;
    }
    return 'done';
  }

  /** Sends until the engine gives a decisive answer. */
  private async send(all: readonly WireSamples[], mayWait: boolean): Promise<Part> {
    const { client, onTrouble, random, clock, signal } = this.options;
    this.wasRepeated = false;
    for (let backoffMs = FIRST_BACKOFF_MS; ; backoffMs = Math.min(2 * backoffMs, MAX_BACKOFF_MS)) {
      if (signal.aborted) return 'stopped';
      const sent = await client.send(all);
      if (sent.kind === 'aborted') return 'stopped';
      if (sent.kind !== 'retry') {
        onTrouble(null);
        return sent.kind === 'stored' ? 'done' : sent;
      }
      onTrouble(sent.reason);
      this.wasRepeated = true;
      if (sent.isUnreached && !mayWait) return 'unreached';
      // Waits 50 to 150 % of the backoff, so that several senders do not return at the same time.
      const waitMs = Math.max(sent.afterMs, backoffMs * (0.5 + random()));
      await clock.sleep(waitMs, signal);
    }
  }

  /** Handles refused samples: finds whether the engine already has them or rejects them. */
  private async sort(all: readonly WireSamples[], refusal: Refusal, mayBeStored: boolean): Promise<Delivered> {
    if (!mayBeStored || !BY_ORDER.test(refusal.reason) || refusal.written !== null) return this.search(all, refusal);
    return this.sendEach(byTime(all), true, (moment, end) => this.sortMoment(moment, end));
  }

  /** Counts a timestamp as stored if the engine refuses each quarter of it by order: a few bad series do not. */
  private async sortMoment(moment: readonly WireSamples[], refusal: Refusal): Promise<Delivered> {
    const quarters = (halves(moment) ?? [moment]).flatMap((half) => halves(half) ?? [half]);
    const ends: Part[] = [];
    for (const quarter of quarters) ends.push(moment.length === 1 ? refusal : await this.send(quarter, true));
    const isThere = ends.every((end) => typeof end === 'object' && BY_ORDER.test(end.reason));
    for (const [i, quarter] of quarters.entries()) {
      const end = ends[i] ?? 'stopped';
      if (end === 'stopped' || end === 'unreached') return end;
      if (end === 'done' || isThere) this.stored += sampleCount(quarter);
      else if (await this.search(quarter, end) === 'stopped') return 'stopped';
    }
    return 'done';
  }

  /** Finds the refused series by halving, and drops them. */
  private async search(all: readonly WireSamples[], { status, reason, written }: Refusal): Promise<Delivered> {
    const maySearch = BY_CONTENT.includes(status) && written === null && (this.searches += 2) <= SEARCHES;
    const parts = maySearch ? halves(all) : null;
    if (parts !== null) return this.sendEach(parts, true, (part, end) => this.search(part, end));
    const count = sampleCount(all);
    // The engine's count is limited to what was sent.
    const stored = Math.min(count, written ?? 0);
    this.stored += stored;
    this.drop(all, count - stored, { status, reason });
    return 'done';
  }

  private drop(
    all: readonly WireSamples[], samples: number, { status, reason }: Pick<Refusal, 'status' | 'reason'>
  ): void {
    const [first] = all;
    if (samples === 0 || first === undefined) return;
    const series = keyOf(first.series);
    this.refusals.samples += samples;
    this.refusals.last = { series: all.length === 1 ? series : `${series} and ${all.length - 1} more`, reason };
    if (all.length > 1 || !BY_CONTENT.includes(status)) return;
    const forMs = BY_ORDER.test(reason) ? SKIPPED_OF_ORDER_MS : SKIPPED_MS;
    this.skipped.set(series, this.options.clock.nowMs() + forMs);
    for (const oldest of [...this.skipped.keys()].slice(0, -MAX_SKIPPED)) this.skipped.delete(oldest);
  }

  /** Removes the series that the engine refused recently. */
  private wanted(all: readonly WireSamples[]): readonly WireSamples[] {
    if (this.skipped.size === 0) return all;
    const nowMs = this.options.clock.nowMs();
    for (const [key, untilMs] of this.skipped) if (untilMs <= nowMs) this.skipped.delete(key);
    return all.filter((samples) => {
      const isWanted = !this.skipped.has(keyOf(samples.series));
      if (!isWanted) this.refusals.samples += samples.times.length;
      return isWanted;
    });
  }
}

function keyOf({ labels }: WireSeries): string {
  const { __name__: name = '', ...rest } = Object.fromEntries(labels);
  return renderSeriesKey(name, rest);
}
