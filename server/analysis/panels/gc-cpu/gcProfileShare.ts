/**
 * Estimators E1 and E3 of docs/reference/gc-cpu.md: GC's share of CPU profiles taken in the window, extrapolated to the
 * whole window by the number of cycles (E1) or by the bytes they had to scan (E3).
 */
import { numberAt } from '../../../../core/elementAt.ts';
import type { GcEstimate, GcProfile } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { overlapMs } from './gcAround.ts';
import type { GcCycles } from '../../signals/gc/gcCycles.ts';
import type { CounterSteps } from '../../signals/counterSteps.ts';
import { formatBytes, formatSeconds } from '../../../../core/text/format.ts';
import { count, render } from '../../../../core/text/parts.ts';

export interface ProfileShareInput {
  window: RoleWindow;
  gc: GcCycles;
  cpu: CounterSteps;
  profiles: readonly GcProfile[];
  cycleLengthSeconds: number | null;
}

type Known = Pick<GcEstimate, 'note' | 'from' | 'cyclesUsed'> & {
  cores: number; lowCores: number; highCores: number; coreSecondsPerCycle: number | null
};

export interface ProfileShare {
  known: Known | null;
  why: string;
  scanModel: Known | null;
  scanWhy: string;
}

const Z95 = 1.96;
/** Spread of single cycles over their mean if E2 has not measured it. */
const USUAL_VARIATION = 0.5;
/** Minimum share of a cycle that profiles must hold to say anything about one. */
const MIN_CYCLES = 0.5;
/** Share of a profile that the CPU counter must cover to be used instead of the samples. */
const COVERED = 0.9;
const USUAL_LENGTH_SECONDS = 1;

interface Counted { cycles: number; scanBytes: number; cpuSeconds: number; coveredMs: number; seconds: number }

/**
 * `variation`: spread of single cycles over their mean, from E2. Band: uncertainty by sampling and the number of
 * profiled cycles, as a factor either way. If the samples have less CPU than the counter, some were lost: more of short
 * bursts than of marking, which runs for milliseconds. GC may then have no more CPU than was sampled of it: the lower
 * end is scaled down to that.
 */
export function profileShare(input: ProfileShareInput, variation: number | null): ProfileShare {
  const { window, profiles, gc } = input;
  const scan = window.role('gcScanBytes');
  const scanNames = window.expectedNames('gcScanBytes').join(', ') || 'a count of scanned bytes';
  const noScan = scan === undefined ? `the target does not export how much a cycle scans (${scanNames})` : null;
  const without = (why: string): ProfileShare => (
    { known: null, why, scanModel: null, scanWhy: noScan ?? 'needs a CPU profile from this window for calibration' }
  );
  if (profiles.length === 0) return without('no CPU profile of this target in this window; take one of 30 s or more');
  const whole = countedIn(input, window.startMs, window.endMs);
  let gcSeconds = 0, sampledGcSeconds = 0, profiledSeconds = 0;
  let cycles = 0, scanBytes = 0, samples = 0, gcSamples = 0, idle: number | null = 0;
  for (const profile of profiles) {
    const fromMs = profile.start * 1000 - (profile.onOurClock === true ? 0 : gc.clock?.offsetMs ?? 0);
    const toMs = fromMs + profile.durationSeconds * 1000;
    const part = countedIn(input, fromMs, toMs);
    const isCounted = part.coveredMs >= COVERED * (toMs - fromMs) && profile.cpuSeconds > 0;
    gcSeconds += isCounted ? profile.gcCpuSeconds / profile.cpuSeconds * part.cpuSeconds : profile.gcCpuSeconds;
    sampledGcSeconds += profile.gcCpuSeconds;
    profiledSeconds += profile.durationSeconds;
    cycles += part.cycles;
    scanBytes += part.scanBytes;
    samples += profile.samples;
    gcSamples += profile.gcSamples;
    idle = idle === null || profile.idleGcCpuSeconds === null ? null : idle + profile.idleGcCpuSeconds;
  }
  const counted = (value: number, noun: string): string => render(count(value, noun));
  const taken = `${counted(profiles.length, 'CPU profile')} of ${formatSeconds(profiledSeconds)} in total`;
  if (cycles < MIN_CYCLES) return without(`${taken}, but no GC cycle ran during profiling`);
  if (gcSamples === 0) return without(`${taken} with ${counted(samples, 'sample')}, none of them in GC`);
  const spread = variation ?? USUAL_VARIATION;
  const factor = Math.exp(Z95 * Math.sqrt(1 / gcSamples + spread * spread / cycles));
  const keptRatio = Math.min(1, sampledGcSeconds / gcSeconds);
  const idleWords = idle === null ? 'its Go version does not mark idle-priority work'
    : `${Math.round(100 * idle / Math.max(gcSeconds, Number.MIN_VALUE))} % of it by idle-priority workers`;
  const inGc = `${gcSamples} of ${counted(samples, 'sample')} in GC`;
  const note = `${taken}: ${inGc}, ${cycles.toFixed(1)} cycles; ${idleWords}`;
  const estimate = (secondsOfGc: number, from: string[]): Known => {
    const cores = secondsOfGc / whole.seconds;
    return {
      cores, lowCores: cores / factor * keptRatio, highCores: cores * factor, coreSecondsPerCycle: whole.cycles > 0
        ? secondsOfGc / whole.cycles : null,
      cyclesUsed: Math.max(1, Math.round(cycles)), note, from,
    };
  };
  const names = [
    '/debug/pprof/profile', ...(window.role('cpuSeconds')?.names ?? []), ...(window.role('gcCycles')?.names ?? [])
  ];
  const canScan = scan !== undefined && scanBytes > 0 && whole.scanBytes > 0;
  return {
    known: estimate(gcSeconds / cycles * whole.cycles, names), why: '',
    scanModel: canScan ? {
      ...estimate(gcSeconds / scanBytes * whole.scanBytes, [...scan.names, ...names]),
      note: `${formatBytes(scanBytes / gcSeconds)} scanned per core-second, according to the CPU profiles`,
    } : null,
    scanWhy: noScan ?? 'the target reports that nothing was scanned',
  };
}

/** Counts cycles (in parts, by their estimated length), scanned bytes and CPU between two moments. */
function countedIn({ window, gc, cpu, cycleLengthSeconds }: ProfileShareInput, fromMs: number, toMs: number): Counted {
  const { startMs, durationSeconds } = window.scrapes;
  const lengthMs = 1000 * (cycleLengthSeconds ?? USUAL_LENGTH_SECONDS);
  const endOf = new Map(gc.cycles.map((cycle) => [cycle.row, cycle.endMs]));
  const scan = window.role('gcScanBytes');
  const sum: Counted = { cycles: 0, scanBytes: 0, cpuSeconds: 0, coveredMs: 0, seconds: 0 };
  for (let row = 0; row < window.scrapes.length; row++) {
    if (!(numberAt(cpu.seconds, row) > 0)) continue;
    const endMs = numberAt(startMs, row) + 500 * numberAt(durationSeconds, row);
    const interval = { startMs: endMs - 1000 * numberAt(cpu.seconds, row), endMs };
    const inside = overlapMs(interval, fromMs, toMs);
    sum.coveredMs += inside;
    sum.cpuSeconds += numberAt(cpu.increase, row) * inside / (interval.endMs - interval.startMs);
    const ended = numberAt(gc.endedByRow, row);
    if (!Number.isNaN(ended)) sum.seconds += inside / 1000;
    if (!(ended > 0)) continue;
    const at = endOf.get(row);
    const part = ended === 1 && at !== undefined
      ? overlapMs({ startMs: at - lengthMs, endMs: at }, fromMs, toMs) / lengthMs
      : ended * inside / (interval.endMs - interval.startMs);
    sum.cycles += part;
    const bytes = scan?.present[row] === 1 ? numberAt(scan.values, row) : NaN;
    if (bytes > 0) sum.scanBytes += part * bytes;
  }
  return sum;
}
