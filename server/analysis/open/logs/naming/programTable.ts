/**
 * Programs by what shows them: names of their containers, processes and units, modules of their source in stacks of
 * Go, and images. Pure.
 */
import { firstIn, fits, mayMatch } from '../../../../../core/text/prefilter/fits.ts';
import { COLLECTOR_MODULES, DOCKER_MODULES, ETCD_MODULES } from './sharedModules.ts';

interface KnownProgram {
  program: string;
  /** Matches names of containers, pods, processes and units, in lower case. */
  names?: RegExp;
  /** Matches paths of its source. */
  modules?: RegExp;
  /** Orders the modules of one stack: a program is built of modules of a higher layer. */
  layer?: number;
  /** Its image, by the last parts of the name, as a pattern. */
  image?: string;
}

/** Layers of programs: the outer ones are built of modules of the others, those of the inner ones are in many. */
const [OUTERMOST, OUTER, MIDDLE, INNER, INNERMOST] = [0, 1, 2, 3, 4];

/** Programs in the order in which names are searched: a name that contains another comes first. */
const PROGRAMS: readonly KnownProgram[] = [
  {
    program: 'Grafana Agent or Alloy', names: /grafana-?_?agent|(?:^|[\W_])alloy/,
    modules: /github\.com\/grafana\/(?:agent|alloy)\//, layer: OUTERMOST,
  },
  { program: 'Grafana Agent', image: 'grafana/agent' }, { program: 'Grafana Alloy', image: 'grafana/alloy' },
  {
    program: 'VictoriaLogs', names: /victoria-?_?logs|(?:^|[\W_])vl(?:agent|storage|select|insert)/,
    modules: /github\.com\/VictoriaMetrics\/VictoriaLogs\b/, layer: OUTER, image: 'victoriametrics/victoria-logs',
  },
  {
    program: 'the VictoriaMetrics operator', names: /(?:^|[\W_])vm-?operator|victoria-?metrics-?operator/,
    modules: /github\.com\/VictoriaMetrics\/operator\b/, layer: OUTER,
  },
  {
    program: 'VictoriaMetrics',
    names: /(?:^|[\W_])(?:vm(?:agent|alert|auth|insert|select|storage|single|backup)|victoria)/,
    modules: /github\.com\/VictoriaMetrics\/VictoriaMetrics\b/, layer: OUTER,
    image: String.raw`victoriametrics/(?:victoria-metrics|vm\w{2,12})`,
  },
  {
    program: 'kube-state-metrics', names: /kube-?state-?metrics/, modules: /k8s\.io\/kube-state-metrics\//,
    layer: OUTER,
  },
  {
    program: 'node_exporter', names: /node-?_?exporter/, modules: /github\.com\/prometheus\/node_exporter\//,
    layer: OUTER, image: 'prom(?:etheus)?/node-exporter',
  },
  { program: 'prometheus-adapter', names: /prometheus-?adapter/ },
  // The kernel shows only 15 characters of a name.
  { program: 'a configuration reloader', names: /config(?:map)?-?reload|^prometheus-conf$/ },
  {
    program: 'the Prometheus Operator',
    names: /prometheus-?operator(?![\w-]*(?:prometheus|alertmanager)-\d|-grafana)|prometheus-stack-operator/,
    modules: /github\.com\/(?:prometheus-operator|coreos)\/prometheus-operator\b/, layer: OUTER,
  },
  {
    program: 'Alertmanager', names: /alertmanager/, modules: /github\.com\/prometheus\/alertmanager\b/,
    layer: INNERMOST, image: 'prom/alertmanager',
  },
  {
    program: 'Thanos', names: /thanos/, modules: /github\.com\/(?:thanos-io|improbable-eng)\/thanos\b/,
    image: 'thanos(?:io)?/thanos',
  },
  { program: 'Mimir', names: /mimir/, modules: /github\.com\/grafana\/mimir\b/, image: 'grafana/mimir' },
  { program: 'Promtail', names: /promtail/, image: 'grafana/promtail' },
  {
    program: 'Loki', names: /(?:^|[\W_])loki(?![\w-]*-grafana)/, modules: /github\.com\/grafana\/loki\b/,
    image: 'grafana/loki',
  },
  {
    program: 'Cortex', names: /cortex/, modules: /github\.com\/(?:cortexproject|weaveworks)\/cortex\b/,
    image: 'cortexproject/cortex',
  },
  { program: 'Tempo', names: /(?:^|[\W_])tempo/, modules: /github\.com\/grafana\/tempo\b/, image: 'grafana/tempo' },
  { program: 'Pyroscope', names: /pyroscope/, modules: /github\.com\/grafana\/pyroscope\b/, layer: OUTER },
  {
    program: 'Grafana', names: /grafana/, modules: /github\.com\/grafana\/grafana\/(?:pkg|apps)\//, layer: OUTER,
    image: 'grafana/grafana(?:-oss)?',
  },
  {
    program: 'Telegraf', names: /telegraf/, modules: /github\.com\/influxdata\/telegraf\//, layer: OUTER,
    image: 'telegraf',
  },
  { program: 'Kapacitor', names: /kapacitor/, modules: /github\.com\/influxdata\/kapacitor\//, layer: OUTER },
  { program: 'Chronograf', names: /chronograf/ },
  { program: 'InfluxDB', names: /influx/, modules: /github\.com\/influxdata\/influxdb\b/, image: 'influxdb' },
  { program: 'Promscale', names: /promscale/, modules: /github\.com\/timescale\/promscale\//, layer: OUTER },
  { program: 'TSBS', modules: /github\.com\/timescale\/tsbs\//, layer: OUTER },
  {
    program: 'M3DB', names: /(?:^|[\W_])m3(?:db|coordinator|aggregator|query)/, modules: /github\.com\/m3db\/m3\//,
    layer: OUTER,
  },
  { program: 'QuestDB', names: /questdb/, image: 'questdb/questdb' },
  { program: 'IoTDB', names: /iotdb/, image: 'apache/iotdb' }, { program: 'OpenTSDB', names: /opentsdb/ },
  { program: 'ClickHouse', names: /clickhouse/, image: 'clickhouse/clickhouse-server' },
  { program: 'Cassandra', image: 'cassandra' }, { program: 'Elasticsearch', image: 'elasticsearch/elasticsearch' },
  { program: 'TimescaleDB', names: /timescale/ }, { program: 'PostgreSQL', names: /postgres/ },
  {
    program: 'OpenTelemetry Collector', names: /otel|opentelemetry/, modules: COLLECTOR_MODULES, layer: INNER,
    image: 'otel/opentelemetry-collector(?:-contrib)?',
  },
  {
    program: 'Percona PMM', names: /(?:^|[\W_])pmm-?(?:agent|managed|server|client)/,
    modules: /github\.com\/percona\/pmm(?:-\w{2,20})?\b/, layer: OUTER,
  },
  {
    program: 'etcd', names: /(?:^|[\W_])etcd/, modules: ETCD_MODULES, layer: INNER,
    image: '(?:coreos|bitnami|google_containers|kube-state)?/?etcd',
  },
  {
    program: 'Pushgateway', names: /pushgateway/, modules: /github\.com\/prometheus\/pushgateway\b/, layer: OUTER,
  },
  { program: 'cAdvisor', names: /cadvisor/ }, { program: 'Caddy', names: /(?:^|[\W_])caddy/ },
  { program: 'nginx', names: /(?:^|[\W_])nginx/ },
  { program: 'Docker', modules: DOCKER_MODULES, layer: INNERMOST },
  {
    program: 'a program with a bbolt file', modules: /go\.etcd\.io\/bbolt\b|github\.com\/boltdb\/bolt\b/,
    layer: INNERMOST,
  },
  {
    program: 'Prometheus', names: /prometheus/, modules: /github\.com\/prometheus\/(?:prometheus|tsdb)\b/,
    layer: INNERMOST, image: '(?:prom|prometheus|bitnami)/prometheus',
  },
];

/** Programs by the names of their containers, processes and units, in search order. */
export const NAMED_PROGRAMS: readonly (readonly [program: string, names: RegExp])[] =
  PROGRAMS.flatMap(({ program, names }) => (names === undefined ? [] : [[program, names] as const]));

/** Images of programs, by the last parts of their names. */
export const IMAGES: Readonly<Record<string, string>> = Object.fromEntries(
  PROGRAMS.flatMap(({ program, image }) => (image === undefined ? [] : [[program, image] as const]))
);

const MODULES: readonly { program: string; modules: RegExp; layer: number }[] =
  PROGRAMS.flatMap(({ program, modules, layer = MIDDLE }) =>
    (modules === undefined ? [] : [{ program, modules, layer }])).sort((a, b) => a.layer - b.layer);

/** An exporter, in the name of a container and in the path of its source. */
const EXPORTER = /(?:^|[^a-z\d])([a-z][a-z\d]{1,24})[-_]exporter(?![a-z])/;
const EXPORTER_MODULE = /github\.com\/[\w.-]{1,60}\/([a-z]\w{1,30}_exporter)\//;
/** Words before "exporter" that name no program. */
const NO_EXPORTER: ReadonlySet<string> = new Set(['prometheus', 'metrics', 'otel', 'otlp', 'opentelemetry', 'the']);
/** Names of containers that are not those of the program. */
const EXPORTERS: Readonly<Record<string, string>> = { mysql: 'mysqld', postgresql: 'postgres', pg: 'postgres' };

/** Returns the exporter that the name of a container, pod or unit shows, as `postgres_exporter`; null for others. */
export function exporterOfName(name: string): string | null {
  const of = EXPORTER.exec(name.toLowerCase())?.[1];
  return of === undefined || NO_EXPORTER.has(of) ? null : `${EXPORTERS[of] ?? of}_exporter`;
}

/** Returns the program that the name of a container, pod, process or unit shows; null if none. */
export function programOfName(name: string): string | null {
  const lower = name.toLowerCase();
  return exporterOfName(lower) ?? NAMED_PROGRAMS.find(([, pattern]) => pattern.test(lower))?.[0] ?? null;
}

/** A function above its file, or both in one line, in a folder of libraries. */
const LIBRARY_FRAME = new RegExp([
  /^[^\n]{0,1000}\n[ \t]{1,8}\S{0,600}?\/(?:vendor|pkg\/mod)\/[^\n]{0,600}$/,
  /^#[ \t][^\n]{0,1000}?\/(?:vendor|pkg\/mod)\/[^\n]{0,600}$/,
].map(({ source }) => source).join('|'), 'gm');
/** The program in whose source a library is copied. */
const HOST = /(?:github\.com|go\.etcd\.io|k8s\.io)\/[\w./-]{1,120}(?=\/vendor\/)/;

/**
 * Returns the program whose modules are in the stacks, or null if none is known: one whose modules are no libraries
 * of another comes first, such as Cortex, which has the store of Thanos.
 */
export function programOfModules(words: string): string | null {
  const own = mayMatch(LIBRARY_FRAME, words)
    ? programAmong(words.replaceAll(LIBRARY_FRAME, (frame) => `${HOST.exec(frame)?.[0] ?? ''}/`)) : null;
  return own ?? programAmong(words);
}

function programAmong(words: string): string | null {
  const program = MODULES.find(({ modules }) => fits(modules, words));
  if (program?.layer === OUTERMOST) return program.program;
  return firstIn(EXPORTER_MODULE, words)?.[1] ?? program?.program ?? commandOf(words);
}

/** The file of main.main, in the folder of a command: `/app/cmd/prometheus/main.go:726`. */
const OWN_COMMAND = new RegExp(String.raw`^[ \t]*main\.main\([^\n]{0,300}\n[ \t]{1,16}\S{0,300}?(/src)?`
  + String.raw`/cmd/([a-z][\w-]{1,60})/\w{1,60}\.go:\d`, 'm');

/** Returns the known program whose command has main.main; null for others, and for the commands of Go. */
function commandOf(words: string): string | null {
  const [, ofGo, name] = firstIn(OWN_COMMAND, words) ?? [];
  return name === undefined || ofGo !== undefined ? null : programOfName(name);
}
