/**
 * What to do about a finding: each step with what it brings and what it may cost, in words. Sources of the rules:
 * docs/reference/overview.md.
 */
import type { GcCpuPanel, Action, PanelByName, PanelName } from '../../../core/contract/contract.ts';
import { damagedLog, readLastLog } from '../wal-replay/replayActions.ts';
import { SEGMENTS_LOST } from '../wal-replay/replayRecord.ts';
import { formatBytes, formatNumber, formatSeconds } from '../../../core/text/format.ts';

export const stopScraping: Action = {
  step: 'Stop scrapes and remote writes until it is ready: remove its scrape targets, or block them.',
  why: 'A start reads its whole WAL before it serves; samples that arrive meanwhile take more memory and CPU.',
  risk: 'Those samples are lost, and rules and alerts on them do not work for that time.',
};

const leaveItReplaying: Action = {
  step: 'Let it run; raise the budget of its startup probe instead of restarting it.',
  why: 'A restart begins the replay again, with a WAL that has grown.',
  risk: 'None, while memory lasts.',
};

export const raiseMemory: Action = {
  step: 'Raise its memory limit, or move it to a machine with more.',
  why: 'A replay and a compaction need more than normal operation, and the kernel kills what exceeds the limit.',
  risk: 'Changing the limit restarts it in most setups, and a start replays the WAL.',
};

export const fewerSeries: Action = {
  step: 'Drop labels or targets with the most series (its status page “TSDB” lists them).',
  why: 'Memory, GC and compaction all grow with the number of series.',
  risk: 'What is dropped cannot be queried; the memory is freed only after the next head truncation.',
};

export const raiseTimeout = (timeoutSeconds: number | null): Action => ({
  step: `Raise the scrape timeout of this target${
    timeoutSeconds === null ? '' : ` (now ${formatSeconds(timeoutSeconds)})`}, up to the interval.`,
  why: 'A late sample is better than a gap; the target answers, only too late.',
  risk: 'It hides the symptom and leaves the cause; the scrape interval is the upper bound.',
});

const checkAddress: Action = {
  step: 'Check that its address is right and that it runs: fetch its /metrics from the machine that runs tsdbscope.',
  why: 'No scrape in this window was answered; a wrong port, path or password looks the same as a server that is down.',
  risk: 'None.',
};

export const moreCpu: Action = {
  step: 'Raise its CPU limit, or move other work off its cores.',
  why: 'When CPU is saturated, GC, scrapes and queries wait for each other.',
  risk: 'Other processes on the machine get less; changing the limit may restart it.',
};

export const profileCompaction: Action = {
  step: 'Book a CPU profile for the next compaction (on the Compaction page).',
  why: 'It shows which code makes the spike, and whether it grew since the last one.',
  risk: 'A few percent of CPU while it is taken.',
};

export const fasterDisk: Action = {
  step: 'Move its data to a faster disk, or ingest fewer samples.',
  why: 'Blocks that are not merged in time pile up: queries slow down and the head keeps growing.',
  risk: 'Moving the data needs a stop, and the next start replays the WAL.',
};

export const ownDisk: Action = {
  step: 'Find what keeps the disk busy (iostat, pidstat -d), and give the target’s data a disk of its own.',
  why: 'Appends wait for the WAL, compactions and queries for blocks.',
  risk: 'Moving the data needs a stop, and the next start replays the WAL.',
};

export const fewerNeighbours: Action = {
  step: 'Find what else uses the host’s cores (top), and move it away or limit it.',
  why: 'The target waits for a core, whatever it does itself.',
  risk: 'What is limited gets slower.',
};

export const coolHost: Action = {
  step: 'Improve the host’s cooling.', why: 'The kernel slows its cores down when they are hot.', risk: 'None.',
};

export const moreHostMemory: Action = {
  step: 'Give the host more memory, or move what else uses it away.',
  why: 'A heap that is swapped out must be read back at each GC cycle.',
  risk: 'Switching swap off instead lets the kernel kill a process when memory runs out.',
};

export const findQueries: Action = {
  step: 'Find the queries that take long (query_log_file), and the dashboards and rules that ask them.',
  why: 'Evaluation takes CPU, memory and disk that ingestion and scrapes need.',
  risk: 'The query log takes some disk.',
};

export const findWhatStopped: Action = {
  step: 'Find what stopped it: SIGSTOP, a debugger, a frozen container, a paused or migrated virtual machine.',
  why: 'A process that stands still uses no CPU; load does not explain it.',
  risk: 'None.',
};

export const checkNetwork: Action = {
  step: 'Check the way to the target: firewall, proxy, routes, and its listen queue.',
  why: 'The process went on meanwhile.',
  risk: 'None.',
};

/**
 * Twice the present GOGC, with this target's own figures; a memory limit that is too tight first. null without a
 * what-if that gains.
 */
export function relaxGc({ whatIf, limiter }: Pick<GcCpuPanel, 'whatIf' | 'limiter'>): Action | null {
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
  return {
    step: `Set GOGC=${next.gogcPercent} (now ${current.gogcPercent}), if there is memory for it.`,
    why: `Cycles come every ${formatSeconds(next.periodSeconds)} instead of ${formatSeconds(current.periodSeconds)}, `
      + `GC takes ${formatNumber(next.cores)} instead of ${formatNumber(current.cores)} cores.`,
    risk: `The heap grows by ${formatBytes(memory)} before each cycle; needs a restart, which replays the WAL.`,
  };
}

/** Steps about a warning of one panel alone; a panel without an entry asks for none. */
const STEPS: Partial<Record<PanelName, (answers: PanelByName) => Action[]>> = {
  'gc-cpu': (answers) => [relaxGc(answers['gc-cpu']), fewerSeries].filter((step) => step !== null),
  compaction: ({ compaction }) => (
    // What to do about failures comes with the finding.
    compaction.keepingUp.verdict === 'failing' ? [] : [fewerSeries, fasterDisk]
  ),
  memory: () => [raiseMemory, fewerSeries],
  scrapes: ({ scrapes }) => scrapeSteps(scrapes),
};

/** Steps about what a panel says on its own; a start has some whatever its severity. */
export function ownSteps(panel: PanelName, answers: PanelByName): Action[] {
  const isBad = ['warning', 'critical'].includes(answers[panel].finding.severity);
  if (panel === 'wal-replay') return replaySteps(answers['wal-replay'], isBad);
  return isBad ? STEPS[panel]?.(answers) ?? [] : [];
}

function replaySteps(replay: PanelByName['wal-replay'], isBad: boolean): Action[] {
  const isShort = replay.memory.risk === 'high' || replay.memory.risk === 'low';
  // No process is left that could continue.
  const isGone = replay.state === 'replaying' && replay.phases.at(-1)?.name === 'unreachable';
  if (isGone) return isShort || replay.memory.killed !== null ? [readLastLog, raiseMemory, stopScraping]
    : [readLastLog, stopScraping];
  if (replay.state === 'replaying') return isShort || isBad ? [leaveItReplaying, stopScraping, raiseMemory]
    : [leaveItReplaying];
  if (!isBad) return [];
  const died = replay.earlier.some(({ ready }) => !ready) || replay.finding.severity === 'critical'
    ? [readLastLog, stopScraping, raiseMemory] : [];
  return replay.figures.some(({ name }) => name === SEGMENTS_LOST) ? [damagedLog, ...died] : died;
}

function scrapeSteps({ gaps, scrapes, timeoutSeconds, durationSeconds }: PanelByName['scrapes']): Action[] {
  const isGone = gaps.some(({ cause }) => cause === 'down' || cause === 'restart');
  const isLate = scrapes.timedOut > 0 || (timeoutSeconds !== null && (durationSeconds.p99 ?? 0) > timeoutSeconds / 2);
  return [
    ...(scrapes.total > 0 && scrapes.failed === scrapes.total ? [checkAddress] : []), ...(isGone ? [readLastLog] : []),
    ...(isLate ? [raiseTimeout(timeoutSeconds)] : [])
  ];
}
