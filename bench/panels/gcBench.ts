/** GC cycles of the demo recording against the server's own GC trace, and what the two panels cost to compute. */
import { elementAt } from '../../core/elementAt.ts';
import type { Correlation, GcCpuPanel } from '../../core/contract/contract.ts';
import { findCompactions } from '../../server/analysis/signals/compaction/compactionIntervals.ts';
import { analyseGcCpu } from '../../server/analysis/panels/gc-cpu/gcCpu.ts';
import { findGcCycles } from '../../server/analysis/signals/gc/gcCycles.ts';
import { analyseScrapes } from '../../server/analysis/panels/scrapes/scrapes.ts';
import { seededRandom, type Random } from '../../core/statistics/random.ts';
import type { RoleWindow } from '../../server/data/metrics/roleNames.ts';
import { roleWindow } from '../../server/data/metrics/roles.ts';
import { movedMarks, plantedLink, shuffledCpu } from '../../testdata/gcTrials.ts';
import { matchGcCycles, readGcTruth, type GcTruth } from '../../testdata/gcTruth.ts';
import { handMadeWindow, unread } from '../../testdata/handMadeWindow.ts';
import { loadRecording, recordings } from '../../testdata/loadRecording.ts';
import type { BenchRow } from '../benchRow.ts';

const WARM_UP_MS = 120_000;
const TIME_BAR_MS = 100;
const ROUNDS = 9;
const WARM_UP_ROUNDS = 4;
const OPTIONS = { stepMs: null, facts: {}, seed: 1 };

/** The figures of the issue that GC is judged by, one row each. */
export function gcBench(): BenchRow[] {
  return [...groundTruthRows(), ...correlationRows(), ...linkRows(), ...costRows()];
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

function costRows(): BenchRow[] {
  const joined = joinedWindow();
  const joinedRow = costRow(
    'GC & CPU panel, 24 h at 15 s joined with 1 h at 1 s', 60,
    () => {
      const window = unread(joined);
      return analyseGcCpu(window, findCompactions(window), OPTIONS);
    }
  );
  const alone = ([['1 h', 3600, 60], ['24 h', 86_400, 700]] as const).flatMap(([label, seconds, barMs]) => {
    const window = collectingWindow(seconds);
    const compactions = Array.from(
      { length: Math.floor(seconds / 120) },
      (_, k) => ({ startMs: window.startMs + (k * 120 + 60) * 1000, endMs: window.startMs + (k * 120 + 65) * 1000 })
    );
    const { cycles } = findGcCycles(window);
    const scrapesOptions = { timeoutSeconds: 1, intervalSeconds: 1, stepMs: null, nowMs: window.endMs };
    return [
      costRow(`GC & CPU panel, ${label} at 1 s`, barMs, () => analyseGcCpu(unread(window), compactions, OPTIONS)),
      costRow(
        `Scrapes panel, ${label} at 1 s`, seconds === 3600 ? 15 : 500,
        () => analyseScrapes(unread(window), compactions, cycles, scrapesOptions)
      ),
    ];
  });
  return [joinedRow, ...alone];
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
  const medianMs = elementAt(times, ROUNDS >> 1);
  return {
    name: `${name}, CPU time to compute`, measured: `${medianMs.toFixed(1)} ms`, bar: `< ${barMs} ms`,
    pass: medianMs < barMs,
  };
}

/** A day at 15 s, then an hour at 1 s, as history and own scrapes stand together. */
function joinedWindow(): RoleWindow {
  const whole = collectingWindow(25 * 3600);
  const ticks = Array.from(
    { length: 25 * 3600 }, (_, tick) => (tick >= 24 * 3600 || tick % 15 === 0 ? 'ok' as const : null)
  );
  const roles = [
    'cpuSeconds', 'gcCycles', 'lastGcSeconds', 'processStartSeconds', 'heapInuseBytes', 'heapAllocBytes',
    'heapGoalBytes', 'residentBytes', 'allocBytes', 'samplesAppended',
  ] as const;
  return handMadeWindow({
    startMs: whole.startMs, ticks, durationSeconds: [...whole.scrapes.durationSeconds],
    roles: Object.fromEntries(roles.map((role) => [role, [...(whole.role(role)?.values ?? [])]])),
  });
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
      cpuSeconds: ticks.map(
        (tick) => (cpuSeconds += 0.18 + 0.04 * random() + (tick > 0 && ended(tick) > ended(tick - 1) ? 0.8 : 0))
      ),
      gcCycles: ticks.map((tick) => 10 + ended(tick)),
      lastGcSeconds: ticks.map((tick) => startSeconds + 37 * ended(tick) - 18 - 0.3),
      processStartSeconds: ticks.map(() => startSeconds - 1000),
      heapInuseBytes: heap, heapAllocBytes: heap, heapGoalBytes: ticks.map(() => 8e8),
      residentBytes: ticks.map(() => 1e9),
      allocBytes: ticks.map((tick) => 1e7 * tick), samplesAppended: ticks.map((tick) => 1e5 * tick),
    },
  });
}
