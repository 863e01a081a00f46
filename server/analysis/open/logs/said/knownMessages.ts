/**
 * Messages of known programs: which program writes each, of what kind it is, what it means, and what to do next.
 * Readers of logs and of texts that quote messages use the same table. Pure.
 */
import { OF_HOSTS } from './knownOfHosts.ts';
import { WORDS_AFTER, type MessageKind, type MessageRow } from './knownRow.ts';
import { isRuleTimeout, RULE_TIMED_OUT } from './ruleTimeouts.ts';

export interface KnownMessage {
  /** In lower case. */
  message: string;
  kind: MessageKind;
  /** `''` for messages of the operating system, which any program may write. */
  program: string;
  /** One sentence: the meaning, then the next step after a colon. */
  sentence: string;
  /** Whether the sentence says more than the message; if not, the words after the message say why. */
  isTelling: boolean;
}

const WAL_DAMAGE = 'The WAL was damaged, and Prometheus repairs it by deleting what comes after the damage';
const NO_SERIES = 'The samples of that write or scrape were not stored';
const REMOTE = 'Remote write does not get its samples through';
const LIMITED = 'A limit of the tenant is reached, and what is above it is rejected';
const RING = 'The ring holds a member that no longer answers, and this instance waits for it';
const FORGET = 'forget that member on the page /ring, or let the ring forget dead members by itself';
const READ_ONLY = 'vmstorage takes no new rows, because its disk is almost full';
const FREE_SPACE = 'free space, and it goes on by itself';
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

const THANOS: readonly MessageRow[] = [
  ['critical error detected; halting', 'end', 'The compactor stopped for good, so that it does no damage',
    'the error beside the message says which block it is about'],
  ['pre compaction overlap check', 'error', 'Two blocks of one stream cover the same time, so the compactor does not '
    + 'merge them', 'find which process uploads twice'],
  ['no external labels configured on prometheus server', 'end', 'The sidecar does not start without external labels',
    'set external_labels in the configuration of Prometheus'],
  ['compaction needs to be disabled', 'end', 'The sidecar does not upload while Prometheus merges blocks itself',
    'set the smallest and the largest block duration of Prometheus to the same value'],
];

/** Loki, Mimir, Cortex and Tempo share the code of the ring and of tenants. */
const RINGS: readonly MessageRow[] = [
  ['found an existing instance(s) with a problem in the ring', 'hang', RING, FORGET],
  ['past heartbeat timeout', 'hang', RING, FORGET],
  ['no org id', 'error', 'A request named no tenant', 'send the header X-Scope-OrgID'],
];

const LOKI: readonly MessageRow[] = [
  ['entry out of order', 'error', 'Lines older than the newest of their stream were rejected', 'send each stream from '
    + 'one place'],
  ['entry too far behind', 'error', 'Lines were rejected, because they are too old for their stream', 'look at the '
    + 'clocks and at what the sender held back'],
  ['maximum active stream limit exceeded', 'error', LIMITED, 'use labels with fewer values, or raise the limit'],
  ['ingestion rate limit exceeded', 'error', LIMITED, 'send less, or raise the limit'],
  ['max entries limit per query exceeded', 'error', 'A query asked for more lines than it may have', null],
  ['the query time range exceeds the limit', 'error', 'A query asked for a longer time than it may', null],
];

const VICTORIAMETRICS: readonly MessageRow[] = [
  ['cannot acquire lock on file', 'end', 'Another process holds the lock of the data folder', null],
  ['switching the storage', 'full', READ_ONLY, FREE_SPACE],
  ['the storage is in read-only mode', 'full', READ_ONLY, FREE_SPACE],
  ['exceeds -promscrape.maxscrapesize', 'error', 'The answer of a target was larger than allowed, and none of it was '
    + 'stored', 'raise that flag, or look at what the target exposes'],
  ['since -search.maxconcurrentrequests', 'error', 'More queries came at once than it can take', 'add CPUs, or ask for '
    + 'less at once'],
  ['-storage.maxhourlyseries', 'error', 'The limit of new series in an hour is reached, and others are dropped', null],
  ['-storage.maxdailyseries', 'error', 'The limit of new series in a day is reached, and others are dropped', null],
];

const INFLUXDB: readonly MessageRow[] = [
  ['max-series-per-database limit exceeded', 'error', 'A database has as many series as it may, and new ones are '
    + 'dropped', 'use tags with fewer values, or raise the limit'],
  ['max-values-per-tag limit exceeded', 'error', 'A tag has as many values as it may, and new ones are dropped',
    'use a field in its place, or raise the limit'],
  ['field type conflict: input field', 'error', 'Points were dropped, because a field has another type in its shard',
    'write the field always with one type'],
  ['points beyond retention policy dropped', 'error', 'Points were dropped, because they are older than the retention',
    'look at the clock of the sender'],
  ['max-concurrent-queries limit exceeded', 'error', 'More queries ran at once than allowed', null],
];

const listed = (program: string, rows: readonly MessageRow[]): KnownMessage[] =>
  rows.map(([message, kind, means, next]) => ({
    message, kind, program, sentence: `${means}${next === null || next === WORDS_AFTER ? '' : `: ${next}`}.`,
    isTelling: kind !== 'state' && next !== WORDS_AFTER,
  }));

/** All messages; of two that share a beginning, the longer one comes first. */
export const KNOWN_MESSAGES: readonly KnownMessage[] = [
  ...listed('Prometheus', PROMETHEUS), ...listed('Thanos', THANOS), ...listed('Loki, Mimir, Cortex or Tempo', RINGS),
  ...listed('Loki', LOKI), ...listed('VictoriaMetrics', VICTORIAMETRICS), ...listed('InfluxDB', INFLUXDB),
  ...OF_HOSTS.flatMap(([program, rows]) => listed(program, rows)),
];

const SENTENCES: ReadonlySet<string> = new Set(KNOWN_MESSAGES.map(({ sentence }) => sentence));

/** Returns what the first known message of an error means; null without one, or if the message says it all. */
export function knownMeaning(error: string): string | null {
  if (isRuleTimeout(error)) return RULE_TIMED_OUT;
  const text = error.toLowerCase();
  return KNOWN_MESSAGES.find(({ message, isTelling }) => isTelling && text.includes(message))?.sentence ?? null;
}

/** Whether a sentence is the meaning of a known message. */
export const isKnownMeaning = (sentence: string): boolean =>
  SENTENCES.has(sentence) || sentence === RULE_TIMED_OUT;
