/** E6 of docs/reference/gc-cpu.md: what execution traces of the window measured, for the seconds that they cover. */
import type { GcEstimate, GcTrace } from '../../../../core/contract/contract.ts';
import { hasLostCores } from '../../../../core/cpuLayers.ts';
import { formatSeconds } from '../../../../core/text/format.ts';
import { count, render } from '../../../../core/text/parts.ts';

/** Relative difference below which the best estimate and the traces agree: single cycles differ by as much. */
const AGREES_RATIO = 0.1;
const LOST_CORES = '; an upper limit, because threads waited for a core of the host meanwhile';

/**
 * Returns null without a trace. It covers its seconds alone, so it is never the best of the window; per cycle it is
 * compared with `best`. Its interval is the possible wait at the end of each mark.
 */
export function measuredByTraces(traces: readonly GcTrace[], best: GcEstimate | null): GcEstimate | null {
  const seconds = traces.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  if (!(seconds > 0)) return null;
  const cycles = traces.reduce((sum, { wholeCycles }) => sum + wholeCycles, 0);
  const perCycle = cycles === 0 ? null
    : traces.reduce((sum, { wholeCycleCoreSeconds }) => sum + wholeCycleCoreSeconds, 0) / cycles;
  const cores = traces.reduce((sum, one) => sum + one.cores * one.durationSeconds, 0) / seconds;
  const waits = traces.reduce((sum, { wholeCycles, markWaitSeconds }) => sum + wholeCycles * markWaitSeconds, 0);
  const covered = `measured by ${render(count(traces.length, 'execution trace'))}, in `
    + `${formatSeconds(seconds)} of this window with ${render(count(cycles, 'whole cycle'))}`;
  return {
    estimator: 'E6', name: 'execution trace', cores,
    lowCores: Math.max(0, cores - waits / seconds), highCores: cores,
    coreSecondsPerCycle: perCycle, cyclesUsed: cycles,
    note: `${covered}; ${agreement(perCycle, best)}${isUpperLimit(traces) ? LOST_CORES : ''}`, from: [], best: false,
  };
}

/** Returns whether threads lost their cores in a trace, so that its elapsed times exceed the CPU of GC. */
export function isUpperLimit(traces: readonly GcTrace[]): boolean {
  return traces.some(hasLostCores);
}

function agreement(perCycle: number | null, best: GcEstimate | null): string {
  const other = best?.coreSecondsPerCycle ?? null;
  if (perCycle === null || other === null || best === null || !(perCycle > 0))
    return 'too little to compare with the estimates per cycle';
  const ratio = other / perCycle - 1;
  const percent = `${Math.round(Math.abs(ratio) * 100)} %`;
  const side = ratio < 0 ? 'less' : 'more';
  return `the best estimate has ${percent} ${side} per cycle${
    Math.abs(ratio) <= AGREES_RATIO ? ', which agrees' : ''}`;
}
