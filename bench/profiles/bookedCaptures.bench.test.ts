/**
 * Captures booked for the next compaction, one after the other, of a real Prometheus with blocks of two minutes. Its
 * log is the truth: a compaction lasts from the line "write block" less its duration to that line. About 25 minutes of
 * little CPU; the program has to be built before.
 */
import { expect, it } from 'vitest';
import type { Capture, CompactionPanel } from '../../core/contract/contract.ts';
import { startPrometheus } from '../../server/program/integration/lab/prometheusLab.ts';
import {
  eventually, newDataDir, startTsdbscope, type Tsdbscope,
} from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { goDurationMs } from '../../server/analysis/logs/goDuration.ts';
import { logfmtFields } from '../../server/analysis/logs/logfmt.ts';
import { medianOf, printRow, type BenchRow } from '../benchRow.ts';

const COMPACTIONS = 10;
const BLOCK_SECONDS = 120;
const MIN_COVERED = 0.9;

interface Interval { startMs: number; endMs: number }

/** Of compactions of the head; merges write their blocks from others. */
function headCompactions(log: string): Interval[] {
  return log.split('\n').filter((line) => line.includes('msg="write block"')).flatMap((line) => {
    const { ts = '', duration } = logfmtFields(line);
    const endMs = Date.parse(ts);
    const lastedMs = goDurationMs(duration);
    return lastedMs === null ? [] : [{ startMs: endMs - lastedMs, endMs }];
  });
}

/** What the profile spans: from the start of the capture, for the seconds that it asked for. */
function spanOf({ startTime, seconds }: Capture): Interval {
  const startMs = (startTime ?? NaN) * 1000;
  return { startMs, endMs: startMs + seconds * 1000 };
}

function coveredShare(compaction: Interval, profiles: readonly Interval[]): number {
  const shares = profiles.map(({ startMs, endMs }) => (
    Math.max(0, Math.min(endMs, compaction.endMs) - Math.max(startMs, compaction.startMs))
      / (compaction.endMs - compaction.startMs)
  ));
  return Math.max(0, ...shares);
}

async function bookedOnes(scope: Tsdbscope, target: string): Promise<Capture[]> {
  const taken: Capture[] = [];
  while (taken.length < COMPACTIONS) {
    const answer = await scope.fetch(`/api/v1/targets/${target}/captures`, {
      method: 'POST', body: JSON.stringify({ kind: 'cpu', at: 'next-compaction' }),
    });
    expect(answer.status).toBe(202);
    const { id } = ((await answer.json()) as { data: { capture: Capture } }).data.capture;
    taken.push(await eventually(
      'the booked capture is over', 1000 * (3 * BLOCK_SECONDS + 120), () => scope.get<Capture>(`/captures/${id}`),
      ({ state }) => state === 'done' || state === 'failed', 1000
    ));
    const last = taken.at(-1);
    console.log(`${taken.length}: ${last?.state} ${new Date((last?.startTime ?? 0) * 1000).toISOString()}, `
      + `${last?.seconds} s${last?.error === null ? '' : `, ${last?.error}`}`);
  }
  return taken;
}

it('cover ten compactions in a row', async () => {
  const { dataDir, remove } = newDataDir();
  const lab = await startPrometheus({
    targets: 2, seriesPerTarget: 3000, blockDuration: `${BLOCK_SECONDS}s`, maxSeconds: 2400,
  });
  const scope = await startTsdbscope([lab.url], dataDir);
  try {
    const target = new URL(lab.url).host;
    await eventually(
      'one compaction was seen, and the next is known', 1000 * 4 * BLOCK_SECONDS,
      () => scope.get<CompactionPanel>(`/targets/${target}/panels/compaction`),
      ({ compactions, next }) => compactions.length >= 1 && next !== null, 1000
    );
    const bookedMs = Date.now();
    const taken = await bookedOnes(scope, target);
    const endMs = Date.now();
    const truth = headCompactions(lab.log()).filter(({ startMs, endMs: end }) => startMs > bookedMs && end < endMs);
    const profiles = taken.filter(({ state }) => state === 'done').map(spanOf);
    const shares = truth.map((compaction) => coveredShare(compaction, profiles));
    const rows: BenchRow[] = [
      {
        name: `compactions in ${((endMs - bookedMs) / 60_000).toFixed(0)} min of which a profile covers 90 %`,
        measured: `${shares.filter((share) => share >= MIN_COVERED).length} of ${truth.length}, `
          + `least ${Math.min(...shares).toFixed(3)}`,
        bar: `each of ${COMPACTIONS}, none missed`,
        pass: truth.length >= COMPACTIONS && shares.every((share) => share >= MIN_COVERED),
      },
      {
        name: 'captures that were taken in vain', measured: `${taken.filter(({ state }) => state !== 'done').length}`,
        bar: '0', pass: taken.every(({ state }) => state === 'done'),
      },
    ];
    rows.forEach(printRow);
    console.log(`compactions of ${medianOf(truth.map((one) => one.endMs - one.startMs))} ms in the middle, profiles of `
      + `${medianOf(taken.map(({ seconds }) => seconds))} s`);
    expect(rows.filter(({ pass }) => !pass)).toEqual([]);
  } finally {
    await scope.stop();
    await lab.stop();
    remove();
  }
}, 2_400_000);
