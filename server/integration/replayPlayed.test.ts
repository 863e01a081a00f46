import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Target, WalReplayPanel } from '../api/contract.ts';
import { PlayedReplay, type PlayedMoment } from '../testdata/playedReplay.ts';
import { startTestTarget, type TestTarget } from '../testdata/testTarget.ts';
import { newDataDir, startTsdbscope, type Tsdbscope } from './tsdbscopeProcess.ts';

const zero = { min: 0, max: 0, current: 0 };
const READY_SECONDS = 16;
const segments = (min: number, max: number, seconds: number, from: number, to: number): PlayedMoment['cursor'] => (
  { min, max, current: Math.min(max, min + Math.max(0, Math.floor(((max - min + 1) * (seconds - from)) / (to - from)))) }
);
const ready = (seconds: number): boolean => seconds >= READY_SECONDS;

/** Each a server that starts, all at once. */
const SCRIPTS = {
  zeroForLong: (s: number): PlayedMoment => ({ ready: ready(s), cursor: s < 8 ? zero : segments(0, 9, s, 8, 15) }),
  oneSegment: (s: number): PlayedMoment => ({ ready: ready(s), cursor: zero }),
  /** Away for a second again and again: cut connections, while the same process goes on. */
  refusing: (s: number): PlayedMoment => ({ ready: ready(s), away: s > 3 && s % 4 < 1, cursor: s < 2 ? zero : segments(0, 9, s, 2, 15) }),
  checkpoint: (s: number): PlayedMoment => ({ ready: ready(s), cursor: s < 2 ? zero : segments(7, 12, s, 8, 15) }),
  wbl: (s: number): PlayedMoment => ({ ready: ready(s), cursor: s < 2 ? zero : s < 10 ? segments(0, 9, s, 2, 9.5) : segments(0, 3, s, 10, 15.5) }),
  old: (s: number): PlayedMoment => ({ ready: ready(s) }),
};
type Name = keyof typeof SCRIPTS;
const NAMES = Object.keys(SCRIPTS) as Name[];

interface Seen { state: Target['state']; panel: WalReplayPanel; seconds: number }

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
  const endMs = Date.now() + (READY_SECONDS + 6) * 1000;
  while (Date.now() < endMs) {
    await Promise.all(NAMES.map(async (name) => {
      const target = `127.0.0.1:${servers.get(name)?.port ?? 0}`;
      const [{ state }, panel] = await Promise.all([scope.get<Target>(`/targets/${target}`), scope.get<WalReplayPanel>(`/targets/${target}/panels/wal-replay`)]);
      seen.get(name)?.push({ state, panel, seconds: played.get(name)?.seconds() ?? 0 });
    }));
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}, 90_000);

afterAll(async () => {
  await scope.stop();
  await Promise.all([...servers.values()].map((server) => server.close()));
  remove();
});

const of = (name: Name): Seen[] => seen.get(name) ?? [];
const during = (name: Name): Seen[] => of(name).filter(({ seconds, panel }) => seconds < READY_SECONDS && panel.state === 'replaying');
const progressOf = (name: Name): number[] => during(name).flatMap(({ panel }) => panel.progressRatio ?? []);

describe('servers that play a start', () => {
  it.each(NAMES)('%s: progress never falls, is never whole before the end, and the start is over when it is ready', (name) => {
    const progress = progressOf(name);
    expect([...progress].sort((a, b) => a - b)).toEqual(progress);
    expect(Math.max(0, ...progress)).toBeLessThan(1);
    expect(during(name).length).toBeGreaterThan(8);
    const last = of(name).at(-1);
    expect(last?.state).toBe('up');
    expect(last?.panel.state).toBe('done');
    expect(Math.abs((last?.panel.totalDurationSeconds ?? 0) - READY_SECONDS)).toBeLessThan(2);
    expect(last?.panel.earlier).toEqual([]);
  });

  it.each(NAMES)('%s: asked at most five times in any second while it starts', (name) => {
    const replay = played.get(name);
    const readySecond = Math.floor((replay?.bornMs ?? 0) / 1000) + READY_SECONDS;
    const counts = [...(replay?.askedBySecond ?? [])].filter(([second]) => second < readySecond).map(([, count]) => count);
    expect(counts.length).toBeGreaterThan(10);
    expect(Math.max(...counts)).toBeLessThanOrEqual(5);
    expect(replay?.asked.slice(0, counts.reduce((sum, count) => sum + count, 0)).filter((path) => path === '/debug/pprof/cmdline').length).toBeLessThanOrEqual(1);
  });

  it('says no progress while the cursor stands at 0, 0, 0, whether segments come later or not', () => {
    const early = during('zeroForLong').filter(({ seconds }) => seconds < 7.5);
    expect(early.length).toBeGreaterThan(3);
    for (const { panel, state } of [...early, ...during('oneSegment')]) {
      expect(state).toBe('starting');
      expect(panel.segments).toBeNull();
      expect(panel.etaSeconds).toBeNull();
    }
    expect(of('zeroForLong').some(({ state }) => state === 'replaying')).toBe(true);
  });

  it('takes connections cut in between for the same start', () => {
    expect(of('refusing').some(({ state }) => state === 'down')).toBe(true);
    expect(Math.max(...progressOf('refusing'))).toBeGreaterThan(0.5);
  });

  it('calls what comes before the first segment of a cut log its checkpoint, and what comes after the last its WBL', () => {
    expect(of('checkpoint').at(-1)?.panel.phases.map(({ name }) => name)).toContain('checkpoint');
    const late = of('wbl').at(-1)?.panel.phases ?? [];
    const wbl = late.find(({ name }) => name === 'wbl');
    expect(wbl?.durationSeconds).toBeGreaterThan(3);
    expect(wbl?.durationSeconds).toBeLessThan(8);
  });

  it('times the segments to a quarter of a second, between its scrapes', () => {
    const phase = of('zeroForLong').at(-1)?.panel.phases.find(({ name }) => name === 'segments');
    const born = (played.get('zeroForLong')?.bornMs ?? 0) / 1000;
    expect(Math.abs((phase?.start ?? 0) - born - 8)).toBeLessThan(0.5);
  });

  it('says of a server without the replay page that it goes by what /metrics has', () => {
    expect(during('old').at(-1)?.panel.missing.flatMap(({ names }) => names)).toContain('/api/v1/status/walreplay');
  });
});
