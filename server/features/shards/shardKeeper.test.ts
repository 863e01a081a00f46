/** Shards with a store and a clock of the test: requests are slow, fail before or after they are carried out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { ObjectStore, PutAnswer } from '../object-store/objectStore.ts';
import { seededRandom } from '../../../core/statistics/random.ts';
import { ManualClock } from '../../../testdata/time/manualClock.ts';
import { ShardKeeper } from './shardKeeper.ts';

const LEASE_MS = 30_000;
const STEP_MS = 500;
const SHARDS = 3;
const TARGETS = Array.from({ length: 12 }, (_, i) => `target-${i}`);

interface Running { keeper: ShardKeeper; isAlive: boolean; told: string[] }

/** `trouble` 0 to 1: how often and for how long requests are slow or fail. */
class World {
  readonly clock = new ManualClock();
  trouble = 0;
  /** Shards whose reads fail, and whose writes do. */
  readonly blind = new Set<number>();
  readonly mute = new Set<number>();
  readonly running = new Map<number, Running>();
  private readonly objects = new Map<string, { bytes: Uint8Array; etag: string }>();
  private etags = 0;
  private readonly random: () => number;

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  start(number: number): void {
    const told: string[] = [];
    const running: Running = { isAlive: true, told, keeper: new ShardKeeper({
      shard: { number, of: SHARDS }, leaseMs: LEASE_MS, store: this.storeOf(number),
      clock: {
        steadyMs: this.clock.steadyMs,
        after: (delayMs, run) => this.clock.after(delayMs, () => { if (running.isAlive) run(); }),
      },
      onChange: () => undefined, onRound: () => undefined, report: () => [],
      faults: { set: (_, message) => { told.push(message); }, mended: () => undefined },
    }) };
    this.kill(number);
    this.running.set(number, running);
    void running.keeper.start();
  }

  kill(number: number): void {
    const running = this.running.get(number);
    if (running !== undefined) running.isAlive = false;
    this.running.delete(number);
  }

  holders(target: string): number[] {
    const nowMs = this.clock.steadyMs();
    return [...this.running].filter(([, { keeper }]) => keeper.view.holds(target, nowMs)).map(([one]) => one);
  }

  /** `look` is called at each step. */
  async advance(byMs: number, look: () => void): Promise<void> {
    for (let passedMs = 0; passedMs < byMs; passedMs += STEP_MS) {
      await this.clock.advance(STEP_MS);
      look();
    }
  }

  private storeOf(number: number): ObjectStore {
    const request = async <T>(carryOut: () => Result<T>, cut = this.mute): Promise<Result<T>> => {
      const slow = (): Promise<void> => this.clock.sleep(this.trouble * this.random() * LEASE_MS / 2);
      await slow();
      if (cut.has(number) || this.random() < this.trouble / 4) return fail('target_error', 'No answer.');
      const answer = carryOut();
      await slow();
      return this.random() < this.trouble / 4 ? fail('timeout', 'Its answer was lost.') : answer;
    };
    return {
      get: (key) => request(() => ok(this.objects.get(key) ?? null), this.blind),
      put: (key, bytes, condition) => request((): Result<PutAnswer> => {
        const etag = this.objects.get(key)?.etag;
        if (condition !== undefined && ('ifMatch' in condition ? etag !== condition.ifMatch : etag !== undefined))
          return ok({ kind: 'refused' });
        const stored = { bytes, etag: `"${++this.etags}"` };
        this.objects.set(key, stored);
        return ok({ kind: 'stored', etag: stored.etag });
      }),
      delete: (key) => request(() => {
        this.objects.delete(key);
        return ok(null);
      }),
      close: () => undefined,
    };
  }
}

/** The longest time that any target had two holders, ms. */
function overlapOf(world: World): { look: () => void; longestMs: () => number } {
  const sinceMs = new Map<string, number>();
  let longestMs = 0;
  return {
    look: () => {
      for (const target of TARGETS) {
        if (world.holders(target).length < 2) sinceMs.delete(target);
        else sinceMs.set(target, sinceMs.get(target) ?? world.clock.steadyMs());
        longestMs = Math.max(longestMs, world.clock.steadyMs() - (sinceMs.get(target) ?? world.clock.steadyMs()));
      }
    },
    longestMs: () => longestMs,
  };
}

const event = fc.record({
  kind: fc.constantFrom('start', 'kill', 'blind', 'mute', 'mend', 'trouble', 'calm'),
  shard: fc.integer({ min: 1, max: SHARDS }), forMs: fc.integer({ min: STEP_MS, max: 2 * LEASE_MS }),
});

describe('shards', () => {
  it('no two hold a target for longer than a lease, and in the end each is held by one', async () => {
    await fc.assert(fc.asyncProperty(
      fc.integer(), fc.array(event, { minLength: 3, maxLength: 14 }),
      async (seed, events) => {
        const world = new World(seed);
        const overlap = overlapOf(world);
        for (let shard = 1; shard <= SHARDS; shard++) world.start(shard);
        for (const { kind, shard, forMs } of events) {
          if (kind === 'start') world.start(shard);
          else if (kind === 'kill') world.kill(shard);
          else if (kind === 'blind' || kind === 'mute') world[kind].add(shard);
          else if (kind === 'mend') for (const cut of [world.blind, world.mute]) cut.delete(shard);
          else world.trouble = kind === 'trouble' ? 1 : 0;
          await world.advance(forMs, overlap.look);
        }
        expect(overlap.longestMs()).toBeLessThanOrEqual(LEASE_MS);
        world.trouble = 0;
        for (const cut of [world.blind, world.mute]) cut.clear();
        await world.advance(3 * LEASE_MS, overlap.look);
        expect(overlap.longestMs()).toBeLessThanOrEqual(LEASE_MS);
        const holders = TARGETS.map((target) => world.holders(target));
        expect(holders.map(({ length }) => length)).toEqual(TARGETS.map(() => Math.min(1, world.running.size)));
      }
    ), { numRuns: 25 });
  }, 60_000);

  it('one that ends is taken over by the rest within two leases, and never before it would have stopped', async () => {
    const world = new World(1);
    for (let shard = 1; shard <= SHARDS; shard++) world.start(shard);
    await world.advance(LEASE_MS, () => undefined);
    const before = new Map(TARGETS.map((target) => [target, world.holders(target)]));
    expect(new Set([...before.values()].flat())).toEqual(new Set([1, 2, 3]));
    world.kill(2);
    await world.advance(0.9 * LEASE_MS - LEASE_MS / 3, () => {
      for (const target of TARGETS)
        expect(world.holders(target)).toEqual(before.get(target)?.filter((one) => one !== 2));
    });
    await world.advance(2 * LEASE_MS, () => undefined);
    for (const target of TARGETS) expect(world.holders(target)).toHaveLength(1);
  });

  it.each(['blind', 'mute'] as const)('one that is %s for the store stops, and says so', async (cut) => {
    const world = new World(1);
    for (let shard = 1; shard <= SHARDS; shard++) world.start(shard);
    await world.advance(LEASE_MS, () => undefined);
    world[cut].add(1);
    await world.advance(LEASE_MS, () => undefined);
    expect(TARGETS.flatMap((target) => world.holders(target))).not.toContain(1);
    expect(world.running.get(1)?.told.at(-1)).toMatch(/^Shard 1\/3: No answer\. Without a lease, this shard stops/);
  });

  it('of two with one number the second waits for the lease of the first to run out', async () => {
    const world = new World(1);
    world.start(1);
    await world.advance(LEASE_MS, () => undefined);
    world.start(1);
    await world.advance(LEASE_MS / 2, () => undefined);
    expect(world.holders('target-0')).toEqual([]);
    expect(world.running.get(1)?.told.at(-1)).toMatch(/another process has the lease of this number/);
    await world.advance(2 * LEASE_MS, () => undefined);
    expect(world.holders('target-0')).toEqual([1]);
  });
});
