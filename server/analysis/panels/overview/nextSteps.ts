/** Selects the steps of a finding; their words, by kind and version of the server, are in the table of advice. */
import type { GcCpuPanel, Action, PanelByName, PanelName } from '../../../../core/contract/contract.ts';
import { gogcStep, type Server } from '../../advice/advice.ts';
import {
  checkAddress, damagedLog, fasterDisk, fewerSeries, leaveItReplaying, lookAtHung, raiseMemory, raiseTimeout,
  readLastLog, stopScraping,
} from '../../advice/steps.ts';
import { SEGMENTS_LOST } from '../wal-replay/replayRecord.ts';
import { formatBytes, formatNumber, formatSeconds } from '../../../../core/text/format.ts';

/**
 * Returns a step to twice the present GOGC, with this target's own figures; a memory limit that is too tight first.
 * null without a what-if that gains.
 */
export function relaxGc({ whatIf, limiter }: Pick<GcCpuPanel, 'whatIf' | 'limiter'>, server: Server): Action | null {
  if (limiter.state === 'alarm') {
    return {
      step: 'Raise GOMEMLIMIT (and the container’s limit above it), or drop series.',
      why: 'The live heap nearly fills the limit: Go runs GC continuously, and its limiter already caps GC at half of '
        + 'the CPU.',
      risk: 'It uses more memory; above the container’s limit it is OOM-killed.',
    };
  }
  const current = whatIf?.byGogc.find((row) => row.current);
  const next = whatIf?.byGogc.find((row) => current !== undefined && row.gogcPercent >= 2 * current.gogcPercent);
  if (current === undefined || next === undefined || next.thrashing || next.cores >= current.cores) return null;
  const memory = next.heapGoalBytes - current.heapGoalBytes;
  const { step, restart } = gogcStep(server, next.gogcPercent);
  return {
    step: `${step} (now ${current.gogcPercent}), if there is memory for it.`,
    why: `Cycles come every ${formatSeconds(next.periodSeconds)} instead of ${formatSeconds(current.periodSeconds)}, `
      + `GC takes ${formatNumber(next.cores)} instead of ${formatNumber(current.cores)} cores.`,
    risk: `The heap grows by ${formatBytes(memory)} before each cycle${restart === null ? '' : `; ${restart}`}.`,
  };
}

/** Steps about a warning of one panel alone; a panel without an entry asks for none. */
const STEPS: Partial<Record<PanelName, (answers: PanelByName, server: Server) => Action[]>> = {
  'gc-cpu': (answers, server) => [relaxGc(answers['gc-cpu'], server), fewerSeries].filter((step) => step !== null),
  compaction: ({ compaction }) => (
    // Steps for failures come with the finding.
    compaction.keepingUp.verdict === 'failing' ? [] : [fewerSeries, fasterDisk]
  ),
  memory: () => [raiseMemory, fewerSeries],
  scrapes: ({ scrapes }) => scrapeSteps(scrapes),
};

/** Steps about what a panel says on its own; a start has some whatever its severity. */
export function ownSteps(panel: PanelName, answers: PanelByName, server: Server): Action[] {
  const { severity } = answers[panel].finding;
  const isBad = severity === 'critical' || severity === 'warning';
  if (panel === 'wal-replay') return replaySteps(answers['wal-replay'], isBad);
  return isBad ? STEPS[panel]?.(answers, server) ?? [] : [];
}

function replaySteps(replay: PanelByName['wal-replay'], isBad: boolean): Action[] {
  const isShort = replay.memory.risk === 'high' || replay.memory.risk === 'low';
  // No process is left that could continue.
  const isGone = replay.state === 'replaying' && replay.phases.at(-1)?.name === 'unreachable';
  if (isGone) return isShort || replay.memory.killed !== null ? [readLastLog, raiseMemory, stopScraping]
    : [readLastLog, stopScraping];
  const isCritical = replay.finding.severity === 'critical' || replay.earlier.some(({ ready }) => !ready);
  if (replay.state === 'replaying') return isShort || isCritical ? [leaveItReplaying, stopScraping, raiseMemory]
    : [leaveItReplaying];
  if (!isBad) return [];
  const died = replay.earlier.some(({ ready }) => !ready) || replay.finding.severity === 'critical'
    ? [readLastLog, stopScraping, raiseMemory] : [];
  return replay.figures.some(({ name }) => name === SEGMENTS_LOST) ? [damagedLog, ...died] : died;
}

function scrapeSteps(
  { finding, gaps, scrapes, timeoutSeconds, durationSeconds }: PanelByName['scrapes']
): Action[] {
  // No timeout is long enough for a target that does not answer at all.
  if (finding.code === 'target-hanging') return [lookAtHung];
  const isGone = gaps.some(({ cause }) => cause === 'down' || cause === 'restart');
  const isLate = scrapes.timedOut > 0 || (timeoutSeconds !== null && (durationSeconds.p99 ?? 0) > timeoutSeconds / 2);
  return [
    ...(scrapes.total > 0 && scrapes.failed === scrapes.total ? [checkAddress] : []), ...(isGone ? [readLastLog] : []),
    ...(isLate ? [raiseTimeout(timeoutSeconds)] : [])
  ];
}
