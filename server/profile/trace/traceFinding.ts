import type { Finding, Part, TraceView } from '../../../core/contract/contract.ts';
import { hasLostCores } from '../../../core/cpuLayers.ts';
import { finding } from '../../../core/finding.ts';
import { cores, count, joined, parts, seconds } from '../../../core/text/parts.ts';
import { WAITS_OF_MARK } from './markWait.ts';

const NAMES = { dedicated: 'dedicated', fractional: 'fractional', idle: 'idle', assist: 'assists', sweep: 'sweeping' };
/** Share of GOMAXPROCS that Go itself plans for GC while a cycle runs. */
const PLANNED_RATIO = 0.25;
/** docs/reference/traces.md, Measured. */
const TERMINATIONS: Part[] = [{
  text: 'Sweep and mark termination of a cycle are within 0.11 ms of GODEBUG=gctrace=1 where a core of the host is '
    + 'free; elsewhere they were up to 0.9 ms off in trials.',
}];

/**
 * Returns `GC took 0.31 cores for 5 s; longest stop-the-world pause 0.12 ms (GC mark termination).`; `up to` that where
 * threads lost their cores, so that the elapsed times exceed the CPU. Evidence: the parts of the cores, cycles, pauses
 * of all causes, the errors of the figures, and the limits of the trace. `warning` from 25 % of GOMAXPROCS on, without
 * what may be waiting, else `info`.
 */
export function traceFinding(
  { gcCores, durationSeconds, maxProcs, cycleCount, markWaitSeconds, pauseCauses, cutOff }: Omit<TraceView, 'finding'>
): Finding {
  const longest = [...pauseCauses].sort((a, b) => b.longestSeconds - a.longestSeconds)[0];
  const pause = longest === undefined ? null
    : parts`; longest stop-the-world pause ${seconds(longest.longestSeconds)} (${longest.cause})`;
  const isUpperLimit = hasLostCores({ markWaitSeconds });
  const upTo = isUpperLimit ? 'up to ' : null;
  const claim = parts`GC took ${upTo}${cores(gcCores.total)} for ${seconds(durationSeconds)}${pause}.`;
  const named = Object.entries(NAMES).map(([key, name]): [number, string] => (
    [gcCores[key as keyof typeof NAMES], name]));
  const work = named.filter(([value]) => value > 0)
    .map(([value, name]): Part[] => parts`${cores(value)} ${name}`);
  const evidence: Part[][] = [];
  if (work.length > 0) evidence.push(joined([joined(work, ', '), '.']));
  evidence.push(cycleEvidence(cycleCount));
  const waiting = Math.min(gcCores.total, markWaitSeconds * cycleCount.total / durationSeconds);
  if (waiting > 0) evidence.push(parts`Up to ${cores(waiting)} of it may be waiting at the end of marks, ${
    seconds(markWaitSeconds)} per cycle, which GODEBUG=gctrace=1 leaves out.`);
  if (gcCores.total > 0 || longest !== undefined)
    evidence.push(parts`Times are elapsed: workers and pauses count also while a thread has no core of the host${
      isUpperLimit ? parts`, as in this trace: a tenth of the pauses takes ${seconds(markWaitSeconds / WAITS_OF_MARK)
      } or more, so GC in cores is an upper limit` : null}.`);
  if (longest !== undefined && cycleCount.total > 0) evidence.push(TERMINATIONS);
  for (const { cause, count: pauses, totalSeconds } of pauseCauses.slice(0, 3))
    evidence.push(parts`${cause}: ${count(pauses, 'pause')}, ${seconds(totalSeconds)} in all.`);
  if (cutOff !== null) evidence.push([{ text: cutOff }]);
  const isMuch = maxProcs !== null && gcCores.total - (isUpperLimit ? waiting : 0) >= PLANNED_RATIO * maxProcs;
  return finding({
    code: 'trace-gc', severity: isMuch ? 'warning' : 'info', claim, evidence,
    confidence: cycleCount.whole === 0 ? 'too-early' : isUpperLimit ? 'likely' : 'sure',
  });
}

function cycleEvidence({ total, whole }: TraceView['cycleCount']): Part[] {
  if (total === 0) return parts`No GC cycle ran in it; take one over more seconds to see one.`;
  const cut = total - whole;
  return cut === 0 ? parts`${count(total, 'GC cycle')}.`
    : parts`${count(total, 'GC cycle')}, of which ${String(cut)} began before it or ended after it.`;
}
