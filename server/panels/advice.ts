/**
 * What to do, in words, each step with what it brings and what it may cost; and where another step fits better, by kind
 * and version of the server. The one table of advice. Sources of the rules: docs/reference/overview.md.
 */
import type { Action, TargetKind } from '../../core/contract/contract.ts';
import { formatSeconds } from '../../core/text/format.ts';

export const stopScraping: Action = {
  step: 'Stop scrapes and remote writes until it is ready: remove its scrape targets, or block them.',
  why: 'A start reads its whole WAL before it serves; samples that arrive meanwhile take more memory and CPU.',
  risk: 'Those samples are lost, and rules and alerts on them do not work for that time.',
};

export const leaveItReplaying: Action = {
  step: 'Let it run; give its startup probe more time before the next start.',
  why: 'A restart begins the replay again, with a WAL that has grown.',
  risk: 'The probe may still end it: in Kubernetes, a changed probe restarts the pod.',
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

export const checkAddress: Action = {
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

export const readCompactionErrors: Action = {
  step: 'Read its log for “compaction failed”, and check the free space of its disk.',
  why: 'A full disk or a corrupt block stops every later compaction.',
  risk: 'Inspecting is safe. Do not delete blocks while it runs.',
};

export const readTruncationErrors: Action = {
  step: 'Read its log for “WAL truncation” and “checkpoint”, and check the free space of its disk.',
  why: 'A corrupt or unreadable segment stops every later checkpoint, so the WAL only grows.',
  risk: 'Inspecting is safe. Do not delete WAL segments while it runs.',
};

export const findWhatHoldsTheHead: Action = {
  step: 'Check whether compactions are disabled, stuck or slow.',
  why: 'Memory and the WAL grow until the head is cut.',
  risk: 'None.',
};

export const spreadCompactions: Action = {
  step: 'Delay compactions by a random time (--enable-feature=delayed-compaction, Prometheus 2.55 and later).',
  why: 'Replicas with the same block range compact at the same time; spread out, they use disks and cores in turn.',
  risk: 'The head keeps its samples up to a tenth of a block range longer, and takes that much more memory; '
    + 'needs a restart.',
};

export const restartCompactor: Action = {
  step: 'Read its log for the error, fix the cause, then restart it.',
  why: 'A halted compactor does nothing until it is restarted.',
  risk: 'It halts again while the cause is there.',
};

export const readLastLog: Action = {
  step: 'Read its log before the moment, and the kernel’s (dmesg, or the pod’s last state) for an OOM kill or a '
    + 'failed probe.',
  why: 'Metrics end with the process; the reason is in the logs.',
  risk: 'None.',
};

export const lookAtProcess: Action = {
  step: 'Look at the state of its process (ps -o stat,wchan:32 -p PID): T is stopped, D waits for a disk, R competes '
    + 'for CPU.',
  why: 'A stopped or waiting process goes on from where it is; a restart reads the WAL from its beginning again.',
  risk: 'None.',
};

export const damagedLog: Action = {
  step: 'Look for what damaged its WAL: kernel messages about its disk, a full disk, a second process on its data '
    + 'folder.',
  why: 'A disk that returns corrupt data does so again, in blocks as well.',
  risk: 'None. Lost samples can only be restored from a replica or a remote store.',
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

export const raiseTimeout = (timeoutSeconds: number | null): Action => ({
  step: `Raise the scrape timeout of this target${
    timeoutSeconds === null ? '' : ` (now ${formatSeconds(timeoutSeconds)})`}, up to the interval.`,
  why: 'A late sample is better than a gap; the target answers, only too late.',
  risk: 'It hides the symptom and leaves the cause; the scrape interval is the upper bound.',
});

/** A server that gets advice; `version` as it states it, `""` where that is not known. */
export interface Server { kind: TargetKind; version: string }

interface Variant {
  kinds: readonly TargetKind[];
  /** Versions it is for: from the first, before the second; null is open. Only of a version that is known. */
  versions?: readonly [from: readonly [number, number] | null, before: readonly [number, number] | null];
  /** Said instead; null = nothing, as the step does not exist there. */
  action: Action | null;
}

const PROMETHEUS: readonly TargetKind[] = ['prometheus'];
const VICTORIA: readonly TargetKind[] = ['victoriametrics'];
/** Programs without a database of their own. */
const OTHER: readonly TargetKind[] = ['otel-collector', 'go'];
const NO_HEAD: readonly TargetKind[] = [...VICTORIA, ...OTHER];
/** 1.x: no WAL, no head, no blocks; chunks that series maintenance and checkpoints write. */
const FIRST: NonNullable<Variant['versions']> = [null, [2, 0]];
const nowhere = (kinds: readonly TargetKind[]): Variant => ({ kinds, action: null });
const notInFirst: Variant = { kinds: PROMETHEUS, versions: FIRST, action: null };

/** What is said instead of a step, first that fits; a step without a row, or where none fits, is said as it is. */
const INSTEAD: readonly (readonly [Action, readonly Variant[]])[] = [
  [stopScraping, [nowhere(NO_HEAD), notInFirst]],
  [leaveItReplaying, [nowhere(NO_HEAD), notInFirst]],
  [lookAtProcess, [nowhere(NO_HEAD), notInFirst]],
  [damagedLog, [nowhere(NO_HEAD), notInFirst]],
  [readCompactionErrors, [nowhere(NO_HEAD), notInFirst]],
  [readTruncationErrors, [nowhere(NO_HEAD), notInFirst]],
  [findWhatHoldsTheHead, [nowhere(NO_HEAD), notInFirst]],
  [profileCompaction, [nowhere(NO_HEAD), notInFirst]],
  [spreadCompactions, [
    nowhere([...NO_HEAD, 'prometheus-agent', 'thanos', 'mimir']), notInFirst,
    {
      kinds: PROMETHEUS, versions: [null, [2, 55]],
      action: {
        step: 'Update to Prometheus 2.55 or later, which can delay compactions by a random time '
          + '(--enable-feature=delayed-compaction).',
        why: spreadCompactions.why,
        risk: 'An update restarts it, and each start replays its WAL.',
      },
    },
  ]],
  [raiseMemory, [
    {
      kinds: VICTORIA,
      action: {
        step: 'Raise its memory limit, or lower the share that its caches take (-memory.allowedPercent).',
        why: 'Merges and queries need memory beside the caches, and the kernel kills what exceeds the limit.',
        risk: 'Either needs a restart, after which its caches are cold; smaller caches make queries slower.',
      },
    },
    {
      kinds: PROMETHEUS, versions: FIRST,
      action: {
        step: 'Raise its memory, and -storage.local.target-heap-size (1.6; before, memory-chunks) with it.',
        why: 'Chunks that wait to be written stay in memory; too few of them bring rushed mode.',
        risk: 'Needs a restart, which writes a checkpoint first and reads it again.',
      },
    },
    {
      kinds: OTHER,
      action: {
        step: 'Raise its memory limit, or move it to a machine with more.',
        why: 'The kernel kills what exceeds the limit.', risk: 'Changing the limit restarts it in most setups.',
      },
    },
  ]],
  [fewerSeries, [
    nowhere(OTHER),
    {
      kinds: VICTORIA,
      action: {
        step: 'Drop labels or targets with the most series (/api/v1/status/tsdb lists them).',
        why: 'Memory, GC and merges all grow with the number of active series.',
        risk: 'What is dropped cannot be queried; caches shrink only as their entries expire.',
      },
    },
    {
      kinds: PROMETHEUS, versions: FIRST,
      action: {
        step: 'Drop labels or targets with the most series (query topk(10, count by (__name__)({__name__=~".+"}))).',
        why: 'Memory and series maintenance grow with the number of series.',
        risk: 'What is dropped cannot be queried; the memory is freed as its chunks are written.',
      },
    },
    {
      kinds: ['prometheus-agent'],
      action: {
        step: 'Drop labels or targets with the most series (scrape_samples_post_metric_relabeling ranks its targets).',
        why: 'Memory and the WAL grow with the number of series.',
        risk: 'What is dropped is sent nowhere.',
      },
    },
  ]],
  [ownDisk, [
    {
      kinds: [...VICTORIA, ...OTHER],
      action: {
        step: ownDisk.step, why: 'What it writes and reads waits for the disk.', risk: 'Moving the data needs a stop.',
      },
    },
    {
      kinds: PROMETHEUS, versions: FIRST,
      action: {
        step: ownDisk.step, why: 'Checkpoints, series maintenance and queries wait for each other there.',
        risk: 'Moving the data needs a stop, which writes a checkpoint first.',
      },
    },
  ]],
  [findQueries, [
    {
      kinds: VICTORIA,
      action: {
        step: 'Find the queries that take long (/api/v1/status/top_queries lists them).', why: findQueries.why,
        risk: 'Inspecting is safe.',
      },
    },
    {
      kinds: PROMETHEUS, versions: [null, [2, 16]],
      action: {
        step: 'Find the dashboards and rules that ask long queries; this version has no query log (2.16 has).',
        why: findQueries.why, risk: 'Inspecting is safe.',
      },
    },
  ]],
  [fasterDisk, [
    nowhere(OTHER),
    {
      kinds: VICTORIA,
      action: {
        step: fasterDisk.step, why: 'Parts that are not merged in time pile up, and queries slow down.',
        risk: 'Moving the data needs a stop.',
      },
    },
    {
      kinds: PROMETHEUS, versions: FIRST,
      action: {
        step: fasterDisk.step,
        why: 'Chunks that are not written in time raise the urgency score, up to rushed mode and throttled ingestion.',
        risk: 'Moving the data needs a stop, which writes a checkpoint first.',
      },
    },
  ]],
];

/** The steps as they fit the server: some said in another way, those that do not exist there left out. */
export function adviceFor(server: Server, actions: readonly Action[]): Action[] {
  return actions.flatMap((action) => {
    const variants = INSTEAD.find(([step]) => step === action)?.[1] ?? [];
    const variant = variants.find((one) => fits(one, server));
    return variant === undefined ? [action] : variant.action ?? [];
  });
}

function fits({ kinds, versions }: Variant, { kind, version }: Server): boolean {
  if (!kinds.includes(kind)) return false;
  if (versions === undefined) return true;
  const [from, before] = versions;
  return (from === null || isBefore(from, version)) && (before === null || isBefore(version, before));
}

/** Whether a version comes before another, one of them as a server states it; false where it states none. */
function isBefore(one: string | readonly [number, number], other: string | readonly [number, number]): boolean {
  const [a, b] = [one, other].map((version) => {
    if (typeof version !== 'string') return version;
    const found = /^(\d{1,4})\.(\d{1,4})/.exec(version);
    return found === null ? null : [Number(found[1]), Number(found[2])] as const;
  });
  if (a === null || a === undefined || b === null || b === undefined) return false;
  return a[0] !== b[0] ? a[0] < b[0] : a[1] < b[1];
}

/** What a restart of the server costs. */
export function restartCost({ kind, version }: Server): string {
  return NO_HEAD.includes(kind) || (kind === 'prometheus' && isBefore(version, [2, 0])) ? 'needs a restart'
    : 'needs a restart, which replays the WAL';
}

/** How GOGC is set: Prometheus 3 reads it from its configuration, without a restart. */
export function gogcStep(server: Server, percent: number): { step: string; restart: string | null } {
  return server.kind === 'prometheus' && isBefore([2, 99], server.version)
    ? { step: `Set runtime.gogc to ${percent} in its configuration and reload it`, restart: null }
    : { step: `Set GOGC=${percent}`, restart: restartCost(server) };
}
