/** GC cycles of the demo recording against the server's own GC trace, and what the two panels cost to compute. */
import { analyseGcCpu } from '../server/analysis/gcCpu.ts';
import { findGcCycles } from '../server/analysis/gcCycles.ts';
import { analyseScrapes } from '../server/analysis/scrapes.ts';
import { seededRandom } from '../server/analysis/statistics.ts';
import { roleWindow } from '../server/metrics/roles.ts';
import { matchGcCycles, readGcTruth } from '../server/testdata/gcTruth.ts';
import { handMadeWindow } from '../server/testdata/handMadeWindow.ts';
import { loadRecording, recordings } from '../server/testdata/loadRecording.ts';
import type { BenchRow } from './benchRow.ts';

const WARM_UP_MS = 120_000;
const TIME_BAR_MS = 100;
const ROUNDS = 9;
const WARM_UP_ROUNDS = 4;

/** The figures of the issue that GC is judged by, one row each. */
export function gcBench(): BenchRow[] {
  return [...groundTruthRows(), ...costRows()];
}

function groundTruthRows(): BenchRow[] {
  const truth = readGcTruth();
  const window = roleWindow(loadRecording(recordings.load), 'prometheus', '2.42.0');
  const found = findGcCycles(window);
  const goodMs = [...window.scrapes.startMs].filter((_, row) => window.scrapes.error[row] === null);
  const endsMs = found.cycles.map(({ endMs }) => endMs);
  const row = (part: string, fromMs: number): BenchRow => {
    const { found: hits, missed, invented, worstErrorMs } = matchGcCycles(endsMs, truth, goodMs, fromMs);
    return {
      name: `GC cycles of prom-2.42-load, ${part}`,
      measured: `${hits} found, ${missed} missed, ${invented} invented, at most ${worstErrorMs.toFixed(1)} ms off`,
      bar: `0 missed, 0 invented, at most ${TIME_BAR_MS} ms off`,
      pass: hits > 0 && missed === 0 && invented === 0 && worstErrorMs <= TIME_BAR_MS,
    };
  };
  const counted = found.cycles.length + found.withoutTime;
  const { correlation, gcCpuShareRatio, gcCpu } = analyseGcCpu(window, truth.compactions, { stepMs: null, facts: {}, seed: 1 });
  return [
    row('steady part', truth.processStartMs + WARM_UP_MS),
    row('whole', 0),
    { name: 'GC cycles counted', measured: `${counted}`, bar: `${truth.cycles.length}`, pass: counted === truth.cycles.length },
    {
      name: 'correlation of GC and CPU, compactions taken out',
      measured: `r = ${correlation.pearson?.toFixed(3)} at lag ${correlation.bestLagSeconds} s, p = ${correlation.pValue?.toFixed(4)}`,
      bar: `within 0.05 of ${truth.steadyOutsideCompaction.rCountStep.toFixed(3)}, lag 0 s`,
      pass: Math.abs((correlation.pearson ?? NaN) - truth.steadyOutsideCompaction.rCountStep) <= 0.05 && correlation.bestLagSeconds === 0,
    },
    {
      name: 'GC share of process CPU (E2)',
      measured: `${(100 * (gcCpuShareRatio ?? NaN)).toFixed(1)} % (${gcCpu?.cores.toFixed(4)} cores, ${gcCpu?.lowCores.toFixed(4)} to ${gcCpu?.highCores.toFixed(4)})`,
      bar: `${(100 * truth.gcCpuShare.withoutIdleWorkers).toFixed(1)} to ${(100 * truth.gcCpuShare.withIdleWorkers).toFixed(1)} %`,
      pass: (gcCpuShareRatio ?? NaN) >= truth.gcCpuShare.withoutIdleWorkers && (gcCpuShareRatio ?? NaN) <= truth.gcCpuShare.withIdleWorkers,
    },
  ];
}

function costRows(): BenchRow[] {
  return ([['1 h', 3600, 15], ['24 h', 86_400, 500]] as const).flatMap(([label, seconds, barMs]) => {
    const window = collectingWindow(seconds);
    const compactions = Array.from({ length: Math.floor(seconds / 120) }, (_, k) => ({ startMs: window.startMs + (k * 120 + 60) * 1000, endMs: window.startMs + (k * 120 + 65) * 1000 }));
    const { cycles } = findGcCycles(window);
    const scrapesOptions = { timeoutSeconds: 1, intervalSeconds: 1, stepMs: null, nowMs: window.endMs };
    return [
      costRow(`GC & CPU panel, ${label} at 1 s`, barMs, () => analyseGcCpu(window, compactions, { stepMs: null, facts: {}, seed: 1 })),
      costRow(`Scrapes panel, ${label} at 1 s`, barMs, () => analyseScrapes(window, compactions, cycles, scrapesOptions)),
    ];
  });
}

/** The median of some rounds, after some that warm the code up. CPU time: other work on the machine does not count. */
function costRow(name: string, barMs: number, work: () => unknown): BenchRow {
  for (let i = 0; i < WARM_UP_ROUNDS; i++) work();
  const times = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }).sort((a, b) => a - b);
  const medianMs = times[ROUNDS >> 1];
  return { name: `${name}, CPU time to compute`, measured: `${medianMs.toFixed(1)} ms`, bar: `< ${barMs} ms`, pass: medianMs < barMs };
}

/** A process at 0.2 cores with a GC cycle of 0.8 CPU seconds every 37 s. */
function collectingWindow(seconds: number): ReturnType<typeof handMadeWindow> {
  const random = seededRandom(1);
  const startSeconds = 1_800_000_000;
  const ended = (tick: number): number => Math.floor((tick + 18) / 37);
  let cpuSeconds = 0;
  const ticks = Array.from({ length: seconds }, (_, tick) => tick);
  const heap = ticks.map((tick) => 4e8 + 1e7 * ((tick + 18) % 37));
  return handMadeWindow({
    startMs: startSeconds * 1000,
    durationSeconds: ticks.map(() => 0.003 + 0.005 * random() ** 8),
    roles: {
      cpuSeconds: ticks.map((tick) => (cpuSeconds += 0.18 + 0.04 * random() + (tick > 0 && ended(tick) > ended(tick - 1) ? 0.8 : 0))),
      gcCycles: ticks.map((tick) => 10 + ended(tick)),
      lastGcSeconds: ticks.map((tick) => startSeconds + 37 * ended(tick) - 18 - 0.3),
      processStartSeconds: ticks.map(() => startSeconds - 1000),
      heapInuseBytes: heap, heapAllocBytes: heap, heapGoalBytes: ticks.map(() => 8e8), residentBytes: ticks.map(() => 1e9),
      allocBytes: ticks.map((tick) => 1e7 * tick), samplesAppended: ticks.map((tick) => 1e5 * tick),
    },
  });
}
