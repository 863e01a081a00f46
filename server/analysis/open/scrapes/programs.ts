/** Names the program and version that a scrape shows: by its build info, else by metrics that only it has. Pure. */
import { detectTarget } from '../../../data/metrics/detectTarget.ts';
import { wordOf } from '../look/format.ts';
import { exporterOf } from './verdicts.ts';

const PROGRAMS: readonly (readonly [name: string, version: RegExp])[] = [
  ['Prometheus', /^prometheus_build_info\{[^}\n]*version="([^"]{1,60})"/m],
  ['VictoriaMetrics', /^vm_app_version\{[^}\n]*short_version="([^"]{1,60})"/m],
  ['Thanos', /^thanos_build_info\{[^}\n]*version="([^"]{1,60})"/m],
  ['Mimir', /^cortex_build_info\{[^}\n]*version="([^"]{1,60})"/m],
  ['Loki', /^loki_build_info\{[^}\n]*version="([^"]{1,60})"/m],
  ['etcd', /^etcd_server_version\{[^}\n]*server_version="([^"]{1,60})"/m],
  ['OpenTelemetry Collector', /^otelcol_[^\n]*service_version="([^"]{1,60})"/m],
];

/** Build info of any program, except `go_build_info`, which describes a Go module. */
const ANY_BUILD_INFO = /^(?!go_)([a-z]\w{1,60})_build_info\{[^}\n]*\bversion="([^"]{1,60})"/m;

/** Info series that are not called build info. */
const OTHER_INFOS: readonly (readonly [name: string, version: RegExp])[] = [
  ['InfluxDB', /^influxdb_info\{[^}\n]*\bversion="v?([^"]{1,60})"/m],
];

/** Runtimes, named where the program is not known. */
const RUNTIMES: readonly (readonly [name: string, version: RegExp])[] = [
  ['Go', /^go_info\{[^}\n]*\bversion="go([^"]{1,60})"/m],
  ['Python', /^python_info\{[^}\n]*\bversion="([^"]{1,60})"/m],
  ['Node.js', /^nodejs_version_info\{[^}\n]*\bversion="v?([^"]{1,60})"/m],
  ['Java', /^jvm_(?:runtime_)?info\{[^}\n]*\bversion="([^"]{1,60})"/m],
];

/** Programs that embed the TSDB, the scrapes or the queries of Prometheus. */
const EMBEDS = /^(?:thanos|cortex|mimir|loki|tempo|vm|vmagent|agent|alloy|otelcol|prometheus_agent)_/m;
const OF_TSDB = /^prometheus_(?:tsdb_head|tsdb_compaction|local_storage|engine)_/m;
/** Prometheus 2.0 named the metrics of its WAL without a prefix, which 2.1 added. */
const OF_2_0 = /^tsdb_wal_\w/m;
/** Prometheus 2.2 added the unit to this name. */
const BEFORE_2_2 = /^prometheus_tsdb_compaction_duration_(?!seconds)/m;

export function programOf(text: string): { program?: string; version?: string } {
  const named = versioned(PROGRAMS, text);
  if (named !== null) return named;
  const [, program, version] = ANY_BUILD_INFO.exec(text) ?? [];
  if (program !== undefined && version !== undefined) return { program, version };
  const exporter = exporterOf(text.slice(0, MAX_NAMED));
  return versioned(OTHER_INFOS, text) ?? ofNames(text) ?? ofKind(text)
    ?? (exporter === null ? null : { program: exporter }) ?? ofPrefix(text) ?? versioned(RUNTIMES, text) ?? {};
}

/** Programs all of whose own metrics begin alike. */
const PREFIXES: readonly (readonly [name: string, first: RegExp])[] = [
  ['etcd', /^etcd_(?:disk|server|network|debugging|mvcc)_\w/m],
];

/** Returns the program of metrics that only it has, if a part without build info was pasted. */
function ofPrefix(text: string): { program: string } | null {
  const program = PREFIXES.find(([, first]) => first.test(text))?.[0];
  return program === undefined ? null : { program };
}

function versioned(
  programs: readonly (readonly [name: string, version: RegExp])[], text: string
): { program: string; version: string } | null {
  for (const [program, pattern] of programs) {
    const version = wordOf(pattern, text);
    if (version !== undefined) return { program, version };
  }
  return null;
}

/** Number of first characters whose names show the kind. */
const MAX_NAMED = 256 * 1024;
const KINDS: Readonly<Record<string, string>> = {
  thanos: 'Thanos', mimir: 'Mimir', victoriametrics: 'VictoriaMetrics', 'otel-collector': 'OpenTelemetry Collector',
};

function ofKind(text: string): { program: string } | null {
  const names = [...text.slice(0, MAX_NAMED).matchAll(/^([a-zA-Z_:][\w:]{0,200})/gm)]
    .map(([, name = '']) => ({ name, labels: {} }));
  const program = KINDS[detectTarget(names).kind];
  return program === undefined ? null : { program };
}

/** Returns a Prometheus whose build info is not in the text, with the version that its metric names tell. */
function ofNames(text: string): { program: string; version?: string } | null {
  if (!OF_TSDB.test(text) || EMBEDS.test(text)) return null;
  if (OF_2_0.test(text)) return { program: 'Prometheus', version: '2.0' };
  return BEFORE_2_2.test(text) && /^prometheus_tsdb_wal_/m.test(text) ? { program: 'Prometheus', version: '2.1' }
    : { program: 'Prometheus' };
}
