/** Tells which value the text gives to the settings that the facts name, or that bear on their fault. Pure; bounded. */
import {
  BUFFER, CONNECTIONS, DUPLICATES, ETCD, FULL, LOCK, MAPS, MEMORY, OPEN_FILES, PARTS, QUERY, RATE, RING, SCRAPE,
  SENDER, SERIES, SHARED_MEMORY,
} from './faults.ts';

/** Names of settings in facts: flags, and names with underscores, dots or dashes, also in capitals. */
const NAMED = new RegExp([
  /(?<![\w./-])-{1,2}([a-zA-Z][\w.-]{2,60})/,
  /(?<![\w./-])([a-z][a-z0-9]{0,30}(?:[_.][a-z0-9]{1,30}){1,8})(?![\w/(-])/,
  /(?<![\w./-])([a-z]{2,20}(?:-[a-z0-9]{1,20}){1,6})(?![\w/(.-])/, /(?<!\w)([A-Z]{2,20}(?:_[A-Z0-9]{2,20}){1,5})(?!\w)/,
].map(({ source }) => source).join('|'), 'g');
/** The context that makes one of these names a setting, and not a metric, a host or a word. */
const OF_SETTING = new RegExp([
  /limit|max|min(?!\w*ut)|size|timeout|interval|retention|quota|buffer|queue|cache|mem|rate|burst|shard|replic/,
  /concurren|parallel|batch|capacity|samples|delay|locks|connections|backoff|retr(?:y|ies)|factor|heap|files|window/,
].map(({ source }) => source).join('|'), 'i');
const METRIC = /_(?:total|seconds|bytes|count|sum|bucket|created|info|ratio)$/;
const MAX_NAMES = 12;

/** Settings that bear on a kind of fault, by their names without dashes before them. */
const BESIDE: readonly (readonly [RegExp, readonly string[]])[] = [
  [FULL, [
    'storage.tsdb.retention.time', 'storage.tsdb.retention.size', 'storage.tsdb.retention', 'storage.local.retention',
    'retentionPeriod', 'retention_period', 'retention-period', 'retentionSize', 'retention.resolution-raw', 'retention',
    'storage.minFreeDiskSpaceBytes', 'quota-backend-bytes', 'auto-compaction-retention',
  ]],
  [OPEN_FILES, ['LimitNOFILE', 'fs.file-max', 'nofile', 'max_open_files']],
  [MAPS, ['vm.max_map_count', 'vm.overcommit_memory', 'max_map_count']],
  [DUPLICATES, [
    'honor_labels', 'honor_timestamps', 'replicas', 'out_of_order_time_window', 'accept_ha_samples',
    'accept-ha-samples', 'dedup.minScrapeInterval', 'replication_factor',
  ]],
  [LOCK, ['replicas', 'storage.tsdb.no-lockfile']],
  [SCRAPE, ['scrape_timeout', 'scrape_interval', 'body_size_limit']],
  [QUERY, [
    'query.timeout', 'query.max-concurrency', 'query.max-samples', 'querier.timeout', 'search.maxQueryDuration',
    'max_concurrent', 'split_queries_by_interval',
  ]],
  [RATE, [
    'ingestion_rate_mb', 'ingestion_burst_size_mb', 'ingestion_rate', 'ingestion_burst_size', 'per_stream_rate_limit',
    'per_stream_rate_limit_burst',
  ]],
  [SERIES, [
    'max_global_series_per_user', 'max_series_per_user', 'max_global_series_per_metric', 'max_streams_per_user',
    'max_global_streams_per_user', 'max-series-per-database', 'max-values-per-tag', 'storage.maxHourlySeries',
    'storage.maxDailySeries', 'sample_limit', 'label_limit',
  ]],
  [PARTS, ['parts_to_throw_insert', 'parts_to_delay_insert', 'max_parts_in_total', 'async_insert']],
  [RING, ['replication_factor', 'heartbeat_timeout', 'heartbeat_period', 'autoforget_unhealthy']],
  [SHARED_MEMORY, ['shm_size', 'max_locks_per_transaction', 'shared_buffers', 'max_connections']],
  [CONNECTIONS, ['max_connections', 'max_user_connections', 'superuser_reserved_connections']],
  [ETCD, ['heartbeat-interval', 'election-timeout', 'quota-backend-bytes']],
  [SENDER, ['max_shards', 'min_shards', 'capacity', 'max_samples_per_send', 'batch_send_deadline', 'remote_timeout']],
  [BUFFER, ['metric_buffer_limit', 'metric_batch_size', 'flush_interval', 'queue_size', 'num_consumers']],
  [MEMORY, ['GOMEMLIMIT', 'GOGC', 'memory.allowedPercent', 'memory.allowedBytes', 'query.max-samples']],
];
/** Settings that matter to a fault only if their number is above one. */
const SEVERAL: ReadonlySet<string> = new Set(['replicas']);

const UNIT = '(?:[KMGT]i?B|bytes|seconds|minutes|hours|days|weeks|months|years|percent)';
const VALUE = String.raw`["'\x60]?(\d[\w.%]{0,20}(?:,\d{3}){0,4}(?: ?${UNIT}\b)?|true|false|unlimited|infinity)`
  + String.raw`(?=["'\x60]?(?:[\s,;)}\]]|\.?$|\. ))`;
const IS = String.raw`["'\x60]?(?: {0,20}[:=] {0,20}| is (?:set to )?| set to | to | of )`;
/** Lines of logs, whose keys are figures, and comments, whose settings are off. */
const NOT_SET = new RegExp([
  /\b(?:level|lvl|msg|ts|caller)=|"(?:level|msg|ts|caller)":|\d\d:\d\d:\d\d/,
  /^\s{0,40}(?:#|\/\/|;) ?[\w.-]{1,80} ?[:=]/,
].map(({ source }) => source).join('|'));
/** Words of sentences on a value that is none of the text: a default, a piece of advice, an attempt. */
const NOT_HERE = new RegExp([
  /\b(?:default\w*|recommend\w*|suggest\w*|try|tried|trying|should|must|raise|increase|lower|e\.g\.|example|such as)\b/,
  /\b(?:to fix|workaround|instead|would|could|can|if|from|was|were|until|before)\b/,
].map(({ source }) => source).join('|'), 'i');
const SENTENCE = /(?:\p{L}{2,}[,.]? ){3}/u;

const MAX_CHARS = 64 * 1024;
const MAX_LINES = 2000;
const MAX_LINE = 1000;
const MAX_TOLD = 3;
const MAX_VALUES = 2;

interface Setting { name: string; values: string[] }

/** Returns the values, each as it is written; null without one that the facts do not have already. */
export function settingsBeside(facts: string, text: string): string | null {
  const names = namesFor(facts);
  if (names.length === 0) return null;
  const head = text.slice(0, MAX_CHARS);
  const lines = head.split('\n', MAX_LINES).map((line) => line.slice(0, MAX_LINE))
    .filter((line) => !NOT_SET.test(line) && !(SENTENCE.test(line) && NOT_HERE.test(line)));
  const found = names.filter((name) => head.includes(name)).flatMap((name): Setting[] => {
    const all = [...lines.flatMap((line) => valuesIn(line, name)), ...shownBySql(head, name)];
    const own = all.filter(({ value }, i) => all.findIndex((one) => one.value === value) === i);
    const values = own.map(({ value }) => value).filter((value) => !SEVERAL.has(name) || Number(value) > 1);
    // Of several values, one that is told is not the only one.
    const isNew = values.some((value) => !isTold(facts, name, value));
    return !isNew || own.length > MAX_VALUES ? [] : [{ name: own[0]?.name ?? name, values }];
  });
  const told = found.slice(0, MAX_TOLD).map(({ name, values }) => `${name} is ${values.join(' and ')}`);
  return told.length === 0 ? null
    : `In the text, ${told.length === 1 ? '' : `${told.slice(0, -1).join(', ')} and `}${told.at(-1)}.`;
}

/** Returns the names that the facts have, then those that bear on their kind of fault. */
function namesFor(facts: string): string[] {
  const named = [...facts.matchAll(NAMED)].map((match) => match.slice(1).find((name) => name !== undefined) ?? '')
    .map((name) => name.replace(/[.-]{1,4}$/, '')).filter((name) => OF_SETTING.test(name) && !METRIC.test(name));
  const beside = BESIDE.filter(([fault]) => fault.test(facts)).flatMap(([, own]) => own);
  return [...new Set([...[...new Set(named)].slice(0, MAX_NAMES), ...beside])];
}

const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\-]/g, String.raw`\$&`);

/** Returns the values that a line gives to a setting, with the dashes before its name. */
function valuesIn(line: string, name: string): { name: string; value: string }[] {
  if (!line.includes(name)) return [];
  const pattern = new RegExp(String.raw`(?<![\w./-])(-{0,2})${escaped(name)}(?:${IS}|(?<=-${escaped(name)}) )${VALUE}`,
    'g');
  return [...line.matchAll(pattern)].map(([, dashes = '', value = '']) =>
    ({ name: `${dashes}${name}`, value: value.replace(/\.$/, '') }));
}

/** Returns the value that psql shows below the name of a setting. */
function shownBySql(text: string, name: string): { name: string; value: string }[] {
  const pattern = new RegExp(String.raw`^ {0,4}${escaped(name)} {0,40}\n-{3,80}\n {0,80}(\w{1,20}) {0,40}$`, 'm');
  const value = pattern.exec(text)?.[1];
  return value === undefined ? [] : [{ name, value }];
}

/** Whether the facts have the value: a number anywhere, a word behind the name. */
function isTold(facts: string, name: string, value: string): boolean {
  // Facts write a blank between a number and its unit.
  const own = escaped(value).replace(/(?<=\d)(?=[a-zA-Z])/, ' ?');
  return /^\d/.test(value) ? new RegExp(String.raw`(?<![\w.])${own}(?!\w|\.\d)`).test(facts)
    : new RegExp(String.raw`${escaped(name)}.{0,12}\b${own}\b`).test(facts);
}
