/** Compactions and the WAL replay of the shipped recordings against their logs. */
import { numberAt } from '../../core/elementAt.ts';
import { readFileSync } from 'node:fs';
import { analyseCompaction } from '../../server/analysis/panels/compaction/compaction.ts';
import { findCompactions } from '../../server/analysis/signals/compaction/compactionIntervals.ts';
import { analyseWalReplay } from '../../server/analysis/panels/wal-replay/walReplay.ts';
import { roleWindow } from '../../server/data/metrics/roles.ts';
import type { RoleWindow } from '../../server/data/metrics/roleNames.ts';
import type { TargetWindow } from '../../server/data/metrics/series.ts';
import { loadRecording, recordings } from '../../testdata/loadRecording.ts';
import type { BenchRow } from '../benchRow.ts';

interface Truth {
  cpuCores: { quiet: number; inCompaction: number };
  episodes: { startMs: number; endMs: number; phaseSeconds: number }[]
}

const OPTIONS = { facts: {}, stepMs: null, nowMs: 0 };
/** From the log and the readiness endpoint of the recorded restart. */
const REPLAY = { restartMs: 1_795_193_580_843, readyMs: 1_795_193_645_601 };

export function compactionBench(): BenchRow[] {
  const file = new URL('../../testdata/recordings/prom-2.42-load.compactions.json', import.meta.url);
  const truth = JSON.parse(readFileSync(file, 'utf8')) as Truth;
  const load = loadRecording(recordings.load);
  return [...compactionRows(load, truth), ...replayRows()];
}

function compactionRows(load: TargetWindow, truth: Truth): BenchRow[] {
  const found = findCompactions(rolesOf(load));
  const bounded = truth.episodes.filter((episode) => found.some((c) =>
    episode.startMs <= c.startMs && episode.startMs >= c.startMs - c.startErrorMs
      && episode.endMs <= c.endMs && episode.endMs >= c.endMs - c.endErrorMs));
  const regular = truth.episodes.slice(1);
  const truePhase = regular.reduce((sum, { phaseSeconds }) => sum + phaseSeconds, 0) / regular.length;
  const phaseError = Math.abs((analyseCompaction(rolesOf(load), OPTIONS).phaseSeconds ?? Infinity) - truePhase);
  const multiple = analyseCompaction(rolesOf(load), OPTIONS).multiples.cpu ?? Infinity;
  const off = multiple / (truth.cpuCores.inCompaction / truth.cpuCores.quiet) - 1;
  const worstNext = Math.max(...regular.map(({ startMs }) => {
    const { next } = analyseCompaction(rolesOf(loadRecording(recordings.load, { endMs: startMs })), OPTIONS);
    return Math.abs((next?.time ?? Infinity) - startMs / 1000);
  }));
  return [
    {
      name: 'compaction episodes found, each bound by its two scrapes',
      measured: `${bounded.length} of ${truth.episodes.length}, ${found.length} claimed`,
      bar: 'all, none invented',
      pass: bounded.length === truth.episodes.length && found.length === truth.episodes.length,
    },
    {
      name: 'phase of head compactions', measured: `${phaseError.toFixed(2)} s off`, bar: 'within 2 s',
      pass: phaseError <= 2,
    },
    {
      name: 'CPU in compactions against quiet, by counters alone',
      measured: `${off >= 0 ? '+' : ''}${(100 * off).toFixed(1)} %`, bar: 'within 10 %', pass: Math.abs(off) <= 0.1,
    },
    {
      name: 'next compaction, told before each of the nine regular ones',
      measured: `${worstNext.toFixed(2)} s off at worst`, bar: 'within 5 s', pass: worstNext <= 5,
    },
  ];
}

function replayRows(): BenchRow[] {
  const whole = loadRecording(recordings.walReplay);
  const total = analyseWalReplay(rolesOf(whole), OPTIONS).totalDurationSeconds ?? Infinity;
  const error = Math.abs(total - (REPLAY.readyMs - REPLAY.restartMs) / 1000);
  let told = 0;
  let held = 0;
  let worst = 0;
  for (let row = 0; row < whole.scrapes.length; row++) {
    const nowMs = numberAt(whole.scrapes.startMs, row);
    if (nowMs < REPLAY.restartMs || nowMs >= REPLAY.readyMs) continue;
    const { etaSeconds } = analyseWalReplay(rolesOf(firstRows(whole, row + 1)), OPTIONS);
    if (etaSeconds === null) continue;
    const left = (REPLAY.readyMs - nowMs) / 1000;
    told += 1;
    if (etaSeconds.low <= left && left <= etaSeconds.high) held += 1;
    worst = Math.max(worst, Math.abs(etaSeconds.median - left));
  }
  return [
    {
      name: 'duration of the recorded start', measured: `${total.toFixed(1)} s, ${error.toFixed(2)} s off`,
      bar: 'within 1 s', pass: error <= 1,
    },
    {
      name: 'time left of the replay, at each of its scrapes',
      measured: `${held} of ${told} bands hold the truth, middle ${worst.toFixed(1)} s off at worst`,
      bar: '90 % of the bands', pass: told > 0 && held / told >= 0.9,
    },
  ];
}

function rolesOf(window: TargetWindow): RoleWindow {
  return roleWindow(window, 'prometheus', '2.42.0');
}

function firstRows(window: TargetWindow, rows: number): TargetWindow {
  const { scrapes } = window;
  return {
    ...window,
    endMs: numberAt(scrapes.startMs, rows - 1) + 1,
    scrapes: {
      length: rows, startMs: scrapes.startMs.subarray(0, rows),
      durationSeconds: scrapes.durationSeconds.subarray(0, rows),
      status: scrapes.status.subarray(0, rows), bytes: scrapes.bytes.subarray(0, rows),
      error: scrapes.error.slice(0, rows),
      repeated: scrapes.repeated.subarray(0, rows),
    },
    series: window.series.map(
      (series) => ({ ...series, values: series.values.subarray(0, rows), present: series.present.subarray(0, rows) })
    ),
  };
}
