/** Renews the lease of one shard in the object store, and reads those of the others. */
import { randomUUID } from 'node:crypto';
import type { Cancel, Clock } from '../../../core/time/clock.ts';
import { fail, firstLine, ok, type Result } from '../../../core/result.ts';
import type { ObjectStore } from '../object-store/objectStore.ts';
import { readLease, type ShardReport } from './shardReport.ts';
import { ShardView, type ShardNumber } from './shardView.ts';

/** Rounds per lease. */
const ROUNDS = 3;
/** Maximum size of a lease object, enough for some thousand targets. */
const MAX_BYTES = 2 ** 20;
const FAULT = 'shard';

export interface ShardKeeperOptions {
  shard: ShardNumber;
  leaseMs: number;
  store: ObjectStore;
  clock: Pick<Clock, 'steadyMs' | 'after'>;
  /** Returns reports of the targets that this shard scrapes, for the pages of the others. */
  report: () => ShardReport[];
  /** Called when the targets that it may scrape may have changed. */
  onChange: () => void;
  /** Called when the reports of the others may have changed. */
  onRound: () => void;
  faults: { set(key: string, message: string): void; mended(key: string): void };
}

/** `sinceMs`: time this version was first seen. */
interface Rival { etag: string; sinceMs: number }

export class ShardKeeper {
  readonly view: ShardView;
  /** Last reports of the other shards, by shard and target. */
  readonly reports = new Map<number, ReadonlyMap<string, ShardReport>>();
  /** Id of this process, to distinguish it from another one with the same number. */
  private readonly holder = randomUUID();
  private etag: string | null = null;
  /** Lease of this shard's number held by another process. */
  private rival: Rival | null = null;
  private said = '';
  private cancelRound: Cancel | null = null;
  private cancelEnd: Cancel | null = null;
  private isStopped = false;
  private round: Promise<void> = Promise.resolve();

  constructor(private readonly options: ShardKeeperOptions) {
    this.view = new ShardView(options.shard, options.leaseMs);
  }

  /** Resolves after the first round, whether it succeeded or not. */
  async start(): Promise<void> {
    await this.run();
  }

  /** Releases the lease, so that the others take over at once. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.cancelRound?.();
    this.cancelEnd?.();
    await this.round;
    this.view.lost();
    // Deletes without a condition: a process that took it over meanwhile writes it again in its next round.
    if (this.etag !== null) await this.options.store.delete(keyOf(this.options.shard.number));
  }

  private async run(): Promise<void> {
    this.round = this.once();
    await this.round;
    if (this.isStopped) return;
    const { leaseMs, clock } = this.options;
    this.cancelRound = clock.after(leaseMs / ROUNDS, () => void this.run());
    // Stops scraping at the end of the lease if no round succeeds until then.
    this.cancelEnd?.();
    const leftMs = this.view.validUntilMs() - clock.steadyMs();
    this.cancelEnd = leftMs > 0 ? clock.after(leftMs + 1, () => { this.tell(); }) : null;
  }

  private async once(): Promise<void> {
    const kept = await this.renew();
    const looked = await Promise.all(
      Array.from({ length: this.options.shard.of }, (_, i) => i + 1)
        .filter((other) => other !== this.options.shard.number).map((other) => this.look(other))
    );
    const failed = [kept, ...looked].find((one) => !one.ok);
    const { faults, shard: { number, of } } = this.options;
    if (failed === undefined || failed.ok) faults.mended(FAULT);
    else faults.set(
      FAULT, `Shard ${number}/${of}: ${firstLine(failed.error.message)} Without a lease, this shard stops scraping and `
        + 'the others take its targets over.'
    );
    this.tell();
    this.options.onRound();
  }

  private tell(): void {
    const { clock, onChange } = this.options;
    const live = this.view.live(clock.steadyMs()).join();
    if (live === this.said) return;
    this.said = live;
    onChange();
  }

  private async renew(): Promise<Result<unknown>> {
    const { shard, leaseMs, clock } = this.options;
    const key = keyOf(shard.number);
    if (this.rival !== null && clock.steadyMs() - this.rival.sinceMs < leaseMs) {
      const looked = await this.learn(key);
      if (!looked.ok || this.rival !== null) return looked.ok ? this.taken() : looked;
    }
    const first = await this.put(key);
    if (!first.ok || first.value) return first;
    // Written by another process, or by an own put whose answer was lost.
    const learned = await this.learn(key);
    if (!learned.ok) return learned;
    if (this.rival !== null) return this.taken();
    const second = await this.put(key);
    return !second.ok || second.value ? second : this.taken();
  }

  /** Writes the lease; false if the object is not the known version. */
  private async put(key: string): Promise<Result<boolean>> {
    const { store, clock, report } = this.options;
    const sentMs = clock.steadyMs();
    const known = this.rival?.etag ?? this.etag;
    const bytes = new TextEncoder().encode(JSON.stringify({ holder: this.holder, targets: report() }));
    const put = await store.put(key, bytes, known === null ? { ifNoneMatch: true } : { ifMatch: known });
    if (!put.ok) return put;
    if (put.value.kind === 'refused') return ok(false);
    this.rival = null;
    this.etag = put.value.etag;
    this.view.renewed(sentMs);
    return ok(true);
  }

  /** Reads the lease and updates `etag` and `rival`. */
  private async learn(key: string): Promise<Result<null>> {
    const got = await this.options.store.get(key, { maxBytes: MAX_BYTES });
    if (!got.ok) return got;
    const stored = got.value === 'same' ? null : got.value;
    const holder = stored === null ? null : readLease(stored.bytes).holder;
    this.etag = stored !== null && holder === this.holder ? stored.etag : null;
    if (stored === null || holder === null || holder === this.holder) {
      this.rival = null;
      return ok(null);
    }
    const sinceMs = this.rival?.etag === stored.etag ? this.rival.sinceMs : this.options.clock.steadyMs();
    this.rival = { etag: stored.etag, sinceMs };
    this.view.lost();
    return ok(null);
  }

  private taken(): Result<null> {
    return fail('busy', 'another process has the lease of this number; stop it, or choose another number.');
  }

  private async look(other: number): Promise<Result<null>> {
    const askedMs = this.options.clock.steadyMs();
    const got = await this.options.store.get(keyOf(other), { maxBytes: MAX_BYTES });
    if (!got.ok) return got;
    const stored = got.value === 'same' ? null : got.value;
    this.view.saw(other, stored?.etag ?? null, { askedMs, nowMs: this.options.clock.steadyMs() });
    const targets = stored === null ? [] : readLease(stored.bytes).targets;
    this.reports.set(other, new Map(targets.map((target) => [target.name, target])));
    return ok(null);
  }
}

function keyOf(number: number): string {
  return `shards/${number}.json`;
}
