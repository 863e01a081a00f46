import type { CustomHeader, TargetConfig } from './configTypes.ts';
import { readAuthorization, readCredentials, readTls } from './credentialKeys.ts';
import { mergedHeaders, readHeaders } from './headerKeys.ts';
import { readNodeExporter } from './nodeExporterKey.ts';
import { readProfiling } from './profilingKeys.ts';
import { targetNameMistake } from './targetName.ts';
import { parseTargetUrl } from './targetUrl.ts';
import { readTriggers } from './triggerKeys.ts';
import type { YamlSection } from './yamlReader.ts';

/** Far below the delay at which a Node timer overflows and fires at once. */
export const MAX_INTERVAL = { ms: 86_400_000, text: 'a day' };

/** Defaults from the top level. */
export interface TargetDefaults { intervalMs: number; timeoutMs: number | undefined; headers: CustomHeader[] }

export function readTarget(section: YamlSection, file: string, defaults: TargetDefaults): TargetConfig {
  const text = section.string('url');
  if (text === undefined) throw section.mistake('url', 'is missing; write the target as http://HOST:PORT.');
  const url = parseTargetUrl(text, section.where('url'));
  const settings = readTargetSettings(section, file, defaults);
  const target: TargetConfig = {
    name: section.string('name') ?? url.name,
    url: url.url,
    labels: section.labels('labels'),
    ...optional('container', readContainer(section)),
    ...optional('cgroup', readCgroup(section)),
    ...optional('queryLog', readQueryLog(section)),
    ...optional(
      'basicAuth', url.username === undefined ? undefined : { username: url.username, password: url.password ?? '' }
    ),
    ...settings,
    ...optional('nodeExporter', readNodeExporter(section, url.url)),
  };
  const nameMistake = targetNameMistake(target.name);
  if (nameMistake !== null) throw section.mistake('name', `${nameMistake}.`);
  section.end();
  return target;
}

/** Reads the labels that a cAdvisor gives its container; they become a selector. */
function readContainer(section: YamlSection): Record<string, string> | undefined {
  if (!section.has('container')) return undefined;
  const labels = section.labels('container');
  const names = Object.keys(labels);
  if (names.length === 0 || names.some((name) => !/^[a-zA-Z_]\w*$/.test(name)))
    throw section.mistake('container', 'must hold labels of the container, such as {pod: prometheus-0}.');
  return labels;
}

/** Reads a path as in `/proc/PID/cgroup`. */
function readCgroup(section: YamlSection): string | undefined {
  const path = section.string('cgroup');
  if (path === undefined) return undefined;
  if (!path.startsWith('/') || path.split('/').includes('..'))
    throw section.mistake('cgroup', 'must be a path as in /proc/PID/cgroup, such as /system.slice/prometheus.service.');
  if (section.has('container'))
    throw section.mistake('cgroup', 'cannot be combined with container; remove one.');
  return path;
}

function readQueryLog(section: YamlSection): string | undefined {
  const path = section.string('query_log');
  if (path !== undefined && !path.startsWith('/')) throw section.mistake(
    'query_log', 'must be an absolute path, as query_log_file of that Prometheus, such as /prometheus/query.log.'
  );
  return path;
}

/** Reads the settings of a target besides name, address and labels, or those of all targets that a job discovers. */
export function readTargetSettings(
  section: YamlSection, file: string, defaults: TargetDefaults
): Omit<TargetConfig, 'name' | 'url' | 'labels' | 'nodeExporter' | 'container' | 'cgroup' | 'queryLog'> {
  const scrapeIntervalMs = section.durationMs('scrape_interval', MAX_INTERVAL) ?? defaults.intervalMs;
  const scrapeTimeoutMs = section.durationMs('scrape_timeout', MAX_INTERVAL) ?? defaults.timeoutMs
    ?? defaultScrapeTimeoutMs(scrapeIntervalMs);
  if (scrapeIntervalMs < 100) throw section.mistake('scrape_interval', 'must be at least 100ms.');
  return {
    scrapeIntervalMs,
    scrapeTimeoutMs,
    ...optional('replayProfiles', section.boolean('replay_profiles')),
    ...optional('profiling', readProfiling(section)),
    ...optional('triggers', section.has('triggers') ? readTriggers(section.section('triggers')) : undefined),
    ...readHttpAccess(section, file, defaults.headers),
    ...optional('startupBudgetMs', section.durationMs('startup_budget')),
    ...optional('memoryLimitBytes', section.sizeBytes('memory_limit')),
    ...optional('queryTexts', section.boolean('query_texts')),
    ...optional('queryLists', section.boolean('query_lists')),
  };
}

/** Reads the settings of requests: credentials, headers and TLS. */
export function readHttpAccess(
  section: YamlSection, file: string, defaultHeaders: readonly CustomHeader[] = []
): Pick<TargetConfig, 'basicAuth' | 'authorization' | 'headers' | 'tls'> {
  if (section.has('basic_auth') && section.has('authorization'))
    throw section.mistake('authorization', 'cannot be combined with basic_auth; remove one.');
  const read = <T>(key: string, reader: (own: YamlSection, file: string) => T): T | undefined =>
    (section.has(key) ? reader(section.section(key), file) : undefined);
  return {
    ...optional('basicAuth', read('basic_auth', readCredentials)),
    ...optional('authorization', read('authorization', readAuthorization)),
    ...mergedHeaders(readHeaders(section, file), defaultHeaders),
    ...optional('tls', read('tls_config', readTls)),
  };
}

/** Returns a timeout long enough to measure slow scrapes; scrapes never overlap, so it may exceed the interval. */
export function defaultScrapeTimeoutMs(scrapeIntervalMs: number): number {
  return Math.max(10_000, scrapeIntervalMs);
}

/** Returns `{[key]: value}`, or `{}` if the value is undefined. */
export function optional<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}
