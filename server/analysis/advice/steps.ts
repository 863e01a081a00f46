/** Steps of advice: each with its benefit and its risk. Sources: docs/reference/overview.md. */
import type { Action } from '../../../core/contract/contract.ts';
import { formatSeconds } from '../../../core/text/format.ts';

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

export const readWriteErrors: Action = {
  step: 'Check the free space and the errors of the disk that holds its data, and read its log for “write”.',
  why: 'It drops the samples of each write that fails, until writes succeed.',
  risk: 'Inspecting is safe. Free space by removing what is not its own.',
};

export const removeOldCheckpoints: Action = {
  step: 'Check who may write to its folder “wal”, and read its log for “checkpoint”.',
  why: 'Old checkpoints that stay use disk; the next start reads only the newest.',
  risk: 'Inspecting is safe. Do not delete files of the WAL while it runs.',
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
  why: 'A stopped or waiting process resumes where it stopped; a restart reads the WAL from its beginning again.',
  risk: 'None.',
};

export const lookAtHung: Action = {
  step: 'Look at the state of its process before restarting it (ps -o stat,wchan:32 -p PID): T is stopped, D waits for '
    + 'a disk, R competes for CPU.',
  why: 'It keeps connections open without answering; a restart removes what shows why.',
  risk: 'None.',
};

export const damagedLog: Action = {
  step: 'Look for what damaged its WAL: kernel messages about its disk, a full disk, a second process on its data '
    + 'folder.',
  why: 'A disk that returns corrupt data does so again, in blocks as well.',
  risk: 'None. Lost samples can only be restored from a replica or a remote store.',
};

export const findSegment: Action = {
  step: 'List its folders wal and chunks_head: find the number that is missing, and restore that file if there is one.',
  why: 'It refuses to start while the numbers have a gap; its blocks are in folders of their own.',
  risk: 'None: listing changes nothing. Deleting the data folder would lose the blocks as well.',
};

export const freeTheDisk: Action = {
  step: 'Free space on the disk of its data: grow the volume, or delete files that are not its own.',
  why: 'Samples that it cannot write are lost.',
  risk: 'Do not delete files of its own data while it runs.',
};

export const moreAddressSpace: Action = {
  step: 'Run a 64-bit build, or raise vm.max_map_count and the limit on its virtual memory (ulimit -v).',
  why: 'Blocks are mapped into memory; a 32-bit process, or one at such a limit, can map no more.',
  risk: 'Needs a restart, which replays the WAL.',
};

export const upgradeFrom220: Action = {
  step: 'If it is Prometheus 2.2.0, upgrade it to 2.2.1 or later.',
  why: 'That version writes blocks that overlap, and then fails to compact them.',
  risk: 'Needs a restart, which replays the WAL.',
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
  why: 'What a host short of memory drops or swaps out must be read back from disk, at each GC cycle if it is heap.',
  risk: 'Switching swap off instead lets the kernel kill a process when memory runs out.',
};

export const findQueries: Action = {
  step: 'Find the queries that take long (query_log_file), and the dashboards and rules that ask them.',
  why: 'Evaluation takes CPU, memory and disk that ingestion and scrapes need.',
  risk: 'The query log takes some disk.',
};

export const findWhatStopped: Action = {
  step: 'Find what stopped it: SIGSTOP, a debugger, a frozen container, a paused or migrated virtual machine, a host '
    + 'without a free core.',
  why: 'It did next to no work in that time, so its own load does not explain it.',
  risk: 'None.',
};

export const checkNetwork: Action = {
  step: 'Check the network path to the target: firewall, proxy, routes, and its listen queue.',
  why: 'The process kept working in that time.',
  risk: 'None.',
};

export const raiseTimeout = (timeoutSeconds: number | null): Action => ({
  step: `Raise the scrape timeout of this target${
    timeoutSeconds === null ? '' : ` (now ${formatSeconds(timeoutSeconds)})`}, up to the interval.`,
  why: 'A late sample is better than a gap; the target answers, only too late.',
  risk: 'It hides the symptom and leaves the cause; the scrape interval is the upper bound.',
});
