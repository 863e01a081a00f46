/** Messages of Prometheus, for the table of known messages. Pure. */
import { WORDS_AFTER, type MessageRow, type MessagesOfProgram } from './messageRow.ts';

const WAL_DAMAGE = 'The WAL was damaged, and Prometheus repairs it by deleting what comes after the damage';
const NO_SERIES = 'Samples were not stored';
const REMOTE = 'Remote write does not get its samples through';
const SHORTER = 'shorten its range, or use a recording rule';
const ALERTMANAGER = 'see whether it runs at that address';

const PROMETHEUS: readonly MessageRow[] = [
  ['segments are not sequential', 'end', 'A segment file is missing in the row of numbers of the WAL, of a checkpoint '
    + 'or of chunks_head, so Prometheus does not start', 'the blocks are not concerned, so do not delete them'],
  ['opening storage failed', 'end', 'Prometheus does not start, because it cannot open its data folder', WORDS_AFTER],
  ['encountered wal read error, attempting repair', 'damage', WAL_DAMAGE, null],
  ['deleting all segments newer than corrupted segment', 'damage', WAL_DAMAGE, null],
  ['starting corruption repair', 'damage', WAL_DAMAGE, null],
  ['successfully repaired wal', 'damage', WAL_DAMAGE, null],
  ['loading on-disk chunks failed', 'damage', 'Files of chunks_head were damaged; their samples come from the WAL if '
    + 'it still has them', null],
  ['unknown series references', 'damage', 'The WAL has samples whose series it no longer has: they are left out', null],
  ['this filesystem is not supported and may lead to data corruption', 'damage', 'The data folder of Prometheus is on '
    + 'a file system that its TSDB does not support, such as NFS', 'put it on a local disk or a block device'],
  ['storage needs throttling', 'slow', 'Prometheus 1 cannot write its chunks as fast as they come, and skips scrapes '
    + 'and rules meanwhile', 'give it a faster disk or more memory, or scrape less'],
  ['sample limit exceeded', 'error', 'A scrape had more samples than its sample_limit, and none of them was stored',
    'raise the limit, or drop series at the target'],
  ['error on ingesting out-of-order samples', 'error', NO_SERIES, 'two sources often write the same series'],
  ['error on ingesting samples with different value but same timestamp', 'error', NO_SERIES,
    'two targets have the same labels'],
  ['error on ingesting samples that are too old', 'error', NO_SERIES, 'compare the clocks of target and server'],
  ['overlapping blocks found during reload', 'error', 'Blocks hold the same time more than once; a compaction merges '
    + 'them', null],
  ['query processing would load too many samples into memory', 'error', 'A query needs more samples than '
    + '--query.max-samples allows', SHORTER],
  ['query timed out in expression evaluation', 'error', 'A query took longer than --query.timeout', SHORTER],
  ['vector cannot contain metrics with the same labelset', 'error', 'An expression gives two series the same labels',
    'keep a label that tells them apart'],
  ['error sending alert', 'error', 'Alerts do not reach the Alertmanager', ALERTMANAGER],
  ['alert notification queue full', 'error', 'Alerts were dropped, because the Alertmanager did not take them in time',
    ALERTMANAGER],
  ['failed to send batch, retrying', 'error', REMOTE, 'samples wait in the WAL, which keeps about two hours of them'],
  ['skipping resharding, last successful send was beyond threshold', 'error', REMOTE, 'see whether the receiver runs'],
  ['replaying wal, this may take a while', 'state', 'Prometheus was reading its WAL after a start', null],
  ['wal segment loaded', 'state', 'Prometheus was reading its WAL after a start', null],
  ['found healthy block', 'state', 'Prometheus was checking its blocks during a start', null],
  ['server is ready to receive web requests', 'state', 'Prometheus had started', null],
];

export const OF_PROMETHEUS: readonly MessagesOfProgram[] = [['Prometheus', PROMETHEUS]];
