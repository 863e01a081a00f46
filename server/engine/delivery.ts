/**
 * Delivers one batch: again and again while the engine cannot take it, in parts where it refuses some of it, so that
 * one bad series costs only itself.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { EngineClient, Sent } from './engineClient.ts';
import { halves, inParts, sampleCount } from './wireBatch.ts';
import type { WireSamples, WireSeries } from '../wire/writeRequest.ts';
import { renderSeriesKey } from '../metrics/seriesKey.ts';

export interface DeliveryOptions {
  client: Pick<EngineClient, 'send'>;
  /** Called with each try that failed for now, and with null once one did not. */
  onTrouble: (reason: string | null) => void;
  /** 0 to 1. */
  random: () => number;
  now: () => number;
  signal: AbortSignal;
  firstBackoffMs?: number;
}

/** `unreached`: not one request of it was answered; `stopped`: given up by `signal`. */
export type Delivered = 'done' | 'unreached' | 'stopped';

/** Of refused samples: how many so far, and the first words of the engine with one of the series. */
export interface Refusals { samples: number; last: { series: string; reason: string } | null }

const MAX_SAMPLES = 10_000;
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5000;
/** Requests in a minute to find out which series is refused; beyond, what is refused is dropped whole. */
const SEARCHES = 500;
const MINUTE_MS = 60_000;
/** A refused series is left out for so long before it is tried again. */
const LEFT_OUT_MS = 600_000;
const MAX_LEFT_OUT = 1000;
/** Refused because of what is in it, or of its size; anything else would be refused in parts too. */
const BY_CONTENT = [400, 413, 422];
const BY_ORDER = /out[ -]of[ -]order|duplicate|too old|out of bounds|already/i;

type Part = 'done' | 'unreached' | 'stopped' | Extract<Sent, { kind: 'refused' }>;

export class Delivery {
  readonly refusals: Refusals = { samples: 0, last: null };
  stored = 0;
  private readonly leftOut = new Map<string, number>();
  /** A try of the last request failed, which may have been received nevertheless. */
  private wasRepeated = false;
  private searches = { sinceMs: 0, count: 0 };

  constructor(private readonly options: DeliveryOptions) {}

  /**
   * `mayBeStored`: it may have been received before, so that an engine that says so is right. `mayWait`: false when the
   * caller wants to know that nobody answers, before anything else is tried.
   */
  async deliver(
    all: readonly WireSamples[], { mayBeStored, mayWait }: { mayBeStored: boolean; mayWait: boolean }
  ): Promise<Delivered> {
    for (const part of inParts(this.wanted(all), MAX_SAMPLES)) {
      const end = await this.send(part, mayWait);
      if (end === 'unreached' || end === 'stopped') return end;
      if (end === 'done') this.stored += sampleCount(part);
      else if ((mayBeStored || this.wasRepeated) && BY_ORDER.test(end.reason)) this.stored += sampleCount(part);
      else if (await this.refused(part, end) === 'stopped') return 'stopped';
    }
    return 'done';
  }

  /** Until there is an answer that decides. */
  private async send(all: readonly WireSamples[], mayWait: boolean): Promise<Part> {
    const { client, onTrouble, random, signal, firstBackoffMs = FIRST_BACKOFF_MS } = this.options;
    this.wasRepeated = false;
    for (let backoffMs = firstBackoffMs; ; backoffMs = Math.min(2 * backoffMs, MAX_BACKOFF_MS)) {
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
      await wait(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }

  private async refused(
    all: readonly WireSamples[], { status, reason, written }: Extract<Part, object>
  ): Promise<Part> {
    const count = sampleCount(all);
    const parts = BY_CONTENT.includes(status) && written === null && this.maySearch() ? halves(all) : null;
    if (parts === null) {
      this.stored += written ?? 0;
      this.drop(all, count - Math.min(count, written ?? 0), { status, reason });
      return 'done';
    }
    for (const part of parts) {
      const end = await this.send(part, true);
      if (end === 'stopped' || end === 'unreached') return 'stopped';
      if (end === 'done') this.stored += sampleCount(part);
      else if (await this.refused(part, end) === 'stopped') return 'stopped';
    }
    return 'done';
  }

  private maySearch(): boolean {
    const nowMs = this.options.now();
    if (nowMs - this.searches.sinceMs > MINUTE_MS) this.searches = { sinceMs: nowMs, count: 0 };
    return (this.searches.count += 2) <= SEARCHES;
  }

  private drop(
    all: readonly WireSamples[], samples: number, { status, reason }: { status: number; reason: string }
  ): void {
    const [first] = all;
    if (samples === 0 || first === undefined) return;
    const series = keyOf(first.series);
    this.refusals.samples += samples;
    this.refusals.last = { series: all.length === 1 ? series : `${series} and ${all.length - 1} more`, reason };
    if (all.length > 1 || !BY_CONTENT.includes(status) || BY_ORDER.test(reason)) return;
    this.leftOut.set(series, this.options.now() + LEFT_OUT_MS);
    for (const oldest of [...this.leftOut.keys()].slice(0, -MAX_LEFT_OUT)) this.leftOut.delete(oldest);
  }

  /** Without the series that the engine refused a while ago. */
  private wanted(all: readonly WireSamples[]): readonly WireSamples[] {
    if (this.leftOut.size === 0) return all;
    const nowMs = this.options.now();
    for (const [key, untilMs] of this.leftOut) if (untilMs <= nowMs) this.leftOut.delete(key);
    return all.filter((samples) => {
      const isWanted = !this.leftOut.has(keyOf(samples.series));
      if (!isWanted) this.refusals.samples += samples.times.length;
      return isWanted;
    });
  }
}

function keyOf({ labels }: WireSeries): string {
  const { __name__: name = '', ...rest } = Object.fromEntries(labels);
  return renderSeriesKey(name, rest);
}
