/** Reads the metrics by which an exporter says itself whether it could read what it watches. Pure. */
import { phaseFacts, unstatedProbe } from './phases.ts';
import type { Sample, Scrape } from './readScrape.ts';

const MAX_TOLD = 3;
const UP = /^([a-z][a-z0-9]{1,30})(?:_exporter)?_up$/;
const ERROR = /^([a-z]\w{1,60}?)_(?:last_scrape_error|scrape_error|collector_error)$/;
const SUCCESS = /^([a-z]\w{0,60}_)?(?:scrape_collector|collector|scrape)_success$/;
const LABELS_SHOWN = /(?:^|,)\s*(?:instance|target|collector|job|addr|host|server|module)="[^"]{1,120}"/g;

/** The watched program of an exporter, by the prefix of its metrics, and the exporter's name. */
const EXPORTERS: Readonly<Record<string, readonly [watched: string, exporter: string]>> = {
  mysql: ['MySQL', 'mysqld_exporter'], pg: ['PostgreSQL', 'postgres_exporter'], redis: ['Redis', 'redis_exporter'],
  mongodb: ['MongoDB', 'mongodb_exporter'], memcached: ['memcached', 'memcached_exporter'],
  haproxy: ['HAProxy', 'haproxy_exporter'], nginx: ['NGINX', 'nginx-prometheus-exporter'],
  apache: ['Apache', 'apache_exporter'], consul: ['Consul', 'consul_exporter'],
  pgbouncer: ['PgBouncer', 'pgbouncer_exporter'], oracledb: ['Oracle', 'oracledb_exporter'],
  proxysql: ['ProxySQL', 'proxysql_exporter'], varnish: ['Varnish', 'varnish_exporter'],
  phpfpm: ['PHP-FPM', 'php-fpm_exporter'], bind: ['BIND', 'bind_exporter'], zk: ['ZooKeeper', 'zookeeper_exporter'],
  rabbitmq: ['RabbitMQ', 'rabbitmq_exporter'],
};
/** Exporters whose metrics have these names, whatever else is in the scrape. */
const BY_NAMES: readonly (readonly [exporter: string, names: RegExp])[] = [
  ['blackbox_exporter', /^probe_(?:success|duration_seconds|http_status_code|dns_lookup_time_seconds)\b/m],
  ['node_exporter', /^node_(?:exporter_build_info|scrape_collector_|cpu_seconds_total|load1\b|filesystem_avail_)/m],
  ['windows_exporter', /^windows_exporter_/m],
  ...Object.entries(EXPORTERS).map(([prefix, [, exporter]]): readonly [string, RegExp] =>
    [exporter, new RegExp(`^${prefix}_(?:exporter_\\w{1,60}|(?:exporter_)?up)(?:\\{[^}\\n]{0,300}\\})? `, 'm')]),
];

/** Returns the exporter whose own metrics a scrape has; null without one. */
export const exporterOf = (text: string): string | null =>
  BY_NAMES.find(([, names]) => names.test(text))?.[0] ?? null;

function labelsOf({ labelText }: Sample): string {
  const shown = [...labelText.matchAll(LABELS_SHOWN)].map(([found]) => found.replace(/^,\s*/, '').trim());
  return shown.length === 0 ? '' : ` (${shown.slice(0, 2).join(', ')})`;
}

/** Returns what else the metrics of a single probe say of its failure. */
function probeWords(samples: readonly Sample[]): string {
  const of = (metric: string): number | null => samples.find(({ name }) => name === metric)?.value ?? null;
  if (samples.filter(({ name }) => name === 'probe_success').length > 1) return '';
  const status = of('probe_http_status_code');
  return [
    status === null ? '' : status === 0 ? ', and no HTTP answer came (probe_http_status_code is 0)'
      : `; the target answered with HTTP status ${status}`,
    of('probe_failed_due_to_regex') === 1 ? '; a regular expression of the module decided so '
      + '(probe_failed_due_to_regex is 1)' : '',
  ].join('');
}

/** Returns what the exporter failed to do, by its own verdict, and what took most of its time; else none. */
export function verdictFacts(scrape: Scrape): string[] {
  const { samples } = scrape;
  const errors = samples.filter(({ name }) => ERROR.test(name) || name === 'probe_success');
  const down = samples.filter(({ name, value }) => value === 0 && UP.test(name));
  const said = [
    ...down.map((one) => {
      const [watched = null] = EXPORTERS[UP.exec(one.name)?.[1] ?? ''] ?? [];
      return `${one.name} is 0${labelsOf(one)}: the exporter could not reach ${watched ?? 'what it watches'}, or was `
        + 'refused there.';
    }),
    ...samples.filter(({ name, value }) => value === 0 && !UP.test(name) && scrape.healthyAtOne.has(name)).map((one) =>
      `${one.name} is 0${labelsOf(one)}, and its HELP line says that 1 is healthy: the exporter does not reach what it `
        + 'watches, or the answer says that it is not healthy. See the address that the exporter was given, and its '
        + 'log.'),
    ...errors.filter(({ name, value }) => (name === 'probe_success' ? value === 0 : value > 0)).map((one) =>
      (one.name === 'probe_success' ? `probe_success is 0${labelsOf(one)}: the probe failed${
        probeWords(samples)}.`
        : `${one.name} is ${one.value}${labelsOf(one)}: the last collection of the exporter had an error.`)),
    ...samples.filter(({ name, value }) => SUCCESS.test(name) && name !== 'node_scrape_collector_success'
      && value === 0).map((one) => `${one.name} is 0${labelsOf(one)}: that part of the scrape failed.`),
  ];
  const silent = down.length === 0 ? undefined
    : errors.find(({ name, value }) => name.endsWith('last_scrape_error') && value === 0);
  const more = said.length - MAX_TOLD;
  return [
    ...said.slice(0, MAX_TOLD), ...more > 0 ? [`${more} more such metrics show a failure.`] : [],
    ...silent === undefined ? [] : [`${silent.name} is 0 all the same, so an alert must watch ${down[0]?.name}.`],
    ...phaseFacts(scrape), ...unstatedProbe(scrape),
  ];
}
