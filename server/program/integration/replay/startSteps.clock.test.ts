import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReplayPhase, WalReplayPanel } from '../../../../core/contract/contract.ts';
import { statements } from '../../../../core/finding.ts';
import { recordedNames } from '../../../data/metrics/roles.ts';
import { startPrometheus, type PrometheusLab } from '../lab/prometheusLab.ts';
import { logTimeOf } from '../lab/prometheusLog.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const CHECKPOINT_MS = 150_000;
/** Debian's 2.42, and where `PROMETHEUS_3` names one, a 3.x. */
const BINARIES = ['prometheus', ...(process.env.PROMETHEUS_3 === undefined ? [] : [process.env.PROMETHEUS_3])];
/** So many series, and head compactions, that snapshot, checkpoint and head GC are worth some CPU. */
const LOAD = { targets: 8, seriesPerTarget: 12_000, blockDuration: '10s', maxBlockDuration: '1h', maxSeconds: 900 };
/** Makes a start of a second last for a quarter of a minute. */
const SLOW = { maxProcs: 1, runRatio: 0.08 };
/**
 * Stacks once a second of a process that is stopped for a sixth of one at a time; where a busy machine lets it answer
 * less often, as far apart as its answers are.
 */
const ERROR_SECONDS = 2.5;
/** Head GC takes a second or two then, which may fall between two answers: it is looked for in so many starts. */
const MAX_STARTS = 4;
/** To replay after the snapshot that the server reads again at each start. */
const MORE_SEGMENTS = 3;

describe.each(BINARIES)('what a start of %s does, before and after its segments', (binary) => {
  const { dataDir, remove } = newDataDir();
  let lab: PrometheusLab;
  let scope: Tsdbscope;
  const panel = (): Promise<WalReplayPanel> =>
    scope.get<WalReplayPanel>(`/targets/${new URL(lab.url).host}/panels/wal-replay`);

  /** Old ones are truncated meanwhile. */
  const lastSegment = (): number =>
    Math.max(...readdirSync(join(lab.dataFolder, 'wal')).map(Number).filter(Number.isInteger));

  beforeAll(async () => {
    lab = await startPrometheus(
      { ...LOAD, binary, walCompression: false, flags: ['--enable-feature=memory-snapshot-on-shutdown'] }
    );
    scope = await startTsdbscope([lab.url], dataDir);
    await eventually(
      'a checkpoint', 400_000, () => Promise.resolve(lab.log()), (log) => log.includes('WAL checkpoint complete'), 500
    );
  }, 500_000);

  afterAll(async () => {
    await scope.stop();
    await lab.stop();
    remove();
  });

  interface Watched { sinceSeconds: number; live: Map<string, string>; done: WalReplayPanel; log: string }

  /** Watches a start to its end; resolves to what the page said live, by phase, and to the finished panel. */
  async function watched(): Promise<Watched> {
    const sinceSeconds = Date.now() / 1000 - 1.5;
    await lab.restart(SLOW);
    const isNew = ({ phases }: WalReplayPanel): boolean =>
      (phases.find(({ name }) => name !== 'unreachable')?.start ?? 0) > sinceSeconds;
    const live = new Map<string, string>();
    const done = await eventually('it is ready', 280_000, async () => {
      const now = await panel();
      const phase = now.phases.at(-1);
      if (now.state === 'replaying' && isNew(now) && phase !== undefined && phase.end === null)
        live.set(phase.name, statements(now.finding).join(' '));
      return now;
    }, (now) => now.state === 'done' && isNew(now), 200);
    lab.fullSpeed();
    return { sinceSeconds, live, done, log: lab.log() };
  }

  /**
   * How far `seen`, the middle of two answers, may be from `at`. A scrape repeats an answer for 2.5 s: the two are at
   * most so much further apart than the scrapes of this start around both.
   */
  function errorSeconds(times: readonly number[], at: number, seen: number): number {
    const before = times.findLast((time) => time < Math.min(at, seen));
    const after = times.find((time) => time > Math.max(at, seen)) ?? at;
    // Before the first answer nothing is known.
    const error = before === undefined ? after - at : (after - before + ERROR_SECONDS) / 2;
    return Math.max(ERROR_SECONDS, error);
  }

  async function expectSpan(
    { sinceSeconds, done }: Watched, name: ReplayPhase['name'], [from, to]: [number, number]
  ): Promise<void> {
    const phase = done.phases.find((one) => one.name === name);
    const rows = await scope.get<{ values: [number, number][] }[]>(
      `/targets/${new URL(lab.url).host}/samples?match=${recordedNames.startStep}`
        + `&start=${sinceSeconds}&end=${to + 30}`
    );
    const times = rows.flatMap(({ values }) => values.map(([time]) => time)).sort((a, b) => a - b);
    const [start, end] = [phase?.start ?? NaN, phase?.end ?? NaN];
    const [startError, endError] = [errorSeconds(times, from, start), errorSeconds(times, to, end)];
    console.log(
      `${name}: ${(to - from).toFixed(2)} s in the log, ${phase?.durationSeconds.toFixed(2) ?? 'not'} watched; begins `
        + `${(start - from).toFixed(2)} s and ends ${(end - to).toFixed(2)} s after it; ${times.length} scrapes with a `
        + `step, error at most ${startError.toFixed(2)} and ${endError.toFixed(2)} s`
    );
    expect(Math.abs(start - from)).toBeLessThan(startError);
    expect(Math.abs(end - to)).toBeLessThan(endError);
  }

  it('a killed one reads its checkpoint, then segments', async () => {
    await lab.kill9();
    const start = await watched();
    const { live, done, log } = start;
    const at = (text: string): number => logTimeOf(log, text);
    await expectSpan(start, 'checkpoint', [at('Replaying WAL'), at('WAL checkpoint loaded')]);
    await expectSpan(start, 'segments', [at('WAL checkpoint loaded'), at('WAL replay completed')]);
    expect(done.phases.map(({ name }) => name)).not.toContain('snapshot');
    expect(live.get('checkpoint')).toContain('Starting (reading the WAL checkpoint)');
  });

  it('a stopped one reads its snapshot in place of the checkpoint', async () => {
    const before = lab.log().length;
    // With a checkpoint beside the snapshot, where one comes in time: a busy machine may take minutes.
    const latestMs = Date.now() + CHECKPOINT_MS;
    await eventually(
      'a checkpoint of this life', 2 * CHECKPOINT_MS, () => Promise.resolve(lab.log().slice(before)),
      (log) => log.includes('WAL checkpoint complete') || Date.now() > latestMs, 500
    );
    await lab.terminate();
    expect(lab.log().slice(before)).toContain('chunk snapshot complete');
    const start = await watched();
    const { live, done, log } = start;
    const at = (text: string): number => logTimeOf(log, text);
    await expectSpan(start, 'snapshot', [at('Chunk snapshot is enabled'), at('Chunk snapshot loading time')]);
    expect(done.phases.map(({ name }) => name)).not.toContain('checkpoint');
    // The cursor jumps over the segments that the snapshot holds: how many were read is unknown. The few that are left
    // may be read between two polls.
    expect(done.phases.find(({ name }) => name === 'segments')?.segments ?? null).toBeNull();
    expect(live.get('snapshot')).toContain('Starting (reading the head snapshot)');
  });

  it('head GC is seen between the replay and readiness', async () => {
    for (let starts = 1; ; starts++) {
      const segment = lastSegment();
      await eventually(
        'segments after the snapshot', 180_000, () => Promise.resolve(lastSegment() - segment),
        (added) => added >= MORE_SEGMENTS, 500
      );
      await lab.kill9();
      const start = await watched();
      const { live, done, log } = start;
      const isSeen = done.phases.some(({ name }) => name === 'head-gc');
      if (!isSeen && starts < MAX_STARTS) continue;
      const span: [number, number] = [logTimeOf(log, 'WAL replay completed'), logTimeOf(log, 'TSDB started')];
      await expectSpan(start, 'head-gc', span);
      expect([...live.keys()]).toContain('segments');
      return;
    }
  });
});
