import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Config, TargetConfig } from '../configTypes.ts';
import { readEmbed } from './embedKeys.ts';
import { readNodeExporter } from './nodeExporterKey.ts';
import { readSourceRoots, readSubsystems } from './profileKeys.ts';
import { targetNameMistake } from './targetName.ts';
import { parseTargetUrl } from './targetUrl.ts';
import { UsageError } from './usageError.ts';
import { YamlReader, type YamlSection } from './yamlReader.ts';

/** What a configuration file may say; every part optional. */
export interface FileConfig {
  listen?: string;
  dataDir?: string;
  allowedHosts: string[];
  auth?: { username: string; password: string };
  targets: TargetConfig[];
  retentionMs?: number;
  retentionBytes?: number;
  sourceRoots?: string[];
  subsystems?: Config['subsystems'];
  embed?: Config['embed'];
}

/** Keys of later versions: named so that nobody believes they are in force. */
const NOT_YET = ['profiles', 'triggers'];

export function readConfigFile(file: string): FileConfig {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file}: the configuration file cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}); check the path given to --config.`);
  }
  return parseConfigText(file, text);
}

/** Checks a configuration text whole. Throws UsageError with `file:line: key: what is wrong`. */
export function parseConfigText(file: string, text: string): FileConfig {
  const root = new YamlReader(file, text).root;
  const intervalMs = root.durationMs('scrape_interval') ?? 1000;
  const timeoutMs = root.durationMs('scrape_timeout');
  const queryUrl = readQueryUrl(root.section('storage'));
  const replayProfiles = root.boolean('replay_profiles');
  const targets = root.sections('targets').map((section) => ({
    ...optional('replayProfiles', replayProfiles), ...readTarget(section, file, intervalMs, timeoutMs), ...optional('queryUrl', queryUrl),
  }));
  refuseTwins(targets, root);
  const retention = root.section('retention');
  const config: FileConfig = {
    targets,
    allowedHosts: root.strings('allowed_hosts'),
    sourceRoots: readSourceRoots(root, file),
    subsystems: readSubsystems(root),
    embed: readEmbed(root.section('embed')),
    ...optional('listen', root.string('listen')),
    ...optional('dataDir', root.string('data')),
    ...optional('retentionMs', retention.durationMs('time')),
    ...optional('retentionBytes', retention.sizeBytes('size')),
    ...optional('auth', root.has('auth') ? readCredentials(root.section('auth'), file) : undefined),
  };
  retention.end();
  for (const key of NOT_YET) {
    if (root.has(key)) throw root.mistake(key, 'this version does not have it yet; remove the key.');
  }
  root.end();
  return config;
}

/** The server that scrapes the targets, when they do not scrape themselves. */
function readQueryUrl(storage: YamlSection): TargetConfig['queryUrl'] {
  const text = storage.string('query_url');
  if (storage.has('remote_write')) throw storage.mistake('remote_write', 'this version does not have it yet; remove the key.');
  storage.end();
  if (text === undefined) return undefined;
  const { url, username, password } = parseTargetUrl(text, storage.where('query_url'));
  return { url, ...optional('basicAuth', username === undefined ? undefined : { username, password: password ?? '' }) };
}

function readTarget(section: YamlSection, file: string, defaultIntervalMs: number, defaultTimeoutMs: number | undefined): TargetConfig {
  const text = section.string('url');
  if (text === undefined) throw section.mistake('url', 'is missing; write the target as http://HOST:PORT.');
  const url = parseTargetUrl(text, section.where('url'));
  const scrapeIntervalMs = section.durationMs('scrape_interval') ?? defaultIntervalMs;
  const scrapeTimeoutMs = section.durationMs('scrape_timeout') ?? defaultTimeoutMs ?? defaultScrapeTimeoutMs(scrapeIntervalMs);
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
    ...optional('basicAuth', basicAuth),
    ...optional('nodeExporter', readNodeExporter(section, url.url)),
    ...optional('authorization', section.has('authorization') ? readAuthorization(section.section('authorization'), file) : undefined),
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

/** Long enough to see how slow a slow scrape is; a scrape under way is never overlapped, so it may exceed the interval. */
export function defaultScrapeTimeoutMs(scrapeIntervalMs: number): number {
  return Math.max(10_000, scrapeIntervalMs);
}

function readCredentials(section: YamlSection, file: string): { username: string; password: string } {
  const username = section.string('username');
  if (username === undefined) throw section.mistake('username', 'is missing.');
  const password = readSecret(section, 'password', 'password_file', file);
  section.end();
  return { username, password };
}

function readAuthorization(section: YamlSection, file: string): { type: string; credentials: string } {
  const type = section.string('type') ?? 'Bearer';
  const credentials = readSecret(section, 'credentials', 'credentials_file', file);
  section.end();
  return { type, credentials };
}

function readSecret(section: YamlSection, key: string, fileKey: string, file: string): string {
  const value = section.string(key);
  const path = section.string(fileKey);
  if (value !== undefined && path !== undefined) throw section.mistake(fileKey, `give ${key} or ${fileKey}, not both.`);
  if (path !== undefined) return readBeside(section, fileKey, path, file).trim();
  if (value === undefined) throw section.mistake(key, `is missing; give ${key} or ${fileKey}.`);
  return value;
}

function readTls(section: YamlSection, file: string): NonNullable<TargetConfig['tls']> {
  const read = (key: string): string | undefined => {
    const path = section.string(key);
    return path === undefined ? undefined : readBeside(section, key, path, file);
  };
  const tls = {
    ...optional('ca', read('ca_file')),
    ...optional('cert', read('cert_file')),
    ...optional('key', read('key_file')),
    ...optional('serverName', section.string('server_name')),
    insecureSkipVerify: section.boolean('insecure_skip_verify') ?? false,
  };
  section.end();
  return tls;
}

/** Paths in a configuration file are relative to it, as in Prometheus. */
function readBeside(section: YamlSection, key: string, path: string, file: string): string {
  try {
    return readFileSync(resolve(dirname(file), path), 'utf8');
  } catch (error) {
    throw section.mistake(key, `the file "${path}" cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`);
  }
}

function refuseTwins(targets: TargetConfig[], root: YamlSection): void {
  const twin = targets.find((target, i) => targets.findIndex((other) => other.name === target.name) !== i);
  if (twin !== undefined) throw root.mistake('targets', `two targets are named "${twin.name}"; give each a name of its own.`);
}

/** `{[key]: value}`, or nothing when the value is undefined. */
function optional<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}
