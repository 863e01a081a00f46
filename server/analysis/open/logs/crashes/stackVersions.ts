/** Finds versions: of Go and of a program's own module in the paths of stacks, and what a program says at its start. */
import { wordOf } from '../../look/format.ts';

const GO_FOLDER = new RegExp(
  /(?:\bgo|\bgolang|\bgoenv\/versions)[/-]?(1\.\d{1,2}(?:\.\d{1,2})?)/.source
    + /(?:(?:[./-][^\s:]{0,80})?\/src\/\w|\/bin\/go\b)/.source
);

const COLLECTOR = 'OpenTelemetry Collector';
/** Modules of programs; a version may follow as `/v3` or `@v0.48.0`. */
const MODULES: Readonly<Record<string, string>> = {
  Prometheus: String.raw`github\.com/prometheus/prometheus`, Thanos: String.raw`github\.com/thanos-io/thanos`,
  Mimir: String.raw`github\.com/grafana/mimir`, Loki: String.raw`github\.com/grafana/loki`,
  Tempo: String.raw`github\.com/grafana/tempo`, Cortex: String.raw`github\.com/cortexproject/cortex`,
  InfluxDB: String.raw`github\.com/influxdata/influxdb`, etcd: String.raw`go\.etcd\.io/etcd(?:/server)?`,
  [COLLECTOR]: String.raw`(?:go\.opentelemetry\.io/collector|open-telemetry/opentelemetry-collector-contrib)`
    + String.raw`(?:/[a-z]{2,60}){0,4}`,
  Alertmanager: String.raw`github\.com/prometheus/alertmanager`,
  VictoriaMetrics: String.raw`github\.com/VictoriaMetrics/VictoriaMetrics`,
  Telegraf: String.raw`github\.com/influxdata/telegraf`, 'kube-state-metrics': String.raw`k8s\.io/kube-state-metrics`,
  node_exporter: String.raw`github\.com/prometheus/node_exporter`, M3DB: String.raw`github\.com/m3db/m3`,
};
/** The module of Prometheus 2.35.0 is v0.35.0, that of 3.4.0 is v0.304.0. */
const FIRST_OF_3 = 300;

/** Returns the version of Go whose source a stack names, as `1.9.3`; undefined without one. */
export const goVersionIn = (text: string): string | undefined => GO_FOLDER.exec(text)?.[1];

/**
 * Returns the version of a program in the paths of its module, `3.x` if only the major one; undefined without one. A
 * commit between two versions (`v1.8.2-0.2021...`) has none.
 */
export function moduleVersion(program: string, text: string): string | undefined {
  const module = MODULES[program];
  if (module === undefined) return undefined;
  const found = text.matchAll(
    new RegExp(String.raw`${module}(?:/v\d{1,2})?@v(\d{1,3})\.(\d{1,4})\.(\d{1,4})(?![-\d])`, 'g')
  );
  for (const [, major, minor = '', patch = ''] of found) {
    // The libraries of the Collector that are stable have versions of their own.
    if (program === COLLECTOR && major !== '0') continue;
    return program === 'Prometheus' && major === '0' ? ofPrometheus(Number(minor), patch)
      : `${major}.${minor}.${patch}`;
  }
  const only = new RegExp(String.raw`${module}/v(\d{1,2})[/.]`).exec(text)?.[1];
  return only === undefined ? undefined : `${only}.x`;
}

const ofPrometheus = (minor: number, patch: string): string =>
  (minor >= FIRST_OF_3 ? `3.${minor - FIRST_OF_3}.${patch}` : `2.${minor}.${patch}`);

/** Other programs whose names begin with that of a program. */
const LONGER = String.raw`(?![\w-]|[ _](?:operator|config|agent|exporter|proxy)\b)`;

/** Returns the version that a program states with its name as it starts: `msg="Starting Grafana" version=10.1.0`. */
export function startedAs(program: string, text: string): string | undefined {
  const escaped = program.replace(/^the /, '').replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const name = `${escaped.replaceAll(' ', '[ _-]?')}${LONGER}`;
  return wordOf(new RegExp(String.raw`\b(?:starting ${name}|${name} starting\b)[^\n]{0,300}?`
    + String.raw`\bversion"?[=: ]{1,2}["\\]{0,3}(?:\(version=)?v?(\d{1,4}\.\d[\w.+-]{0,40})`, 'i'), text);
}
