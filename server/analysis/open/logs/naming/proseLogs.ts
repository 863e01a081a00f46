/** Names the program of a log whose lines do not show it by the words around it that say whose log it is. Pure. */
import type { Recognized } from '../../look/recognized.ts';
import { programOfName } from './programTable.ts';

const NAME = String.raw`(?<![\w./-])(${[
  'prometheus', 'thanos', 'mimir', 'cortex', 'loki', 'promtail', 'tempo', 'grafana(?:[- ]agent)?', 'alertmanager',
  'victoria-?metrics', 'victoria-?logs', 'vm(?:agent|alert|auth|insert|select|storage|single)', 'influx(?:db|d)?',
  'telegraf', 'etcd', 'pushgateway', 'otel-?col(?:lector)?', 'opentelemetry[- ]collector', 'm3db', 'questdb',
  'clickhouse', String.raw`[a-z\d]{2,20}[-_]exporter`,
].join('|')})`;
const PART = '(?:[- ](?:server|pods?|containers?|sidecar|service|instances?|process|compactor|ingesters?)){0,2}';
/** "the Thanos sidecar's logs", "logs from prometheus-server". */
const WHOSE = new RegExp([
  String.raw`${NAME}${PART}(?:['’]s)? logs?\b`,
  String.raw`\blogs? (?:of|from|for|in|by) (?:the |our |my |an? )?[\x60*"']{0,3}${NAME}`,
].join('|'), 'gi');
/** Lines of a log, which are no words about it. */
const LOGGED = /\d\d:\d\d:\d\d|\b(?:level|lvl|msg|caller)"?[=:]/;
/** Commands that print a log: behind `logs` stand options and the pod; a unit or a container stands alone. */
const OF_KUBECTL = /\b(?:kubectl|oc)\b[^\n|]{0,120}? logs?\b([^\n|>]{1,200})/g;
const OF_ONE = new RegExp([
  /\bdocker(?:[- ]compose)? logs (?:-\S{1,30} ){0,4}([\w.-]{2,80})/,
  /\bjournalctl\b[^\n|]{0,80}? -{1,2}u(?:nit)?[ =]?([\w@.-]{2,80})/,
].map(({ source }) => source).join('|'), 'g');
const CONTAINER = /(?:^|\s)(?:-c|--container)[ =]([\w.-]{2,80})/;
const NAMESPACE = /(?:^|\s)(?:-n|--namespace|--context)[ =]\S{1,80}/g;
/** Forms without a program of their own, whose name a program may follow. */
const OF_ANY: ReadonlySet<string> = new Set(['known-messages', 'error-message', 'exception']);
const UNNAMED = 'of a program that is not known here';
const MAX_CHARS = 32 * 1024;
const MAX_LINE = 1000;

/** Returns the programs whose logs the commands of a text print. */
function commanded(words: string): string[] {
  const ofPods = [...words.matchAll(OF_KUBECTL)].flatMap(([, rest = '']) => {
    const container = CONTAINER.exec(rest)?.[1];
    const names = container === undefined ? rest.replaceAll(NAMESPACE, ' ').split(/[\s=,/]/) : [container];
    return names.map((name) => programOfName(name)).find((program) => program !== null) ?? [];
  });
  return [...ofPods, ...[...words.matchAll(OF_ONE)].flatMap(([, one, unit]) => programOfName(one ?? unit ?? '') ?? [])];
}

/** Returns `whole` with the only program whose log the words and commands around it say that it is. */
export function ofProse(whole: Recognized, text: string): Recognized {
  const { program, format, name } = whole;
  const isLog = format === 'log' && name.includes(UNNAMED);
  if (program !== null || (!isLog && !OF_ANY.has(format))) return whole;
  const words = text.slice(0, MAX_CHARS).split('\n').map((line) => line.slice(0, MAX_LINE))
    .filter((line) => !LOGGED.test(line)).join('\n');
  const said = [...words.matchAll(WHOSE)]
    .flatMap(([, before, behind]) => programOfName((before ?? behind ?? '').replaceAll(' ', '-')) ?? []);
  const [only, second] = new Set([...said, ...commanded(words)]);
  return only === undefined || second !== undefined ? whole
    : { ...whole, program: only, name: isLog ? name.replace(UNNAMED, () => `of ${only}`) : `${name} (${only})` };
}
