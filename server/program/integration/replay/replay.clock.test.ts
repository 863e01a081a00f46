import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ProfileInfo, ReplayList, SampleSeries, ScrapesPanel, Target, WalReplayPanel,
} from '../../../../core/contract/contract.ts';
import { recordedNames } from '../../../data/metrics/roles.ts';
import { Inconclusive } from '../lab/inconclusive.ts';
import { startPrometheus, type PrometheusLab } from '../lab/prometheusLab.ts';
import { segmentLines, logTimeOf } from '../lab/prometheusLog.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

/**
 * 120,000 samples a second: a segment of 10 MB every three to five seconds; some out of order, so that it has a WBL.
 */
const LOAD = {
  targets: 8, seriesPerTarget: 15_000, walCompression: false, outOfOrder: { targets: 1, seconds: 20 }, maxSeconds: 900,
};
const SEGMENTS = 6;
/** A slow server: one core, and of that as little as makes 1.5 s of replay last. */
const SLOW = { maxProcs: 1, paceSeconds: 60 };
/** What is left when all was watched goes faster, but a start is to last that long. */
const MIN_SECONDS = 24;
/** Between a segment's line in the log and the cursor it may be stopped, for a sixth of a second each time. */
const STOPPED_SECONDS = 0.2;

const { dataDir, remove } = newDataDir();
let lab: PrometheusLab;
let scope: Tsdbscope;
let target: string;

const panel = (): Promise<WalReplayPanel> => scope.get<WalReplayPanel>(`/targets/${target}/panels/wal-replay`);
const seen = (): Promise<Target> => scope.get<Target>(`/targets/${target}`);
async function taken(): Promise<(ProfileInfo & { moment: string; processStart: number | null })[]> {
  return (await scope.get<ProfileInfo[]>('/profiles')).flatMap((info) => {
    if (info.source.how !== 'capture' || info.source.replay === undefined) return [];
    const { moment, processStart } = info.source.replay;
    return [{ ...info, moment, processStart }];
  });
}
const progress: number[] = [];
/** Of the last start, whether tsdbscope was started again meanwhile or not. */
const stages = new Set<number>();
let restartedMs = 0;
/** The panel, its progress noted. */
const look = async (): Promise<WalReplayPanel> => {
  const answer = await panel();
  if (answer.state === 'replaying' && answer.progressRatio !== null) {
    progress.push(answer.progressRatio);
    stages.add(answer.progressRatio);
  }
  return answer;
};
let requests = 0;

beforeAll(async () => {
  lab = await startPrometheus(LOAD);
  target = new URL(lab.url).host;
  scope = await startTsdbscope([lab.url], dataDir);
  await eventually(
    `${SEGMENTS} WAL segments`, 150_000, () => Promise.resolve(lab.walSegments()), (segments) => segments > SEGMENTS,
    500
  );
}, 200_000);

afterAll(async () => {
  await scope.stop();
  await lab.stop();
  remove();
});

describe('a real Prometheus, killed under load, replays', () => {
  it('is watched from its first answer, and has its profiles taken', async () => {
    await lab.kill9();
    await lab.restart(SLOW);
    await eventually(
      'segments are loaded', 120_000, look,
      ({ state, progressRatio }) => state === 'replaying' && progressRatio !== null && progressRatio > 0.2
    );
    const profiles = await eventually(
      'heap and CPU of the start', 120_000, taken,
      (kept) => kept.filter(({ moment }) => moment === 'start').length === 2
    );
    expect(profiles.map(({ kind, moment }) => `${moment} ${kind}`))
      .toEqual(expect.arrayContaining(['start cpu', 'start heap']));
    expect((await seen()).state).toBe('replaying');
  });

  it('is killed in the middle and starts again: two starts, the profiles of the first are kept', async () => {
    const first = (await taken())[0]?.processStart;
    const { version, profiles } = (await scope.get<ReplayList>(`/replays?target=${target}`)).replays[0] ?? {};
    expect(version).toMatch(/^\d+\.\d+/);
    expect(profiles?.map(({ moment }) => moment)).toEqual(expect.arrayContaining(['start', 'start']));
    await lab.kill9();
    await eventually('it is seen away', 30_000, seen, ({ state }) => state === 'down');
    progress.length = 0;
    stages.clear();
    restartedMs = Date.now();
    await lab.restart(SLOW);
    const answer = await eventually(
      'it replays again', 120_000, look,
      (now) => now.state === 'replaying' && now.earlier.length === 1 && (now.progressRatio ?? 0) > 0.1
    );
    expect(answer.earlier[0]).toMatchObject({ ready: false });
    expect((await taken()).filter(({ processStart, moment }) => processStart === first && moment === 'start').length)
      .toBe(2);
  });

  it('goes on being watched when tsdbscope is killed meanwhile: no progress lost, no profile taken twice', async () => {
    await eventually(
      'the profiles of this start', 120_000, async () => { await look(); return taken(); },
      (kept) => kept.filter(({ moment }) => moment === 'start').length === 4
    );
    const before = progress.at(-1) ?? 0;
    await scope.kill9();
    scope = await startTsdbscope([lab.url], dataDir);
    // What was recorded in the last two seconds before the kill is lost, and heard again with the first scrape.
    await eventually(
      'it is watched again, as far as before', 30_000, panel,
      ({ state, progressRatio }) => state === 'replaying' && (progressRatio ?? 0) >= before
    );
    progress.length = 0;
    await eventually('its state is reported', 20_000, seen, ({ state }) => state === 'replaying');
  });

  it('completes: progress never fell or reached 100 % early, segments match the server log', async () => {
    lab.pace(Math.max(12, MIN_SECONDS - (Date.now() - restartedMs) / 1000));
    const states = new Set<string>();
    await eventually('it is up', 200_000, async () => {
      await look();
      const now = await seen();
      states.add(now.state);
      return now;
    }, ({ state }) => state === 'up');
    requests = await answered(lab.url);
    lab.fullSpeed();
    expect([...states].sort()).toEqual(['replaying', 'up']);
    expect([...progress].sort((a, b) => a - b)).toEqual(progress);
    expect(Math.max(...progress)).toBeLessThan(1);
    expect(stages.size).toBeGreaterThan(3);

    const done = await eventually('the finished timeline', 30_000, panel, ({ state }) => state === 'done');
    expect(done.totalDurationSeconds).toBeGreaterThan(20);
    const log = lab.log();
    let count = 0;
    for (const which of ['wal', 'wbl'] as const) {
      const logged = segmentLines(log, which);
      const timed = [...await segmentTimes(which)].flatMap(([segment, { time, error }]) => logged.has(segment)
        ? [{ segment, off: time - (logged.get(segment) ?? NaN), error }] : []);
      count += timed.length;
      const offs = timed.map(({ off, error }) => `${off.toFixed(2)} (± ${error.toFixed(2)})`).join(', ');
      console.log(`replay watched: ${timed.length} ${which} segments timed, off by ${offs} s`);
      for (const { segment, off, error } of timed)
        expect(Math.abs(off), `segment ${segment}, ± ${error}`).toBeLessThanOrEqual(error + STOPPED_SECONDS);
    }
    if (count < 2) throw new Inconclusive(`Polls came so seldom that ${count} segments have a time.`);
    const names = done.phases.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['opening', 'mmapped-chunks', 'segments', 'wbl']));
    // Ready is the first scrape that says so, sent at most a scrape's time and a step before or after the line.
    const ready = logTimeOf(log, 'Server is ready to receive web requests');
    const told = done.phases.find(({ name }) => name === 'warm-up')?.start ?? done.phases.at(-1)?.end ?? 0;
    const scrapes = await scrapeTimes(told - 30, told + 5);
    expect(told).toBeGreaterThanOrEqual(
      ready - (scrapes.find(({ time }) => time === told)?.durationSeconds ?? 0) - STOPPED_SECONDS
    );
    expect(scrapes.filter(({ time, error }) => error === null && time > ready + STOPPED_SECONDS && time < told))
      .toEqual([]);
    expect((await taken()).filter(({ moment }) => moment === 'start').length).toBe(4);
  });

  it('is one start with its own log, opened once or twice', async () => {
    const list = async (): Promise<ReplayList['replays']> =>
      (await scope.get<ReplayList>(`/replays?target=${target}`)).replays;
    const before = await eventually('both starts are kept', 30_000, list, (starts) => starts.length === 2);
    expect(before.flatMap(({ alsoIn }) => alsoIn)).toEqual([]);
    const since = Math.min(...before.map(({ start }) => start));
    // The log also has the start of the empty server, which came before tsdbscope.
    for (let time = 0; time < 2; time++) {
      const answer = await scope.fetch(`/api/v1/replays?target=${target}`, { method: 'POST', body: lab.log() });
      expect(answer.status).toBe(201);
      const joined = (await list()).filter(({ start }) => start > since - 3);
      expect(joined.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
      expect(joined[0]).toMatchObject({ outcome: 'finished', alsoIn: [{ source: 'log' }] });
    }
  });

  it('was asked at most five times a second', async () => {
    const seconds = (await panel()).totalDurationSeconds ?? 0;
    console.log(
      `replay watched: ${requests} requests in ${seconds.toFixed(1)} s, ${(requests / seconds).toFixed(2)} a second`
    );
    expect(requests / seconds).toBeLessThanOrEqual(5);
    expect(requests / seconds).toBeGreaterThan(1);
  });

  it('stands still when it is stopped in the middle, for as long as it is, and then goes on', async () => {
    await lab.kill9();
    await lab.restart({ maxProcs: 1, runRatio: 0.1 });
    await eventually(
      'it replays', 120_000, panel,
      ({ state, progressRatio }) => state === 'replaying' && (progressRatio ?? 0) > 0.1, 100
    );
    lab.fullSpeed();
    lab.freeze();
    const frozenMs = Date.now();
    const stalled = await eventually('it is told', 60_000, panel, ({ stall }) => (stall ?? null) !== null, 200);
    console.log(`replay watched: a stop is told after ${((Date.now() - frozenMs) / 1000).toFixed(1)} s`);
    expect(stalled).toMatchObject({
      state: 'replaying', etaSeconds: null, stall: { kind: 'no-answer' }, finding: { code: 'start-stalled' },
    });
    expect(Math.abs((stalled.stall?.since ?? 0) - frozenMs / 1000)).toBeLessThan(2);
    const older = await eventually(
      'its age is told', 60_000, panel, ({ stall }) => (stall?.seconds ?? 0) > (stalled.stall?.seconds ?? Infinity) + 2
    );
    expect(older.stall?.since).toBe(stalled.stall?.since);
    lab.resume();
    await eventually('it is ready', 120_000, panel, ({ state, stall }) => state === 'done' && (stall ?? null) === null);
  });
});

/**
 * When each segment was seen loaded, and how far that may be off, as recorded: by segment, seconds since the epoch; of
 * the newest process.
 */
async function segmentTimes(which: 'wal' | 'wbl'): Promise<Map<number, { time: number; error: number }>> {
  const { phases } = await panel();
  // From where the new process answers: a row of the one before may lie within a second of it, with segments,
  // bounds and moves of its own.
  const startedAt = phases.find(({ name }) => name !== 'unreachable')?.start ?? 0;
  const values = async (name: string): Promise<Map<number, number>> => {
    const [series] = await scope.get<SampleSeries[]>(`/targets/${target}/samples?match=${name}&start=${startedAt}`);
    return new Map((series?.values ?? []).map(([time, value]) => [time, Number(value)]));
  };
  const { replaySegmentCurrent, replaySegmentTime, replaySegmentTimeError, replaySegmentMax, replayRunTime } =
    recordedNames;
  const [current, time, error, max, run] = await Promise.all([
    values(replaySegmentCurrent), values(replaySegmentTime), values(replaySegmentTimeError), values(replaySegmentMax),
    values(replayRunTime),
  ]);
  const moved = new Map<number, { time: number; error: number }>();
  const isBefore = (row: number): boolean => (time.get(row) ?? Infinity) < startedAt - 1;
  const first = [...max].find(([row]) => !isBefore(row))?.[1];
  for (const [row, segment] of current) {
    if (isBefore(row)) continue;
    const at = time.get(row);
    const ofWal = max.get(row) === first;
    // Segment 0 and 1 cannot be told apart before the cursor moves; the WBL has bounds of its own.
    if (at !== undefined && segment > 0 && ofWal === (which === 'wal') && at !== run.get(row) && !moved.has(segment))
      moved.set(segment, { time: at, error: error.get(row) ?? NaN });
  }
  return moved;
}

async function scrapeTimes(
  start: number, end: number
): Promise<{ time: number; durationSeconds: number; error: string | null }[]> {
  const { points } = await scope.get<ScrapesPanel>(`/targets/${target}/panels/scrapes?start=${start}&end=${end}`);
  return points.time.map(
    (time, i) => ({ time, durationSeconds: points.durationSeconds[i] ?? 0, error: points.error[i] ?? null })
  );
}

/** HTTP requests the process has answered, by its own count. */
async function answered(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return [
    ...text.matchAll(/^prometheus_http_requests_total\{[^}]*\} (\S+)$/gm)
  ].reduce((sum, match) => sum + Number(match[1]), 0);
}
