/** Messages of VictoriaMetrics and the programs around it, for the table of known messages. Pure. */
import type { MessageRow, MessagesOfProgram } from '../rows/messageRow.ts';

const READ_ONLY = 'vmstorage takes no new rows, because its disk is almost full';
const FREE_SPACE = 'free space, and it goes on by itself';
const TOO_MANY_SERIES = 'A query needs more series than it may';
const NARROWER = 'use more specific label filters, or raise -search.maxUniqueTimeseries';
const LOST_PART = 'VictoriaMetrics does not start, because a part of its data is not on disk';
const MANY_LABELS = 'A series has more labels than -maxLabelsPerTimeseries, and is stored without some of them or '
  + 'not at all, by the version';
const MERGE = 'VictoriaMetrics ends, because a merge of its parts failed';
const NOT_A_CLIENT = 'A connection to a port of the cluster did not speak its protocol, as a TCP health check or a '
  + 'client at the wrong port';
const TWICE_ON_A_SIDE = 'An operator of a query finds two series with the same labels on one side';
const AGGREGATE = 'aggregate that side, or name more labels in on()';
const NO_NODES = 'It has no address of a vmstorage, and does not start';

const VICTORIAMETRICS: readonly MessageRow[] = [
  ['cannot acquire lock on file', 'end', 'Another process holds the lock of the data folder', null],
  ['parts.json", but is missing on disk', 'damage', LOST_PART, 'see what removed it; restore it from a backup'],
  ['unrecoverable error when merging', 'end', MERGE, 'the end of the line says why, such as a full disk or a damaged '
    + 'part'],
  ['cannot open a storage at', 'end', 'VictoriaMetrics does not start, because it cannot open its data folder',
    'the end of the line says why'],
  ['invalid last line in the transaction file', 'damage', 'A file of a merge was not written whole, as after a '
    + 'crash, and VictoriaMetrics does not start', 'use a newer version, or move that file out of its txn folder'],
  ['unexpected error at tracker state load from path=', 'damage', 'The file that counts the use of metric names is '
    + 'damaged, and old versions do not start with it', 'use a newer version, or move that file away; only these '
    + 'counts are lost'],
  ['missing -storagenode arg', 'end', NO_NODES, 'set -storageNode'],
  ['switching the storage', 'full', READ_ONLY, FREE_SPACE],
  ['the storage is in read-only mode', 'full', READ_ONLY, FREE_SPACE],
  ['so it could be re-created next time', 'damage', 'The index lost the name of a series, as after an unclean '
    + 'shutdown; its samples before that are not found', 'look at how it ended before'],
  ['exceeds -promscrape.maxscrapesize', 'error', 'The answer of a target was larger than allowed, and none of it was '
    + 'stored', 'raise that flag, or look at what the target exposes'],
  ['times during -promscrape.suppressscrapeerrorsdelay', 'error', 'Scrapes of a target failed', 'see its last error '
    + 'in the same line, or the page /targets'],
  ['skipping duplicate scrape target with identical labels', 'error', 'Two scrape targets would have the same '
    + 'labels, and one of them is not scraped', 'see its original labels on the page /service-discovery'],
  ['since -search.maxconcurrentrequests', 'error', 'More queries came at once than it can take',
    'add CPUs, or ask for less at once'],
  ['concurrent insert requests are executed', 'slow', 'A write waited too long, because others took all places',
    'look at CPU, disk and slow clients, then at -maxConcurrentInserts'],
  ['the number of matching timeseries exceeds', 'error', TOO_MANY_SERIES, NARROWER],
  ['cannot find tag filter matching less than', 'error', TOO_MANY_SERIES, NARROWER],
  ['cannot select more than -search.maxsamplesperquery', 'error', 'A query needs more raw samples than '
    + '-search.maxSamplesPerQuery', 'shorten its range, or use more specific label filters'],
  ['cannot exceed -search.maxpointspertimeseries', 'error', 'A query would return more points of a series than it '
    + 'may', 'raise its step, or shorten its range'],
  ['total available memory for concurrent requests', 'error', 'A query was refused, because its result needs more '
    + 'memory than is left for queries', 'let it match fewer series, raise its step, or give more memory'],
  ['disable exposing psi metrics because of failed init', 'slow', 'Metrics of CPU, memory and I/O pressure are not '
    + 'exposed, because the host or container lacks them; nothing else is concerned', null],
  ['incomplete vmrestore run', 'end', 'VictoriaMetrics does not start, because the last restore did not end',
    'run vmrestore again with the same arguments'],
  ['slow query according to -search.logslowqueryduration', 'slow', 'A query took longer than '
    + '-search.logSlowQueryDuration', 'run it with trace=1 to see where the time goes'],
  ['duplicate time series on the left side of', 'error', TWICE_ON_A_SIDE, AGGREGATE],
  ['duplicate time series on the right side of', 'error', TWICE_ON_A_SIDE, AGGREGATE],
  ['cannot insert row with too small timestamp', 'error', 'Samples older than the retention were dropped',
    'look at the clock of the sender, or raise -retentionPeriod'],
  ['cannot insert row with too big timestamp', 'error', 'Samples from the future were dropped',
    'look at the clock of the sender'],
  ['either reduce the number of labels for this metric', 'error', MANY_LABELS, null],
  ['-storage.maxhourlyseries', 'error', 'The limit of new series in an hour is reached, and others are dropped', null],
  ['-storage.maxdailyseries', 'error', 'The limit of new series in a day is reached, and others are dropped', null],
  ['too big packed request', 'error', 'A remote write request is larger than -maxInsertRequestSize, and was refused',
    'send smaller requests, or raise that flag'],
  ['too big unpacked request', 'error', 'A remote write request is larger than -maxInsertRequestSize, and was '
    + 'refused', 'send smaller requests, or raise that flag'],
  ['because all the storage nodes are unhealthy', 'error', 'vminsert reaches no vmstorage that takes rows',
    'see whether the vmstorage nodes run, and whether their disks are full'],
  ['cannot dial storagenode', 'error', 'vminsert does not reach a vmstorage', 'see whether it runs at that address'],
  ['cannot execute funcname=', 'error', 'vmselect asked a vmstorage without success', 'see whether that vmstorage '
    + 'runs and how loaded it is'],
  ['cannot fetch query results from vmstorage nodes', 'error', 'vmselect did not get the result of a query',
    'the words after it say which vmstorage failed, or which limit was reached'],
  ['cannot read hello: cannot read message', 'error', NOT_A_CLIENT, 'let health checks ask /health of the HTTP port'],
];

const VMALERT: readonly MessageRow[] = [
  ['config contains alerting rules but neither', 'end', 'vmalert has alerting rules and no place to send alerts, so '
    + 'it does not load them', 'set -notifier.url, or -notifier.blackhole to send none'],
];

const VMAGENT: readonly MessageRow[] = [
  ['at least one -remotewrite.url', 'end', 'vmagent does not start without an address to write to',
    'set -remoteWrite.url'],
  ['was rejected (skipping the block)', 'error', 'The receiver refused a block for good, and vmagent dropped it',
    'the answer of the receiver in the same line says why'],
];

const OPERATOR: readonly MessageRow[] = [
  ['skip config generation for resources', 'error', 'The operator left out resources, because their configuration is '
    + 'not valid', 'see the reason in the line, or in the status of the resource'],
];

const VMAUTH: readonly MessageRow[] = [
  ['are unavailable for proxying the request', 'error', 'vmauth reaches none of the backends of a user',
    'its warnings before it say why for each'],
];

const VMRESTORE: readonly MessageRow[] = [
  ['this means either incomplete backup or old backup', 'end', 'vmrestore refuses a backup that did not end',
    'restore from a complete one; -skipBackupCompleteCheck is only for backups of very old versions'],
];

const VICTORIALOGS: readonly MessageRow[] = [
  ['missing _msg field; see', 'error', 'A log entry came without a message, and has this text in its place',
    'tell it which field holds the message (_msg_field, header VL-Msg-Field)'],
];

export const OF_VICTORIAMETRICS: readonly MessagesOfProgram[] = [
  ['VictoriaMetrics', VICTORIAMETRICS], ['vmagent', VMAGENT], ['vmalert', VMALERT], ['vmauth', VMAUTH],
  ['the VictoriaMetrics operator', OPERATOR], ['vmrestore', VMRESTORE],
  ['VictoriaLogs', VICTORIALOGS],
];
