/**
 * Separates the lines of programs that send to a server, which quote its errors, from the lines of that server. Pure.
 */
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import type { Look } from '../../look/look.ts';
import { programOfModules } from './programTable.ts';

/** Servers to which other programs send, and whose errors those programs quote. */
const FAR_SIDES: ReadonlySet<string> = new Set([
  'mimir-log', 'cortex-log', 'ingester-log', 'bucket-compactor-log', 'loki-log', 'tempo-log', 'influxdb-log',
  'prometheus-log', 'ring-log',
]);
/** Marks of a line of a sender, whose error is of the far side. */
const SENDER = new RegExp([
  /\bagent=prometheus\b|\bcomponent_(?:id|path|kind)"?[=:]|\bremote_name=|(?:caller|source)=dedupe\.go/,
  /\bcomponent=client\b|msg="(?:final )?error sending batch/,
  /\[out(?:put)?[:_s.](?:loki|influxdb|prometheus_remote_write)/,
  /\bE! \[(?:outputs|agent)[.\]]|\bvector::\w|\bsink\{component_|Exporting failed\.|remotewrite\/client\.go/,
].map(({ source }) => source).join('|'));

/** Envelopes whose names are those of processes. */
const OF_PROCESSES = /syslog|journald/;

/** Whether a log that looks like one of a server is of a program that sends to it: by its unit, or by its lines. */
export function isOfSender(look: Look, row: { id: string; texts: RegExp }): boolean {
  if (!FAR_SIDES.has(row.id)) return false;
  if (isOfUnits(look)) return true;
  // Prometheus sends, too: its own lines have these marks.
  if (row.id === 'prometheus-log' || !fits(SENDER, look.words)) return false;
  return !row.texts.test(look.words.split('\n').filter((line) => !SENDER.test(line)).join('\n'));
}

/** Whether a log that names Thanos in its stacks is of a program that has the store of Thanos as a library. */
export const isOfHost = ({ words }: Look, program: string): boolean => program === 'Thanos'
  && /github\.com\/(?:cortexproject\/cortex|grafana\/mimir)\//.test(words) && programOfModules(words) !== program;

/** Units of programs that only send. */
const UNIT = /^(?:.{0,60}\/)?(?:grafana-?agent|alloy|promtail|telegraf|otelcol|fluent-?bit|vector\b)/i;

/** Whether a journal is of such units alone. */
const isOfUnits = ({ envelope, writers }: Look): boolean => envelope !== null && OF_PROCESSES.test(envelope)
  && writers.length > 0 && writers.every((writer) => UNIT.test(writer));
