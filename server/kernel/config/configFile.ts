import { readFileSync } from 'node:fs';
import type { TriggerSettings } from '../../../core/triggers.ts';
import type {
  AccessConfig, AddTargetsConfig, AlertingConfig, Config, DiscoveryJob, ProfilingConfig, RemoteWriteSettings, S3Config,
  TargetConfig,
} from './configTypes.ts';
import { readAccess } from './accessKeys.ts';
import { readAddTargets } from './addTargetsKey.ts';
import { readAlerting } from './alertingKeys.ts';
import { readCredentials } from './credentialKeys.ts';
import { readDiscovery, readTargetLimit } from './discoveryKeys.ts';
import { readEmbed } from './embedKeys.ts';
import { readHeaders } from './headerKeys.ts';
import { readBinaries, readSourceRoots, readSubsystems } from './profileKeys.ts';
import { readProfiling } from './profilingKeys.ts';
import { readS3 } from './s3Keys.ts';
import { readShardKeys } from './shardKeys.ts';
import { readStorage } from './storageKeys.ts';
import { defaultScrapeTimeoutMs, MAX_INTERVAL, optional, readTarget } from './targetKeys.ts';
import { readTriggers } from './triggerKeys.ts';
import { UsageError } from './usageError.ts';
import { YamlReader } from './yamlReader.ts';

/** Settings of a configuration file; all optional. */
export interface FileConfig {
  /** Listen address with its place, `file:line: key`. */
  listen?: { text: string; where: string };
  dataDir?: string;
  allowedHosts: string[];
  auth?: { username: string; password: string };
  access?: AccessConfig;
  targets: TargetConfig[];
  discovery?: DiscoveryJob[];
  targetLimit?: number;
  /** `allow` absent: the default applies. */
  addTargets?: { allow?: AddTargetsConfig['allow']; settings: AddTargetsConfig['settings'] };
  /** Default for targets, including those of the command line. */
  profiling?: ProfilingConfig;
  triggers?: TriggerSettings;
  retentionMs?: number;
  retentionBytes?: number;
  remoteWrite?: RemoteWriteSettings;
  s3?: S3Config;
  shard: ReturnType<typeof readShardKeys>;
  alerting?: AlertingConfig;
  sourceRoots?: string[];
  binaries?: string;
  subsystems?: Config['subsystems'];
  embed?: Config['embed'];
}

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

/** Checks a whole configuration text. Throws UsageError with `file:line: key: what is wrong`. */
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
  root.refuseTwins('targets', 'targets', targets.map(({ name }) => name));
  const addTargets = {
    ...optional('allow', readAddTargets(root.section('add_targets'))),
    settings: {
      ...forAll, scrapeIntervalMs: intervalMs, scrapeTimeoutMs: timeoutMs ?? defaultScrapeTimeoutMs(intervalMs),
      ...optional('queryUrl', queryUrl),
    },
  };
  const retention = root.section('retention');
  const listen = root.string('listen');
  const stored = root.section('profiles');
  const config: FileConfig = {
    targets,
    discovery,
    addTargets,
    shard: readShardKeys(root),
    ...optional('targetLimit', readTargetLimit(root)),
    ...optional('remoteWrite', remoteWrite),
    ...optional('binaries', readBinaries(stored, file)),
    ...optional('s3', readS3(stored, file)),
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
    ...optional('alerting', root.has('alerting') ? readAlerting(root.section('alerting'), file) : undefined),
    ...optional('access', root.has('access') ? readAccess(root.section('access')) : undefined),
    ...optional('auth', root.has('auth') ? readCredentials(root.section('auth'), file) : undefined),
  };
  retention.end();
  root.end();
  return config;
}
