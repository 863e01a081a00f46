import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../../core/time/clock.ts';
import type { Target, TargetLines } from '../../../../core/contract/contract.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import { log } from '../../../kernel/logging/log.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import { unwrap } from '../../../../testdata/profiles/oracles.ts';
import { Fleet } from './fleet.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const SECONDS = NOW / 1000;
const opened: Fleet[] = [];
afterEach(() => { for (const fleet of opened.splice(0)) fleet.stop(); });

function target(name: string, more: Partial<Target> = {}): Target {
  return {
    name, url: null, kind: 'prometheus', version: '2.53.0', goVersion: '', state: 'up', stateSince: SECONDS - 900,
    lastScrape: null, scrapeIntervalSeconds: 1, effectiveIntervalSeconds: 1, recorded: null, blockRangeSeconds: null,
    history: null, labels: { job: 'tsdb' }, ...more,
  };
}

interface Scene {
  fleet: Fleet;
  asked: string[];
  scrape: (name: string, timeMs: number, more?: object) => void;
  leave: (name: string) => void;
}

const none = (): Result<TargetLines> => fail('internal', 'none');

type Past = NonNullable<ConstructorParameters<typeof Fleet>[0]['past']>;
type Elsewhere = NonNullable<ConstructorParameters<typeof Fleet>[0]['elsewhere']>;

function scene(
  targets: Target[], lines: (name: string) => Result<TargetLines> = none, elsewhere?: Elsewhere, past?: Past,
  now: () => number = () => NOW,
): Scene {
  const asked: string[] = [];
  const live = new Set(
    targets.filter(({ state, shard }) => state !== 'recorded' && shard === undefined).map(({ name }) => name)
  );
  const scraper = (name: string): TargetScraper | undefined =>
    (live.has(name) ? { config: { name } } as unknown as TargetScraper : undefined);
  const fleet = new Fleet({
    targets: {
      list: () => Promise.resolve(targets), scraper,
      panelQuery: ({ name }, startMs = 0, endMs = 0, stepMs) => ({
        target: name, startMs, endMs, stepMs: stepMs ?? null, timeoutSeconds: null, intervalSeconds: 1, nowMs: NOW,
      }),
    },
    data: { lines: ({ target: name }) => { asked.push(name); return Promise.resolve(lines(name)); } },
    replays: {
      spans: () => [
        { target: 'a', start: SECONDS - 600, end: SECONDS - 500 }, { target: 'b', start: SECONDS - 60, end: null },
      ],
    },
    clock: { ...systemClock, nowMs: now },
    ...(elsewhere === undefined ? {} : { elsewhere }), ...(past === undefined ? {} : { past }),
  });
  opened.push(fleet);
  return {
    fleet, asked,
    leave: (name) => { live.delete(name); },
    scrape: (name, timeMs, more = {}) => {
      fleet.onScrape({
        config: { name },
        view: () => ({
          lastScrape: { startMs: timeMs, error: null }, effectiveIntervalMs: 1000, processStartSeconds: 1,
          reading: { timeMs, figures: { cpuSeconds: timeMs / 1000, residentBytes: 7 } }, ...more,
        }),
      } as unknown as TargetScraper);
    },
  };
}

describe('the fleet', () => {
  it('has strips of what others scrape once they were asked for, and goes on where it takes over', async () => {
    const since: number[] = [];
    const scrapeAt = (timeMs: number) => ({
      timeMs, failed: false, intervalMs: 1000, processStartSeconds: 1,
      figures: { cpuSeconds: timeMs / 500, residentBytes: 9 },
    });
    const elsewhere: Elsewhere = {
      scrapes: (_, sinceMs) => {
        since.push(sinceMs);
        const fromMs = Math.max(sinceMs, NOW - 120_000);
        return Promise.resolve(ok(Array.from({ length: 60 }, (_one, i) => scrapeAt(fromMs + i * 1000))));
      },
    };
    const { fleet } = scene([target('own'), target('other', { shard: { number: 2, of: 3 } })], none, elsewhere);
    const cores = async (): Promise<(number | null)[] | undefined> => (
      unwrap(await fleet.answer({ startMs: NOW - 120_000, endMs: NOW }))
        .targets.find(({ name }) => name === 'other')?.series.cpuCores
    );
    expect(await cores()).toEqual([null, null, null, null]);
    await expect.poll(cores).toEqual([2, 2, 2, 2]);
    // A day at first, and then what is new; what comes twice counts once.
    expect([since[0], (since[1] ?? 0) > NOW - 120_000]).toEqual([NOW - 86_400_000, true]);
  });

  it('has a row for each target, the worst first, by name among equals', async () => {
    const down = { state: 'down', stateSince: SECONDS - 100 } as const;
    const { fleet, scrape } = scene([target('c'), target('b', down), target('a')]);
    for (let ms = NOW - 120_000; ms <= NOW; ms += 1000) for (const name of ['a', 'b', 'c']) scrape(name, ms);
    const answer = unwrap(await fleet.answer({ startMs: undefined, endMs: undefined }));
    expect(answer.range).toEqual({ start: SECONDS - 3600, end: SECONDS, step: 30 });
    expect(answer.targets.map(({ name, worst }) => [name, worst.code]))
      .toEqual([['b', 'fleet-down'], ['a', 'fleet-quiet'], ['c', 'fleet-quiet']]);
    const [, a] = answer.targets;
    expect(a?.series.cpuCores.slice(-3)).toEqual([1, 1, 1]);
    expect(a?.series.rssBytes.slice(-5)).toEqual([null, 7, 7, 7, 7]);
    expect(a?.starts).toEqual([{ start: SECONDS - 600, end: SECONDS - 500 }]);
    expect(answer.targets[0]?.starts).toEqual([{ start: SECONDS - 60, end: SECONDS }]);
  });

  it('takes a scrape once, and its failure as a gap', async () => {
    const { fleet, scrape } = scene([target('a')]);
    for (const s of [50, 49, 48, 47]) scrape('a', NOW - s * 1000);
    scrape('a', NOW - 40_000, { lastScrape: { startMs: NOW - 40_000, error: 'refused' }, reading: null });
    // A skipped scrape is reported with the last one that was sent.
    scrape('a', NOW - 30_000, { lastScrape: { startMs: NOW - 40_000, error: 'refused' }, reading: null });
    const { targets: [a] } = unwrap(await fleet.answer({ startMs: NOW - 60_000, endMs: undefined }));
    expect(a?.gaps).toEqual([{ start: SECONDS - 40, end: SECONDS }]);
  });

  it('points are at most 120, on whole steps; what is older than a day is left out', async () => {
    const { fleet } = scene([target('a')]);
    const day = unwrap(await fleet.answer({ startMs: NOW - 7 * 86_400_000, endMs: undefined }));
    expect(day.range).toEqual({ start: SECONDS - 86_400, end: SECONDS, step: 720 });
    expect(day.targets[0]?.series.cpuCores).toHaveLength(120);
    const past = await fleet.answer({ startMs: undefined, endMs: NOW - 2 * 86_400_000 });
    expect(past.ok ? '' : past.error.message).toContain('kept for 24 hours');
    expect(await fleet.answer({ startMs: NOW, endMs: NOW - 1000 })).toMatchObject({ ok: false });
  });

  it('begins with the first recording where that is in the second half of the window', async () => {
    const young = (ageSeconds: number): Target => (
      target('a', { recorded: { start: SECONDS - ageSeconds, end: SECONDS } })
    );
    const lengthOf = async (...targets: Target[]): Promise<number> => {
      const { range } = unwrap(await scene(targets).fleet.answer({ startMs: undefined, endMs: undefined }));
      return range.end - range.start;
    };
    expect(await lengthOf(young(1200))).toBe(1200);
    expect(await lengthOf(young(20))).toBe(600);
    expect(await lengthOf(young(1200), young(1900))).toBe(3600);
    // The engine may have older samples of another tsdbscope's target.
    expect(await lengthOf(young(1200), target('b', { shard: { number: 2, of: 3 } }))).toBe(3600);
    const { range } = unwrap(await scene([young(20)]).fleet.answer({ startMs: NOW - 300_000, endMs: undefined }));
    expect(range.end - range.start).toBe(300);
    const past: Past = { scrapes: () => Promise.resolve(ok([])) };
    const whole = await scene([young(20)], none, undefined, past).fleet.answer({ startMs: undefined, endMs: NOW });
    expect(unwrap(whole).range.start).toBe(SECONDS - 3600);
  });

  it('reads the day before the first scrape once, one target after the other; a failure ends nothing', async () => {
    const recorded = { start: SECONDS - 7200, end: SECONDS - 3600 };
    const lines = (name: string): Result<TargetLines> => (name === 'a' ? fail('busy', 'no reader') : ok({
      range: { start: 0, end: 0, step: 30, scrapes: 2 }, restarts: [], gapSpans: [], compactions: [], cycles: [],
      series: {
        time: [SECONDS - 3660, SECONDS - 3630], cpuCores: [3, 3], cpuCoresMax: [3, 3], rssBytes: [5, 5],
        scrapeSeconds: [],
      },
    }));
    const warned = vi.spyOn(log, 'warn').mockImplementation(() => undefined);
    const { fleet, asked, scrape } = scene([
      target('a', { recorded }), target('b', { recorded }),
      target('left', { state: 'recorded', recorded: { start: SECONDS - 5400, end: SECONDS - 3600 } }),
      target('old', { state: 'recorded', recorded: { start: SECONDS - 400_000, end: SECONDS - 300_000 } }),
    ], lines);
    for (const name of ['a', 'b', 'a', 'b']) scrape(name, NOW);
    const window = { startMs: NOW - 7_200_000, endMs: NOW };
    const first = unwrap(await fleet.answer(window));
    expect(first.targets.map(({ name }) => name).sort()).toEqual(['a', 'b', 'left']);
    await expect.poll(() => asked).toEqual(['a', 'b', 'left']);
    await expect.poll(async () => unwrap(await fleet.answer(window)).targets.map(
      ({ name, series }) => [name, series.cpuCores.some((value) => value === 3)]
    ).sort()).toEqual([['a', false], ['b', true], ['left', true]]);
    expect(warned.mock.calls).toEqual([['The past of a target could not be read.', expect.objectContaining({
      target: 'a', error: new Error('no reader'),
    })]]);
    warned.mockRestore();
  });

  it('has what an engine recorded before the local store, and asks it again after a failure', async () => {
    const beginMs = NOW - 600_000;
    const spans: [number, number][] = [];
    const past: Past = {
      scrapes: (_, sinceMs, untilMs) => {
        spans.push([sinceMs, untilMs]);
        if (spans.length === 1) return Promise.resolve(fail('target_error', 'no engine'));
        return Promise.resolve(ok(Array.from({ length: 40 }, (_one, i) => ({
          timeMs: beginMs - (40 - i) * 15_000, failed: false, intervalMs: 15_000,
          processStartSeconds: i < 20 ? 1 : 2, figures: { cpuSeconds: (i % 20) * 60, residentBytes: 3 },
        }))));
      },
    };
    const recorded = { start: beginMs / 1000, end: SECONDS };
    const lines = (): Result<TargetLines> => ok({
      range: { start: 0, end: 0, step: 30, scrapes: 2 }, restarts: [], gapSpans: [], compactions: [], cycles: [],
      series: {
        time: [SECONDS - 600, SECONDS - 570], cpuCores: [1, 1], cpuCoresMax: [1, 1], rssBytes: [5, 5],
        scrapeSeconds: [],
      },
    });
    let now = NOW;
    const { fleet, scrape } = scene(
      [target('a', { recorded, url: 'http://a' }), target('opened', { recorded })], lines, undefined, past, () => now
    );
    scrape('a', NOW);
    const window = { startMs: NOW - 1_200_000, endMs: NOW };
    await expect.poll(async () => {
      now += 30_000;
      return unwrap(await fleet.answer(window)).targets.find(({ name }) => name === 'a')?.series.cpuCores.slice(0, 22);
    }).toEqual([...Array.from({ length: 20 }, () => 4), 1, 1]);
    expect(spans[0]).toEqual([NOW - 86_400_000, beginMs]);
    expect(spans).toHaveLength(2);
  });

  it('forgets targets that left more than a day ago, and none that is scraped or recorded', async () => {
    const recorded = { start: SECONDS - 7200, end: SECONDS };
    const targets = [target('gone', { recorded }), target('kept', { recorded }), target('live')];
    const { fleet, asked, scrape, leave } = scene(targets, () => fail('busy', 'no reader'));
    const warned = vi.spyOn(log, 'warn').mockImplementation(() => undefined);
    for (let ms = NOW - 60_000; ms <= NOW; ms += 1000) for (const { name } of targets) scrape(name, ms);
    await expect.poll(() => asked).toEqual(['gone', 'kept']);
    leave('gone');
    leave('kept');
    const gone = { start: SECONDS - 200_000, end: SECONDS - 100_000 };
    targets.splice(0, 1, target('gone', { state: 'recorded', recorded: gone }), target('new', { recorded }));
    scrape('new', NOW - 60_000);
    await expect.poll(() => asked).toEqual(['gone', 'kept', 'new']);
    // Seen again within the window, it has nothing of before.
    targets.splice(0, 1, target('gone', { state: 'recorded', recorded }));
    const { targets: rows } = unwrap(await fleet.answer({ startMs: NOW - 120_000, endMs: NOW }));
    expect(rows.map(({ name, series }) => [name, series.rssBytes.some((bytes) => bytes !== null)]).sort())
      .toEqual([['gone', false], ['kept', true], ['live', true], ['new', true]]);
    warned.mockRestore();
  });
});
