/** Logs whose lines do not show the program, but the names of containers, pods or units do. */
import { joined } from '../look/factTools.ts';
import { LIKELY, wordOf, type Format } from '../look/format.ts';
import type { Look } from '../look/look.ts';
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
  ['Telegraf', /telegraf/], ['Kapacitor', /kapacitor/], ['Chronograf', /chronograf/], ['InfluxDB', /influx/],
  ['M3DB', /(?:^|[\W_])m3(?:db|coordinator|aggregator|query)/],
  ['QuestDB', /questdb/], ['ClickHouse', /clickhouse/], ['TimescaleDB', /timescale/], ['PostgreSQL', /postgres/],
  ['OpenTelemetry Collector', /otel|opentelemetry/], ['etcd', /(?:^|[\W_])etcd/], ['Pushgateway', /pushgateway/],
  ['Prometheus', /prometheus/],
];

const REMEDY = 'Starts and compactions are read from logs of Prometheus and of programs that use its TSDB.';
const interest = (look: Look): string | null =>
  joined([crashFacts(look), exitedContainers(look)]) ?? quietFacts(look);

/** Matches the writers of the lines, and ignores what other programs write about a program. */
const BY_NAME = NAMES.map(([program]): Format => ({
  id: `${program.toLowerCase().replaceAll(/\W+/g, '-')}-by-name`, name: `a log of ${program}`, door: 'log',
  match: (look) => {
    const writers = writersByProgram(look);
    const own = writers.get(program);
    return own === undefined || writers.size > 1 || !isLog(look) ? null
      : { ...LIKELY, program, version: startedVersion(look.text, own) };
  },
  interest, remedy: REMEDY,
}));

export const NAMED_LOGS: readonly Format[] = [
  ...BY_NAME,
  {
    id: 'several-by-name', name: 'logs of several programs', door: 'log',
    match: (look) => {
      const writers = writersByProgram(look);
      if (writers.size < 2 || !isLog(look)) return null;
      const named = [...writers].map(([program, own]) => {
        const version = startedVersion(look.text, own);
        return version === undefined ? program : `${program} ${version}`;
      });
      return { ...LIKELY, program: `${named.slice(0, -1).join(', ')} and ${named.at(-1) ?? ''}` };
    },
    interest, remedy: REMEDY,
  },
];

/** A start comes first in a log. */
const HEAD_CHARS = 64 * 1024;
const MAX_WRITERS = 10;

/** Returns the known programs of the writers, in order, each with its writers. */
function writersByProgram({ writers }: Look): Map<string, string[]> {
  const programs = new Map<string, string[]>();
  for (const writer of writers) {
    const program = NAMES.find(([, pattern]) => pattern.test(writer.toLowerCase()))?.[0];
    if (program !== undefined) programs.set(program, [...programs.get(program) ?? [], writer]);
  }
  return programs;
}

/** Returns the version that the first of the writers states as it starts; undefined if none does. */
function startedVersion(text: string, writers: readonly string[]): string | undefined {
  const names = writers.slice(0, MAX_WRITERS).map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return wordOf(new RegExp(String.raw`^[^\n]{0,200}?(?:${names.join('|')})[^\n]{0,600}?\b[Ss]tart(?:ing|ed)\b`
    + String.raw`[^\n]{0,300}?\bversion"?[=: ]{1,2}["\\]{0,3}(?:\(version=)?v?(\d{1,4}\.\d[\w.+-]{0,40})`, 'm'),
  text.slice(0, HEAD_CHARS));
}

/** What docker compose prints when a container ends. */
const EXITED = /^\s{0,8}([A-Za-z\d][\w.-]{0,100}) exited with code (\d{1,3})(?: \(restarting\))?\s*$/gm;
const MAX_SAID = 4;

/** Describes the containers that docker compose saw end with an error. */
export function exitedContainers({ text }: Look): string | null {
  const codes = new Map<string, Set<string>>();
  for (const [, name = '', code = ''] of text.matchAll(EXITED)) {
    if (code === '0') continue;
    codes.set(code, (codes.get(code) ?? new Set<string>()).add(name));
  }
  const said = [...codes].slice(0, MAX_SAID).map(([code, names]) => {
    const all = [...names].slice(0, MAX_SAID);
    const who = all.length === 1 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`;
    return `${who} exited with code ${code}`;
  });
  return said.length === 0 ? null : `${said.join('; ')}.`;
}
