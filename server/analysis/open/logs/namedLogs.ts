/** Logs whose lines do not show the program, but the names of containers, pods or units do. */
import { allIn } from '../../../../core/text/prefilter/fits.ts';
import { joined } from '../look/factTools.ts';
import { LIKELY, when, wordOf, type Format } from '../look/format.ts';
import type { Look } from '../look/look.ts';
import { crashFacts } from './logFacts.ts';
import { isLog } from './logLines.ts';
import { quietFacts } from './ordinary/quietLog.ts';

/** Programs by name, in search order: a name that contains another comes first. */
const NAMES: readonly (readonly [string, RegExp])[] = [
  ['VictoriaLogs', /victoria-?_?logs|(?:^|[\W_])vl(?:agent|storage|select|insert)/],
  ['VictoriaMetrics', /(?:^|[\W_])(?:vm(?:agent|alert|auth|insert|select|storage|single|backup)|victoria)/],
  ['kube-state-metrics', /kube-?state-?metrics/], ['node_exporter', /node-?_?exporter/],
  ['a configuration reloader', /config(?:map)?-?reload/],
  ['the Prometheus Operator', /prometheus-?operator(?![\w-]*prometheus-\d)/],
  ['Alertmanager', /alertmanager/], ['Thanos', /thanos/], ['Mimir', /mimir/], ['Cortex', /cortex/],
  ['Promtail', /promtail/], ['Loki', /(?:^|[\W_])loki/], ['Tempo', /(?:^|[\W_])tempo/],
  ['Grafana Agent or Alloy', /grafana-?_?agent|(?:^|[\W_])alloy/], ['Grafana', /grafana/],
  ['Telegraf', /telegraf/], ['Kapacitor', /kapacitor/], ['Chronograf', /chronograf/], ['InfluxDB', /influx/],
  ['M3DB', /(?:^|[\W_])m3(?:db|coordinator|aggregator|query)/],
  ['QuestDB', /questdb/], ['ClickHouse', /clickhouse/], ['TimescaleDB', /timescale/], ['PostgreSQL', /postgres/],
  ['OpenTelemetry Collector', /otel|opentelemetry/], ['etcd', /(?:^|[\W_])etcd/], ['Pushgateway', /pushgateway/],
  ['cAdvisor', /cadvisor/], ['Caddy', /(?:^|[\W_])caddy/],
  ['nginx', /(?:^|[\W_])nginx/],
  ['Prometheus', /prometheus/],
];

/** The version that these programs log when they start. */
const VERSION = new RegExp(String.raw`(?:${[
  /\bmsg="?(?:Starting Grafana|kapacitor starting)"? [^\n]{0,200}?\bversion="?v?/, /\bnginx\//,
  /\bversion"?[=:] ?["\\]{0,3}\(version=v?/, /\bmsg="Starting [a-z]\w{2,30} \(version=v?/,
].map(({ source }) => source).join('|')})(\d[\w.+-]{0,40})`);

/** Matches the writers of the lines, and ignores what other programs write about a program. */
export const NAMED_LOGS: readonly Format[] = NAMES.map(([program]) => ({
  id: `${program.toLowerCase().replaceAll(/\W+/g, '-')}-by-name`, name: `a log of ${program}`, door: 'log',
  match: (look) => when(writerOf(look.writers) === program && isLog(look), {
    ...LIKELY, program, version: wordOf(VERSION, look.words),
  }),
  interest: (look) => joined([crashFacts(look), exitedContainers(look)]) ?? quietFacts(look),
  remedy: 'Starts and compactions are read from logs of Prometheus and of programs that use its TSDB.',
}));

/** Returns the program of the writers; null if their names match none or several. */
function writerOf(writers: readonly string[]): string | null {
  const programs = new Set(writers.flatMap((writer) => programOfName(writer) ?? []));
  return programs.size === 1 ? [...programs][0] ?? null : null;
}

/** What docker compose prints when a container ends. */
const EXITED = /^\s{0,8}([A-Za-z\d][\w.-]{0,100}) exited with code (\d{1,3})(?: \(restarting\))?\s*$/gm;
const MAX_SAID = 4;

/** Describes the containers that docker compose saw end with an error; `except`: not those of this program. */
export function exitedContainers({ text }: Look, except: string | null = null): string | null {
  const own = except === null ? null : NAMES.find(([program]) => program === except)?.[1] ?? null;
  const codes = new Map<string, Set<string>>();
  for (const [, name = '', code = ''] of allIn(EXITED, text)) {
    if (code === '0' || own?.test(name.toLowerCase()) === true) continue;
    codes.set(code, (codes.get(code) ?? new Set<string>()).add(name));
  }
  const said = [...codes].slice(0, MAX_SAID).map(([code, names]) => {
    const all = [...names].slice(0, MAX_SAID);
    const who = all.length === 1 ? `container ${all.join('')}`
      : `containers ${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`;
    return `The ${who} exited with code ${code}.`;
  });
  return said.join(' ') || null;
}

/** Returns the program that the name of a container, pod or unit shows; null if none. */
export function programOfName(name: string): string | null {
  const lower = name.toLowerCase();
  return NAMES.find(([, pattern]) => pattern.test(lower))?.[0] ?? null;
}
