/** Compares the cores that GC uses during a cycle with the budget that Go gives it; see docs/reference/gc-cpu.md. */
import type { GcAround, GcDuringCycle, GcEstimate, GcProfile } from '../../../../core/contract/contract.ts';
import { formatBand, formatNumber, formatRatio } from '../../../../core/text/format.ts';
import { ESTIMATED_FROM } from '../../../../core/text/gcEstimators.ts';

/** The share of GOMAXPROCS that Go gives to GC while a cycle runs, idle-priority workers aside. */
export const BUDGET_SHARE = 0.25;
/** Share of the budget that rounding to whole workers may miss; fractional workers make up for more. */
const MAX_MISSED = 0.3;

/**
 * Returns how Go splits its quarter: whole cores on which a dedicated worker marks, and the rest, taken in time slices
 * from all of GOMAXPROCS. From `startCycle` of Go's `runtime/mgcpacer.go`.
 */
export function markWorkers(maxProcs: number): { dedicated: number; fractionalCores: number } {
  const goal = BUDGET_SHARE * maxProcs;
  const rounded = Math.floor(goal + 0.5);
  if (Math.abs(rounded / goal - 1) <= MAX_MISSED) return { dedicated: rounded, fractionalCores: 0 };
  const dedicated = rounded > goal ? rounded - 1 : rounded;
  return { dedicated, fractionalCores: goal - dedicated };
}

interface DuringCycleInput {
  best: GcEstimate | null;
  around: GcAround | null;
  profiles: readonly GcProfile[];
  maxProcs: number | null;
  /** Whether `maxProcs` comes from runtimeinfo, as the target does not export GOMAXPROCS. */
  maxProcsFromApi: boolean;
}

/**
 * Returns the CPU of a cycle, by the best estimate, over its fitted length. Cores are null if one of them is unknown;
 * the budget is null if GOMAXPROCS is. `sentence` says what is missing.
 */
export function gcDuringCycle({ best, around, profiles, maxProcs, maxProcsFromApi }: DuringCycleInput): GcDuringCycle {
  const seconds = around?.lengthSeconds ?? null;
  const cost = best?.coreSecondsPerCycle ?? null;
  const cores = seconds === null || cost === null ? null : cost / seconds;
  const scaled = (edge: number | null | undefined): number | null => (
    cores === null || edge === null || edge === undefined || !best?.cores ? null : cores * edge / best.cores
  );
  const workers = maxProcs === null ? null : markWorkers(maxProcs);
  const during = {
    cores, lowCores: scaled(best?.lowCores), highCores: scaled(best?.highCores), lengthSeconds: seconds,
    budgetCores: maxProcs === null ? null : BUDGET_SHARE * maxProcs,
    dedicatedWorkers: workers?.dedicated ?? null, fractionalCores: workers?.fractionalCores ?? null,
    idleRatio: idleShare(profiles), estimator: best?.estimator ?? null,
  };
  return { ...during, sentence: [coresText(during), budgetText(during, maxProcs, maxProcsFromApi), idleText(during)]
    .filter((text) => text !== null).join(' ') };
}

type Figures = Omit<GcDuringCycle, 'sentence'>;

function coresText({ cores, lowCores, highCores, lengthSeconds, estimator }: Figures): string {
  if (cores === null) {
    return lengthSeconds === null
      ? 'The cores of GC while a cycle runs are not known: the length of a cycle needs three isolated cycles.'
      : 'The cores of GC while a cycle runs are not known: the CPU of a cycle is not.';
  }
  const band = lowCores === null || highCores === null ? '' : ` (${formatBand(lowCores, highCores, 'none')})`;
  const source = estimator === null ? '' : `, estimated from ${ESTIMATED_FROM[estimator]},`;
  return `While a cycle runs, GC uses ${formatNumber(cores)} cores${band}: the CPU of a cycle${source} over its fitted `
    + 'length.';
}

function budgetText(
  { budgetCores, dedicatedWorkers, fractionalCores }: Figures, maxProcs: number | null, maxProcsFromApi: boolean
): string {
  if (maxProcs === null || budgetCores === null)
    return 'Its budget, 25 % of GOMAXPROCS, is not known: neither the metrics nor /api/v1/status/runtimeinfo have it.';
  const source = maxProcsFromApi ? ', by /api/v1/status/runtimeinfo' : '';
  const whole = dedicatedWorkers === null || dedicatedWorkers === 0 ? []
    : [`${dedicatedWorkers} dedicated ${dedicatedWorkers === 1 ? 'worker' : 'workers'}`];
  const slices = fractionalCores === null || fractionalCores === 0 ? []
    : [`fractional workers that use ${formatNumber(fractionalCores)} cores in time slices`];
  return `Its budget is ${formatNumber(budgetCores)} cores, 25 % of GOMAXPROCS ${maxProcs}${source}: `
    + `${[...whole, ...slices].join(' and ')}.`;
}

function idleText({ cores, budgetCores, idleRatio }: Figures): string | null {
  if (idleRatio !== null)
    return `${formatRatio(Math.round(100 * idleRatio) / 100)} of the profiled GC CPU is of idle-priority workers, `
      + 'which use only cores that have nothing else to run and do not count towards the budget.';
  return cores !== null && budgetCores !== null && cores > budgetCores
    ? 'More than the budget is of idle-priority workers, which use cores that have nothing else to run, and of assists '
      + 'by goroutines that allocate; a CPU profile (Go 1.21 and later) shows how much.'
    : null;
}

/** Returns the idle-priority share of the profiles that distinguish such workers; null without any. */
function idleShare(profiles: readonly GcProfile[]): number | null {
  let idle = 0, all = 0;
  for (const { gcCpuSeconds, idleGcCpuSeconds } of profiles) {
    if (idleGcCpuSeconds === null) continue;
    idle += idleGcCpuSeconds;
    all += gcCpuSeconds;
  }
  return all > 0 ? idle / all : null;
}
