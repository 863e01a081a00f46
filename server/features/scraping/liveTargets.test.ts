import { afterEach, describe, expect, it } from 'vitest';
import type { TargetConfig } from '../../kernel/config/configTypes.ts';
import type { FoundTarget } from '../discovery/feature.ts';
import { systemClock } from '../../../core/time/clock.ts';
import { fail, ok } from '../../../core/result.ts';
import { Faults } from '../../kernel/files/faults.ts';
import { LiveTargets } from './liveTargets.ts';
import { SharedWork } from '../../data/scrape/sharedWork.ts';
import type { StoredTarget } from '../../data/store/dataStore.ts';
import type { ScrapeParts } from './startTarget.ts';
import { TargetDirectory } from '../targets/answers/targetDirectory.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => { for (const stop of stops.splice(0)) await stop(); });

/** Returns a target at a closed port, because the tests only check which targets run. */
function found(name: string, more: Partial<FoundTarget> = {}): FoundTarget {
  return {
    url: `http://127.0.0.1:1/${name}`, labels: { instance: name, job: 'j' }, scrapeIntervalMs: 60_000,
    scrapeTimeoutMs: 1000, ...more,
  };
}

function configured(name: string, more: Partial<TargetConfig> = {}): TargetConfig {
  return { ...found(name), name, ...more };
}

interface Scene {
  live: LiveTargets; targets: TargetDirectory;
  names: () => string[]; faults: () => string[]; put: string[]; left: string[];
}

type Parts = ConstructorParameters<typeof LiveTargets>[0];

function scene(
  stored: Partial<StoredTarget>[] = [], shards: Parts['shards'] = null, addedAreShared = false
): Scene {
  const put: string[] = [];
  const left: string[] = [];
  const data = {
    targets: () => Promise.resolve(stored as StoredTarget[]),
    target: (name: string) => {
      const known = stored.find((one) => one.name === name);
      return Promise.resolve(known === undefined ? fail('not_found', 'None.') : ok(known as StoredTarget));
    },
    putTarget: ({ name }: { name: string }) => {
      put.push(name);
      return Promise.resolve(name === 'refused' ? fail('bad_data', 'It is a recording.') : ok({} as StoredTarget));
    },
    record: () => Promise.reject(new Error('nothing answers')), putFacts: () => Promise.resolve(ok(null)),
  } as unknown as ScrapeParts['data'];
  const targets = new TargetDirectory(data, Date.now);
  const faults = new Faults();
  const parts = {
    data, targets, faults, shards, shared: new SharedWork(systemClock), addedAreShared,
    bookings: { resume: () => undefined, suspend: (name: string) => { left.push(`${name} is suspended`); } },
    hub: { publish: () => undefined }, fleet: { onScrape: () => undefined },
    queries: { follow: () => undefined, look: () => undefined, leave: () => Promise.resolve() },
    rules: { selectors: () => [] },
    profiler: { onScrape: () => undefined, forget: (name: string) => { left.push(`${name} is forgotten`); } },
    metrics: { addScrapeLateness: () => undefined },
  } as unknown as Parts;
  const live = new LiveTargets(parts);
  stops.push(async () => { await live.settled(); await targets.stop(); });
  return {
    live, targets, put, left, names: () => targets.liveScrapers().map(({ config }) => config.name),
    faults: () => faults.report().faults.map(({ message }) => message),
  };
}

describe('the targets that are scraped', () => {
  it('are those of its share; the others are shown with what their shard reports, and go on when it ends', async () => {
    let others = new Set(['b', 'c']);
    const { live, targets, names, put } = scene([], {
      shard: { number: 1, of: 2 }, holds: (name) => !others.has(name), holderOf: (name) => (others.has(name) ? 2 : 1),
      reportOf: (name) => (name === 'b' ? {
        name, state: 'up', stateSince: 7, kind: 'prometheus', version: '2.42.0', goVersion: 'go1.19', lastScrape: null,
      } : null),
    });
    await live.configure([configured('a'), configured('b'), configured('c')], 10);
    expect(names()).toEqual(['a']);
    expect((await targets.list()).map(({ name, state, version, shard }) => [name, state, version, shard])).toEqual([
      ['a', 'down', '', undefined], ['b', 'up', '2.42.0', { number: 2, of: 2 }],
      ['c', 'down', '', { number: 2, of: 2 }],
    ]);
    for (const target of await targets.list()) expect(await targets.find(target.name)).toEqual(target);
    expect(await targets.find('none')).toBeUndefined();
    await live.reshard();
    expect(put).toEqual(['a', 'b', 'c']);
    others = new Set(['a']);
    await live.reshard();
    expect(names()).toEqual(['b', 'c']);
    expect((await targets.list()).map(({ name, shard }) => [name, shard?.number])).toEqual([
      ['b', undefined], ['c', undefined], ['a', 2],
    ]);
  });

  it('are those of the configuration in its order, then those found by name; what did not change goes on', async () => {
    const { live, names, put, left } = scene();
    await live.configure([configured('z'), configured('y')], 10);
    await live.found([found('b'), found('a'), found('z')]);
    expect(names()).toEqual(['z', 'y', 'a', 'b']);
    await live.configure([configured('y', { scrapeIntervalMs: 30_000 }), configured('z')], 10);
    expect(names()).toEqual(['y', 'z', 'a', 'b']);
    await live.found([found('b', { labels: { instance: 'b', job: 'other' } }), found('c')]);
    expect(names()).toEqual(['y', 'z', 'b', 'c']);
    expect(put).toEqual(['z', 'y', 'a', 'b', 'y', 'b', 'c']);
    expect(left).toEqual(['y', 'a', 'b'].flatMap((name) => [`${name} is suspended`, `${name} is forgotten`]));
  });

  it('are at most so many, those that run first; the rest is a fault until there is room', async () => {
    const { live, names, faults } = scene();
    await live.configure([configured('own')], 2);
    await live.found([found('m'), found('n')]);
    await live.found([found('a'), found('m'), found('n')]);
    expect(names()).toEqual(['own', 'm', 'n']);
    expect(faults()).toEqual([expect.stringMatching(/^3 targets were found, of which 2 are scraped; drop some with/)]);
    await live.found([found('a'), found('n')]);
    expect(names()).toEqual(['own', 'a', 'n']);
    expect(faults()).toEqual([]);
  });

  it('keep the name they were recorded under, and never that of a recording', async () => {
    const { live, names } = scene([
      { name: 'x', url: 'http://127.0.0.1:1/second', recording: false }, { name: 'taken', url: null, recording: true },
    ]);
    const of = (url: string, instance: string): FoundTarget =>
      found(instance, { url: `http://127.0.0.1:1/${url}`, labels: { instance, job: 'j' } });
    await live.configure([], 10);
    await live.found([of('first', 'x'), of('second', 'x'), of('third', 'taken')]);
    expect(names()).toEqual(['j/taken', 'j/x', 'x']);
  });

  it('that were added come after those of the configuration, which win; found ones are given their place', async () => {
    const { live, names, targets } = scene();
    await live.configure([configured('a')], 10, [configured('mine', { added: { by: 'ada', timeMs: 1000 } })]);
    await live.found([found('mine'), found('z')]);
    expect(names()).toEqual(['a', 'mine', 'z']);
    expect((await targets.find('mine'))?.added).toEqual({ by: 'ada', time: 1 });
    expect((await targets.find('a'))?.added).toBeUndefined();
    const added = [configured('a', { url: 'http://127.0.0.1:2' }), configured('refused')];
    expect([...(await live.setAdded(added)).keys()]).toEqual(['refused']);
    expect(names()).toEqual(['a', 'mine', 'z']);
    // A start does not fail because of one that was added.
    expect(await live.configure([configured('a')], 10, added)).toEqual([]);
  });

  it('that were added are of one share where all shards have them, and of whoever has them where not', async () => {
    const shards: Parts['shards'] = {
      shard: { number: 1, of: 2 }, holds: () => false, holderOf: () => 2, reportOf: () => null,
    };
    const mine = configured('mine', { added: { by: null, timeMs: 1 } });
    for (const [areShared, scraped] of [[true, []], [false, ['mine']]] as const) {
      const { live, names, targets } = scene([], shards, areShared);
      await live.configure([configured('a')], 10, [mine]);
      expect(names()).toEqual(scraped);
      expect((await targets.list()).map(({ name }) => name).sort()).toEqual(['a', 'mine']);
    }
  });

  it('one that cannot be recorded is a fault, and is tried again', async () => {
    const { live, names, faults, put } = scene();
    const failures = await live.configure([configured('refused'), configured('a')], 10);
    expect(failures).toMatchObject([{ errorType: 'bad_data' }]);
    expect(names()).toEqual(['a']);
    expect(faults()).toEqual(['The target "refused" is not scraped: It is a recording.']);
    await live.found([]);
    expect(put.filter((name) => name === 'refused')).toHaveLength(2);
    await live.configure([configured('a')], 10);
    expect(faults()).toEqual([]);
  });
});
