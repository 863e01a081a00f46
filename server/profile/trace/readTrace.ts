import type { TraceCycle, TraceSeries, TraceView } from '../../../core/contract/contract.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { EventOrder } from './eventOrder.ts';
import { GcAccount, type Cycle, type Stop } from './gcAccount.ts';
import { splitGenerations } from './generations.ts';
import type { Levels, Quantity } from './levels.ts';
import { TraceError } from './traceError.ts';
import { markWaitSeconds } from './markWait.ts';
import { traceFinding } from './traceFinding.ts';
import { argumentCounts, READ_VERSIONS, traceMinor } from './traceFormat.ts';

/** Maximum that a page can show; counts and sums cover all. */
const MAX_LISTED = 1000;
const GC_WORK = ['dedicated', 'fractional', 'idle', 'assist', 'sweep'] as const;

/**
 * Reads an execution trace. Errors: `unprofilable` for an unsupported Go version, or damage before the end of its first
 * generation; later damage keeps what is complete before it, and `cutOff` gives the reason.
 */
export function readTrace(bytes: Uint8Array): Result<TraceView> {
  const minor = traceMinor(bytes);
  if (minor === null) return fail('unprofilable', 'this is no execution trace of Go: it does not begin with "go 1."');
  const old = unreadVersion(minor);
  if (old !== null) return fail('unprofilable', old);
  try {
    return ok(read(bytes, minor));
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    return fail('unprofilable', `the execution trace is damaged: ${error.message}; take it again`);
  }
}

/** Returns why a trace of this format is only stored, one sentence without its full stop; null if it is readable. */
export function unreadVersion(minor: number): string | null {
  if (READ_VERSIONS.includes(minor)) return null;
  return minor < 22
    ? `execution traces of Go 1.21 and earlier (this one: format 1.${minor}) are not read here; download it and open `
      + 'it with "go tool trace"'
    : `the format 1.${minor} of this execution trace is not known here; download it and open it with "go tool trace"`;
}

function read(bytes: Uint8Array, minor: number): TraceView {
  const { complete, cutOff } = splitGenerations(bytes, minor);
  const first = complete[0];
  if (first === undefined) throw new TraceError('it is empty');
  const startNs = first.minTicks * first.nsPerTick;
  const account = new GcAccount(bytes, startNs);
  const order = new EventOrder(bytes, argumentCounts(minor), account.scheduler, account);
  for (const generation of complete) order.read(generation);
  account.finish();
  const { levels, cycles, stops } = account;
  const durationSeconds = levels.nowNs / 1e9;
  if (durationSeconds === 0) throw new TraceError('it has no events');
  const gcCores = coresOf(levels, durationSeconds);
  const counted = { total: cycles.length, whole: cycles.filter(({ isWhole }) => isWhole).length };
  const facts = {
    goVersion: `1.${minor}`,
    startTime: first.clock === null ? null
      : first.clock.wallSeconds - (first.clock.ticks * first.nsPerTick - startNs) / 1e9,
    durationSeconds, events: order.events,
    cpuSamples: complete.reduce((sum, generation) => sum + generation.cpuSamples, 0),
    maxProcs: account.maxProcs, gcCores,
    cycles: cycles.slice(0, MAX_LISTED).map(cycleOf), cycleCount: counted, pauseCauses: causesOf(stops),
    markWaitSeconds: markWaitSeconds(stops),
    pauses: longestOf(stops), series: seriesOf(levels),
    cutOff: cutOff === null ? null
      : `Only the first ${(levels.nowNs / 1e9).toFixed(1)} s are read: after them ${cutOff}.`,
  };
  return { ...facts, finding: traceFinding(facts) };
}

function coresOf(levels: Levels, seconds: number): TraceView['gcCores'] {
  const cores = (name: Quantity): number => levels.seconds(name) / seconds;
  return {
    total: GC_WORK.reduce((sum, name) => sum + cores(name), 0), dedicated: cores('dedicated'),
    fractional: cores('fractional'), idle: cores('idle'), assist: cores('assist'), sweep: cores('sweep'),
  };
}

function cycleOf(cycle: Cycle): TraceCycle {
  const seconds = (ns: number | null): number | null => (ns === null ? null : ns / 1e9);
  return {
    atSeconds: cycle.startNs / 1e9, durationSeconds: (cycle.endNs - cycle.startNs) / 1e9, isWhole: cycle.isWhole,
    sweepTerminationSeconds: seconds(cycle.sweepTerminationNs),
    markTerminationSeconds: seconds(cycle.markTerminationNs),
    dedicatedCoreSeconds: cycle.dedicated, fractionalCoreSeconds: cycle.fractional, idleCoreSeconds: cycle.idle,
    assistCoreSeconds: cycle.assist, heapBytes: cycle.heapBytes, goalBytes: cycle.goalBytes,
  };
}

function causesOf(stops: readonly Stop[]): TraceView['pauseCauses'] {
  const causes = new Map<string, TraceView['pauseCauses'][number]>();
  for (const { cause, startNs, endNs } of stops) {
    const seconds = (endNs - startNs) / 1e9;
    const known = causes.get(cause) ?? { cause, count: 0, totalSeconds: 0, longestSeconds: 0 };
    known.count++;
    known.totalSeconds += seconds;
    known.longestSeconds = Math.max(known.longestSeconds, seconds);
    causes.set(cause, known);
  }
  return [...causes.values()].sort((a, b) => b.totalSeconds - a.totalSeconds).slice(0, MAX_LISTED);
}

function longestOf(stops: readonly Stop[]): TraceView['pauses'] {
  return [...stops].sort((a, b) => (b.endNs - b.startNs) - (a.endNs - a.startNs)).slice(0, MAX_LISTED)
    .sort((a, b) => a.startNs - b.startNs)
    .map(({ cause, startNs, endNs }) => (
      { cause, atSeconds: startNs / 1e9, durationSeconds: (endNs - startNs) / 1e9 }));
}

function seriesOf(levels: Levels): TraceSeries {
  const of = (name: Quantity): number[] => levels.series(name).mean;
  const reported = (bytes: Float64Array): (number | null)[] =>
    Array.from(bytes.subarray(0, levels.count), (one) => (one === 0 ? null : one));
  const runnable = levels.series('runnable');
  const stepSeconds = levels.widthNs / 1e9;
  return {
    stepSeconds, atSeconds: Array.from({ length: levels.count }, (_, i) => i * stepSeconds),
    dedicated: of('dedicated'), fractional: of('fractional'), idle: of('idle'), assist: of('assist'),
    sweep: of('sweep'), running: of('running'), runnable: runnable.mean, runnableMost: runnable.most,
    heapBytes: reported(levels.heap), goalBytes: reported(levels.goal),
  };
}
