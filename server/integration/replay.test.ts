import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProfileInfo, ReplayList, SampleSeries, Target, WalReplayPanel } from '../api/contract.ts';
import { recordedNames } from '../metrics/roles.ts';
import { startPrometheus, type PrometheusLab } from './prometheusLab.ts';
import { segmentLines, logTimeOf } from './prometheusLog.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from './tsdbscopeProcess.ts';

/** 120,000 samples a second: a segment of 10 MB every three to five seconds. */
const LOAD = { targets: 8, seriesPerTarget: 15_000, walCompression: false, maxSeconds: 300 };
const SEGMENTS = 7;
/** A slow server: one core, and that for a sixteenth of the time; makes 1.5 s of replay last half a minute. */
const SLOW = { maxProcs: 1, runRatio: 0.06 };
/** Between two polls; a slowed server answers some of them late. */
const POLL_SECONDS = 0.5;

const { dataDir, remove } = newDataDir();
let lab: PrometheusLab;
let scope: Tsdbscope;
let target: string;

const panel = (): Promise<WalReplayPanel> => scope.get<WalReplayPanel>(`/targets/${target}/panels/wal-replay`);
const seen = (): Promise<Target> => scope.get<Target>(`/targets/${target}`);
const taken = async (): Promise<(ProfileInfo & { moment: string; processStart: number | null })[]> => (
  (await scope.get<ProfileInfo[]>('/profiles')).flatMap((info) => (
    info.source.how === 'capture' && info.source.replay !== undefined ? [{ ...info, moment: info.source.replay.moment, processStart: info.source.replay.processStart }] : []))
);
const progress: number[] = [];
/** The panel, its progress noted. */
const look = async (): Promise<WalReplayPanel> => {
  const answer = await panel();
  if (answer.state === 'replaying' && answer.progressRatio !== null) progress.push(answer.progressRatio);
  return answer;
};
let requests = 0;

beforeAll(async () => {
  lab = await startPrometheus(LOAD);
  target = new URL(lab.url).host;
  scope = await startTsdbscope([lab.url], dataDir);
  await eventually(`${SEGMENTS} WAL segments`, 120_000, () => Promise.resolve(lab.walSegments()), (segments) => segments > SEGMENTS, 500);
}, 180_000);

afterAll(async () => {
  await scope.stop();
  await lab.stop();
  remove();
});

describe('a real Prometheus, killed under load, replays', () => {
  it('is watched from its first answer, and has its profiles taken', async () => {
    await lab.kill9();
    await lab.restart(SLOW);
    await eventually('segments are loaded', 60_000, look, ({ state, progressRatio }) => state === 'replaying' && progressRatio !== null && progressRatio > 0.2);
    const profiles = await eventually('heap and CPU of the start', 40_000, taken, (kept) => kept.filter(({ moment }) => moment === 'start').length === 2);
    expect(profiles.map(({ kind, moment }) => `${moment} ${kind}`)).toEqual(expect.arrayContaining(['start cpu', 'start heap']));
    expect((await seen()).state).toBe('replaying');
  });

  it('is killed in the middle and starts again: two starts, the profiles of the first are kept', async () => {
    const first = (await taken())[0]?.processStart;
    const { version, profiles } = (await scope.get<ReplayList>(`/replays?target=${target}`)).replays[0] ?? {};
    expect(version).toMatch(/^\d+\.\d+/);
    expect(profiles?.map(({ moment }) => moment)).toEqual(expect.arrayContaining(['start', 'start']));
    await lab.kill9();
    await eventually('it is seen away', 10_000, seen, ({ state }) => state === 'down');
    progress.length = 0;
    await lab.restart(SLOW);
    const answer = await eventually('it replays again', 60_000, look, (now) => now.state === 'replaying' && now.earlier.length === 1 && (now.progressRatio ?? 0) > 0.1);
    expect(answer.earlier[0]).toMatchObject({ ready: false });
    expect((await taken()).filter(({ processStart, moment }) => processStart === first && moment === 'start').length).toBe(2);
  });

  it('goes on being watched when tsdbscope is killed meanwhile: no progress lost, no profile taken twice', async () => {
    await eventually('the profiles of this start', 40_000, async () => { await look(); return taken(); }, (kept) => kept.filter(({ moment }) => moment === 'start').length === 4);
    const before = progress.at(-1) ?? 0;
    await scope.kill9();
    scope = await startTsdbscope([lab.url], dataDir);
    // What was recorded in the last two seconds before the kill is lost, and heard again with the first scrape.
    await eventually('it is watched again, as far as before', 10_000, panel, ({ state, progressRatio }) => state === 'replaying' && (progressRatio ?? 0) >= before);
    progress.length = 0;
    await eventually('its state is told', 5000, seen, ({ state }) => state === 'replaying');
  });

  it('comes to its end: progress never fell and was never whole, every segment at its time in the log of the server', async () => {
    const states = new Set<string>();
    await eventually('it is up', 150_000, async () => {
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
    expect(new Set(progress).size).toBeGreaterThan(3);

    const done = await eventually('the finished timeline', 15_000, panel, ({ state }) => state === 'done');
    expect(done.totalDurationSeconds).toBeGreaterThan(20);
    const log = lab.log();
    const logged = segmentLines(log, 'wal');
    const moved = await segmentTimes();
    const errors = [...moved].filter(([segment]) => logged.has(segment)).map(([segment, time]) => time - (logged.get(segment) ?? 0));
    expect(errors.length).toBeGreaterThanOrEqual(3);
    console.log(`replay watched: ${errors.length} segments timed, off by ${Math.min(...errors).toFixed(2)} to ${Math.max(...errors).toFixed(2)} s`);
    const sorted = errors.map(Math.abs).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(POLL_SECONDS);
    expect(sorted.at(-1)).toBeLessThan(2 * POLL_SECONDS);
    const names = done.phases.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['opening', 'mmapped-chunks', 'segments']));
    const ready = logTimeOf(log, 'Server is ready to receive web requests');
    expect(Math.abs((done.phases.find(({ name }) => name === 'warm-up')?.start ?? done.phases.at(-1)?.end ?? 0) - ready)).toBeLessThan(2);
    expect((await taken()).filter(({ moment }) => moment === 'start').length).toBe(4);
  });

  it('was asked at most five times a second', async () => {
    const seconds = (await panel()).totalDurationSeconds ?? 0;
    console.log(`replay watched: ${requests} requests in ${seconds.toFixed(1)} s, ${(requests / seconds).toFixed(2)} a second`);
    expect(requests / seconds).toBeLessThanOrEqual(5);
    expect(requests / seconds).toBeGreaterThan(1);
  });
});

/** When each segment was seen loaded, as recorded: segment to seconds since the epoch; of the newest process. */
async function segmentTimes(): Promise<Map<number, number>> {
  const startedAt = (await panel()).phases.find(({ name }) => name === 'segments')?.start ?? 0;
  const values = async (name: string): Promise<Map<number, number>> => {
    const [series] = await scope.get<SampleSeries[]>(`/targets/${target}/samples?match=${name}&start=${startedAt - 1}`);
    return new Map((series?.values ?? []).map(([time, value]) => [time, Number(value)]));
  };
  const [current, time, max] = await Promise.all([recordedNames.replaySegmentCurrent, recordedNames.replaySegmentTime, recordedNames.replaySegmentMax].map(values));
  const moved = new Map<number, number>();
  const walMax = max.values().next().value;
  for (const [row, segment] of current) {
    const at = time.get(row);
    // Segment 0 and 1 cannot be told apart before the cursor moves; the WBL has bounds of its own.
    if (at !== undefined && segment > 0 && max.get(row) === walMax && !moved.has(segment)) moved.set(segment, at);
  }
  return moved;
}

/** HTTP requests the process has answered, by its own count. */
async function answered(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return [...text.matchAll(/^prometheus_http_requests_total\{[^}]*\} (\S+)$/gm)].reduce((sum, match) => sum + Number(match[1]), 0);
}
