import { readFileSync } from 'node:fs';
import type { TriggerSettings } from '../../core/triggers.ts';
import type {
  AccessConfig, Config, DiscoveryJob, ProfilingConfig, RemoteWriteSettings, TargetConfig,
} from './configTypes.ts';
import { readAccess } from './accessKeys.ts';
import { readCredentials } from './credentialKeys.ts';
import { readDiscovery, readTargetLimit } from './discoveryKeys.ts';
import { readEmbed } from './embedKeys.ts';
import { readHeaders } from './headerKeys.ts';
import { readSourceRoots, readSubsystems } from './profileKeys.ts';
import { readProfiling } from './profilingKeys.ts';
import { readStorage } from './storageKeys.ts';
import { MAX_INTERVAL, optional, readTarget } from './targetKeys.ts';
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
  access?: AccessConfig;
  targets: TargetConfig[];
  discovery?: DiscoveryJob[];
  targetLimit?: number;
  /** The default for targets, also for those of the command line. */
  profiling?: ProfilingConfig;
  triggers?: TriggerSettings;
  retentionMs?: number;
  retentionBytes?: number;
  remoteWrite?: RemoteWriteSettings;
  sourceRoots?: string[];
  subsystems?: Config['subsystems'];
  embed?: Config['embed'];
}

/** Keys of later versions: listed so that nobody believes they work. */
const NOT_YET = ['profiles'];
const NOT_YET_ADVICE = 'this version does not have it yet; remove the key.';

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
  const { queryUrl, remoteWrite } = readStorage(root.section('storage'), file);
  const headers = readHeaders(root, file);
  const replayProfiles = root.boolean('replay_profiles');
  const profiling = readProfiling(root);
  const triggers = root.has('triggers') ? readTriggers(root.section('triggers')) : undefined;
  const defaults = { intervalMs, timeoutMs, headers };
  const forAll = {
    ...optional('replayProfiles', replayProfiles), ...optional('profiling', profiling),
    ...optional('triggers', triggers),
  };
  const targets = root.sections('targets').map((section) => ({
    ...forAll, ...readTarget(section, file, defaults), ...optional('queryUrl', queryUrl),
  }));
  const discovery = readDiscovery(root, file, defaults)
    .map((job) => ({ ...job, settings: { ...forAll, ...job.settings, ...optional('queryUrl', queryUrl) } }));
  refuseTwins(targets, root);
  const retention = root.section('retention');
  const listen = root.string('listen');
  const config: FileConfig = {
    targets,
    discovery,
    ...optional('targetLimit', readTargetLimit(root)),
    ...optional('remoteWrite', remoteWrite),
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
    ...optional('access', root.has('access') ? readAccess(root.section('access')) : undefined),
    ...optional('auth', root.has('auth') ? readCredentials(root.section('auth'), file) : undefined),
  };
  retention.end();
  for (const key of NOT_YET) root.refuse(key, NOT_YET_ADVICE);
  root.end();
  return config;
}

function refuseTwins(targets: TargetConfig[], root: YamlSection): void {
  const twin = targets.find((target, i) => targets.findIndex((other) => other.name === target.name) !== i);
  if (twin !== undefined)
    throw root.mistake('targets', `two targets are named "${twin.name}"; give each a name of its own.`);
}
