/** Tells what metrics beside an error say of it: whether data were lost, and which receiver is concerned. Pure. */
import { counted, formatBytes, formatNumber, formatSeconds } from '../../../../../../core/text/format.ts';
import { readScrape, type Sample } from '../../../scrapes/readScrape.ts';
import { failureCounters } from './failureCounters.ts';

/** How a program counts what it sends. */
interface Sender {
  what: string;
  sent: RegExp;
  again: RegExp;
  /** What is not sent again. */
  lost: RegExp;
  waits: RegExp;
  /** Writes what waits; a number of what is sent without it. */
  waitText?: (value: number) => string;
}

const NONE = /^$/;
const SENDERS: readonly Sender[] = [
  {
    what: 'block', sent: /^vmagent_remotewrite_blocks_sent_total$/, again: /^vmagent_remotewrite_retries_count_total$/,
    lost: /^vmagent_remotewrite_(?:packets|samples|rows)_dropped_total$/,
    waits: /^vmagent_remotewrite_pending_data_bytes$/, waitText: formatBytes,
  },
  {
    what: 'sample', sent: /^prometheus_remote_storage_(?:samples|succeeded_samples)_total$/,
    again: /^prometheus_remote_storage_(?:samples_retried|retried_samples)_total$/,
    lost: /^prometheus_remote_storage_(?:samples_failed|failed_samples)_total$/,
    waits: /^prometheus_remote_storage_(?:samples_pending|pending_samples)$/,
  },
  {
    what: 'entry', sent: /^(?:promtail|loki_write)_sent_entries_total$/, again: NONE,
    lost: /^(?:promtail|loki_write)_dropped_entries_total$/, waits: NONE,
  },
  {
    what: 'item', sent: /^otelcol_exporter_sent_(?:metric_points|spans|log_records)(?:_total)?$/, again: NONE,
    lost: /^otelcol_exporter_(?:send|enqueue)_failed_(?:metric_points|spans|log_records)(?:_total)?$/,
    waits: /^otelcol_exporter_queue_size$/,
  },
  {
    what: 'record', sent: /^fluentbit_output_proc_records_total$/, again: NONE,
    lost: /^fluentbit_output_dropped_records_total$/, waits: NONE,
  },
];
const ANY_SENDER =
  /vmagent_remotewrite_|prometheus_remote_storage_|promtail_|loki_write_|otelcol_exporter_|fluentbit_output_/;
const OF_SENDING = new RegExp([
  /\bsend(?:ing)?\b|\bre-sending\b|\bremote[ _-]?write\b|\bexporting\b|\bflush (?:chunk|all samples)/,
  /\bnon-recoverable error\b/,
].map(({ source }) => source).join('|'), 'i');
const OF_NOTIFYING = /\bnotif/i;
const PLURALS: Readonly<Record<string, string>> = { entry: 'entries' };

/** Returns the last value of each series, as two scrapes may be in one text. */
function lastOf(samples: readonly Sample[], metric: RegExp): Sample[] {
  const own = new Map<string, Sample>();
  for (const sample of samples) if (metric.test(sample.name)) own.set(`${sample.name}{${sample.labelText}`, sample);
  return [...own.values()];
}

/** Returns the sum of a counter over its labels; NaN if the text does not have it. */
function sumOf(samples: readonly Sample[], metric: RegExp): number {
  const own = lastOf(samples, metric);
  return own.length === 0 ? NaN : own.reduce((sum, { value }) => sum + value, 0);
}

/** Says whether anything was lost; null without a counter of that. */
function senderFact(samples: readonly Sample[], sender: Sender): string | null {
  const { what, sent, again, lost, waits, waitText = formatNumber } = sender;
  const [all, repeated, gone, waiting] = [sent, again, lost, waits].map((metric) => sumOf(samples, metric));
  if (all === undefined || gone === undefined || !(all >= 0) || !(gone >= 0)) return null;
  const many = (count: number): string => counted(count, what, PLURALS[what] ?? `${what}s`);
  const share = repeated === undefined || !(repeated > 0) || !(all > 0) ? '' : `, and ${formatNumber(repeated)} ${
    repeated === 1 ? 'was' : 'were'} sent again (${formatNumber(100 * repeated / all)} %)`;
  const head = `${many(all)} ${all === 1 ? 'was' : 'were'} sent${share}`;
  if (gone > 0) return `${head}; ${formatNumber(gone)} ${gone === 1 ? 'was' : 'were'} dropped, which is lost.`;
  return waiting === 0 ? `${head}; none was dropped and none waits, so nothing is lost.`
    : `${head}; none was dropped${waiting !== undefined && waiting > 0
      ? `, and ${waitText(waiting)} wait to be sent` : ', so nothing is lost so far'}.`;
}

interface Integration { name: string; failed: number; tried: number; seconds: number }

/** Reads the notifications of Alertmanager by integration; attempts are counted by their latency. */
function integrationsIn(samples: readonly Sample[]): Integration[] {
  const of = (suffix: string): Map<string, number> => {
    const own = new Map<string, number>();
    for (const { labels, value } of lastOf(samples, new RegExp(`^alertmanager_${suffix}$`))) {
      const name = labels['integration'] ?? '';
      own.set(name, (own.get(name) ?? 0) + value);
    }
    return own;
  };
  const [failed, counts, sums] = [
    of('notifications_failed_total'), of('notification_latency_seconds_count'), of('notification_latency_seconds_sum'),
  ];
  const totals = of('notifications_total');
  return [...failed].flatMap(([name, count]): Integration[] => {
    const tried = counts.get(name) ?? NaN;
    // Old versions count only what succeeded: without a latency, attempts are known if none failed or none succeeded.
    const total = totals.get(name) ?? NaN;
    const known = tried >= count ? tried : count === 0 ? total : total === 0 ? count : NaN;
    return name === '' || !(known > 0) ? []
      : [{ name, failed: count, tried: known, seconds: tried > 0 ? (sums.get(name) ?? NaN) / tried : NaN }];
  });
}

const MAX_NAMED = 3;
const meanText = (seconds: number): string => (seconds > 0 ? `, ${formatSeconds(seconds)} each on average` : '');
const HEALTH = /^alertmanager_cluster_health_score$/;
const MEMBERS = /^alertmanager_cluster_members$/;
const TIMED_OUT = /deadline exceeded|timed? ?out|did not answer/i;

/** Says which integrations of Alertmanager fail, and that the others work. */
function notifiedFact(samples: readonly Sample[], facts: string): string | null {
  const all = integrationsIn(samples);
  const bad = all.filter(({ failed }) => failed > 0).slice(0, MAX_NAMED);
  const well = all.filter(({ failed }) => failed === 0).slice(0, MAX_NAMED);
  if (bad.length === 0) return null;
  const failing = bad.map(({ name, failed, tried, seconds }) => (failed === tried
    ? `all ${formatNumber(tried)} attempts of ${name} failed${meanText(seconds)}`
    : `${formatNumber(failed)} of ${formatNumber(tried)} attempts of ${name} failed${meanText(seconds)}`));
  const working = well.map(({ name, tried, seconds }) =>
    `${name} works (${formatNumber(tried)} sent, none failed${meanText(seconds)})`);
  const only = bad.length === 1 ? bad[0]?.name : undefined;
  const isWell = sumOf(samples, HEALTH) === 0 && sumOf(samples, MEMBERS) > 0;
  return `${failing.join(', ')}${working.length === 0 ? '' : `, while ${working.join(' and ')}`}.${
    only === undefined || working.length === 0 ? '' : ` So the fault is on the way to ${only}, not in Alertmanager${
      isWell ? ', whose cluster is healthy' : ''}${!TIMED_OUT.test(facts) ? '.'
      : ': test that address from its host or container (curl -v, with and without its proxy), then correct '
        + 'proxy_url of http_config or the firewall.'}`}`;
}

/** Metrics of failures, by a word that a text of any other kind seldom has. */
const ANY_COUNTER = new RegExp([
  /_notifications_(?:errors|dropped)_total|_discarded_|_rejected_|_ignored_total|_refused_|_exceeded_\w{1,60}_total/,
  /_out_of_order_samples_total|compact\w{0,60}_fail|_compact_halted|_operation_failures_total|_rule_(?:eval|group)/,
].map(({ source }) => source).join('|'));

/** Programs whose metrics begin with another word than their name. */
const PROGRAMS: Readonly<Record<string, RegExp>> = { cortex: /mimir|cortex/i, vm: /victoria|\bvm[a-z]{4,8}\b/i };

/** Whether facts name the program of a metric. */
function isOfProgram(metric: string, facts: string): boolean {
  const [prefix = ''] = metric.split('_');
  return PROGRAMS[prefix]?.test(facts) ?? facts.toLowerCase().includes(prefix);
}

/**
 * Returns what metrics say of an error; null without metrics of that. `other`: the file they are in, if it is another,
 * whose counters have to be of a program that the facts name.
 */
export function pastedMetrics(facts: string, text: string, other: string | null = null): string | null {
  const isOfAlerts = OF_NOTIFYING.test(facts) && text.includes('alertmanager_notifications_failed_total');
  const isOfSender = OF_SENDING.test(facts) && ANY_SENDER.test(text);
  if (!isOfAlerts && !isOfSender && !ANY_COUNTER.test(text)) return null;
  const { samples } = readScrape(text);
  const said = (isOfAlerts ? notifiedFact(samples, facts) : null)
    ?? (isOfSender ? SENDERS.map((sender) => senderFact(samples, sender)).find((one) => one !== null) : null)
    ?? failureCounters(facts, other === null ? samples : samples.filter(({ name }) => isOfProgram(name, facts)));
  return said === null ? null : `By the metrics ${other === null ? 'in the text' : `of ${other}`}, ${said}`;
}
