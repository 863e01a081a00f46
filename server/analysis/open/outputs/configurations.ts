/** Recognizes how a server was started (flags, systemd units, Compose, chart values, limits) and says what matters. */
import { fits } from '../../../../core/text/prefilter/fits.ts';
import { memoryLimits } from '../structure/storeConfigurations.ts';
import type { Format } from '../look/format.ts';
import { counted, each, named, said, sentence, type Named } from '../look/named.ts';

const REMEDY = 'It says how the server was started, not how it fares: open its log, or add it as a target.';
/** Flags that affect memory, disk and load. */
const FLAG = new RegExp([
  String.raw`(?:(?:^|[\s'"\x60])--?|^(?=storage\.tsdb\.[\w.-]{1,40} ?[|:]))`,
  String.raw`(storage\.tsdb\.(?:retention[\w.]*|(?:min|max)-block-duration|wal-compression(?:-type)?`,
  String.raw`|allow-overlapping-blocks|no-lockfile|wal-segment-size|head-chunks-write-queue-size)`,
  String.raw`|storage\.local\.(?:memory-chunks|target-heap-size|retention)`,
  String.raw`|retention\.resolution-\w+|(?:compact|downsample)\.concurrency|block-[\w-]{1,30}concurrency|delete-delay`,
  String.raw`|chunk-pool-size|index-cache-size|(?:blocks-storage|ingester|querier)\.[\w.-]{1,60}`,
  String.raw`|query\.(?:max-samples|max-concurrency|timeout|lookback-delta)|enable-feature|auto-gomemlimit[\w.]*`,
  String.raw`|retentionPeriod|replicationFactor|maxConcurrentInserts`,
  String.raw`|promscrape\.(?:maxScrapeSize|cluster\.(?:membersCount|replicationFactor))`,
  String.raw`|remoteWrite\.(?:queues|maxDiskUsagePerURL|maxBlockSize)|memory\.allowed(?:Percent|Bytes)`,
  String.raw`|dedup\.minScrapeInterval|search\.max\w+)`,
  String.raw`(?:(?: ?[|:=] ?| )['"]?((?!-)[\w.,%:/-]{1,80}))?`,
].join(''), 'gm');
/** The same flags as pairs of name and value, as in charts. */
const ARGUMENT = new RegExp([
  /name: ['"]?(storage\.tsdb\.[\w.-]{1,60}|query\.[\w.-]{1,40}|enable-feature)['"]?\s*\n/,
  /\s*value: ['"]?([\w.,-]{1,60})/,
].map(({ source }) => source).join(''), 'g');
const KEY = new RegExp([
  String.raw`^\s{0,40}(retention|retentionSize|scrapeInterval|scrapeTimeout|evaluationInterval|walCompression`,
  String.raw`|storage|replicas|shards): ['"]?(\d[\w.]{0,20}|true|false)\b`,
].join(''), 'gm');
const IMAGE =
  /image: ['"]?\S{0,200}?\/?(prometheus|victoria-metrics|vmagent|thanos|mimir|loki|influxdb):v?(\d[\w.-]{0,30})/;
const LIMITS = /\blimits:\s*\n((?:\s+['"]?(?:cpu|memory|ephemeral-storage)['"]?: .{1,60}\n?){1,3})/;
/** Flags that older servers refuse, with the minor version of 2.x that introduced them. */
const SINCE: readonly (readonly [flag: RegExp, minor: number])[] = [
  [/storage\.tsdb\.retention\.(?:time|size)/, 7], [/storage\.tsdb\.wal-compression/, 11], [/enable-feature/, 25],
];
const MAX_SETTINGS = 12;
/** Value of an unset flag on the page of flags. */
const UNSET = /^0[sB]$/;

const ROWS: readonly Named[] = [
  {
    id: 'systemd-unit', name: 'a unit of systemd', pattern: /^\[Service\]\s*$/m,
    fact: (text) => [serverSettings(text), unitFacts(text)].filter((part) => part !== null).join(' ') || null,
    remedy: REMEDY,
  },
  {
    id: 'compose', name: 'a file of Docker Compose', pattern: /^services:\s*\n(?:.*\n){0,200}?\s+image: \S/m,
    fact: (text) => serverSettings(text) ?? counts(text, /^\s+image: \S/gm, 'service'), remedy: REMEDY,
  },
  {
    id: 'prometheus-settings', name: 'settings of Prometheus for its operator or a chart',
    fact: (text) => serverSettings(text) ?? configurationFacts(text),
    pattern: new RegExp([
      /^\s{0,40}(?:prometheusSpec:\s*$|retentionSize: \S|retention: ['"]?\d+[a-z]|walCompression: \w|enableFeatures:)/,
      /^\s{0,40}- name: ['"]?storage\.tsdb\./, /^\s{0,40}scrapeInterval: ['"]?\d/,
    ].map(({ source }) => source).join('|'), 'm'), remedy: REMEDY,
  },
  {
    id: 'scrape-configs', name: 'a part of a configuration of Prometheus', fact: configurationFacts, remedy: REMEDY,
    pattern: new RegExp([
      /^\s*(?:- )?(?:metric_)?relabel_configs:\s*$/,
      /^\s*- job_name: \S.*\n(?:.*\n){0,30}?\s+(?:static_configs|\w+_sd_configs):/,
    ].map(({ source }) => source).join('|'), 'm'),
  },
  {
    id: 'resources', name: 'limits of a container', remedy: REMEDY,
    fact: (text) => {
      const limits = memoryLimits(text);
      return limits.length > 1 ? `It sets ${limits.join(', ')}.` : serverSettings(text);
    },
    pattern: /^\s{0,40}(?:limits|requests):\s*\n\s+['"]?(?:cpu|memory)['"]?: \S/m,
  },
  {
    id: 'server-flags', name: 'the command line of a server', fact: flagFacts, remedy: REMEDY,
    // What a program logs decides before the flags that a sentence names.
    except: /\d\d:\d\d:\d\d[^\n]{1,120}?[\t ](?:info|warn|error|fatal|panic)[\t ]{1,16}\S{3,150}\.go:\d{1,6}[\t ]/,
    pattern: new RegExp(String.raw`(?:^|[\s'"\x60])--?(?:storage\.(?:tsdb|local)\.path|config\.file|storageDataPath`
      + String.raw`|remoteWrite\.url|promscrape\.config|storageNode|httpListenAddr|remoteWrite\.tmpDataPath`
      + String.raw`|tsdb\.path|objstore\.config(?:-file)?|retention\.resolution-raw|blocks-storage\.backend`
      + String.raw`|storage\.tsdb\.(?:retention(?:\.\w{1,20})?|(?:min|max)-block-duration))[= ]`, 'm'),
  },
];

/** Returns the settings of a command line, and whether it leaves the retention at its default. */
function flagFacts(text: string): string | null {
  const said = serverSettings(text);
  const isOpen = fits(/storage\.tsdb\.path/, text) && !fits(/retention/, text) && !fits(/\$\w/, text);
  return isOpen ? [said, 'No flag sets the retention: it is 15 days where the configuration does not say otherwise.']
    .filter((part) => part !== null).join(' ') : said;
}

export const CONFIGURATIONS: readonly Format[] = ROWS.map(named);

/** Returns the settings that affect memory, disk and load; null if there are none. */
export function serverSettings(text: string): string | null {
  const [, program, version] = IMAGE.exec(text) ?? /\/(prometheus)-(\d+\.\d+\.\d+)\.\w+-\w+\//.exec(text) ?? [];
  const flags = [...text.matchAll(FLAG), ...text.matchAll(ARGUMENT)].slice(0, MAX_SETTINGS)
    .filter(([, flag = '', value = '']) => !(UNSET.test(value) && /retention|size/.test(flag)))
    .map(([, flag = '', value]) => (value === undefined ? flag : `${flag} ${value}`));
  const keys = [...text.matchAll(KEY)].slice(0, MAX_SETTINGS).map(([, key, value]) => `${key} ${value}`);
  const limits = said(LIMITS, text) ?? '';
  const [memory, cpu] = [limit('memory', limits), limit('cpu', limits)];
  const all = [...new Set([...flags, ...keys])];
  const facts = [
    ...all, ...memory === null ? [] : [`memory limit ${memory}`], ...cpu === null ? [] : [`CPU limit ${cpu}`],
  ].join(', ');
  if (facts === '' && program === undefined) return null;
  const first = program === undefined ? `It sets ${facts}.`
    : `It runs ${program} ${version}${facts === '' ? '' : ` with ${facts}`}.`;
  return [first, ...warnings({ all, cpu, program, version })].join(' ');
}

const limit = (name: string, text: string): string | null =>
  said(new RegExp(`['"]?${name}['"]?: ['"]?([\\d.]+\\w{0,3})`), text);

interface Settings {
  all: readonly string[]; cpu: string | null; program: string | undefined; version: string | undefined;
}

function warnings({ all, cpu, program, version }: Settings): string[] {
  const minor = program === 'prometheus' ? /^2\.(\d{1,3})/.exec(version ?? '')?.[1] : undefined;
  const early = minor === undefined ? undefined : SINCE.find(([flag, since]) =>
    Number(minor) < since && all.some((one) => flag.test(one)));
  const cores = cpu === null ? null : cpu.endsWith('m') ? Number.parseFloat(cpu) / 1000 : Number.parseFloat(cpu);
  return [
    early === undefined ? '' : `Prometheus before 2.${early[1]} does not know ${all.find((one) => early[0].test(one))
      ?.split(' ')[0]} and refuses to start.`,
    all.some((one) => /-block-duration \S/.test(one))
      ? 'Block durations are changed: compactions, the size of the head and retention follow them.' : '',
    all.some((one) => /min-block-duration (?:\d+s|[1-9]\d?m|1h)$/.test(one))
      ? 'Prometheus is not made for blocks shorter than 2 h: it compacts all the time, which takes CPU.' : '',
    cores !== null && cores < 1 ? 'With less than one core it is throttled in compactions and starts.' : '',
    all.some((one) => /^retentionSize |retention\.size/.test(one))
      ? 'For a size of retention only blocks are deleted: leave room for the WAL, the head and a compaction.' : '',
  ].filter((warning) => warning !== '');
}

function unitFacts(text: string): string | null {
  const stop = said(/^TimeoutStopSec=(\S+)/m, text);
  return sentence([
    each(/^Restart=(\S+)/m, text, (value) => `Restart ${value}`),
    each(/^LimitNOFILE=(\S+)/m, text, (value) => `at most ${value} open files`),
    each(/^Memory(?:Max|Limit)=(\S+)/m, text, (value) => `memory limit ${value}`),
    stop === null ? 'TimeoutStopSec is not set, so systemd kills it 90 s after it asks it to stop'
      : `${stop} to stop before it is killed`,
  ]);
}

function counts(text: string, pattern: RegExp, word: string): string {
  return `It has ${counted([...text.matchAll(pattern)].length, word)}.`;
}

/** Counts the alerts and recorded series of a rule file; null if it has neither. */
export function ruleFacts(text: string): string | null {
  const of = (key: string): string[] => [...text.matchAll(new RegExp(`^\\s*(?:- )?${key}: ["']?(\\S{1,200}?)["']?\\s*$`,
    'gm'))].map(([, name = '']) => name);
  const [alerts, records] = [of('alert'), of('record')];
  return sentence([
    alerts.length === 0 ? null : `it has ${counted(alerts.length, 'alert')}, such as ${alerts[0]}`,
    records.length === 0 ? null : `it records ${counted(records.length, 'series', 'series')}, such as ${records[0]}`,
  ]);
}

/** Returns the jobs and intervals of a prometheus.yml. */
export function configurationFacts(text: string): string | null {
  const jobs = [...text.matchAll(/^\s*- job_name: ['"]?([^'"\n#]{1,100})/gm)].map(([, name = '']) => name.trim());
  const global = text.slice(0, Math.max(0, text.search(/^\s*(?:scrape_configs:|- job_name:)/m)));
  const own = text.split(/^(?=\s*- job_name:)/m).slice(1).flatMap((part) => {
    const interval = said(/^\s+scrape_interval: *['"]?(\w+)/m, part);
    const timeout = said(/^\s+scrape_timeout: *['"]?(\w+)/m, part);
    const name = said(/- job_name: ['"]?([^'"\n#]{1,100})/, part);
    const late = timeout === null ? '' : ` with a timeout of ${timeout}`;
    return interval === null ? [] : [`${name?.trim()} every ${interval}${late}`];
  });
  return sentence([
    jobs.length === 0 ? null : counted(jobs.length, 'scrape job'),
    each(/^\s+scrape_interval: *['"]?(\w+)/m, global, (value) => `scrape interval ${value}`),
    each(/^\s+evaluation_interval: *['"]?(\w+)/m, global, (value) => `evaluation interval ${value}`),
    own.length === 0 ? null : own.slice(0, 3).join(', '),
    each(/^\s+sample_limit: *(\d{1,12})/m, text,
      (value) => `at most ${Number(value).toLocaleString('en-US')} samples a scrape`),
    fits(/^\s*remote_?[wW]rite:/m, text) ? 'it writes to a remote storage' : null,
  ], '; ');
}
