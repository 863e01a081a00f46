/** Finds how a logged start ended, and the process after it was ready: the end that explains the others. */
import type { ReplayOutcome } from '../../../../../core/contract/contract.ts';
import { mainEnd, type EndKind } from '../../../logs/processEnds.ts';
import { faultOf } from './fullDisk.ts';
import type { LoggedEnd, LoggedStart } from './loggedStart.ts';

/**
 * End of a process that was ready. `upSeconds`: how long it had been ready; null if unknown, an upper bound (`atMost`)
 * if only the next start limits it.
 */
export interface LaterEnd { end: LoggedEnd | null; upSeconds: number | null; atMost: boolean }

/** Maximum time from a crash's trace to the log's end, as a process prints nothing after it. */
const TRACE_MS = 1000;

const OUTCOMES: Partial<Record<EndKind, ReplayOutcome>> = {
  'oom-kill': 'killed', killed: 'killed', asked: 'stopped', bye: 'stopped', probe: 'stopped',
  stopping: 'stopped',
};

/** Returns the end before readiness. `followed`: another start of the same server comes after it. */
export function endBeforeReady({ ends }: LoggedStart, followed: boolean): LoggedEnd | null {
  return reasonAmong(thatEnd(ends, followed));
}

export function outcomeOf(end: LoggedEnd | null, ready: boolean, followed: boolean): ReplayOutcome {
  if (ready) return 'finished';
  if (end !== null) return OUTCOMES[end.kind] ?? 'failed';
  return followed ? 'killed' : 'unknown';
}

/** Returns null while it runs, as far as the log says. */
export function endAfterReady(
  start: LoggedStart, readyMs: number, { nextMs, logEndMs }: { nextMs: number | null; logEndMs: number }
): LaterEnd | null {
  const told = reasonAmong(thatEnd(start.endsLater.filter((one) => !isOfStartup(one)), nextMs !== null));
  // Goroutines are also printed for a request that panicked, which a server survives.
  const end = told?.kind === 'trace' && nextMs === null && logEndMs > told.timeMs + TRACE_MS ? null : told;
  // A line without a time has that of the previous line, which may be the ready line; a state is of any time.
  const timed = end !== null && end.inOrder && end.timeMs > readyMs;
  const endMs = timed ? end.timeMs : nextMs;
  if (end === null && endMs === null) return null;
  return { end, upSeconds: endMs === null ? null : Math.max(0, endMs - readyMs) / 1000, atMost: !timed };
}

/** Whether it is a failed startup probe, of which no more are made once the server is ready. */
const isOfStartup = ({ kind, said }: LoggedEnd): boolean =>
  kind === 'probe' && /^startup probe failed/i.test(said);

/** Returns the main reason; a process that crashes while it stops was asked to stop first. */
function reasonAmong(ends: readonly LoggedEnd[]): LoggedEnd | null {
  const main = mainEnd(ends);
  if (main === null || (main.kind !== 'panic' && main.kind !== 'runtime')) return main;
  const asked = ends.slice(0, ends.indexOf(main)).find(({ kind, inOrder }) => kind === 'asked' && inOrder);
  const fault = faultOf(main, ends);
  return asked ?? (fault === null ? main : { ...main, fault });
}

/** Omits failed probes, unless they state that they end the process or another line shows its end. */
function thatEnd(ends: readonly LoggedEnd[], followed: boolean): LoggedEnd[] {
  const shows = followed || ends.some(({ kind }) => kind !== 'probe' && kind !== 'restarts');
  return ends.filter(({ kind, said }) => kind !== 'probe' || shows || /will be restarted|timed out|result/i.test(said));
}

/** Returns whether such an end is not on purpose. */
export function isCrash(end: LoggedEnd | null): boolean {
  return end === null || (end.kind !== 'asked' && end.kind !== 'bye' && end.kind !== 'stopping');
}
