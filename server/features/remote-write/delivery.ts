/**
 * Delivers one batch: again and again while the engine cannot take it, in parts where it refuses some of it, so that
 * one bad series costs only itself.
 */
import type { Clock } from '../../../core/time/clock.ts';
import type { EngineClient, Sent } from './engineClient.ts';
import { byTime, halves, inParts, sampleCount } from './wireBatch.ts';
import type { WireSamples, WireSeries } from '../../data/wire/writeRequest.ts';
import { renderSeriesKey } from '../../data/metrics/seriesKey.ts';

export interface DeliveryOptions {
  client: Pick<EngineClient, 'send'>;
  /** Called with each try that failed for now, and with null once one did not. */
  onTrouble: (reason: string | null) => void;
  /** 0 to 1. */
  random: () => number;
  clock: Pick<Clock, 'nowMs' | 'sleep'>;
  signal: AbortSignal;
}

/** `unreached`: not one request of it was answered; `stopped`: given up by `signal`. */
export type Delivered = 'done' | 'unreached' | 'stopped';

/** Of refused samples: how many so far, and the first words of the engine with one of the series. */
export interface Refusals { samples: number; last: { series: string; reason: string } | null }

const MAX_SAMPLES = 10_000;
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5000;
/** Requests for one batch to find out which series are refused; beyond, what is refused is dropped whole. */
const SEARCHES = 500;
/** A refused series is skipped for so long before it is tried again. One out of order may soon be in order. */
const SKIPPED_MS = 600_000;
const SKIPPED_OF_ORDER_MS = 60_000;
const MAX_SKIPPED = 10_000;
/** Refused because of what is in it, or of its size; anything else would be refused in parts too. */
const BY_CONTENT = [400, 413, 422];
const BY_ORDER = /out[ -]of[ -]order|duplicate|too old|out of bounds|already/i;

type Refusal = Extract<Sent, { kind: 'refused' }>;
type Part = Delivered | Refusal;

export class Delivery {
  readonly refusals: Refusals = { samples: 0, last: null };
  stored = 0;
  private readonly skipped = new Map<string, number>();
  /** A try of the last request failed, which may have been received nevertheless. */
  private wasRepeated = false;
  private searches = 0;

  constructor(private readonly options: DeliveryOptions) {}

  /**
   * `mayBeStored`: some of it may have been received before. `mayWait`: false when the caller wants to know that nobody
   * answers, before anything else is tried.
   */
  async deliver(
    all: readonly WireSamples[], { mayBeStored, mayWait }: { mayBeStored: boolean; mayWait: boolean }
  ): Promise<Delivered> {
    this.searches = 0;
    return this.sendEach(inParts(this.wanted(all), MAX_SAMPLES), mayWait, (part, refusal) => (
      this.sort(part, refusal, mayBeStored || this.wasRepeated)
    ));
  }

  /** `refused` is called with each part that is refused. */
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

  /** Until there is an answer that decides. */
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
      // Half of it and up to as much again: several that lost the same engine do not come back at once.
      const waitMs = Math.max(sent.afterMs, backoffMs * (0.5 + random()));
      await clock.sleep(waitMs, signal);
    }
  }

  /** What was refused: there already, or not wanted. */
  private async sort(all: readonly WireSamples[], refusal: Refusal, mayBeStored: boolean): Promise<Delivered> {
    if (!mayBeStored || !BY_ORDER.test(refusal.reason) || refusal.written !== null) return this.search(all, refusal);
    return this.sendEach(byTime(all), true, (moment, end) => this.sortMoment(moment, end));
  }

  /** A moment is there when the engine says so of each quarter of it: that of few bad series is not. */
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

  /** Which of it is refused. */
  private async search(all: readonly WireSamples[], { status, reason, written }: Refusal): Promise<Delivered> {
    const maySearch = BY_CONTENT.includes(status) && written === null && (this.searches += 2) <= SEARCHES;
    const parts = maySearch ? halves(all) : null;
    if (parts !== null) return this.sendEach(parts, true, (part, end) => this.search(part, end));
    const count = sampleCount(all);
    // What it says is not taken for more than it was sent.
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

  /** Without the series that the engine refused a while ago. */
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
