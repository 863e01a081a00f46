/** GC cycles of the demo recording against the server's own GC trace. */
import { elementAt } from '../../core/elementAt.ts';
import type { Correlation, GcCpuPanel } from '../../core/contract/contract.ts';
import { findCompactions } from '../../server/analysis/signals/compaction/compactionIntervals.ts';
import { analyseGcCpu } from '../../server/analysis/panels/gc-cpu/gcCpu.ts';
import { findGcCycles } from '../../server/analysis/signals/gc/gcCycles.ts';
import { seededRandom, type Random } from '../../core/statistics/random.ts';
import type { RoleWindow } from '../../server/data/metrics/roleNames.ts';
import { roleWindow } from '../../server/data/metrics/roles.ts';
import { movedMarks, plantedLink, shuffledCpu } from '../../testdata/gcTrials.ts';
import { matchGcCycles, readGcTruth, type GcTruth } from '../../testdata/gcTruth.ts';
import { loadRecording, recordings } from '../../testdata/loadRecording.ts';
import type { BenchRow } from '../benchRow.ts';

const WARM_UP_MS = 120_000;
const TIME_BAR_MS = 100;
const OPTIONS = { stepMs: null, facts: {}, seed: 1 };

/** The figures of the issue that GC is judged by, one row each; what its panel costs is in gcCosts.ts. */
export function gcBench(): BenchRow[] {
  return [...groundTruthRows(), ...correlationRows(), ...linkRows()];
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
  const steady = steadyWindow(truth);
  // The fourteen cycles of the ground truth end a second or more from any compaction.
  const clear = truth.compactions.map(({ startMs, endMs }) => ({ startMs, endMs: endMs + 2000 }));
  const measured = analyseGcCpu(steady, clear, OPTIONS).around?.measured;
  const { cycles, cpuAboveBaselineSeconds, traceCpuSeconds } = truth.outsideCompactions;
  const off = Math.abs((measured?.coreSeconds ?? NaN) / cpuAboveBaselineSeconds - 1);
  return [
    row('steady part', truth.processStartMs + WARM_UP_MS),
    row('whole', 0),
    {
      name: 'GC cycles counted', measured: `${counted}`, bar: `${truth.cycles.length}`,
      pass: counted === truth.cycles.length,
    },
    {
      name: `GC CPU of the ${cycles} cycles outside compactions`,
      measured: `${measured?.coreSeconds.toFixed(2)} s `
        + `(${measured?.lowCoreSeconds.toFixed(2)} to ${measured?.highCoreSeconds.toFixed(2)}) `
        + `of ${measured?.cycles} cycles, ${(100 * off).toFixed(0)} % off`,
      bar: `within 20 % of ${cpuAboveBaselineSeconds} s, band holds it, below the trace's ${traceCpuSeconds} s`,
      pass: measured?.cycles === cycles && off <= 0.2 && measured.lowCoreSeconds < cpuAboveBaselineSeconds
        && measured.highCoreSeconds > cpuAboveBaselineSeconds && measured.highCoreSeconds < traceCpuSeconds,
    },
  ];
}

function steadyWindow({ processStartMs }: GcTruth): RoleWindow {
  return roleWindow(loadRecording(recordings.load, { startMs: processStartMs + WARM_UP_MS }), 'prometheus', '2.42.0');
}

function correlationRows(): BenchRow[] {
  const truth = readGcTruth();
  const panelOf = (window: RoleWindow): GcCpuPanel => analyseGcCpu(window, findCompactions(window), OPTIONS);
  const whole = panelOf(roleWindow(loadRecording(recordings.load), 'prometheus', '2.42.0'));
  const steady = panelOf(steadyWindow(truth));
  return ([
    ['all', whole.correlationAll, whole.shareCorrelationAll],
    ['steady', steady.correlationAll, steady.shareCorrelationAll],
    ['steadyOutside', steady.correlation, steady.shareCorrelation],
  ] as const).flatMap(([part, ended, share]) => {
    const expected = truth.correlation[part];
    const one = (
      what: string, found: Correlation, r: number, { lag, within }: { lag: number; within: number }
    ): BenchRow => ({
      name: `correlation of CPU with ${what}, ${part}`,
      measured: `r = ${found.pearson?.toFixed(3)}, best lag ${found.bestLagSeconds} s`,
      bar: `within ${within} of ${r} and 1 s of ${lag} s`,
      pass: Math.abs((found.pearson ?? NaN) - r) <= within && Math.abs((found.bestLagSeconds ?? NaN) - lag) <= 1,
    });
    return [
      one('"a cycle ended"', ended, expected.countStep, { lag: expected.countStepBestLag, within: 0.05 }),
      one('the share of time in a cycle', share, expected.overlap, { lag: expected.overlapBestLag, within: 0.1 }),
    ];
  });
}

const TRIALS = 100;
const MIN_RIGHT = 95;

function linkRows(): BenchRow[] {
  const window = roleWindow(loadRecording(recordings.load), 'prometheus', '2.42.0');
  const compactions = findCompactions(window);
  const linked = (changed: (random: Random) => RoleWindow): number => Array.from({ length: TRIALS }, (_, trial) => {
    const { links } = analyseGcCpu(changed(seededRandom(1000 + trial)), compactions, { ...OPTIONS, seed: trial });
    return elementAt(links, 0).linked;
  }).filter((one) => one === true).length;
  const row = (name: string, right: number): BenchRow => ({
    name: `GC and CPU, ${TRIALS} trials, ${name}`, measured: `right in ${right}`, bar: `at least ${MIN_RIGHT}`,
    pass: right >= MIN_RIGHT,
  });
  return [
    row('CPU shuffled in blocks: no link', TRIALS - linked((random) => shuffledCpu(window, random))),
    row('GC marks moved at random: no link', TRIALS - linked((random) => movedMarks(window, random))),
    row('a planted link: found', linked((random) => plantedLink(window, random))),
  ];
}
