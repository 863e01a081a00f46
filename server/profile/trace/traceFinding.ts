import type { Finding, Part, TraceView } from '../../../core/contract/contract.ts';
import { finding } from '../../../core/finding.ts';
import { cores, count, joined, parts, seconds } from '../../../core/text/parts.ts';

const NAMES = { dedicated: 'dedicated', fractional: 'fractional', idle: 'idle', assist: 'assists', sweep: 'sweeping' };
/** Share of GOMAXPROCS that Go itself plans for GC while a cycle runs. */
const PLANNED_RATIO = 0.25;

/**
 * Returns `GC took 0.31 cores for 5 s; longest stop-the-world pause 0.12 ms (GC mark termination).` Evidence: the parts
 * of the cores, cycles, pauses of all causes, and the limits of the trace. `warning` from 25 % of GOMAXPROCS on, else
 * `info`.
 */
export function traceFinding(
  { gcCores, durationSeconds, maxProcs, cycleCount, markWaitSeconds, pauseCauses, cutOff }: Omit<TraceView, 'finding'>
): Finding {
  const longest = [...pauseCauses].sort((a, b) => b.longestSeconds - a.longestSeconds)[0];
  const pause = longest === undefined ? null
    : parts`; longest stop-the-world pause ${seconds(longest.longestSeconds)} (${longest.cause})`;
  const claim = parts`GC took ${cores(gcCores.total)} for ${seconds(durationSeconds)}${pause}.`;
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
    evidence.push(parts`Times are elapsed: workers and pauses count also while a thread has no core of the host.`);
  for (const { cause, count: pauses, totalSeconds } of pauseCauses.slice(0, 3))
    evidence.push(parts`${cause}: ${count(pauses, 'pause')}, ${seconds(totalSeconds)} in all.`);
  if (cutOff !== null) evidence.push([{ text: cutOff }]);
  const isMuch = maxProcs !== null && gcCores.total >= PLANNED_RATIO * maxProcs;
  return finding({
    code: 'trace-gc', severity: isMuch ? 'warning' : 'info', claim, evidence,
    confidence: cycleCount.whole === 0 ? 'too-early' : 'sure',
  });
}

function cycleEvidence({ total, whole }: TraceView['cycleCount']): Part[] {
  if (total === 0) return parts`No GC cycle ran in it; take one over more seconds to see one.`;
  const cut = total - whole;
  return cut === 0 ? parts`${count(total, 'GC cycle')}.`
    : parts`${count(total, 'GC cycle')}, of which ${String(cut)} began before it or ended after it.`;
}
