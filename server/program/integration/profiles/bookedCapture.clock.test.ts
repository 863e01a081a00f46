import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Capture, CompactionPanel, ProfileInfo } from '../../../../core/contract/contract.ts';
import { orderCapture } from '../lab/captureOrders.ts';
import { startPrometheus, type PrometheusLab } from '../lab/prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

/** A head compaction every 10 s, 5 s after each boundary of its blocks. */
const BLOCK_SECONDS = 10;
/** Three compactions long. */
const OTHER_SECONDS = 30;
const SECONDS = 2;

const { dataDir, remove } = newDataDir();
let lab: PrometheusLab;
let scope: Tsdbscope;
let target: string;

beforeAll(async () => {
  lab = await startPrometheus({
    targets: 2, seriesPerTarget: 3000, blockDuration: `${BLOCK_SECONDS}s`, maxBlockDuration: '90s', maxSeconds: 600,
  });
  target = new URL(lab.url).host;
  scope = await startTsdbscope([lab.url], dataDir);
  await eventually(
    'two compactions, and the next is forecast', 150_000,
    () => scope.get<CompactionPanel>(`/targets/${target}/panels/compaction`),
    ({ compactions, next }) => compactions.length >= 2 && next !== null && next.time !== null, 500
  );
}, 240_000);

afterAll(async () => {
  await scope.stop();
  await lab.stop();
  remove();
});

interface Profiled { status: number; endedSeconds: number }

async function profile(seconds: number): Promise<Profiled> {
  const answer = await fetch(`${lab.url}/debug/pprof/profile?seconds=${seconds}`);
  await answer.arrayBuffer();
  return { status: answer.status, endedSeconds: Date.now() / 1000 };
}

/** Another profiler, from now until `ended`; it has the process when this returns. */
async function profiledElsewhere(seconds: number): Promise<{ ended: Promise<number> }> {
  const begin = (): { answer: Promise<Profiled>; isOver: () => boolean } => {
    let isOver = false;
    const answer = profile(seconds).finally(() => { isOver = true; });
    // Where the test fails before it, the server is gone first.
    answer.catch(() => undefined);
    return { answer, isOver: () => isOver };
  };
  let other = begin();
  await eventually('it is profiled', 30_000, async () => {
    const answer = await fetch(`${lab.url}/debug/pprof/profile?seconds=1`);
    const body = await answer.text();
    // The question came first and kept the other one out.
    if (answer.status === 200 && other.isOver()) other = begin();
    return { status: answer.status, body };
  }, ({ status, body }) => status === 500 && body.includes('already in use'));
  return {
    ended: other.answer.then(({ status, endedSeconds }) => {
      expect(status).toBe(200);
      return endedSeconds;
    }),
  };
}

describe('a capture booked for a compaction of a real Prometheus that another profiler has', () => {
  it('tries again while the compaction lasts, books the next one, and takes its profile there', async () => {
    const other = await profiledElsewhere(OTHER_SECONDS);
    const booked = await orderCapture(scope, target, { kind: 'cpu', seconds: SECONDS, at: 'next-compaction' });
    expect(booked.state).toBe('waiting');
    const tries = new Set<number>();
    const bookings = new Set<number>();
    const taken = await eventually('it is over', 180_000, async () => {
      const now = await scope.get<Capture>(`/captures/${booked.id}`);
      if (now.note?.includes('tries again while the compaction lasts') === true) tries.add(now.startTime ?? NaN);
      if (now.note?.includes('the next one is booked') === true) bookings.add(now.startTime ?? NaN);
      return now;
    }, ({ state }) => state === 'done' || state === 'failed', 50);
    expect(taken).toMatchObject({ state: 'done', error: null });
    const [begun, freed] = [taken.startTime ?? NaN, await other.ended];
    console.log(`booked capture: ${tries.size} tries seen, ${bookings.size} later bookings seen, profile `
      + `${(begun - freed).toFixed(1)} s after the other profiler ended`);
    // It was turned away in the first compaction, and the one it was booked for was not the one it was taken in.
    expect(tries.size).toBeGreaterThanOrEqual(1);
    expect(bookings.size).toBeGreaterThanOrEqual(1);
    expect(begun).toBeGreaterThan((booked.startTime ?? NaN) + BLOCK_SECONDS / 2);
    for (const time of bookings) expect(time).toBeGreaterThan(booked.startTime ?? NaN);
    const info = await scope.get<ProfileInfo>(`/profiles/${taken.profileId ?? ''}`);
    expect(info.source).toMatchObject({ how: 'capture', target, captureId: taken.id });
    // On the clock of the compactions, which are half a block past its boundary, or in one that came late.
    const { compactions } = await eventually(
      'the compaction it was booked for', 60_000,
      () => scope.get<CompactionPanel>(`/targets/${target}/panels/compaction`),
      (panel) => panel.compactions.some(({ start }) => start > begun - BLOCK_SECONDS / 2), 500
    );
    const apart = Math.min(...compactions.map(({ start }) => Math.abs(start - begun)));
    expect(apart).toBeLessThan(BLOCK_SECONDS / 2);
  }, 200_000);
});
