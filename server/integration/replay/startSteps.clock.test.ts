import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReplayPhase, WalReplayPanel } from '../../../core/contract/contract.ts';
import { statements } from '../../../core/finding.ts';
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
/** Stacks once a second of a process that is stopped for a sixth of one at a time. */
const ERROR_SECONDS = 2.5;
/** Head GC takes a second or two then, which may fall between two answers: it is looked for in so many starts. */
const MOST_STARTS = 4;

describe.each(BINARIES)('what a start of %s does, before and after its segments', (binary) => {
  const { dataDir, remove } = newDataDir();
  let lab: PrometheusLab;
  let scope: Tsdbscope;
  const panel = (): Promise<WalReplayPanel> =>
    scope.get<WalReplayPanel>(`/targets/${new URL(lab.url).host}/panels/wal-replay`);

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

  /** Watches a start to its end; resolves to what the page said live, by phase, and to the finished panel. */
  async function watched(): Promise<{ live: Map<string, string>; done: WalReplayPanel; log: string }> {
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
    return { live, done, log: lab.log() };
  }

  function expectSpan(phases: readonly ReplayPhase[], name: ReplayPhase['name'], [from, to]: [number, number]): void {
    const phase = phases.find((one) => one.name === name);
    console.log(
      `${name}: ${(to - from).toFixed(2)} s in the log, ${phase?.durationSeconds.toFixed(2) ?? 'not'} watched; begins `
        + `${((phase?.start ?? NaN) - from).toFixed(2)} s and ends ${((phase?.end ?? NaN) - to).toFixed(2)} s after it`
    );
    expect(Math.abs((phase?.start ?? NaN) - from)).toBeLessThan(ERROR_SECONDS);
    expect(Math.abs((phase?.end ?? NaN) - to)).toBeLessThan(ERROR_SECONDS);
  }

  it('a killed one reads its checkpoint, then segments', async () => {
    await lab.kill9();
    const { live, done, log } = await watched();
    const at = (text: string): number => logTimeOf(log, text);
    expectSpan(done.phases, 'checkpoint', [at('Replaying WAL'), at('WAL checkpoint loaded')]);
    expectSpan(done.phases, 'segments', [at('WAL checkpoint loaded'), at('WAL replay completed')]);
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
    const { live, done, log } = await watched();
    const at = (text: string): number => logTimeOf(log, text);
    expectSpan(done.phases, 'snapshot', [at('Chunk snapshot is enabled'), at('Chunk snapshot loading time')]);
    expect(done.phases.map(({ name }) => name)).not.toContain('checkpoint');
    // The cursor jumps over the segments that the snapshot holds: how many were read is unknown. The few that are left
    // may be read between two polls.
    expect(done.phases.find(({ name }) => name === 'segments')?.segments ?? null).toBeNull();
    expect(live.get('snapshot')).toContain('Starting (reading the head snapshot)');
  });

  it('head GC is seen between the replay and readiness', async () => {
    for (let starts = 1; ; starts++) {
      await lab.kill9();
      const { live, done, log } = await watched();
      const isSeen = done.phases.some(({ name }) => name === 'head-gc');
      if (!isSeen && starts < MOST_STARTS) continue;
      expectSpan(done.phases, 'head-gc', [logTimeOf(log, 'WAL replay completed'), logTimeOf(log, 'TSDB started')]);
      expect([...live.keys()]).toContain('segments');
      return;
    }
  });
});
