/** Messages of VictoriaMetrics and the programs around it, for the table of known messages. Pure. */
import { rowsOf, SEE_CAUSE, WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

export const READ_ONLY = 'The storage takes no new rows, because its disk has less free space than '
  + '-storage.minFreeDiskSpaceBytes';
export const FREE_SPACE = 'enlarge that disk or free space, and it continues by itself';
const TOO_MANY_SERIES = 'A query matches more series than it may';
const NARROWER = 'use more specific label filters; a higher limit (-search.maxUniqueTimeseries) needs more memory';
const LOST_PART = 'VictoriaMetrics does not start, because a part of its data is not on disk';
const MANY_LABELS = 'A series has more labels than -maxLabelsPerTimeseries, and is stored without some of them or '
  + 'not at all, by the version';
const FEWER_LABELS = 'drop labels with relabeling, or raise that flag';
const DAMAGED_PART = 'A part of its data on disk is damaged, and VictoriaMetrics ends when it opens that part';
const MOVE_PART = 'copy the part, move it out and take it out of parts.json, which loses what it holds; if other parts '
  + 'follow, test disk and memory';
const MERGE = 'VictoriaMetrics ends, because a merge of its parts failed';
const NOT_A_CLIENT = 'A connection to a port of the cluster ended or sent something else in place of its protocol, as '
  + 'a TCP health check or a client at the wrong port';
const TWICE_ON_A_SIDE = 'An operator of a query finds two series with the same labels on one side';
const AGGREGATE = 'aggregate that side, or name more labels in on()';
const NO_NODES = 'It has no address of a vmstorage, and does not start';
const MANY_POINTS = 'A query would return more points of a series than it may';
const LONGER_STEP = 'raise its step, or shorten its range';
const NO_MEMORY = 'A query was refused, because its result needs more memory than it may have';
const LESS_MEMORY = 'let it match fewer series, raise its step, or give more memory';
const HOURLY = 'The limit of series in an hour is reached, and samples of others are dropped';
const DAILY = 'The limit of series in a day is reached, and samples of others are dropped';
const CHURN = 'look for a label with ever new values, or raise the limit that the line names';
const TOO_BIG = 'A write request is larger than allowed, and was refused';
const SMALLER = 'send smaller requests, or raise the limit that the line names';

const VICTORIAMETRICS: readonly MessageRow[] = [
  ['cannot acquire lock on file', 'end', 'A data folder could not be locked, as when another process uses it',
    'see which process uses the folder, and give each one a folder of its own'],
  ['parts.json", but is missing on disk', 'damage', LOST_PART, 'see what removed it, and restore it from a backup; '
    + 'without one, move that parts.json away: the rest is read, the part stays lost'],
  ...rowsOf(['cannot unmarshal metaindex data from', 'cannot unmarshal metaindexrows from',
    'from metaindex data: too big indexblocksize'], 'damage', DAMAGED_PART, MOVE_PART),
  ['unrecoverable error when merging', 'end', MERGE, SEE_CAUSE],
  ['cannot open a storage at', 'end', 'VictoriaMetrics does not start, because it cannot open its data folder',
    SEE_CAUSE],
  ['metadata.json": invalid character', 'damage', 'The metadata.json of one part is no valid JSON, so that part cannot '
    + 'be opened', 'restore the part from a backup; without one, copy the data folder and move that part out: what '
    + 'only it holds is lost'],
  ['invalid last line in the transaction file', 'damage', 'A file of a merge was not written whole, as after a '
    + 'crash, and VictoriaMetrics does not start', 'copy the data folder, then use a newer version, or move that '
    + 'file out of its txn folder'],
  ['unexpected error at tracker state load from path=', 'end', 'The file that counts the use of metric names could '
    + 'not be read, and this version does not start with it', 'use v1.119 or later, or move that file away; only '
    + 'these counts are lost'],
  ['missing -storagenode arg', 'end', NO_NODES, 'set -storageNode'],
  ['to read-only mode, since it has less than', 'full', READ_ONLY, FREE_SPACE],
  ['the storage is in read-only mode; check', 'full', READ_ONLY, FREE_SPACE],
  ['so it could be re-created next time', 'damage', 'The index has no name for a series, as after an unclean '
    + 'shutdown; its samples before that are not found', 'look at how it ended before'],
  ['exceeds -promscrape.maxscrapesize', 'error', 'The answer of a target was larger than allowed, and none of it was '
    + 'stored', 'look at what the target exposes, or raise max_scrape_size or that flag'],
  ['times during -promscrape.suppressscrapeerrorsdelay', 'error', 'Scrapes of a target failed', WORDS_AFTER],
  ['skipping duplicate scrape target with identical labels', 'error', 'Two scrape targets would have the same '
    + 'labels, and only one of them is scraped', 'see its original labels on the page /service-discovery'],
  ['since -search.maxconcurrentrequests', 'error', 'A query was refused, because too many ran at once',
    'see which take long (/api/v1/status/top_queries), then add CPUs or ask for less'],
  ['concurrent insert requests are executed. possible', 'error', 'A write waited too long and failed, because others '
    + 'took all places', 'look at CPU, disk and slow clients, then at -maxConcurrentInserts'],
  ['the number of matching timeseries exceeds', 'error', TOO_MANY_SERIES, NARROWER],
  ['the number of matching unique timeseries exceeds', 'error', TOO_MANY_SERIES, NARROWER],
  ['cannot find tag filter matching less than', 'error', TOO_MANY_SERIES, NARROWER],
  ['cannot select more than -search.maxsamplesperquery', 'error', 'A query needs more raw samples than '
    + '-search.maxSamplesPerQuery', 'shorten its range, or use more specific label filters'],
  ['too many points for the given step=', 'error', MANY_POINTS, LONGER_STEP],
  ['too many points for the given start=', 'error', MANY_POINTS, LONGER_STEP],
  ['total available memory for concurrent requests', 'error', NO_MEMORY, LESS_MEMORY],
  ['according to -search.maxmemoryperquery=', 'error', NO_MEMORY, LESS_MEMORY],
  ['disable exposing psi metrics because of failed init', 'state', 'Metrics of CPU, memory and I/O pressure are not '
    + 'exposed, because the host or container lacks them; nothing else is concerned', null],
  ['incomplete vmrestore run', 'end', 'VictoriaMetrics does not start, because a restore into its data '
    + 'folder did not end', 'see its log and its backup, and run vmrestore again to its end; remove the lock file only '
    + 'if the data are whole or may be lost'],
  ['slow query according to -search.logslowqueryduration', 'slow', 'A query took longer than '
    + '-search.logSlowQueryDuration', 'run it with trace=1 (v1.78 or later) to see where the time goes'],
  ['duplicate time series on the left side of', 'error', TWICE_ON_A_SIDE, AGGREGATE],
  ['duplicate time series on the right side of', 'error', TWICE_ON_A_SIDE, AGGREGATE],
  ['cannot insert row with too small timestamp', 'error', 'Samples older than the retention were dropped',
    'look at the clock of the sender, or raise -retentionPeriod'],
  ['cannot insert row with too big timestamp', 'error', 'Samples too far in the future were dropped',
    'look at the clock of the sender and the unit of its timestamps'],
  ['either reduce the number of labels for this metric', 'error', MANY_LABELS, FEWER_LABELS],
  ['because -storage.maxhourlyseries=', 'error', HOURLY, CHURN],
  ['because -storage.maxdailyseries=', 'error', DAILY, CHURN],
  ['too big packed request; mustn', 'error', TOO_BIG, SMALLER],
  ['too big unpacked request; mustn', 'error', TOO_BIG, SMALLER],
  ['because all the storage nodes are unhealthy', 'error', 'vminsert reaches no vmstorage that takes rows',
    'see whether the vmstorage nodes run, and whether their disks are full'],
  ['since all the nodes are temporarily unavailable; re-trying', 'error', 'vminsert could send rows to no vmstorage, '
    + 'and tries again', 'see whether the vmstorage nodes run, and whether their disks are full'],
  ['since a part of storage nodes is temporarily unavailable', 'error', 'vminsert stored rows with fewer copies than '
    + '-replicationFactor, because a vmstorage did not take them', 'see which vmstorage is down, slow or full'],
  ['re-routing this data to healthy storage nodes', 'error', 'vminsert could not send rows to a vmstorage, and sends '
    + 'them to others', 'see in the same line why, and whether that vmstorage runs and is not overloaded'],
  ['cannot dial storagenode', 'error', 'vminsert does not reach a vmstorage', SEE_CAUSE],
  ['cannot execute funcname=', 'error', 'vmselect asked a vmstorage without success', 'the words after it say why, '
    + 'such as a limit of the query, a timeout, or a vmstorage that is down'],
  ['cannot fetch query results from vmstorage nodes', 'error', 'vmselect did not get the result of a query',
    'the words after it say which vmstorage failed, or which limit was reached'],
  ['cannot read hello: cannot read message', 'slow', NOT_A_CLIENT, 'let health checks ask /health of the HTTP port'],
];

const VMALERT: readonly MessageRow[] = [
  ['config contains alerting rules but neither', 'end', 'vmalert has alerting rules and no place to send alerts, so '
    + 'it does not load them', 'set -notifier.url, or -notifier.blackhole to send none'],
  ['result contains metrics with the same labelset after applying', 'error', 'A rule gives two series with the same '
    + 'labels, so vmalert does not take its result', 'aggregate in the expression, or do not overwrite the label that '
    + 'distinguishes them'],
  ['failed to push timeseries - queue is full', 'full', 'The remote write queue of vmalert is full, so results of '
    + 'rules and states of alerts are dropped', 'see whether -remoteWrite.url takes writes, then raise '
    + '-remoteWrite.maxQueueSize, whose value the line has'],
  ['failed to send alerts to addr', 'error', 'vmalert could not send alerts to a notifier, which is mostly an '
    + 'Alertmanager', SEE_CAUSE],
  ['attempts to send remote-write request failed - dropping', 'error', 'vmalert could not write results of rules or '
    + 'states of alerts, and dropped them', 'the attempts before it say why; look at -remoteWrite.url'],
];

const VMAGENT: readonly MessageRow[] = [
  // The back quotes around the flag are dropped before the words are compared.
  ['at least one -remotewrite.url', 'end', 'It has no address to write to, and does not start',
    'set -remoteWrite.url'],
  ['was rejected (skipping the block)', 'error', 'The receiver refused a block for good, and vmagent dropped it',
    'the answer of the receiver in the same line says why'],
  ['because -remotewrite.maxhourlyseries=', 'error', HOURLY, CHURN],
  ['because -remotewrite.maxdailyseries=', 'error', DAILY, CHURN],
];

const OPERATOR: readonly MessageRow[] = [
  ['skip config generation for resources', 'error', 'The operator left out resources, because their configuration is '
    + 'not valid', 'see the reason in the line, or in the status of the resource'],
];

const VMAUTH: readonly MessageRow[] = [
  ['are unavailable for proxying the request', 'error', 'vmauth could pass a request to none of the backends of a '
    + 'user', 'its warnings before it say why for each'],
];

const VMRESTORE: readonly MessageRow[] = [
  ['this means either incomplete backup or old backup', 'end', 'vmrestore refuses a backup without the mark that it '
    + 'is complete', 'restore from a complete one; -skipBackupCompleteCheck is only for backups of very old versions'],
];

const VICTORIALOGS: readonly MessageRow[] = [
  ['missing _msg field; see', 'error', 'A log entry came without a message, and has this text in its place',
    'tell it which field holds the message (_msg_field, header VL-Msg-Field)'],
  ['cannot add rows into storage in read-only mode', 'full', READ_ONLY, FREE_SPACE],
];

const UNSENT: readonly MessageRow[] = [
  ['rows to -storagenode="', 'error', 'vminsert could not send rows to one vmstorage', `${SEE_CAUSE}; if it connects, `
    + 'but writes time out, look at that host: its disks and the messages of its kernel'],
];

export const OF_VICTORIAMETRICS: readonly MessagesOfProgram[] = [
  ['VictoriaMetrics', [...VICTORIAMETRICS, ...UNSENT]], ['vmagent', VMAGENT], ['vmalert', VMALERT], ['vmauth', VMAUTH],
  ['the VictoriaMetrics operator', OPERATOR], ['vmrestore', VMRESTORE],
  ['VictoriaLogs', VICTORIALOGS],
];
