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
const UNNAMED = 'of a program that is not known here';
const MAX_CHARS = 32 * 1024;
const MAX_LINE = 1000;

/** Returns `whole` with the only program whose log the words around it say that it is. */
export function ofProse(whole: Recognized, text: string): Recognized {
  if (whole.format !== 'log' || whole.program !== null || !whole.name.includes(UNNAMED)) return whole;
  const words = text.slice(0, MAX_CHARS).split('\n').map((line) => line.slice(0, MAX_LINE))
    .filter((line) => !LOGGED.test(line)).join('\n');
  const [only, second] = new Set([...words.matchAll(WHOSE)]
    .flatMap(([, before, behind]) => programOfName((before ?? behind ?? '').replaceAll(' ', '-')) ?? []));
  return only === undefined || second !== undefined ? whole
    : { ...whole, program: only, name: whole.name.replace(UNNAMED, () => `of ${only}`) };
}
