/**
 * GC CPU of a real Prometheus by E2 (from its CPU counter) against E1 (a CPU profile of the same 30 s), window by
 * window.
 */
import { elementAt } from '../../core/elementAt.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { GcProfile } from '../../core/contract/contract.ts';
import { findCompactions } from '../../server/analysis/signals/compaction/compactionIntervals.ts';
import { lockToCycles } from '../../server/analysis/signals/gc/cycleLock.ts';
import { overlapMs } from '../../server/analysis/panels/gc-cpu/gcAround.ts';
import { findGcCycles } from '../../server/analysis/signals/gc/gcCycles.ts';
import { counterSteps } from '../../server/analysis/signals/counterSteps.ts';
import { median } from '../../core/statistics/quantiles.ts';
import { findRestarts, freshScrapes } from '../../server/analysis/signals/windowFrame.ts';
import { startPrometheus } from '../../server/program/integration/lab/prometheusLab.ts';
import { roleWindow } from '../../server/data/metrics/roles.ts';
import { decode } from '../../server/profile/decode/decode.ts';
import { gcShare } from '../../server/profile/span/gcShare.ts';
import { loadRecording } from '../../testdata/loadRecording.ts';
import type { BenchRow } from '../benchRow.ts';

const STEP_MS = 1000;
const PROFILE_SECONDS = 30;
const WARM_UP_SECONDS = 60;
const MIN_WINDOWS = 5;
const MAX_OFF = 0.25;

export interface SpanCompared { cycles: number; e1Seconds: number; e2Seconds: number }

/**
 * Both figures, in CPU seconds, of each profile's span in which at least one cycle lies whole, and none in part. Spans
 * that touch a compaction or a gap are excluded, as in E2.
 */
function compareSpans(recording: string, profiles: readonly GcProfile[]): SpanCompared[] {
  const window = roleWindow(loadRecording(recording), 'prometheus', '2.42.0');
  const { scrapes } = window;
  const restarts = new Set(findRestarts(window).map(({ row }) => row));
  const cpu = counterSteps(scrapes, window.role('cpuSeconds'), freshScrapes(scrapes), restarts);
  const compactions = findCompactions(window).map(({ startMs, endMs }) => ({ startMs: startMs - STEP_MS, endMs }));
  const { lock } = lockToCycles({ window, gc: findGcCycles(window), cpu, work: compactions, scrapeStepMs: STEP_MS });
  if (lock === null) return [];
  const { intervals, events, width, measured } = lock;
  const reach = measured.map(({ first, last }) => ({
    startMs: elementAt(intervals, elementAt(events, first).at - width.back).startMs,
    endMs: elementAt(intervals, elementAt(events, last).at + width.on).endMs,
  }));
  const inMeasured = new Set(
    measured.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, k) => first + k))
  );
  return profiles.flatMap((profile) => {
    const fromMs = profile.start * 1000;
    const toMs = fromMs + profile.durationSeconds * 1000;
    const whole = measured.filter((_, k) => elementAt(reach, k).startMs >= fromMs && elementAt(reach, k).endMs <= toMs);
    const isCut = reach.some(
      ({ startMs, endMs }) => overlapMs({ startMs, endMs }, fromMs, toMs) > 0 && (startMs < fromMs || endMs > toMs)
    );
    const unmeasured = events.some(({ at }, k) => !inMeasured.has(k) && elementAt(intervals, at).endMs > fromMs - 2000
      && elementAt(intervals, at).startMs < toMs + 5000);
    if (whole.length === 0 || isCut || unmeasured) return [];
    const cpuSeconds = intervals.reduce(
      (sum, interval) => sum + interval.cpuSeconds * overlapMs(interval, fromMs, toMs)
        / (interval.endMs - interval.startMs),
      0
    );
    return [{
      cycles: whole.reduce((sum, { cycles }) => sum + cycles, 0),
      e1Seconds: profile.gcCpuSeconds / profile.cpuSeconds * cpuSeconds,
      e2Seconds: whole.reduce((sum, { excessSeconds }) => sum + excessSeconds, 0),
    }];
  });
}

function comparedRow(spans: readonly SpanCompared[]): BenchRow {
  const off = median(spans.map(({ e1Seconds, e2Seconds }) => Math.abs(e2Seconds / e1Seconds - 1))) ?? NaN;
  const ratio = median(spans.map(({ e1Seconds, e2Seconds }) => e2Seconds / e1Seconds)) ?? NaN;
  const total = (of: (span: SpanCompared) => number): number => spans.reduce((sum, span) => sum + of(span), 0);
  return {
    name: 'GC CPU of a real Prometheus, E2 against E1 of 30 s CPU profiles',
    measured: `${spans.length} windows with ${total(({ cycles }) => cycles)} cycles: `
      + `E2 ${total(({ e2Seconds }) => e2Seconds).toFixed(2)} s, `
      + `E1 ${total(({ e1Seconds }) => e1Seconds).toFixed(2)} s; `
      + `median ratio ${ratio.toFixed(2)}, median off by ${(100 * off).toFixed(0)} %`,
    bar: `at least ${MIN_WINDOWS} windows, median within ${100 * MAX_OFF} %`,
    pass: spans.length >= MIN_WINDOWS && off <= MAX_OFF,
  };
}

/** Runs a Prometheus under load for `seconds`, scraped every second and profiled back to back. */
export async function gcLabBench(seconds: number): Promise<BenchRow[]> {
  const lab = await startPrometheus(
    { targets: 20, seriesPerTarget: 3000, churnSeconds: 120, maxSeconds: seconds + 120 }
  );
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-gc-'));
  try {
    const endMs = Date.now() + seconds * 1000;
    const [lines, profiles] = await Promise.all([scrapeUntil(lab.url, endMs), profileUntil(lab.url, endMs)]);
    const file = join(folder, 'lab.ndjson.gz');
    writeFileSync(file, gzipSync(lines.join('\n')));
    return [comparedRow(compareSpans(file, profiles))];
  } finally {
    await lab.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function scrapeUntil(url: string, endMs: number): Promise<string[]> {
  const lines: string[] = [];
  for (let at = Math.ceil(Date.now() / STEP_MS) * STEP_MS; at < endMs; at += STEP_MS) {
    await wait(at - Date.now());
    const t = Date.now();
    const body = await (await fetch(`${url}/metrics`)).text();
    lines.push(
      JSON.stringify(
        { path: '/metrics', t, dur_ms: Date.now() - t, status: 200, ct: 'text/plain; version=0.0.4', body }
      )
    );
  }
  return lines;
}

async function profileUntil(url: string, endMs: number): Promise<GcProfile[]> {
  const profiles: GcProfile[] = [];
  await wait(WARM_UP_SECONDS * 1000);
  while (Date.now() + (PROFILE_SECONDS + 2) * 1000 < endMs) {
    const answer = await fetch(`${url}/debug/pprof/profile?seconds=${PROFILE_SECONDS}`);
    profiles.push(await gcProfileOf(new Uint8Array(await answer.arrayBuffer()), `profile ${profiles.length + 1}`));
  }
  return profiles;
}

async function gcProfileOf(bytes: Uint8Array, name: string): Promise<GcProfile> {
  const decoded = await decode(new Uint8Array(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes));
  if (!decoded.ok) throw new Error(decoded.error.message);
  const { profile } = decoded.value;
  const share = gcShare(profile);
  if (!share.ok) throw new Error(share.error.message);
  return {
    id: name, name, start: Number(profile.timeNanos) / 1e9, durationSeconds: Number(profile.durationNanos) / 1e9,
    ...share.value,
  };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => { setTimeout(resolve, Math.max(0, ms)); });
}
