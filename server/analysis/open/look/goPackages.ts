/** Names the program that the packages of an output of go test belong to. Pure. */

/** Beginnings of package paths, and the program. */
const PROGRAMS: readonly (readonly [path: string, program: string])[] = [
  ['github.com/prometheus/prometheus', 'Prometheus'], ['github.com/prometheus/alertmanager', 'Alertmanager'],
  ['github.com/prometheus/node_exporter', 'node_exporter'], ['github.com/thanos-io/thanos', 'Thanos'],
  ['github.com/VictoriaMetrics/VictoriaMetrics', 'VictoriaMetrics'],
  ['github.com/VictoriaMetrics/VictoriaLogs', 'VictoriaLogs'], ['github.com/grafana/mimir', 'Mimir'],
  ['github.com/grafana/loki', 'Loki'], ['github.com/grafana/tempo', 'Tempo'],
  ['github.com/cortexproject/cortex', 'Cortex'], ['github.com/influxdata/influxdb', 'InfluxDB'],
  ['github.com/influxdata/telegraf', 'Telegraf'], ['github.com/cockroachdb/cockroach', 'CockroachDB'],
  ['go.etcd.io/etcd', 'etcd'], ['github.com/jaegertracing/jaeger', 'Jaeger'], ['github.com/m3db/m3', 'M3'],
];
const PACKAGE = /^[^\n]{0,120}?\bpkg: ([\w./~-]{3,300})[ \t]*\r?$/gm;
const MAX_PACKAGES = 200;

/** Returns the program if all known packages of an output are of one; undefined otherwise. */
export function goPackageProgram(text: string): string | undefined {
  const found = new Set([...text.matchAll(PACKAGE)].slice(0, MAX_PACKAGES).flatMap(([, name = '']) =>
    PROGRAMS.filter(([path]) => name === path || name.startsWith(`${path}/`)).map(([, program]) => program)));
  const [only, another] = found;
  return another === undefined ? only : undefined;
}
