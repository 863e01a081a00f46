/** Messages of Prometheus, for the table of known messages. Pure. */
import { rowsOf, SEE_CAUSE, WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const WAL_DAMAGE = 'The WAL was damaged, and Prometheus repairs it by deleting what comes after the damage';
const LOG_DAMAGE = 'The WAL, or the WBL of out-of-order samples, was damaged, and Prometheus repairs it by deleting '
  + 'what comes after the damage';
const NO_SERIES = 'Samples were not stored';
const FEWER = 'ask for fewer series or a shorter range, or use a recording rule';
const SHORTER = 'shorten its range, or use a recording rule; if other queries are slow, too, look at CPU and disk';
const WBL_DAMAGE = 'The WBL, which holds out-of-order samples, was damaged, and Prometheus repairs it by deleting what '
  + 'comes after the damage';
const UNCLEAN = 'The previous run did not end cleanly, as after a crash, an OOM kill or a loss of power';
const MAY_WRITE = 'see the error next to it; mostly its user may not write there (fsGroup or runAsUser in Kubernetes), '
  + 'or the disk is full';
const READING_HEAD = 'Prometheus was reading the chunks of its head after a start';
const ASKED = 'A signal asked it to end, as systemd, Docker or Kubernetes send it, and it did so in order';
const ONLY_BACKUP = 'look at that disk; only a backup has what is lost';
const LOST_1 = 'The repair of Prometheus 1 found that chunks of a series are lost';

const PROMETHEUS: readonly MessageRow[] = [
  ['segments are not sequential', 'end', 'A segment is missing in the numbers of the WAL or of a checkpoint, so a '
    + 'start fails', 'restore that file, or move the folder wal elsewhere, which loses the samples since the last '
    + 'block; keep the blocks'],
  ['opening storage failed', 'end', 'Prometheus does not start, because it cannot open its data folder', WORDS_AFTER],
  ['encountered wal read error, attempting repair', 'damage', WAL_DAMAGE, null],
  ['deleting all segments newer than corrupted segment', 'damage', LOG_DAMAGE, null],
  ['starting corruption repair', 'damage', LOG_DAMAGE, null],
  ['successfully repaired wal', 'damage', WAL_DAMAGE, null],
  ['loading on-disk chunks failed', 'damage', 'Files of chunks_head could not be loaded; their samples come from the '
    + 'WAL if it still has them', 'if that recurs at each start, look at that disk (dmesg)'],
  ['discarding chunk files completely', 'damage', 'The files of chunks_head could not be loaded, and Prometheus '
    + 'discarded them: their samples come from the WAL, whose replay takes more memory and time without them', null],
  ['unknown series references', 'slow', 'The WAL has samples whose series it no longer has: they are left out', null],
  ['this filesystem is not supported and may lead to data corruption', 'damage', 'The data folder of Prometheus is on '
    + 'a file system that its TSDB does not support, such as NFS', 'put it on a local disk or a block device'],
  ['storage needs throttling', 'slow', 'Prometheus 1 skips scrapes and rules while it has too many chunks in memory or '
    + 'waiting for the disk', 'scrape less, get a faster disk, or raise -storage.local.target-heap-size (before 1.6 '
    + '-storage.local.memory-chunks)'],
  ['sample limit exceeded', 'error', 'A scrape had more samples than its sample_limit, and none of them was stored',
    'raise the limit, or drop series at the target'],
  ['error on ingesting out-of-order samples', 'error', NO_SERIES, 'see whether two targets or senders write the same '
    + 'series, or a target sends timestamps of its own'],
  ['error on ingesting samples with different value but same timestamp', 'error', NO_SERIES,
    'see whether two targets or senders have the same labels, or a target has a series twice'],
  ['error on ingesting samples that are too old', 'error', NO_SERIES, 'compare the clocks of target and server, and '
    + 'see whether the target sends timestamps of its own'],
  ['overlapping blocks found during reload', 'slow', 'Blocks hold the same time more than once; a compaction merges '
    + 'them, unless that is turned off', null],
  ['query processing would load too many samples into memory', 'error', 'A query needs more samples than '
    + '--query.max-samples allows', FEWER],
  ['query timed out in expression evaluation', 'error', 'A query took longer than --query.timeout', SHORTER],
  ['vector cannot contain metrics with the same labelset', 'error', 'An expression gives two series the same labels',
    'query its parts for series that differ only in the metric name, or of a target that is scraped twice, and keep a '
      + 'label that distinguishes them'],
  ['error sending alert', 'error', 'Alerts could not be sent to an Alertmanager', SEE_CAUSE],
  ['alert notification queue full', 'error', 'Alerts were dropped, because more came than were sent to the '
    + 'Alertmanager', 'see in the log whether sending fails, and how long the Alertmanager takes to answer'],
  ['failed to send batch, retrying', 'error', 'A request of remote write failed, and is tried again; the WAL keeps '
    + 'unsent samples for about two hours (of an agent up to four), and a restart does not send them', SEE_CAUSE],
  ['skipping resharding, last successful send was beyond threshold', 'slow', 'Remote write sends late, and keeps its '
    + 'number of shards for now', 'see how long a request to the receiver takes'],
  ['unable to create mmap-ed active query log', 'end', 'Prometheus ends at its start, because it cannot create the '
    + 'file queries.active in its data folder', MAY_WRITE],
  ['error opening query log file', 'error', 'Prometheus cannot open the file queries.active in its data folder',
    MAY_WRITE],
  ['lock db directory:', 'end', 'The TSDB cannot lock its data folder, and is not opened', 'see whether another '
    + 'process uses that folder, and whether its user may write there'],
  ['lockfile from a previous execution', 'slow', UNCLEAN, null],
  ["these queries didn't finish in prometheus' last run", 'slow', 'Prometheus ended while those queries ran; that '
    + 'they ended it is not said', 'see how it ended; after a kill for memory, look at what they read and at '
    + '--query.max-samples'],
  ['unsequential head chunk files', 'end', 'A file is missing in the numbers of chunks_head, so a start fails',
    'restore that file, or move chunks_head elsewhere (its samples come from the WAL if it still has them); keep wal '
    + 'and the blocks'],
  ['invalid block sequence: block time ranges overlap', 'end', 'Blocks cover the same time, which this version of '
    + 'Prometheus does not accept', 'keep all blocks; a later version merges them'],
  ['corrupted block 01', 'damage', 'A block cannot be read: Prometheus does not start, and a running one loads no '
    + 'new blocks', 'copy it elsewhere, then move it out of the data folder; what it holds is missing then'],
  ['failed to read meta.json for a block', 'damage', 'A block has no meta.json that can be read, and its data are not '
    + 'loaded', 'see whether its files are empty, as after a full disk or a loss of power'],
  ['cannot populate chunk', 'error', 'A chunk of a block could not be read, or of the head if the block is named '
    + '00000000000000000000000000', 'look at the disk or the store that holds it, and copy a block before you move it'],
  ['out-of-order series added with label set', 'error', 'A block was not written, because its series would not be in '
    + 'order', 'find which block or series it is about before you move anything'],
  ['unexpected gap to last checkpoint', 'damage', 'WAL segments after the last checkpoint are missing, so the WAL is '
    + 'not truncated, and grows', 'look at what removed files of the WAL'],
  ['encountered wbl read error, attempting repair', 'damage', WBL_DAMAGE, null],
  ['successfully repaired wbl', 'damage', WBL_DAMAGE, null],
  ['wal corruption detected; truncating', 'damage', WAL_DAMAGE, null],
  ['is torn, filling it with zeros', 'slow', 'The previous run ended in the middle of a write to the WAL, and that '
    + 'record is dropped', null],
  ['failed to load chunk snapshot', 'slow', 'The snapshot of the head is not used, and Prometheus reads the whole WAL '
    + 'in its place', null],
  ['head compaction took longer than the block time range', 'slow', 'Compaction falls behind, so the head, its memory '
    + 'and the WAL grow', 'see how many series the head has, and whether CPU or the disk is the limit'],
  // Old versions misspell the word.
  ...rowsOf(['aborting block compactions to persist the head block', 'aborting block compactions to persit the head '
    + 'block'], 'slow', 'The compaction of older blocks was put off, because the head had to be written first', null),
  ['wal truncation in compact', 'error', 'The WAL could not be truncated after a block was written, so it grows, and a '
    + 'start takes longer', 'see the error behind it; before a restart copy the folder wal, because a repair deletes '
    + 'what comes after a corrupt segment'],
  ['persist head block:', 'error', 'The head could not be written as a block; its data stay in memory and in the WAL, '
    + 'which grow until it succeeds', null],
  ['write to wal: log', 'error', 'Prometheus could not write to its WAL, and those samples are not stored', SEE_CAUSE],
  ['scrape commit failed', 'error', 'The samples of a scrape were not stored', WORDS_AFTER],
  ['time retention value is too high', 'slow', 'The retention is longer than Prometheus can have, and is shortened',
    null],
  ['tsdb not ready', 'error', 'The storage is still being opened, as while it reads the WAL, and answers nothing '
    + 'meanwhile', 'look for the progress of the start in the log'],
  ['error on ingesting out-of-order exemplars', 'error', 'Exemplars were not stored; samples are not concerned',
    'look for links to traces that are missing, as nothing else is; if it goes on, see whether two targets have the '
    + 'same labels'],
  ['replaying on-disk memory mappable chunks if any', 'state', READING_HEAD, null],
  ['on-disk memory mappable chunks replay completed', 'state', READING_HEAD, null],
  ['wal checkpoint loaded', 'state', 'Prometheus was reading its WAL after a start', null],
  ['wal replay completed', 'state', 'Prometheus had read its WAL after a start', null],
  ['received an os signal, exiting gracefully', 'state', ASKED, null],
  ['received termination request via web service', 'state', 'A request to /-/quit ended it', null],
  ['replaying wal, this may take a while', 'state', 'Prometheus was reading its WAL after a start', null],
  ['wal segment loaded', 'state', 'Prometheus was reading its WAL after a start', null],
  ['found healthy block', 'state', 'Prometheus was checking its blocks during a start', null],
  ['server is ready to receive web requests', 'state', 'Prometheus had started', null],
];

const PROMETHEUS_1: readonly MessageRow[] = [
  ['starting crash recovery. prometheus is inoperational until complete', 'slow', 'Prometheus 1 did not end cleanly, '
    + 'and checks and repairs all its series files before it serves', 'let it go on, as it has to start again if it is '
    + 'stopped'],
  ['persistence layer appears dirty', 'slow', 'Prometheus 1 did not end cleanly, and repairs its storage first', null],
  ['series quarantined.', 'slow', 'Prometheus 1 found the data of a series inconsistent, and moved its file to the '
    + 'folder orphaned; other series are not concerned', 'look at the disk if they become many; a few sparse series '
    + 'are nothing urgent'],
  ['quarantine queue full. dropped quarantine request', 'damage', 'Prometheus 1 found more inconsistent series than it '
    + 'could set aside at once', 'look at the disk and at how it ended before'],
  ['lost series detected', 'damage', LOST_1, ONLY_BACKUP],
  ['possible loss of chunks for fingerprint', 'damage', LOST_1, ONLY_BACKUP],
  ['the storage is now inconsistent. restart prometheus asap', 'damage', 'An error left the storage of Prometheus 1 '
    + 'inconsistent', 'look at the disk, then restart it, so that it repairs the storage'],
  ['storage has entered rushed mode', 'slow', 'Prometheus 1 holds more chunks in memory, or waiting for the disk, than '
    + 'it should', 'raise -storage.local.target-heap-size (before 1.6 -storage.local.memory-chunks) if there is memory '
    + 'for it, get a faster disk, or scrape less'],
  ['error opening memory series storage', 'end', 'Prometheus 1 does not start, because it cannot open its storage',
    SEE_CAUSE],
  ['prometheus already running?', 'end', 'Another process holds the lock of the data folder, and Prometheus 1 does not '
    + 'start', 'end that process, or give each server a data folder of its own'],
  ['please wipe storage or run a version of prometheus compatible', 'end', 'The data folder has the format of another '
    + 'version, and Prometheus does not start', 'run the version that wrote it, or start with another folder'],
  ['remote storage queue full, discarding sample', 'full', 'Samples for the remote storage were dropped, because its '
    + 'queue was full', 'see whether the receiver keeps up'],
];

export const OF_PROMETHEUS: readonly MessagesOfProgram[] = [['Prometheus', [...PROMETHEUS, ...PROMETHEUS_1]]];
