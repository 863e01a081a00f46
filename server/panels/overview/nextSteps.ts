/**
 * What to do about a finding: each step with what it brings and what it may cost, in words. Sources of the rules: docs/reference/overview.md.
 */
import type { GcCpuPanel, NextStep, PanelByName, PanelName } from '../../../core/contract/contract.ts';
import { SEGMENTS_LOST } from '../wal-replay/replayRecord.ts';
import { bytesText, durationText } from '../../../core/text/wording.ts';

export const stopScraping: NextStep = {
  step: 'Stop scraping and remote writes until it is ready: take its scrape targets out, or block its way to them.',
  why: 'A start reads its whole log before it serves; samples that come in meanwhile take memory and CPU on top.',
  risk: 'Those samples are lost, and rules and alerts on them are blind for that time.',
};

const leaveItReplaying: NextStep = {
  step: 'Let it run; raise the budget of its start-up probe rather than restart it.',
  why: 'A restart begins the replay anew, with a log that has grown.',
  risk: 'None, while memory lasts.',
};

export const raiseMemory: NextStep = {
  step: 'Raise its memory limit, or move it to a machine with more.',
  why: 'A replay and a compaction need more than quiet running, and the kernel kills what goes beyond.',
  risk: 'Changing the limit restarts it in most set-ups, and a start replays the log.',
};

export const fewerSeries: NextStep = {
  step: 'Drop labels or targets that bring most series (its status page, “TSDB”, names them).',
  why: 'Memory, GC and compaction all grow with the number of series.',
  risk: 'What is dropped is not there for queries; the memory comes back only after the next head truncation.',
};

export const raiseTimeout = (timeoutSeconds: number | null): NextStep => ({
  step: `Raise the time-out of the scrapes of this target${timeoutSeconds === null ? '' : ` (now ${durationText(timeoutSeconds)})`}, up to the interval.`,
  why: 'A late sample is worth more than a gap; the target answers, only too late.',
  risk: 'It hides the symptom, not the cause; the interval bounds it.',
});

const checkAddress: NextStep = {
  step: 'Check that its address is right and that it runs: fetch its /metrics from the machine tsdbscope runs on.',
  why: 'No scrape of this window was answered; a wrong port, path or password looks the same from here as a server that is gone.',
  risk: 'None.',
};

const readLastLog: NextStep = {
  step: 'Read its log before the moment, and the kernel’s (dmesg, or the pod’s last state) for an out-of-memory kill.',
  why: 'Metrics end with the process; why it went stands there.',
  risk: 'None.',
};

const damagedLog: NextStep = {
  step: 'Look for what damaged its log: the kernel’s messages about its disk, a disk that was full, a second process on its data folder.',
  why: 'A disk that gives back other bytes than were written does so again, in blocks as well.',
  risk: 'None. What is lost can only be had again from a replica or a remote store.',
};

export const moreCpu: NextStep = {
  step: 'Raise its CPU limit, or take other work off its cores.',
  why: 'At the ceiling GC, scrapes and queries wait for each other.',
  risk: 'Others on the machine get less; a change of limits may restart it.',
};

export const spreadCompactions: NextStep = {
  step: 'Delay compactions by a random time (--enable-feature=delayed-compaction, Prometheus 2.55 and later).',
  why: 'Replicas with the same block range compact at the same instant; spread out, their disks and cores take turns.',
  risk: 'The head holds its samples up to a tenth of a block range longer, and takes that much more memory; needs a restart.',
};

export const profileCompaction: NextStep = {
  step: 'Book a CPU profile for the next compaction (on the Compaction page).',
  why: 'It says which code the spike is, and whether it grew since the last one.',
  risk: 'A few per cent of CPU while it is taken.',
};

export const fasterDisk: NextStep = {
  step: 'Give its data a faster disk, or fewer samples to compact.',
  why: 'Blocks that are not merged in time pile up: queries slow down and the head keeps growing.',
  risk: 'Moving the data means a stop; a stop means a replay.',
};

const readCompactionErrors: NextStep = {
  step: 'Read its log for “compaction failed”, and look at the free space of its disk.',
  why: 'A full disk or a broken block stops every later compaction.',
  risk: 'None to look; do not delete blocks by hand while it runs.',
};

/** Twice the present GOGC, with this target's own figures; a memory limit that is too tight first. null without a what-if that gains. */
export function relaxGc({ whatIf, limiter }: Pick<GcCpuPanel, 'whatIf' | 'limiter'>): NextStep | null {
  if (limiter.state === 'alarm') {
    return {
      step: 'Raise GOMEMLIMIT (and the container’s limit above it), or drop series.',
      why: 'The live heap nearly fills the limit: Go collects without a pause, and its limiter already caps GC at half of the CPU.',
      risk: 'More memory is used; above the container’s limit it is killed.',
    };
  }
  const current = whatIf?.byGogc.find((row) => row.current);
  const next = whatIf?.byGogc.find((row) => current !== undefined && row.gogcPercent >= 2 * current.gogcPercent);
  if (current === undefined || next === undefined || next.thrashing || next.cores >= current.cores) return null;
  const memory = next.heapGoalBytes - current.heapGoalBytes;
  return {
    step: `Set GOGC=${next.gogcPercent} (now ${current.gogcPercent}), where the memory is there.`,
    why: `Cycles come every ${durationText(next.periodSeconds)} instead of ${durationText(current.periodSeconds)}, GC takes ${next.cores.toPrecision(2)} instead of ${current.cores.toPrecision(2)} cores.`,
    risk: `The heap grows by ${bytesText(memory)} before each cycle; needs a restart, which replays the log.`,
  };
}

/** Steps about a warning of one panel alone; a panel without an entry asks for none. */
const STEPS: Partial<Record<PanelName, (answers: PanelByName) => NextStep[]>> = {
  'gc-cpu': (answers) => [relaxGc(answers['gc-cpu']), fewerSeries].filter((step) => step !== null),
  compaction: ({ compaction }) => (
    compaction.keepingUp.verdict === 'failing' ? [readCompactionErrors] : [fewerSeries, fasterDisk]
  ),
  memory: () => [raiseMemory, fewerSeries],
  scrapes: ({ scrapes }) => scrapeSteps(scrapes),
};

/** Steps about what a panel says by itself; a start has some whatever its severity. */
export function ownSteps(panel: PanelName, answers: PanelByName): NextStep[] {
  const isBad = ['warning', 'critical'].includes(answers[panel].finding.severity);
  if (panel === 'wal-replay') return replaySteps(answers['wal-replay'], isBad);
  return isBad ? STEPS[panel]?.(answers) ?? [] : [];
}

function replaySteps(replay: PanelByName['wal-replay'], isBad: boolean): NextStep[] {
  const isShort = replay.memory.risk === 'high' || replay.memory.risk === 'low';
  // Nobody is there any more who could be left running.
  const isGone = replay.state === 'replaying' && replay.phases.at(-1)?.name === 'unreachable';
  if (isGone) return isShort || replay.memory.killed !== null ? [readLastLog, raiseMemory, stopScraping] : [readLastLog, stopScraping];
  if (replay.state === 'replaying') return isShort || isBad ? [leaveItReplaying, stopScraping, raiseMemory] : [leaveItReplaying];
  if (!isBad) return [];
  const died = replay.earlier.some(({ ready }) => !ready) || replay.finding.severity === 'critical' ? [readLastLog, stopScraping, raiseMemory] : [];
  return replay.figures.some(({ name }) => name === SEGMENTS_LOST) ? [damagedLog, ...died] : died;
}

function scrapeSteps({ gaps, scrapes, timeoutSeconds, durationSeconds }: PanelByName['scrapes']): NextStep[] {
  const isGone = gaps.some(({ cause }) => cause === 'down' || cause === 'restart');
  const isLate = scrapes.timedOut > 0 || (timeoutSeconds !== null && (durationSeconds.p99 ?? 0) > timeoutSeconds / 2);
  return [...(scrapes.total > 0 && scrapes.failed === scrapes.total ? [checkAddress] : []), ...(isGone ? [readLastLog] : []), ...(isLate ? [raiseTimeout(timeoutSeconds)] : [])];
}
