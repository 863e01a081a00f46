/** Reads the keys that discover targets: at the top level next to `targets`, and in the items of `scrape_configs`. */
import { dirname, resolve } from 'node:path';
import { DNS_TYPES, type DiscoveryJob, type DiscoverySource, type EndpointConfig } from './configTypes.ts';
import { readRelabelRules } from './relabelKeys.ts';
import {
  defaultScrapeTimeoutMs, MAX_INTERVAL, readHttpAccess, readTargetSettings, type TargetDefaults,
} from './targetKeys.ts';
import { withoutPassword } from './targetUrl.ts';
import type { YamlSection } from './yamlReader.ts';

type SourceOf<K extends DiscoverySource['kind']> = Extract<DiscoverySource, { kind: K }>;

const SOURCE_KEYS = ['file_sd_configs', 'http_sd_configs', 'dns_sd_configs', 'prometheus_sd'];
const MAX_JOBS = 100;
/** Prometheus's defaults for files, HTTP and DNS. */
const REFRESH_MS = { file: 300_000, http: 60_000, dns: 30_000, prometheus: 60_000 };
const MIN_REFRESH_MS = 1000;
const MAX_TARGET_LIMIT = 10_000;
const FILE_NAME = /^[^*]*(?:\*[^/]*)?\.(?:json|ya?ml)$/i;

/** Returns an empty list without a key that discovers targets. */
export function readDiscovery(root: YamlSection, file: string, defaults: TargetDefaults): DiscoveryJob[] {
  const sources = readSources(root, file);
  const rules = readRelabelRules(root);
  if (rules.length > 0 && sources.length === 0) throw root.mistake(
    'relabel_configs', `applies to targets that are found; add one of ${SOURCE_KEYS.join(', ')}, or remove it.`
  );
  const scrapeTimeoutMs = defaults.timeoutMs ?? defaultScrapeTimeoutMs(defaults.intervalMs);
  const top: DiscoveryJob = {
    jobName: '', sources, rules, scheme: 'http', metricsPath: '/metrics', params: {}, nodeExporter: false,
    scrapeIntervalMs: defaults.intervalMs, scrapeTimeoutMs,
    settings: {
      scrapeIntervalMs: defaults.intervalMs, scrapeTimeoutMs,
      ...(defaults.headers.length === 0 ? {} : { headers: defaults.headers }),
    },
  };
  const items = root.sections('scrape_configs');
  if (items.length > MAX_JOBS) throw root.mistake('scrape_configs', `has more than ${MAX_JOBS} items.`);
  const jobs = items.map((section) => readJob(section, file, defaults));
  root.refuseTwins('scrape_configs', 'jobs', jobs.map(({ jobName }) => jobName));
  return sources.length === 0 ? jobs : [top, ...jobs];
}

export function readTargetLimit(root: YamlSection): number | undefined {
  const limit = root.number('target_limit');
  if (limit === undefined || (Number.isInteger(limit) && limit >= 1 && limit <= MAX_TARGET_LIMIT)) return limit;
  throw root.mistake('target_limit', `must be a whole number from 1 to ${MAX_TARGET_LIMIT}.`);
}

function readJob(section: YamlSection, file: string, defaults: TargetDefaults): DiscoveryJob {
  const jobName = section.string('job_name');
  if (jobName === undefined) throw section.mistake('job_name', 'is missing; give the job a name.');
  const scheme = section.string('scheme') ?? 'http';
  if (scheme !== 'http' && scheme !== 'https') throw section.mistake('scheme', 'must be http or https.');
  const nodeExporter = section.string('node_exporter');
  if (nodeExporter !== undefined && nodeExporter !== 'auto')
    throw section.mistake('node_exporter', 'must be auto here, for port 9100 on the host of each target.');
  const params = section.section('params');
  const settings = readTargetSettings(section, file, defaults);
  const job: DiscoveryJob = {
    jobName, scheme, settings, nodeExporter: nodeExporter === 'auto',
    metricsPath: section.string('metrics_path') ?? '/metrics',
    params: Object.fromEntries(params.keys().map((name) => [name, params.strings(name)])),
    scrapeIntervalMs: settings.scrapeIntervalMs, scrapeTimeoutMs: settings.scrapeTimeoutMs,
    sources: [...readStatic(section), ...readSources(section, file)],
    rules: readRelabelRules(section),
  };
  section.end();
  return job;
}

function readStatic(section: YamlSection): DiscoverySource[] {
  const groups = section.sections('static_configs').map((group) => {
    const read = { targets: group.strings('targets'), labels: group.labels('labels') };
    group.end();
    return read;
  });
  return groups.length === 0 ? [] : [{ kind: 'static', groups }];
}

function readSources(section: YamlSection, file: string): DiscoverySource[] {
  const read = <S>(key: string, reader: (item: YamlSection) => S): S[] => section.sections(key).map((item) => {
    const source = reader(item);
    item.end();
    return source;
  });
  return [
    ...read('file_sd_configs', (item) => readFileSource(item, file)),
    ...read('http_sd_configs', (item) => readHttpSource(item, file)),
    ...read('dns_sd_configs', readDnsSource),
    ...read('prometheus_sd', (item) => readPrometheusSource(item, file)),
  ];
}

function readFileSource(item: YamlSection, file: string): SourceOf<'file'> {
  const files = item.strings('files');
  if (files.length === 0) throw item.mistake('files', 'is missing; name the files, e.g. targets/*.yml.');
  for (const path of files) if (!FILE_NAME.test(path)) throw item.mistake(
    'files', `"${path}" must end in .json, .yml or .yaml; a * may stand in the last part of the path only.`
  );
  return { kind: 'file', files: files.map((path) => resolve(dirname(file), path)), refreshMs: refreshOf(item, 'file') };
}

function readHttpSource(item: YamlSection, file: string): SourceOf<'http'> {
  return { kind: 'http', endpoint: readEndpoint(item, file), refreshMs: refreshOf(item, 'http') };
}

function readDnsSource(item: YamlSection): SourceOf<'dns'> {
  const names = item.strings('names');
  if (names.length === 0)
    throw item.mistake('names', 'is missing; name what is asked for, e.g. _tsdb._tcp.example.org.');
  const word = (item.string('type') ?? 'SRV').toUpperCase();
  const type = DNS_TYPES.find((one) => one === word);
  if (type === undefined) throw item.mistake('type', `must be one of ${DNS_TYPES.join(', ')}.`);
  const port = item.number('port') ?? 0;
  if (type !== 'SRV' && !(Number.isInteger(port) && port >= 1 && port <= 65_535))
    throw item.mistake('port', `must be a port from 1 to 65535: records of type ${type} have none.`);
  return { kind: 'dns', names, type, port, refreshMs: refreshOf(item, 'dns') };
}

function readPrometheusSource(item: YamlSection, file: string): SourceOf<'prometheus'> {
  const endpoint = readEndpoint(item, file);
  return {
    kind: 'prometheus', jobs: item.strings('jobs'), refreshMs: refreshOf(item, 'prometheus'),
    endpoint: { ...endpoint, path: endpoint.path.replace(/\/+$/, '') },
  };
}

function refreshOf(item: YamlSection, kind: keyof typeof REFRESH_MS): number {
  const ms = item.durationMs('refresh_interval', MAX_INTERVAL) ?? REFRESH_MS[kind];
  if (ms < MIN_REFRESH_MS) throw item.mistake('refresh_interval', 'must be at least 1s.');
  return ms;
}

/** Reads `url` and the settings of its requests. */
export function readEndpoint(item: YamlSection, file: string): EndpointConfig {
  const text = item.string('url');
  if (text === undefined) throw item.mistake('url', 'is missing; write it as http://HOST:PORT/PATH.');
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw item.mistake('url', `"${withoutPassword(text)}" is not an address such as http://HOST:PORT/PATH.`);
  if (url.username !== '' || url.password !== '')
    throw item.mistake('url', 'has a name or password in it; give them as basic_auth.');
  return { url: url.origin, path: `${url.pathname}${url.search}`, ...readHttpAccess(item, file) };
}
