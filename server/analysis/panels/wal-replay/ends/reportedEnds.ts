/**
 * Takes how a process ended from the description of its container beside the log: the reason and the time that
 * Kubernetes reports, not an event or the last line of the log.
 */
import type { EndKind } from '../../../logs/processEnds.ts';
import type { LoggedEnd, LoggedStart } from './loggedStart.ts';
import type { Termination } from './terminations.ts';

/** Kubernetes reports whole seconds. */
const STEP_MS = 1000;

const KINDS: Readonly<Record<number, EndKind>> = {
  0: 'asked', 130: 'asked', 137: 'killed', 143: 'asked', 134: 'runtime', 135: 'runtime', 139: 'runtime',
};

/** Returns the end of a start's process; `others`: what events and states say of ends, of any run. */
function endOf({ reason, exitCode, finishedMs }: Termination, others: readonly LoggedEnd[]): LoggedEnd {
  const probe = others.find(({ kind, said }) => kind === 'probe' && /will be restarted/.test(said));
  const kind = reason === 'OOMKilled' ? 'oom-kill' : exitCode !== null && exitCode > 0 && probe !== undefined ? 'probe'
    : exitCode === null ? 'exit' : KINDS[exitCode] ?? 'exit';
  const code = exitCode === null ? '' : `exit code ${exitCode}`;
  const said = [reason, code, kind === 'probe' ? probe?.said ?? '' : ''].filter((part) => part !== '').join(', ');
  return { kind, said, inOrder: true, timeMs: finishedMs, isReported: true };
}

/**
 * Gives each start the end of the run that it is within, in place of events and states, which are of any run. A log of
 * a run that has no such end goes on: the description is of the runs before it.
 */
export function takeReportedEnds(starts: readonly LoggedStart[], terminations: readonly Termination[]): void {
  if (terminations.length === 0) return;
  for (const start of starts) {
    const own = terminations.find(({ startedMs, finishedMs }) =>
      startedMs - STEP_MS <= start.firstMs && start.firstMs <= finishedMs + STEP_MS);
    const others = [...start.ends, ...start.endsLater].filter(({ inOrder }) => !inOrder);
    const isAfterAll = terminations.every(({ finishedMs }) => finishedMs + STEP_MS < start.firstMs);
    if (own === undefined && !isAfterAll) continue;
    start.ends = start.ends.filter(({ inOrder }) => inOrder);
    start.endsLater = start.endsLater.filter(({ inOrder }) => inOrder);
    if (own === undefined) continue;
    const isReady = start.at.ready !== undefined && start.at.ready <= own.finishedMs + STEP_MS;
    (isReady ? start.endsLater : start.ends).push(endOf(own, others));
  }
}
