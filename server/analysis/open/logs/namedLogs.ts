/** Logs whose lines do not show the program, but the names of containers, pods or units do. */
import { LIKELY, when, type Format } from '../look/format.ts';
import { crashFacts } from './logFacts.ts';
import { isLog } from './logLines.ts';
import { quietFacts } from './said/quietFacts.ts';

/** Programs by name, in search order: a name that contains another comes first. */
const NAMES: readonly (readonly [string, RegExp])[] = [
  ['VictoriaMetrics', /(?:^|[\W_])(?:vm(?:agent|alert|auth|insert|select|storage|single|backup)|victoria)/],
  ['kube-state-metrics', /kube-?state-?metrics/], ['node_exporter', /node-?_?exporter/],
  ['the Prometheus Operator', /prometheus-?operator(?![\w-]*prometheus-\d)/],
  ['Alertmanager', /alertmanager/], ['Thanos', /thanos/], ['Mimir', /mimir/], ['Cortex', /cortex/],
  ['Promtail', /promtail/], ['Loki', /(?:^|[\W_])loki/], ['Tempo', /(?:^|[\W_])tempo/],
  ['Grafana Agent or Alloy', /grafana-?_?agent|(?:^|[\W_])alloy/], ['Grafana', /grafana/],
  ['Telegraf', /telegraf/], ['InfluxDB', /influx/], ['M3DB', /(?:^|[\W_])m3(?:db|coordinator|aggregator|query)/],
  ['QuestDB', /questdb/], ['ClickHouse', /clickhouse/], ['TimescaleDB', /timescale/], ['PostgreSQL', /postgres/],
  ['OpenTelemetry Collector', /otel|opentelemetry/], ['etcd', /(?:^|[\W_])etcd/], ['Pushgateway', /pushgateway/],
  ['Prometheus', /prometheus/],
];

/** Matches the writers of the lines, and ignores what other programs write about a program. */
export const NAMED_LOGS: readonly Format[] = NAMES.map(([program]) => ({
  id: `${program.toLowerCase().replaceAll(/\W+/g, '-')}-by-name`, name: `a log of ${program}`, door: 'log',
  match: (look) => when(writerOf(look.writers) === program && isLog(look), { ...LIKELY, program }),
  interest: (look) => crashFacts(look) ?? quietFacts(look),
  remedy: 'Starts and compactions are read from logs of Prometheus and of programs that use its TSDB.',
}));

/** Returns the program of the writers; null if their names match none or several. */
function writerOf(writers: readonly string[]): string | null {
  const programs = new Set(writers.flatMap((writer) => {
    const name = writer.toLowerCase();
    return NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? [];
  }));
  return programs.size === 1 ? [...programs][0] ?? null : null;
}
