/** Logs, told by the program that wrote them. All open on the page of the log. */
import { CERTAIN, LIKELY, when, wordOf, type Format, type Match } from './format.ts';
import type { Look } from './look.ts';
import { gcTraceFacts, GC_LINE } from './gcTrace.ts';
import { knownIssueFacts, type LogServer } from './knownIssueFacts.ts';
import { collectorFacts, crashFacts, joined, kernelFacts, victoriaFacts } from './logFacts.ts';
import { etcdFacts, influxFacts, lokiFacts } from './serverFacts.ts';

/** Texts in a log of a program, how its version is written, and how sure they are. */
interface LogProgram {
  id: string; program: string; texts: RegExp; version?: RegExp; interest?: (look: Look) => string | null;
  confidence?: Match['confidence'];
  /** Its known issues are looked for. */
  kind?: LogServer['kind'];
}

/** JSON writes the quotation mark with a backslash, CSV twice. */
const GO_VERSION = /version=["\\]{1,3}\(version=v?(\d[^,)\s]{1,50})/;
const BUILD_VERSION = /"?version"?[=:] ?["\\]{0,3}\(version=v?(\d[^,)\s"]{1,50})/;

/** The first row that fits counts: a program that contains another comes before it. */
const PROGRAMS: readonly LogProgram[] = [
  {
    id: 'victoriametrics-log', program: 'VictoriaMetrics', kind: 'victoriametrics', interest: victoriaFacts,
    texts: new RegExp([
      // Copied from a terminal, the tabs are blanks.
      /(?:\t| {1,8})(?:debug|info|warn|error|fatal|panic)(?:\t| {1,8})(?:github\.com\/)?VictoriaMetrics\//,
      /"caller":"VictoriaMetrics\//,
    ].map(({ source }) => source).join('|')),
    version: /build version: \S{0,80}?-v?(\d+\.\d+\.\d+)/,
  },
  {
    id: 'otelcol-log', program: 'OpenTelemetry Collector', interest: collectorFacts,
    texts: new RegExp([
      /"(?:otelcol\.component\.)?kind": ?"(?:receiver|processor|exporter|extension|connector)/, /service@v\d+\.\d+/,
      /memorylimiter(?:processor)?\/memorylimiter\.go/, /otelcol\.component|otelcol(?:-contrib)?\//,
      /Everything is ready\. Begin running/,
    ].map(({ source }) => source).join('|')),
    version: /(?:"Version": ?"v?|service@v)(\d+\.\d+\.\d+)/,
  },
  {
    id: 'thanos-log', program: 'Thanos', kind: 'thanos',
    texts: new RegExp([
      /\/data\/compact\b/, /msg="retriable error"/, /critical error detected; halting/, /component=multi-tsdb\b/,
      /component=(?:receive|store-gateway|sidecar|query-frontend)\b/, /caller=(?:sidecar|receive|bucket)\.go/,
      /github\.com\/thanos-io\/thanos/, /\bmain\.runCompact\b|\/app\/cmd\/thanos\//, /\bthanos(?:@\w+)?(?:\[\d+\])?: /,
      /msg="start (?:of GC|of compactions|sync of metas)"/,
    ].map(({ source }) => source).join('|')),
    version: BUILD_VERSION,
  },
  {
    id: 'mimir-log', program: 'Mimir', kind: 'mimir',
    texts: new RegExp([
      /caller=(?:mimir|cortex|ingester_compaction|user_tsdb|bucket_compactor|blocks_cleaner)\.go/,
      /TSDB blocks compaction for user|component=(?:compactor|ingester)\b|github\.com\/grafana\/mimir/,
    ].map(({ source }) => source).join('|')),
    version: GO_VERSION,
  },
  {
    id: 'loki-log', program: 'Loki', interest: lokiFacts, version: GO_VERSION,
    texts: new RegExp([
      /caller=loki\.go|\bmsg="Starting Loki"|\borg_id=\S+ .*component=|replay flusher/,
      /recovering from (?:checkpoint|WAL)"|WAL (?:checkpoint |segment )?recovery finished/,
    ].map(({ source }) => source).join('|')),
  },
  {
    id: 'influxdb-log', program: 'InfluxDB', interest: influxFacts,
    texts: new RegExp([
      /\blog_id=\w{6,}|\[I\] .*InfluxDB|engine=tsm1|InfluxDB starting/,
      // Before 1.4, by its parts.
      /^\[(?:cacheloader|tsm1\w{0,10}|filestore|shard|store|httpd|continuous_querier)\] ?\d{4}\/\d\d\/\d\d /m,
    ].map(({ source }) => source).join('|'), 'm'),
    version: /InfluxDB starting\S* .{0,200}version=v?(\d\S{1,30})/,
  },
  {
    id: 'etcd-log', program: 'etcd', interest: etcdFacts,
    texts: new RegExp([
      /"caller":"(?:etcdmain|etcdserver|embed|raft|mvcc|rafthttp|wal)\/|\b(?:etcdserver|etcdmain|rafthttp|raft): /,
      /\bwal: (?:wal\/wal\.go: WAL\.)?sync(?: duration of|: sync duration)/,
    ].map(({ source }) => source).join('|')),
    version: /"(?:etcd|local-server)-version":"(\d\S{1,20}?)"|etcd Version: (\d\S+)/,
  },
  {
    id: 'alertmanager-log', program: 'Alertmanager',
    texts: /[Ss]tarting Alertmanager|caller=(?:nflog|silence|dispatch)\.go/,
    version: BUILD_VERSION,
  },
  {
    id: 'prometheus-log', program: 'Prometheus', kind: 'prometheus',
    texts: new RegExp([
      /Starting Prometheus/, /\bStarting TSDB/, /[Ss]tarting tsdb\b/, /\bTSDB started/, /WAL segment loaded/,
      /Replaying (?:WAL|on-disk)/, /On-disk memory mappable/, /Server is ready to receive/, /\b[Ww]rite block\b/,
      /[Hh]ead GC (?:started|completed)/, /compact blocks/, /WAL (?:replay|checkpoint)/, /Creating checkpoint/,
      /component=tsdb/, /"component":"tsdb"/,
      /(?:caller|source)"?[=:]"?[\w/]*(?:head|db|compact|head_wal|checkpoint)\.go/,
      /caller=main\.go:\d+ .*(?:storage|Prometheus)/, /scrape_pool=/, /opening storage failed/, /\bremote_name=/,
      /Deleting obsolete block/, /Found healthy block/, /prometheus\.yml/,
    ].map(({ source }) => source).join('|')),
    version: BUILD_VERSION,
  },
  { id: 'tempo-log', program: 'Tempo', texts: /\bmsg="Starting Tempo"/, version: GO_VERSION },
  { id: 'grafana-log', program: 'Grafana', texts: /^logger=\S+ (?:userId=|t=)/m },
  {
    id: 'kubelet-log', program: 'the kubelet', interest: crashFacts,
    texts: /\bkubelet(?:\[\d+\])?: |(?:prober|kuberuntime_\w+|kubelet)\.go:\d+\]/,
  },
  {
    id: 'kernel-log', program: 'the kernel', interest: kernelFacts,
    texts: /Killed process \d+ \(|invoked oom-killer|Out of memory: Kill|oom-kill:constraint=/,
  },
  {
    id: 'systemd-log', program: 'systemd', interest: kernelFacts,
    texts: /systemd(?:\[\d+\])?: |\.service: (?:Main process exited|Failed with result|Scheduled restart)/,
  },
];

function rowOf({ id, program, texts, version, kind, interest: ownFacts = crashFacts }: LogProgram): Format {
  const versionOf = ({ words }: Look): string | undefined =>
    (version === undefined ? undefined : wordOf(version, words));
  return {
    id, name: `a log of ${program}`, door: 'log',
    interest: kind === undefined ? ownFacts
      : (look) => joined([ownFacts(look), knownIssueFacts(look, { kind, version: versionOf(look) })]),
    match: (look) => {
      if (!look.isText || !texts.test(look.words) || !isLog(look)) return null;
      return { ...LIKELY, program, version: versionOf(look) };
    },
    remedy: ['prometheus-log', 'thanos-log', 'mimir-log'].includes(id)
      ? 'Give the lines of a start ("Starting Prometheus" to "Server is ready") or of compactions ("write block", '
        + '"compact blocks").'
      : `Starts and compactions of ${program} are not read from logs. Watch it live where it has /metrics, or open its `
        + 'profiles.',
  };
}

const LOG_LINE = new RegExp([
  /(?:^|[\s{,|])(?:ts|time|level|caller|lvl|msg)=\S/, /"(?:ts|time|level|msg|message|lvl|severity)": ?["\d]/,
  /^\S{10,35}[\t ]+(?:debug|info|warn|warning|error|fatal|panic|DEBUG|INFO|WARN|ERROR)\b/,
  /^[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+/, /^\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d/,
  /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d /, /^\[\s*\d+\.\d{6}\] /, /^\[[\w-]{1,30}\] ?\d{4}\/\d\d\/\d\d /,
  // dmesg -T.
  /^\[[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}\] /, /^-- (?:Logs|Journal) begin/,
].map(({ source }) => source).join('|'));

function isLog({ lines, envelope, head }: Look): boolean {
  return envelope !== null || lines.slice(0, 200).some((line) => LOG_LINE.test(line))
    || head.slice(0, 8000).split('\n', 50).some((line) => LOG_LINE.test(line));
}

const CRASH =
  /(?:^|[\s"|>\]:])(?:panic: \S|fatal error: \S|runtime: goroutine stack exceeds|SIG(?:SEGV|ABRT|BUS|QUIT): )/m;

/** The parameters of a query, in the order that Go writes the keys of a map, and in any other. */
const QUERY_LINE = /"params": ?\{"end":|"params": ?\{.{0,1500}?"query":.{0,1500}?"execTotalTime":/;

/** Before what is told by single words: queries may hold any. */
export const QUERY_LOG: Format = {
  id: 'prometheus-query-log', name: 'a query log of Prometheus', door: 'log',
  match: ({ isText, lines }) => {
    const some = isText ? lines.slice(0, 100) : [];
    const count = some.filter((line) => QUERY_LINE.test(line)).length;
    return when(count * 2 > some.length, { ...CERTAIN, program: 'Prometheus' });
  },
  remedy: 'Open the file that query_log_file in the configuration of Prometheus names.',
};

export const LOG_FORMATS: readonly Format[] = [
  ...PROGRAMS.map(rowOf),
  {
    id: 'gctrace', name: 'the output of GODEBUG=gctrace=1', door: 'log',
    match: ({ text, bare }) => when(GC_LINE.test(text) || GC_LINE.test(bare), { ...CERTAIN, program: 'Go' }),
    interest: gcTraceFacts,
    remedy: 'For charts of GC, give tsdbscope the address of the program’s /metrics.',
  },
  {
    id: 'go-crash', name: 'the output of a Go program that crashed', door: 'log',
    match: (look) => when(CRASH.test(look.words) && /goroutine \d+|\.go:\d+|runtime\./.test(look.words),
      { ...LIKELY, program: 'Go' }),
    interest: crashFacts,
    remedy: 'Open the whole log with it: the lines before say what the program did.',
  },
];

/** Last of all. */
export const ANY_LOG: Format = {
  id: 'log', name: 'a log of a program that is not known here', door: 'log',
  match: (look) => {
    const lines = look.lines.slice(0, 300);
    const count = lines.filter((line) => LOG_LINE.test(line)).length;
    return when(count > 0 && (count * 3 > lines.length || look.envelope !== null), { confidence: 'guess' });
  },
  interest: crashFacts,
  remedy: 'Starts and compactions are read from logs of Prometheus and of programs that use its TSDB.',
};
