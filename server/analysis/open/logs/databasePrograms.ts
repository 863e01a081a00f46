/** Programs around a TSDB and databases of time series, recognized by texts that only their logs contain. */
import { distinct, joined, quoted } from '../look/factTools.ts';
import type { Look } from '../look/look.ts';
import { m3Facts } from './databases/m3Errors.ts';
import { postgresCircle } from './databases/postgresCircle.ts';
import { postgresCrash, postgresExit } from './databases/postgresCrash.ts';
import { withHint } from './databases/postgresHints.ts';
import { failedQueries } from './databases/questQueries.ts';
import { failedHandler, withHandler } from './databases/carbonHandlers.ts';
import { whisperFiles } from './databases/whisperFiles.ts';
import { errnoWords } from './figures/errnos.ts';
import { crashFacts } from './logFacts.ts';
import { CONFIG_RELOADER, EARLY_PUSH } from './naming/ownNames.ts';
import { promtailFacts } from './serverFacts.ts';
import { bufferFact } from './ordinary/telegrafBuffer.ts';
import type { LogProgram } from './logProgram.ts';
import { meaningBeside } from './said/meanings.ts';

const SUSPENDED = /table suspended \[table=([^,\]\s]{1,200})(?:[^\]\n]{0,300}?error=([^\]\n]{1,600}))?/;
const JAVA_ERROR = /^\s{0,8}(?:java|io)\.[\w.$]{1,200}(?:Error|Exception)(?:: [^\n]{1,300})?$/m;
const JAVA_FRAME = /^\s{1,8}at (?:[\w.$/@]{1,200}\.)?(\w{1,80}\.[\w$<>]{1,80})\(/m;

const MAX_LINES = 20_000;
const ERRNO = /\berrno=(\d{1,3})\b/;

/** An error of a memory map, whose number is that of "cannot allocate memory". */
const NO_MAP = /\[12\] (could not mmap [^[\n]{0,60}?)(?= ?\[|\s*$)/;

/** Returns that the system refused memory maps to QuestDB, before a table was suspended; null if it did not. */
function refusedMaps(lines: readonly string[]): string | null {
  const until = lines.findIndex((line) => SUSPENDED.test(line));
  const found = lines.slice(0, until < 0 ? lines.length : until).flatMap((line) => NO_MAP.exec(line)?.[1] ?? []);
  const [first] = found;
  return first === undefined ? null : `QuestDB got no memory map ${found.length === 1 ? 'once' : `${found.length} times`
  }: ${quoted(`[12] ${first}`)}, where 12 is "cannot allocate memory" (ENOMEM). Raise vm.max_map_count, and look at `
    + `the memory of the machine.${until < 0 ? '' : ' After it, and maybe by it:'}`;
}

/** Returns the tables of QuestDB whose WAL is no longer applied; without any, the facts on a crash. */
function questFacts(look: Look): string | null {
  const found = distinct(look).flatMap((line) => {
    const [, table, error] = SUSPENDED.exec(line) ?? [];
    return table === undefined ? [] : [{ table, error: error?.trim() ?? '' }];
  });
  const [first] = found;
  const maps = refusedMaps(look.bare.split('\n', MAX_LINES));
  if (first === undefined) {
    const queries = failedQueries(look);
    return joined([maps, queries?.facts ?? null, crashFacts(queries?.rest ?? look)]);
  }
  const thrown = JAVA_ERROR.exec(look.bare)?.[0].trim() ?? '';
  const error = first.error === '' ? thrown : first.error;
  const where = first.error === '' ? JAVA_FRAME.exec(look.bare)?.[1] : undefined;
  const errno = ERRNO.exec(error)?.[1] ?? '';
  const tables = [...new Set(found.map(({ table }) => table))];
  return joined([
    maps,
    `${maps === null ? 'The' : 'the'} ${tables.length === 1 ? 'table' : 'tables'} ${tables.slice(0, 3).join(', ')} ${
      tables.length === 1 ? 'is' : 'are'} suspended: rows are written to the WAL and no longer to the table, until `
      + `ALTER TABLE … RESUME WAL.${error === '' ? '' : ` The error is ${quoted(error)}${
        where === undefined ? '' : `, in ${where}`}.`}`,
    meaningBeside(`${error} ${errnoWords(Number(errno)) ?? ''}`) ?? (OF_CODE.test(error) ? OWN_ERROR : null),
  ]);
}

/** Errors of Java that code throws whose own assumptions do not hold. */
const OF_CODE =
  /^java\.lang\.(?:AssertionError|NullPointerException|ClassCastException|\w{0,6}IndexOutOfBoundsException)\b/;
const OWN_ERROR = 'That is an error in the code of QuestDB, so it may stop at the same transaction again: see '
  + 'wal_tables() for where it is, RESUME WAL once, then look for a newer version and report it with the stack.';

/** Returns the crash of PostgreSQL; without one, its errors with their hint, and the process that exited. */
function postgresFacts(look: Look): string | null {
  const said = withHint(crashFacts(look), look.text);
  return postgresCrash(look) ?? joined([said, postgresCircle(look.text, said), postgresExit(look)]);
}

const SIGNAL = /\bReceived signal ([A-Z][\w ]{1,40}? ?\(\d{1,2}\)|\d{1,2})/;
const LOGICAL = /<Fatal> ?:? ?(Logical error: [^\n]{1,400})/;

/** Lines with different numbers that are reported as one message. */
const FOLDED = /(Metric buffer overflow; )\d{1,12} (metrics have been dropped" (?:occurs|is repeated)\b)/;

/** A question of a known message that the lines of writes answer. */
const ANSWERED = ' see whether the output fails, or is slower than what comes in;';

/** Returns the errors of Telegraf; next to some of them, also how full its buffer is. */
function telegrafFacts(look: Look): string | null {
  const failed = crashFacts(look);
  if (failed === null) return null;
  const buffer = bufferFact(distinct(look));
  const isWriting = buffer?.includes('Its writes succeed') === true;
  return joined([failed.replace(FOLDED, '$1… $2').replace(ANSWERED, (asked) => (isWriting ? '' : asked)), buffer]);
}

const TOO_MANY_PARTS = /Too many parts \(\d/;
const OF_DISTRIBUTED = /\bDB::Distributed(?:BlockOutputStream|Sink)::/;
const TO_ITSELF = /\bDB::Distributed(?:BlockOutputStream|Sink)::writeToLocal\b/;

/** Returns that an insert with too many parts came through a Distributed table, as its stack shows; null if not. */
const throughDistributed = (bare: string): string | null => (!TOO_MANY_PARTS.test(bare) || !OF_DISTRIBUTED.test(bare)
  ? null : `The insert came through a Distributed table${
    TO_ITSELF.test(bare) ? ' that wrote to this server' : ''}: the parts are those of the table behind it.`);

/** Returns the signal that ended ClickHouse and the logical error that it logged before. */
function clickHouseFacts(look: Look): string | null {
  const signal = SIGNAL.exec(look.bare)?.[1];
  if (signal === undefined) return joined([crashFacts(look), throughDistributed(look.bare)]);
  const why = LOGICAL.exec(look.bare)?.[1];
  return joined([`It crashed with signal ${signal.trim()}.`, why === undefined ? null : `It said ${quoted(why)}.`]);
}

export const DATABASES: readonly LogProgram[] = [
  {
    id: 'influxdb3-log', program: 'InfluxDB 3', interest: crashFacts,
    texts: /\binfluxdb3\w{0,30}::\w|\binfluxdb3_\w{2,30}\/src\/|InfluxDB ?3 (?:Core|Edge|Enterprise) server starting/,
    version: /InfluxDB ?3 \w{1,20} server starting .{0,300}?\bversion=(\d[\w.+-]{1,40})/,
  },
  {
    id: 'clickhouse-log', program: 'ClickHouse', interest: clickHouseFacts,
    texts: new RegExp([
      /\{[\w-]{0,60}\} <(?:Fatal|Error|Warning|Information|Debug|Trace)> /, /\bDB::Exception\b/,
    ].map(({ source }) => source).join('|')),
    version: /\(version (\d{1,4}(?:\.\d{1,6}){1,4})/,
  },
  { id: 'questdb-log', program: 'QuestDB', interest: questFacts, texts: /\b[A-Z] i\.q\.\w|\bio\.questdb\.\w/ },
  {
    id: 'm3db-log', program: 'M3DB', interest: (look) => joined([crashFacts(look), m3Facts(look.bare)]),
    texts: new RegExp([
      /\bm3(?:dbnode|coordinator|aggregator|query)(?:\[\d+\])?: |"bootstrapper": ?"|github\.com\/m3db\//,
      /\bunfulfilled ranges: \{|"lastRegularError": ?"failed to meet consistency level /,
    ].map(({ source }) => source).join('|')),
  },
  {
    id: 'promscale-log', program: 'Promscale', interest: crashFacts,
    texts: /msg="Version:\d[^"\n]{0,60}Commit Hash|\bpromscale(?:\[\d+\])?: |github\.com\/timescale\/promscale/,
    version: /msg="Version:(\d[\w.-]{1,40})/,
  },
  {
    id: 'postgres-log', program: 'PostgreSQL', interest: postgresFacts,
    texts: new RegExp([
      /\b(?:LOG|FATAL|PANIC|DETAIL|STATEMENT|HINT): {2}\S/,
      // A web form reduced two blanks to one.
      /^(?:\d{4}-\d\d-\d\d \S{1,20} \S{1,6} )?\[\d{1,8}\] (?:LOG|FATAL|PANIC|ERROR|WARNING): \S/,
    ].map(({ source }) => source).join('|'), 'm'),
    version: /starting PostgreSQL (\d[\w.]{1,20})/,
  },
  {
    // Runs on the client of HBase, whose classes its traces show.
    id: 'opentsdb-log', program: 'OpenTSDB', interest: crashFacts,
    texts: /\bnet\.opentsdb\.\w|\[OpenTSDB [\w ]{1,30}\]/, version: /\bopentsdb-(\d{1,2}\.\d{1,2}\.\d{1,3})\.jar/,
  },
  {
    id: 'cassandra-log', program: 'Cassandra', interest: crashFacts,
    texts: new RegExp([
      /\borg\.apache\.cassandra\.(?!spark)\w/,
      /\b(?:CassandraDaemon|StorageService|ColumnFamilyStore|CommitLogReplayer|GCInspector)\.java:\d{1,6} - /,
    ].map(({ source }) => source).join('|')),
    version: /\bCassandra version: (\d[\w.-]{1,30})|\bapache-cassandra-(\d{1,2}\.\d{1,2}(?:\.\d{1,3})?)\.jar/,
  },
  {
    id: 'elasticsearch-log', program: 'Elasticsearch', interest: crashFacts,
    texts: /\]\[o\.e\.\w[\w.]{1,100} {0,60}\]|\borg\.elasticsearch\.(?:bootstrap|index|node|cluster|transport)\.\w/,
    version: new RegExp(/\] version\[(\d{1,2}\.\d{1,3}\.\d{1,3})[^\]\n]{0,30}\], pid\[/.source
      + /|\belasticsearch-(\d{1,2}\.\d{1,3}\.\d{1,3})\.jar/.source),
  },
  {
    id: 'opensearch-log', program: 'OpenSearch', interest: crashFacts,
    texts: /\]\[o\.o\.\w[\w.]{1,100} {0,60}\]|\borg\.opensearch\.(?:bootstrap|index|node|cluster|transport)\.\w/,
    version: new RegExp(/\] version\[(\d{1,2}\.\d{1,3}\.\d{1,3})[^\]\n]{0,30}\], pid\[/.source
      + /|\bopensearch-(\d{1,2}\.\d{1,3}\.\d{1,3})\.jar/.source),
  },
];

/** Programs that run around a TSDB. */
export const HELPERS: readonly LogProgram[] = [
  {
    id: 'fluentbit-log', program: 'Fluent Bit', interest: crashFacts,
    texts: new RegExp(/\] ?\[ {0,2}(?:trace|debug|info|warn|error)\] \[/.source
      + /(?:engine|upstream|task|http_client|out flush|input|output|filter|in_\w{2,40}|out_\w{2,40}|storage)\b/.source),
    version: /\[fluent bit\] version=(\d[\w.]{1,20})/,
  },
  {
    id: 'graphite-log', program: 'Graphite',
    interest: (look) => joined([
      whisperFiles(look.bare)?.sentence ?? null, withHandler(crashFacts(look), failedHandler(look.bare)),
    ]),
    texts: /\d\d:\d\d:\d\d(?: \d{4})? :: |\/(?:lib\/carbon|webapp\/graphite)\/\w{2,30}/,
  },
  {
    id: 'node-exporter-log', program: 'node_exporter', interest: crashFacts,
    texts: new RegExp([
      /(?:source="?|caller=)node_exporter\.go|\bStarting node_exporter\b/,
      // Exporters with the same code write this message, too: a file, a version or an error of theirs shows them.
      new RegExp(String.raw`^(?![^]*(?:(?:caller|source)="?(?!node_)\w{2,30}_exporter\.go|\berr="pq: `
        + String.raw`|\b(?!node_)[a-z]\w{1,30}_exporter, version \d|\bStarting (?!node_)\w{2,30}_exporter\b))`
        + '[^]*?msg="collector failed" name='),
    ].map(({ source }) => source).join('|')),
    version: /Starting node_exporter"? ?(?:version=")?\(version=(\d[^,)\s]{1,30})/,
  },
  {
    id: 'exporter-log', program: 'an exporter of Prometheus', interest: crashFacts,
    texts: new RegExp([
      /\bStarting \w{2,30}_exporter\b|github\.com\/prometheus(?:-community)?\/\w{2,30}_exporter/,
      /msg="collector failed" name=/,
    ].map(({ source }) => source).join('|')),
  },
  {
    id: 'kube-state-metrics-log', program: 'kube-state-metrics', interest: crashFacts,
    texts: /k8s\.io\/kube-state-metrics|\bStarting kube-state-metrics\b/,
  },
  {
    id: 'vm-operator-log', program: 'the VictoriaMetrics operator', interest: crashFacts,
    texts: /operator\.victoriametrics\.com|github\.com\/VictoriaMetrics\/operator/,
  },
  {
    id: 'controller-log', program: 'an operator of Kubernetes', interest: crashFacts,
    texts: /sigs\.k8s\.io\/controller-runtime|"controllerKind": ?"|"Reconciler error"/,
  },
  {
    id: 'tdengine-log', program: 'TDengine', interest: crashFacts,
    texts: new RegExp([
      /\bvgId:\d|\btaosd?\b.{0,40}\b(?:ERROR|FATAL)/,
      /^\d\d\/\d\d \d\d:\d\d:\d\d\.\d{6} \d{8} (?:DND|MND|RPC|TDB|VND|SYN|SDB|MON|UTL|HTP|QRY) /,
    ].map(({ source }) => source).join('|'), 'm'),
  },
  {
    id: 'telegraf-log', program: 'Telegraf', interest: telegrafFacts,
    texts: /^\S{10,35} [DIWE]! \S|\bmetric_buffer_limit\b|^\S{10} \S{8} Gathered metrics, \(/m,
    version: /\bTelegraf (\d[\w.-]{1,30})/,
  },
  {
    // Its client for Loki is that of Promtail: the tag of syslog, or a field of its own, names it.
    id: 'agent-log', program: 'Grafana Agent or Alloy', interest: promtailFacts,
    texts: new RegExp(/\b(?:grafana-agent|alloy)(?:\[\d{1,8}\])?: [^\n]{0,300}\bcomponent=client host=\S/.source
      + /|\bcomponent=logs logs_config=\S/.source),
  },
  {
    id: 'promtail-log', program: 'Promtail', interest: promtailFacts,
    texts: /component=client host=\S+|caller=filetargetmanager\.go|\bmsg="Starting Promtail"|\/promtail\//,
    version: /Starting Promtail" version="\(version=v?(\d[^,)\s]{1,50})/,
  },
  {
    id: 'operator-log', program: 'the Prometheus Operator', interest: crashFacts,
    texts: new RegExp([
      /\bmsg="sync (?:prometheus|alertmanager|thanos)"|component=(?:prometheus|alertmanager|thanos)-?operator\b/,
      /github\.com\/prometheus-operator\/|trigger reload: reload request failed/,
      /\boperator\.go:\d{1,5}\] [Ss]ync "/,
      /\bprometheus-config-reloader\b.*(?:level|caller)=|caller=reloader\.go/,
      /\bStarting Prometheus Operator\b/,
    ].map(({ source }) => source).join('|')),
    version: /\bStarting Prometheus Operator\\?" version="\(version=v?(\d[^,)\s]{1,50})/,
  },
  { id: 'ruler-log', program: 'Loki, Mimir or Cortex', texts: EARLY_PUSH },
];

/** The reloader of the Prometheus Operator, which logs by the library of Thanos. */
export const RELOADER: LogProgram = {
  id: 'config-reloader-log', program: 'prometheus-config-reloader', interest: crashFacts, texts: CONFIG_RELOADER,
  version: /\bversion=["\\]{1,3}\(version=v?(\d[^,)\s"]{1,50})/,
};
