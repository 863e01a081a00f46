import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SampleSeries, Target, WalReplayPanel } from '../../../core/contract/contract.ts';
import { recordedNames } from '../../metrics/roles.ts';
import { PlayedReplay, type PlayedMoment } from '../../testdata/playedReplay.ts';
import { startTestTarget, type TestTarget } from '../../testdata/testTarget.ts';
import { newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const zero = { min: 0, max: 0, current: 0 };
const READY_SECONDS = 16;
/** Times are written to the millisecond. */
const CLOCK_SECONDS = 0.005;
const segments = (min: number, max: number, seconds: number, from: number, to: number): PlayedMoment['cursor'] => ({
  min, max, current: Math.min(max, min + Math.max(0, Math.floor(((max - min + 1) * (seconds - from)) / (to - from)))),
});
const ready = (seconds: number): boolean => seconds >= READY_SECONDS;

/** Each a server that starts, all at once. */
const SCRIPTS = {
  zeroForLong: (s: number): PlayedMoment => ({ ready: ready(s), cursor: s < 8 ? zero : segments(0, 9, s, 8, 15) }),
  oneSegment: (s: number): PlayedMoment => ({ ready: ready(s), cursor: zero }),
  /** Away for a second again and again: cut connections, while the same process goes on. */
  refusing: (
    s: number
  ): PlayedMoment => ({ ready: ready(s), away: s > 3 && s % 4 < 1, cursor: s < 2 ? zero : segments(0, 9, s, 2, 15) }),
  checkpoint: (s: number): PlayedMoment => ({ ready: ready(s), cursor: s < 2 ? zero : segments(7, 12, s, 8, 15) }),
  wbl: (s: number): PlayedMoment => (
    { ready: ready(s), cursor: s < 2 ? zero : s < 10 ? segments(0, 9, s, 2, 9.5) : segments(0, 3, s, 10, 15.5) }
  ),
  old: (s: number): PlayedMoment => ({ ready: ready(s) }),
};
type Name = keyof typeof SCRIPTS;
const NAMES = Object.keys(SCRIPTS) as Name[];

interface Seen { state: Target['state']; panel: WalReplayPanel; seconds: number }

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const { dataDir, remove } = newDataDir();
const played = new Map<Name, PlayedReplay>();
const servers = new Map<Name, TestTarget>();
const seen = new Map<Name, Seen[]>();
let scope: Tsdbscope;

beforeAll(async () => {
  for (const name of NAMES) {
    const replay = new PlayedReplay(SCRIPTS[name]);
    played.set(name, replay);
    servers.set(name, await startTestTarget(replay.listener));
    seen.set(name, []);
  }
  scope = await startTsdbscope([...servers.values()].map(({ url }) => url), dataDir);
  // However long tsdbscope took to start: it is there when they begin.
  for (const replay of played.values()) replay.begin();
  const endMs = Date.now() + 60_000;
  const finished = (name: Name): boolean => of(name).at(-1)?.panel.state === 'done' && of(name).at(-1)?.state === 'up';
  while (Date.now() < endMs && !NAMES.every(finished)) {
    await Promise.all(NAMES.map(async (name) => {
      const target = `127.0.0.1:${servers.get(name)?.port ?? 0}`;
      // In this order: the first scrape of a target that was down may come between the two questions.
      const panel = await scope.get<WalReplayPanel>(`/targets/${target}/panels/wal-replay`);
      const { state } = await scope.get<Target>(`/targets/${target}`);
      seen.get(name)?.push({ state, panel, seconds: played.get(name)?.seconds() ?? 0 });
    }));
    await pause(500);
  }
  // So that polls after the end are known too.
  await pause(2500);
}, 120_000);

afterAll(async () => {
  await scope.stop();
  await Promise.all([...servers.values()].map((server) => server.close()));
  remove();
});

const of = (name: Name): Seen[] => seen.get(name) ?? [];
const during = (name: Name): Seen[] =>
  of(name).filter(({ seconds, panel }) => seconds < READY_SECONDS && panel.state === 'replaying');
const progressOf = (name: Name): number[] => during(name).flatMap(({ panel }) => panel.progressRatio ?? []);
const replayOf = (name: Name): PlayedReplay => played.get(name) as PlayedReplay;
/** Seconds since the start of the played process. */
const phaseOf = (name: Name, phase: string): { start: number; end: number } => {
  const { start = NaN, end } = of(name).at(-1)?.panel.phases.find((one) => one.name === phase) ?? {};
  const born = replayOf(name).bornMs / 1000;
  return { start: start - born, end: (end ?? NaN) - born };
};
/**
 * What was recorded with the scrapes, by their time; seconds since the start of the played process where it is a time.
 */
const recordedOf = async (
  name: Name
): Promise<Record<'current' | 'max' | 'moved' | 'movedError' | 'begun' | 'begunError', Map<number, number>>> => {
  const born = replayOf(name).bornMs / 1000;
  const read = async (metric: string, from: number): Promise<Map<number, number>> => {
    const [series] = await scope.get<SampleSeries[]>(
      `/targets/127.0.0.1:${servers.get(name)?.port ?? 0}/samples?match=${metric}&start=${born - 5}&end=${born + 120}`
    );
    return new Map((series?.values ?? []).map(([time, value]) => [time, Number(value) - from]));
  };
  return {
    current: await read(recordedNames.replaySegmentCurrent, 0), max: await read(recordedNames.replaySegmentMax, 0),
    moved: await read(recordedNames.replaySegmentTime, born),
    movedError: await read(recordedNames.replaySegmentTimeError, 0),
    begun: await read(recordedNames.replayRunTime, born), begunError: await read(recordedNames.replayRunTimeError, 0),
  };
};
/** Most answers within so many seconds. */
const mostWithin = (seconds: number, times: readonly number[]): number =>
  Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + seconds).length));

describe('servers that play a start', () => {
  it.each(
    NAMES
  )('%s: progress never falls, is never whole before the end, and the start is over when it is ready', (name) => {
    const progress = progressOf(name);
    expect([...progress].sort((a, b) => a - b)).toEqual(progress);
    expect(Math.max(0, ...progress)).toBeLessThan(1);
    expect(during(name).length).toBeGreaterThan(3);
    const last = of(name).at(-1);
    expect(last?.state).toBe('up');
    expect(last?.panel.state).toBe('done');
    expect(last?.panel.earlier).toEqual([]);
    // Ready is the first scrape that says so; the start is stated, to a second.
    const scrapes = replayOf(name).around('/metrics', (moment) => moment.ready);
    expect(last?.panel.totalDurationSeconds).toBeGreaterThan(scrapes.last - 0.6);
    expect(last?.panel.totalDurationSeconds).toBeLessThan(scrapes.first + 0.1);
  });

  it.each(NAMES)('%s: asked at most five times a second while it starts', (name) => {
    const starting = replayOf(name).answers.filter(({ seconds }) => seconds < READY_SECONDS);
    expect(starting.length).toBeGreaterThan(READY_SECONDS);
    expect(starting.length).toBeLessThanOrEqual(5 * READY_SECONDS);
    // What is asked at one tick comes together, and what this machine delayed with the next: four seconds see five
    // ticks.
    expect(mostWithin(4, starting.map(({ seconds }) => seconds))).toBeLessThanOrEqual(5 * 5);
    expect(starting.filter(({ path }) => path === '/debug/pprof/cmdline').length).toBeLessThanOrEqual(1);
  });

  it('says no progress while the cursor is at 0, 0, 0, whether segments come later or not', () => {
    const early = during('zeroForLong').filter(({ seconds }) => seconds < 7.5);
    expect(early.length).toBeGreaterThan(0);
    for (const { panel, state } of [...early, ...during('oneSegment')]) {
      expect(state).toBe('starting');
      expect(panel.segments).toBeNull();
      expect(panel.etaSeconds).toBeNull();
    }
    expect(of('zeroForLong').some(({ state }) => state === 'replaying')).toBe(true);
  });

  it('takes connections cut in between for the same start', () => {
    expect(replayOf('refusing').cut).toBeGreaterThan(0);
    expect(Math.max(...progressOf('refusing'))).toBeGreaterThan(0.5);
  });

  it('takes what precedes the first segment of a cut log as checkpoint, what follows the last as WBL', () => {
    expect(of('checkpoint').at(-1)?.panel.phases.map(({ name }) => name)).toContain('checkpoint');
  });

  /** By the scripts: since when the cursor goes over the segments, and when it is at the last; seconds. */
  it.each<[Name, 'segments' | 'wbl', { max: number; begun: number; loaded: number | null }]>([
    ['zeroForLong', 'segments', { max: 9, begun: 8, loaded: 14.3 }],
    ['refusing', 'segments', { max: 9, begun: 2, loaded: 13.7 }],
    // Its segments end when its WBL begins.
    ['wbl', 'segments', { max: 9, begun: 2, loaded: null }],
    ['wbl', 'wbl', { max: 3, begun: 10, loaded: 14.125 }],
  ])('%s: %s begin and end between two polls, each with its error, not at a scrape', async (name, phase, truth) => {
    const recorded = await recordedOf(name);
    const told = phaseOf(name, phase);
    const row = [...recorded.max].find(([time, max]) => max === truth.max && recorded.begun.has(time))?.[0];
    if (row !== undefined) {
      expect(Math.abs((recorded.begun.get(row) ?? NaN) - truth.begun))
        .toBeLessThanOrEqual((recorded.begunError.get(row) ?? NaN) + CLOCK_SECONDS);
      expect(told.start).toBeCloseTo(recorded.begun.get(row) ?? NaN, 3);
    }
    const last = truth.loaded === null ? undefined : [
      ...recorded.current
    ].find(([time, current]) => current === truth.max && recorded.max.get(time) === truth.max)?.[0];
    if (last !== undefined && truth.loaded !== null && recorded.moved.has(last)) {
      expect(Math.abs((recorded.moved.get(last) ?? NaN) - truth.loaded))
        .toBeLessThanOrEqual((recorded.movedError.get(last) ?? NaN) + CLOCK_SECONDS);
      expect(told.end).toBeCloseTo(recorded.moved.get(last) ?? NaN, 3);
    }
    // On a machine so full that no poll came before and after, nothing is known of either; on any other both are.
    console.log(
      `played ${name}: ${phase} begun ${recorded.begun.get(row ?? NaN)?.toFixed(2) ?? '?'} of ${truth.begun}, `
          + `loaded ${recorded.moved.get(last ?? NaN)?.toFixed(2) ?? '?'} of ${truth.loaded ?? '-'} s`
    );
  });

  it('says of a server without the replay page that it goes by what /metrics has', () => {
    expect(during('old').at(-1)?.panel.missing.flatMap(({ names }) => names)).toContain('/api/v1/status/walreplay');
  });
});
