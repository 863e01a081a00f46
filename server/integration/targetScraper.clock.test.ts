import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TargetState } from '../../core/contract/targetKind.ts';
import { recordedNames } from '../metrics/roles.ts';
import type { TargetFacts } from '../../core/contract/facts.ts';
import type { ScraperEvent } from '../scrape/scrapeRecorder.ts';
import { TargetScraper } from '../scrape/targetScraper.ts';
import { MemoryRecorder } from '../testdata/memoryRecorder.ts';
import { waitFor } from './lab/childProcess.ts';
import { startPrometheus, type PrometheusLab } from './lab/prometheusLab.ts';

/**
 * 150,000 series a second without WAL compression: six 10 MB segments in about 25 s, about 2 s of replay on a free
 * core.
 */
const LOAD = { targets: 10, seriesPerTarget: 15_000, walCompression: false, maxSeconds: 900 };
const SEGMENTS = 5;

describe('TargetScraper against a real Prometheus', () => {
  let lab: PrometheusLab;
  let scraper: TargetScraper;
  const recorder = new MemoryRecorder();
  const facts: TargetFacts[] = [];
  const events: ScraperEvent[] = [];
  const states = (): TargetState[] => events.flatMap((event) => (event.name === 'state' ? [event.data.state] : []));

  beforeAll(async () => {
    lab = await startPrometheus(LOAD);
    scraper = new TargetScraper({
      config: { name: 'lab', url: lab.url, scrapeIntervalMs: 1000, scrapeTimeoutMs: 5000, labels: {} },
      record: recorder.record,
      putFacts: (read) => { facts.push(read); return Promise.resolve(); },
      onEvent: (event) => { events.push(event); },
      now: () => Date.now(),
    });
    scraper.start();
  }, 240_000);

  afterAll(async () => {
    await scraper.stop();
    await lab.stop();
  });

  it('finds it up, with kind, version and facts', async () => {
    await waitFor('facts are read', 60_000, () => scraper.view().facts.flags !== undefined);
    expect(states()).toEqual(['up']);
    expect(scraper.view())
      .toMatchObject({ state: 'up', kind: 'prometheus', effectiveIntervalMs: 1000, lastScrape: { error: null } });
    expect(scraper.view().version).toMatch(/^\d+\.\d+\.\d+/);
    expect(scraper.view().goVersion).toMatch(/^go1\./);
    expect(facts.at(-1)).toMatchObject(
      { blockRangeSeconds: 7200, gogcPercent: expect.any(Number) as number, maxProcs: expect.any(Number) as number }
    );
    expect(facts.at(-1)?.flags?.['storage.tsdb.min-block-duration']).toBe('2h');
  });

  it('takes CPU and heap profiles, one of a kind at a time', async () => {
    const first = scraper.capture({ kind: 'cpu', seconds: 2, gc: false });
    expect(await scraper.capture({ kind: 'cpu', seconds: 2, gc: false }))
      .toMatchObject({ ok: false, error: { errorType: 'busy' } });
    const heap = await scraper.capture({ kind: 'heap', seconds: 0, gc: false });
    expect(heap.ok && [...heap.value.bytes.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
    const cpu = await first;
    expect(cpu.ok && cpu.value.endMs - cpu.value.startMs).toBeGreaterThan(1900);
    expect(scraper.captureProgress('cpu')).toBeNull();
  });

  it('says in words that somebody else is profiling', async () => {
    const ended = new AbortController();
    const elsewhere = fetch(`${lab.url}/debug/pprof/profile?seconds=60`, { signal: ended.signal })
      .catch(() => undefined);
    await waitFor(
      'its profiler runs', 30_000,
      async () => (await (await fetch(`${lab.url}/debug/pprof/goroutine?debug=2`)).text()).includes(
        'runtime/pprof.profileWriter'
      )
    );
    expect(await scraper.capture({ kind: 'cpu', seconds: 1, gc: false })).toMatchObject(
      {
        ok: false,
        error: { errorType: 'busy', message: expect.stringContaining('already being CPU-profiled') as string },
      }
    );
    ended.abort();
    await elsewhere;
  });

  it('follows kill -9, the replay with rising progress, and up again, on one timeline', async () => {
    await waitFor(`${SEGMENTS} WAL segments`, 150_000, () => lab.walSegments() > SEGMENTS);
    await lab.kill9();
    await waitFor('it is seen down', 30_000, () => scraper.view().state === 'down');
    const before = recorder.scrapes.length;
    await lab.restart({ maxProcs: 1, paceSeconds: 8 });
    await waitFor('it is up again', 200_000, () => scraper.view().state === 'up');
    lab.fullSpeed();
    const since = recorder.scrapes.slice(before);

    const walk = states();
    expect(walk.slice(0, 2)).toEqual(['up', 'down']);
    expect(walk.at(-1)).toBe('up');
    expect(walk.slice(2, -1).filter((state) => state !== 'starting')).toEqual(['replaying']);

    const cursors = since.flatMap(({ extras }) => extras[recordedNames.replaySegmentCurrent] ?? []);
    const tops = since.flatMap(({ extras }) => extras[recordedNames.replaySegmentMax] ?? []).filter((max) => max > 0);
    expect(new Set(cursors).size).toBeGreaterThanOrEqual(3);
    expect(cursors).toEqual([...cursors].sort((a, b) => a - b));
    expect(new Set(tops).size).toBe(1);
    const ready = since.flatMap(({ extras }) => extras[recordedNames.targetReady] ?? []);
    expect(ready[0]).toBe(0);

    // One timeline: a try each second, through it all, none twice. A machine with all cores full loses ticks of this
    // process too.
    const seconds = recorder.scrapes.map(({ startMs }) => Math.floor(startMs / 1000));
    expect(new Set(seconds).size).toBe(seconds.length);
    expect(seconds.length).toBeGreaterThanOrEqual(0.5 * ((seconds.at(-1) ?? 0) - (seconds[0] ?? 0) + 1));
    expect(since.filter(({ error, status }) => status === 200 && error !== null)).toEqual([]);
    await waitFor('the facts of the new process are read', 60_000, () => scraper.view().facts.maxProcs === 1);
  }, 400_000);

  it('tells a target that hangs from one that is gone, and sees it stop', async () => {
    lab.freeze();
    await waitFor(
      'a scrape that failed or was skipped', 60_000, () => recorder.scrapes.at(-1)?.error?.kind === 'skipped'
    );
    expect(scraper.view().state).toBe('up');
    lab.resume();
    await waitFor('it answers again', 60_000, () => recorder.scrapes.at(-1)?.error === null);
    await lab.terminate();
    await waitFor('it is seen down', 60_000, () => scraper.view().state === 'down');
    // By the order of the timers, so that it does not count how late a full machine is with them.
    const second = new Promise((resolve) => setTimeout(resolve, 1000, 'a second'));
    expect(await Promise.race([scraper.stop(), second])).toBeUndefined();
  });
});
