import { readFileSync } from 'node:fs';
import type { TriggerSettings } from '../../core/triggers.ts';
import type { Config, CustomHeader, ProfilingConfig, TargetConfig } from './configTypes.ts';
import { readAuthorization, readCredentials, readTls } from './credentialKeys.ts';
import { readEmbed } from './embedKeys.ts';
import { mergedHeaders, readHeaders } from './headerKeys.ts';
import { readNodeExporter } from './nodeExporterKey.ts';
import { readSourceRoots, readSubsystems } from './profileKeys.ts';
import { readProfiling } from './profilingKeys.ts';
import { targetNameMistake } from './targetName.ts';
import { parseTargetUrl } from './targetUrl.ts';
import { readTriggers } from './triggerKeys.ts';
import { UsageError } from './usageError.ts';
import { YamlReader, type YamlSection } from './yamlReader.ts';

/** What a configuration file may say; every part optional. */
export interface FileConfig {
  /** With its place, `file:line: key`. */
  listen?: { text: string; where: string };
  dataDir?: string;
  allowedHosts: string[];
  auth?: { username: string; password: string };
  targets: TargetConfig[];
  /** The default for targets, also for those of the command line. */
  profiling?: ProfilingConfig;
  triggers?: TriggerSettings;
  retentionMs?: number;
  retentionBytes?: number;
  sourceRoots?: string[];
  subsystems?: Config['subsystems'];
  embed?: Config['embed'];
}

/** Keys of later versions: listed so that nobody believes they work. */
const NOT_YET = ['profiles'];
const NOT_YET_ADVICE = 'this version does not have it yet; remove the key.';
/** Far below the delay at which a Node timer overflows and fires at once. */
const MAX_INTERVAL = { ms: 86_400_000, text: 'a day' };

export function readConfigFile(file: string): FileConfig {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new UsageError(`${file}: the configuration file cannot be read (${code}); check the path given to --config.`);
  }
  return parseConfigText(file, text);
}

/** Checks a configuration text whole. Throws UsageError with `file:line: key: what is wrong`. */
export function parseConfigText(file: string, text: string): FileConfig {
  const root = new YamlReader(file, text).root;
  const intervalMs = root.durationMs('scrape_interval', MAX_INTERVAL) ?? 1000;
  const timeoutMs = root.durationMs('scrape_timeout', MAX_INTERVAL);
  const queryUrl = readQueryUrl(root.section('storage'), file);
  const headers = readHeaders(root, file);
  const replayProfiles = root.boolean('replay_profiles');
  const profiling = readProfiling(root);
  const triggers = root.has('triggers') ? readTriggers(root.section('triggers')) : undefined;
  const targets = root.sections('targets').map((section) => ({
    ...optional('replayProfiles', replayProfiles), ...optional('profiling', profiling),
    ...optional('triggers', triggers),
    ...readTarget(section, file, { intervalMs, timeoutMs, headers }),
    ...optional('queryUrl', queryUrl),
  }));
  refuseTwins(targets, root);
  const retention = root.section('retention');
  const listen = root.string('listen');
  const config: FileConfig = {
    targets,
    ...optional('profiling', profiling),
    ...optional('triggers', triggers),
    allowedHosts: root.strings('allowed_hosts'),
    sourceRoots: readSourceRoots(root, file),
    subsystems: readSubsystems(root),
    embed: readEmbed(root.section('embed')),
    ...optional('listen', listen === undefined ? undefined : { text: listen, where: `${root.where('listen')}:` }),
    ...optional('dataDir', root.string('data')),
    ...optional('retentionMs', retention.durationMs('time')),
    ...optional('retentionBytes', retention.sizeBytes('size')),
    ...optional('auth', root.has('auth') ? readCredentials(root.section('auth'), file) : undefined),
  };
  retention.end();
  for (const key of NOT_YET) root.refuse(key, NOT_YET_ADVICE);
  root.end();
  return config;
}

/** The server that scrapes the targets, when they do not scrape themselves. */
function readQueryUrl(storage: YamlSection, file: string): TargetConfig['queryUrl'] {
  const text = storage.string('query_url');
  const headers = readHeaders(storage, file);
  storage.refuse('remote_write', NOT_YET_ADVICE);
  storage.end();
  if (text === undefined) return undefined;
  const { url, username, password } = parseTargetUrl(text, storage.where('query_url'));
  return {
    url, ...optional('basicAuth', username === undefined ? undefined : { username, password: password ?? '' }),
    ...mergedHeaders(headers, []),
  };
}

function readTarget(
  section: YamlSection, file: string,
  defaults: { intervalMs: number; timeoutMs: number | undefined; headers: CustomHeader[] },
): TargetConfig {
  const text = section.string('url');
  if (text === undefined) throw section.mistake('url', 'is missing; write the target as http://HOST:PORT.');
  const url = parseTargetUrl(text, section.where('url'));
  const scrapeIntervalMs = section.durationMs('scrape_interval', MAX_INTERVAL) ?? defaults.intervalMs;
  const scrapeTimeoutMs = section.durationMs('scrape_timeout', MAX_INTERVAL) ?? defaults.timeoutMs
    ?? defaultScrapeTimeoutMs(scrapeIntervalMs);
  if (section.has('basic_auth') && section.has('authorization'))
    throw section.mistake('authorization', 'cannot be combined with basic_auth; remove one.');
  const basicAuth = section.has('basic_auth')
    ? readCredentials(section.section('basic_auth'), file)
    : url.username !== undefined ? { username: url.username, password: url.password ?? '' } : undefined;
  const target: TargetConfig = {
    name: section.string('name') ?? url.name,
    url: url.url,
    scrapeIntervalMs,
    scrapeTimeoutMs,
    labels: section.labels('labels'),
    ...optional('replayProfiles', section.boolean('replay_profiles')),
    ...optional('profiling', readProfiling(section)),
    ...optional('triggers', section.has('triggers') ? readTriggers(section.section('triggers')) : undefined),
    ...optional('basicAuth', basicAuth),
    ...optional('nodeExporter', readNodeExporter(section, url.url)),
    ...optional(
      'authorization',
      section.has('authorization') ? readAuthorization(section.section('authorization'), file) : undefined
    ),
    ...mergedHeaders(readHeaders(section, file), defaults.headers),
    ...optional('startupBudgetMs', section.durationMs('startup_budget')),
    ...optional('memoryLimitBytes', section.sizeBytes('memory_limit')),
    ...optional('tls', section.has('tls_config') ? readTls(section.section('tls_config'), file) : undefined),
  };
  const nameMistake = targetNameMistake(target.name);
  if (nameMistake !== null) throw section.mistake('name', `${nameMistake}.`);
  if (scrapeIntervalMs < 100) throw section.mistake('scrape_interval', 'must be at least 100ms.');
  section.end();
  return target;
}

/**
 * Long enough to see how slow a slow scrape is; a scrape under way is never overlapped, so it may exceed the interval.
 */
export function defaultScrapeTimeoutMs(scrapeIntervalMs: number): number {
  return Math.max(10_000, scrapeIntervalMs);
}

function refuseTwins(targets: TargetConfig[], root: YamlSection): void {
  const twin = targets.find((target, i) => targets.findIndex((other) => other.name === target.name) !== i);
  if (twin !== undefined)
    throw root.mistake('targets', `two targets are named "${twin.name}"; give each a name of its own.`);
}

/** `{[key]: value}`, or nothing when the value is undefined. */
function optional<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}
