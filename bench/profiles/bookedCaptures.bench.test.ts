/**
 * Captures booked for the next compaction, one after the other, of a real Prometheus: short compactions of blocks of
 * two minutes, and long ones of blocks of four, of a server that is held to a part of a core while it compacts. Its
 * log is the truth: a compaction lasts from the line "write block" less its duration to that line. About 50 minutes of
 * little CPU; the program has to be built before.
 */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Capture, CompactionPanel } from '../../core/contract/contract.ts';
import { holdTo, type CpuQuota } from '../../server/program/integration/lab/cpuQuota.ts';
import {
  startPrometheus, type LabOptions, type PrometheusLab,
} from '../../server/program/integration/lab/prometheusLab.ts';
import {
  eventually, newDataDir, startTsdbscope, type Tsdbscope,
} from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { goDurationMs } from '../../server/analysis/logs/goDuration.ts';
import { logfmtFields } from '../../server/analysis/logs/logfmt.ts';
import { medianOf, printRow, type BenchRow } from '../benchRow.ts';

/** A block that is being written. */
const UNFINISHED_BLOCK = /\.tmp-for-creation$/;
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

/** Holds the server to so many cores while it writes a block; the end of it stops that. */
function slowCompactions({ pid, dataFolder }: PrometheusLab, cores: number): { end: () => void } {
  let quota: CpuQuota | null = null;
  const lift = (): void => {
    quota?.lift();
    quota = null;
  };
  const timer = setInterval(() => {
    const isWriting = readdirSync(dataFolder).some((name) => UNFINISHED_BLOCK.test(name));
    if (isWriting) quota ??= holdTo(pid, cores);
    else lift();
  }, 50);
  return {
    end: () => {
      clearInterval(timer);
      lift();
    },
  };
}

interface Plan {
  name: string; count: number; blockSeconds: number; load: Pick<LabOptions, 'seriesPerTarget'>;
  slowToCores: number | null;
}

async function bookedOnes(
  scope: Tsdbscope, target: string, { count, blockSeconds }: Pick<Plan, 'count' | 'blockSeconds'>
): Promise<Capture[]> {
  const taken: Capture[] = [];
  while (taken.length < count) {
    const answer = await scope.fetch(`/api/v1/targets/${target}/captures`, {
      method: 'POST', body: JSON.stringify({ kind: 'cpu', at: 'next-compaction' }),
    });
    expect(answer.status).toBe(202);
    const { id } = ((await answer.json()) as { data: { capture: Capture } }).data.capture;
    taken.push(await eventually(
      'the booked capture is over', 1000 * (3 * blockSeconds + 120), () => scope.get<Capture>(`/captures/${id}`),
      ({ state }) => state === 'done' || state === 'failed', 1000
    ));
    const last = taken.at(-1);
    console.log(`${taken.length}: ${last?.state} ${new Date((last?.startTime ?? 0) * 1000).toISOString()}, `
      + `${last?.seconds} s${last?.error === null ? '' : `, ${last?.error}`}`);
  }
  return taken;
}

async function captureCompactions({ name, count, blockSeconds, load, slowToCores }: Plan): Promise<void> {
  const { dataDir, remove } = newDataDir();
  const lab = await startPrometheus({ targets: 2, ...load, blockDuration: `${blockSeconds}s`, maxSeconds: 2400 });
  const slow = slowToCores === null ? null : slowCompactions(lab, slowToCores);
  const scope = await startTsdbscope([lab.url], dataDir);
  try {
    const target = new URL(lab.url).host;
    await eventually(
      'one compaction was seen, and the next is known', 1000 * 4 * blockSeconds,
      () => scope.get<CompactionPanel>(`/targets/${target}/panels/compaction`),
      ({ compactions, next }) => compactions.length >= 1 && next !== null, 1000
    );
    const bookedMs = Date.now();
    const taken = await bookedOnes(scope, target, { count, blockSeconds });
    const endMs = Date.now();
    const truth = headCompactions(lab.log()).filter(({ startMs, endMs: end }) => startMs > bookedMs && end < endMs);
    const profiles = taken.filter(({ state }) => state === 'done').map(spanOf);
    const shares = truth.map((compaction) => coveredShare(compaction, profiles));
    const rows: BenchRow[] = [
      {
        name: `${name} in ${((endMs - bookedMs) / 60_000).toFixed(0)} min of which a profile covers 90 %`,
        measured: `${shares.filter((share) => share >= MIN_COVERED).length} of ${truth.length}, `
          + `least ${Math.min(...shares).toFixed(3)}`,
        bar: `each of ${count}, none missed`,
        pass: truth.length >= count && shares.every((share) => share >= MIN_COVERED),
      },
      {
        name: `${name}: captures that were taken in vain`,
        measured: `${taken.filter(({ state }) => state !== 'done').length}`,
        bar: '0', pass: taken.every(({ state }) => state === 'done'),
      },
    ];
    rows.forEach(printRow);
    const lengths = truth.map((one) => one.endMs - one.startMs);
    console.log(`compactions of ${medianOf(lengths)} ms in the middle, ${Math.min(...lengths)} to `
      + `${Math.max(...lengths)} ms, profiles of ${medianOf(taken.map(({ seconds }) => seconds))} s`);
    expect(rows.filter(({ pass }) => !pass)).toEqual([]);
  } finally {
    await scope.stop();
    slow?.end();
    await lab.stop();
    remove();
  }
}

it('cover ten compactions in a row', () => captureCompactions({
  name: 'compactions', count: 10, blockSeconds: 120, load: { seriesPerTarget: 3000 }, slowToCores: null,
}), 2_400_000);

it('cover compactions of about a minute', () => captureCompactions({
  name: 'long compactions', count: 4, blockSeconds: 240, load: { seriesPerTarget: 60_000 }, slowToCores: 0.12,
}), 2_400_000);
