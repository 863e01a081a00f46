/**
 * CPU that garbage collection takes, in cores: read where the target counts it (E5, E4), estimated from the process's CPU
 * around each cycle where it does not (E2). Formulas and measured error in docs/gc-cpu.md.
 */
import type { RoleSeries } from '../metrics/roleNames.ts';
import { eventLockedCost, type GcCpuCostAnswer, type GcCpuCostInput } from './eventLockedCost.ts';
import type { GcCycles } from './gcCycles.ts';
import { BOOTSTRAP_DRAWS, bootstrapInterval, type Random } from './statistics.ts';

/** The best estimate the inputs allow: E5, else E4, else E2. */
export function gcCpuCost(input: GcCpuCostInput): GcCpuCostAnswer {
  return directCost(input) ?? lifetimeFractionCost(input) ?? eventLockedCost(input);
}

/** E5: rise of the target's own counter over the time it covers. null when there is no such counter. */
function directCost({ window, gcCpu, gc, random }: GcCpuCostInput): GcCpuCostAnswer | null {
  if (gcCpu === null) return null;
  const rises: number[] = [];
  const seconds: number[] = [];
  gcCpu.increase.forEach((rise, row) => {
    if (!Number.isNaN(rise)) { rises.push(rise); seconds.push(gcCpu.seconds[row]); }
  });
  return coresFromSteps('E5 direct', rises, seconds, cyclesSeen(gc), window.role('gcCpuSeconds')?.names ?? [], random);
}

/**
 * E4: the fraction is GC CPU since start over GOMAXPROCS x uptime, brought up to date at the end of a cycle. So
 * fraction x (last GC - process start) x GOMAXPROCS is GC CPU seconds at that moment; its rise from cycle to cycle is
 * what the cycles took. null when there is no such gauge.
 */
function lifetimeFractionCost({ window, facts, gc, random }: GcCpuCostInput): GcCpuCostAnswer | null {
  const fraction = window.role('gcCpuFraction');
  const start = window.role('processStartSeconds');
  const lastGc = window.role('lastGcSeconds');
  if (fraction === undefined || start === undefined || lastGc === undefined) return null;
  const procs = lastValue(window.role('maxProcs')) ?? facts.maxProcs ?? null;
  if (procs === null) return null;
  const rises: number[] = [];
  const seconds: number[] = [];
  let before: { total: number; atSeconds: number; start: number } | null = null;
  let lastFraction = NaN;
  for (let row = 0; row < window.scrapes.length; row++) {
    const has = window.scrapes.error[row] === null && fraction.present[row] === 1 && start.present[row] === 1 && lastGc.present[row] === 1;
    if (!has || fraction.values[row] === lastFraction) continue;
    lastFraction = fraction.values[row];
    const atSeconds = lastGc.values[row];
    const total = lastFraction * (atSeconds - start.values[row]) * procs;
    if (!Number.isFinite(total) || atSeconds <= start.values[row]) continue;
    if (before !== null && Math.abs(before.start - start.values[row]) < 1 && atSeconds > before.atSeconds) {
      rises.push(total - before.total);
      seconds.push(atSeconds - before.atSeconds);
    }
    before = { total, atSeconds, start: start.values[row] };
  }
  return coresFromSteps('E4 lifetime fraction', rises, seconds, cyclesSeen(gc), [...fraction.names, ...lastGc.names, ...start.names], random);
}

const BLOCKS = 60;

/** Mean rate of consecutive steps with its spread over blocks of them. */
function coresFromSteps(
  estimator: string, rises: number[], seconds: number[], cycles: number, from: string[], random: Random,
): GcCpuCostAnswer | null {
  const blockLength = Math.max(1, Math.ceil(rises.length / BLOCKS));
  const blockRises: number[] = [];
  const blockSeconds: number[] = [];
  let totalRise = 0;
  let totalSeconds = 0;
  for (let i = 0; i < rises.length; i++) {
    const block = Math.floor(i / blockLength);
    blockRises[block] = (blockRises[block] ?? 0) + rises[i];
    blockSeconds[block] = (blockSeconds[block] ?? 0) + seconds[i];
    totalRise += rises[i];
    totalSeconds += seconds[i];
  }
  const spread = bootstrapInterval(blockRises.length, BOOTSTRAP_DRAWS, random, (drawn) => {
    let drawnRise = 0;
    let drawnSeconds = 0;
    for (const block of drawn) { drawnRise += blockRises[block]; drawnSeconds += blockSeconds[block]; }
    return drawnRise / drawnSeconds;
  });
  if (spread === null || !(totalSeconds > 0)) return null;
  return { cost: {
    cores: Math.max(0, totalRise / totalSeconds), lowCores: Math.max(0, spread.low), highCores: Math.max(0, spread.high),
    estimator, cyclesUsed: cycles, coreSecondsPerCycle: cycles > 0 ? Math.max(0, totalRise / cycles) : null, from,
  } };
}

function cyclesSeen(gc: GcCycles): number {
  return gc.cycles.length + gc.withoutTime;
}

export function lastValue(series: RoleSeries | undefined): number | null {
  if (series === undefined) return null;
  for (let row = series.values.length - 1; row >= 0; row--) {
    if (series.present[row] === 1 && Number.isFinite(series.values[row])) return series.values[row];
  }
  return null;
}
