import { parseArgs } from 'node:util';
import type { Config, TargetConfig } from '../../kernel/config/configTypes.ts';
import { readConfigFile, type FileConfig } from '../../kernel/config/configFile.ts';
import { defaultScrapeTimeoutMs } from '../../kernel/config/targetKeys.ts';
import { OPEN_ACCESS } from '../../kernel/config/accessKeys.ts';
import { addTargetsOf } from '../../kernel/config/addTargetsKey.ts';
import { parseTargetUrl } from '../../kernel/config/targetUrl.ts';
import { readBenchCommand, type BenchCommand } from './benchCommand.ts';
import { readDiffCommand, type DiffCommand } from './diffCommand.ts';
import { readMcpCommand, type McpCommand } from './mcpCommand.ts';
import { readOpenCommand, type OpenCommand } from './openCommand.ts';
import { readReplayCommand, type ReplayCommand } from './replayCommand.ts';
import { UsageError } from '../../kernel/config/usageError.ts';
import { readWebConfig } from '../../kernel/config/webConfigKeys.ts';
import { readShard } from '../../kernel/config/shardKeys.ts';
import { isLoopback } from '../../kernel/config/loopback.ts';
import { LOG_FORMATS, LOG_LEVELS } from '../../kernel/logging/log.ts';

const USAGE = `Usage: tsdbscope [TARGET_URL ...] [flags]    watches targets and serves the page
       tsdbscope diff BEFORE AFTER [flags]   compares pprof profiles; exit code 3 on a significant regression
       tsdbscope bench OLD NEW [flags]       compares outputs of go test -bench; exit code 3 likewise
       tsdbscope replay LOG [flags]          timeline of the starts in a server's log; exit code 3 when one failed
       tsdbscope open FILE... [flags]        opens files of any kind in a running tsdbscope, and says where
       tsdbscope mcp [flags]                 serves a running tsdbscope to agents (Model Context Protocol)
                                             each of them tells more with --help

  TARGET_URL              base address of a running TSDB, e.g. http://localhost:9090
  --listen HOST:PORT      address of the page (default 127.0.0.1:9797)
  --data DIR              folder for samples and profiles (default ./data)
  --config FILE           YAML configuration (targets with names, auth, TLS; retention)
  --check-config          check the configuration and end
  --demo                  open the shipped recordings of a real incident
  --profiling             take CPU and heap profiles of every target all the time (10 s in 60 s, heap every 5m)
  --shard N/M             scrape the share of the Nth of M tsdbscopes with the same targets
  --web.config.file FILE  TLS, users with bcrypt passwords and headers, as Prometheus reads it
  --web.enable-lifecycle  POST /-/reload reads the configuration file again, as SIGHUP always does
  --allow-anonymous       listen on another address than loopback without a password
  --log.level LEVEL       debug, info, warn or error (default info)
  --log.format FORMAT     logfmt or json (default logfmt)
  --version, --help

Every flag also reads TSDBSCOPE_<FLAG>, e.g. TSDBSCOPE_LISTEN=127.0.0.1:9000, TSDBSCOPE_LOG_LEVEL=debug.
With no target and no --demo: a Prometheus on http://localhost:9090 when one answers there, else the demo.`;

export type Command =
  | { kind: 'help'; text: string }
  | { kind: 'version' }
  | BenchCommand
  | DiffCommand
  | OpenCommand
  | ReplayCommand
  | McpCommand
  | { kind: 'check-config'; config: Config }
  | { kind: 'run'; config: Config };

const OPTIONS = {
  listen: { type: 'string' },
  data: { type: 'string' },
  config: { type: 'string' },
  'check-config': { type: 'boolean' },
  demo: { type: 'boolean' },
  profiling: { type: 'boolean' },
  'allow-anonymous': { type: 'boolean' },
  shard: { type: 'string' },
  'web.enable-lifecycle': { type: 'boolean' },
  'web.config.file': { type: 'string' },
  'log.level': { type: 'string' },
  'log.format': { type: 'string' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const DEFAULT_TARGET_LIMIT = 500;
const DEFAULT_RETENTION_MS = 15 * 86_400_000;
const DEFAULT_RETENTION_BYTES = 4 * 2 ** 30;

/**
 * Reads the command; the command line overrides the environment, the file and the defaults, in this order. Throws
 * UsageError with one sentence. `args` without node and script; `env` like process.env.
 */
export function readCommand(args: string[], env: Record<string, string | undefined>): Command {
  switch (args[0] ?? '') {
    case 'bench': return readBenchCommand(args.slice(1));
    case 'diff': return readDiffCommand(args.slice(1));
    case 'open': return readOpenCommand(args.slice(1), env);
    case 'replay': return readReplayCommand(args.slice(1));
    case 'mcp': return readMcpCommand(args.slice(1), env);
  }
  const { flags, positionals, nameOf } = readFlags(args, env);
  if (flags.help === true) return { kind: 'help', text: USAGE };
  if (flags.version === true) return { kind: 'version' };
  const file: FileConfig = flags.config === undefined ? { targets: [], allowedHosts: [], shard: { where: '' } }
    : readConfigFile(flags.config);
  const where = flags.listen === undefined ? file.listen?.where : nameOf('listen');
  const listen = readListen(flags.listen ?? file.listen?.text ?? '127.0.0.1:9797', where ?? '--listen');
  const shard = flags.shard ?? file.shard.text;
  const rest: Omit<Config, 'addTargets'> = {
    ...listen,
    allowedHosts: file.allowedHosts,
    allowAnonymous: flags['allow-anonymous'] === true,
    log: {
      level: oneOf(LOG_LEVELS, flags['log.level'] ?? 'info', nameOf('log.level')),
      format: oneOf(LOG_FORMATS, flags['log.format'] ?? 'logfmt', nameOf('log.format')),
    },
    dataDir: flags.data ?? file.dataDir ?? './data',
    targets: mergeTargets(file.targets, positionals, file),
    discovery: file.discovery ?? [],
    targetLimit: file.targetLimit ?? DEFAULT_TARGET_LIMIT,
    lifecycle: flags['web.enable-lifecycle'] === true,
    ...(flags.profiling === undefined ? {} : { profiling: flags.profiling }),
    demo: flags.demo === true,
    ...(file.remoteWrite === undefined ? {} : { remoteWrite: file.remoteWrite }),
    ...(file.s3 === undefined ? {} : { s3: file.s3 }),
    ...(shard === undefined ? {} : {
      shard: readShard(shard, flags.shard === undefined ? file.shard.where : nameOf('shard'), file.shard.leaseMs),
    }),
    ...(file.alerting === undefined ? {} : { alerting: file.alerting }),
    retentionMs: file.retentionMs ?? DEFAULT_RETENTION_MS,
    retentionBytes: file.retentionBytes ?? DEFAULT_RETENTION_BYTES,
    sourceRoots: file.sourceRoots ?? [],
    ...(file.binaries === undefined ? {} : { binaries: file.binaries }),
    subsystems: file.subsystems ?? [],
    embed: file.embed ?? { frameAncestors: [] },
    access: file.access ?? OPEN_ACCESS,
    ...(file.auth === undefined ? {} : { auth: file.auth }),
    ...(flags['web.config.file'] === undefined ? {} : { web: readWebConfig(flags['web.config.file']) }),
  };
  const { allow, settings = { scrapeIntervalMs: 1000, scrapeTimeoutMs: defaultScrapeTimeoutMs(1000) } } =
    file.addTargets ?? {};
  const config: Config = { ...rest, addTargets: addTargetsOf(allow, settings, rest) };
  refuseOpenDoor(config, where ?? '--listen');
  if (flags['check-config'] === true) {
    if (flags.config === undefined) throw new UsageError('--check-config needs --config FILE.');
    return { kind: 'check-config', config };
  }
  return { kind: 'run', config };
}

interface Flags {
  listen?: string; data?: string; config?: string; shard?: string; 'web.config.file'?: string;
  'log.level'?: string; 'log.format'?: string;
  'check-config'?: boolean; 'web.enable-lifecycle'?: boolean; demo?: boolean; profiling?: boolean;
  'allow-anonymous'?: boolean;
  version?: boolean; help?: boolean;
}

/** `nameOf`: how a flag was set, `--listen` or `TSDBSCOPE_LISTEN`, for error messages. */
function readFlags(
  args: string[], env: Record<string, string | undefined>
): { flags: Flags; positionals: string[]; nameOf: (flag: keyof Flags) => string } {
  let parsed: { values: Flags; positionals: string[] };
  try {
    parsed = parseArgs({ args, options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    const reason = (error as Error).message.split('. ')[0] ?? 'not understood';
    throw new UsageError(
      `${reason}; flags are ${Object.keys(OPTIONS).map((name) => `--${name}`).join(', ')} (see --help).`
    );
  }
  const flags: Flags = { ...parsed.values };
  for (const [name, option] of Object.entries(OPTIONS)) {
    // An unset script variable gives an empty value: an empty folder would mean the current directory.
    if (name in parsed.values && parsed.values[name as keyof Flags] === '')
      throw new UsageError(`--${name} is empty; give it a value, or omit it.`);
    const variable = variableOf(name);
    const value = env[variable];
    if (value === undefined || value === '' || name in parsed.values) continue;
    if (option.type === 'string') Object.assign(flags, { [name]: value });
    else Object.assign(flags, { [name]: readBoolean(variable, value) });
  }
  return {
    flags, positionals: parsed.positionals, nameOf: (flag) => (flag in parsed.values ? `--${flag}` : variableOf(flag)),
  };
}

function variableOf(flag: string): string {
  return `TSDBSCOPE_${flag.toUpperCase().replaceAll(/[-.]/g, '_')}`;
}

function oneOf<T extends string>(words: readonly T[], text: string, where: string): T {
  const word = words.find((each) => each === text);
  if (word === undefined) throw new UsageError(`${where} "${text}": write ${words.join(', ')}.`);
  return word;
}

function readBoolean(variable: string, value: string): boolean {
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw new UsageError(`${variable}="${value}": write true or false.`);
}

function readListen(text: string, where: string): { listenHost: string; listenPort: number } {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]]*)):(\d{1,5})$/.exec(text);
  const port = Number(match?.[3]);
  if (match === null || port > 65_535) {
    throw new UsageError(`${where} "${text}" is not HOST:PORT; write e.g. 127.0.0.1:9797 or [::1]:9797.`);
  }
  return {
    listenHost: match[1] ?? (match[2] === '' || match[2] === undefined ? '0.0.0.0' : match[2]), listenPort: port,
  };
}

function mergeTargets(
  fromFile: TargetConfig[], urls: string[], { profiling, triggers }: Pick<FileConfig, 'profiling' | 'triggers'>
): TargetConfig[] {
  const targets = [...fromFile];
  for (const text of urls) {
    const { url, name, username, password } = parseTargetUrl(text, 'command line');
    if (targets.some((target) => target.url === url)) continue;
    targets.push({
      name, url, labels: {}, scrapeIntervalMs: 1000, scrapeTimeoutMs: defaultScrapeTimeoutMs(1000),
      ...(username === undefined ? {} : { basicAuth: { username, password: password ?? '' } }),
      ...(profiling === undefined ? {} : { profiling }), ...(triggers === undefined ? {} : { triggers }),
    });
  }
  return targets;
}

function refuseOpenDoor(config: Config, where: string): void {
  if (isLoopback(config.listenHost) || isGuarded(config) || config.allowAnonymous) return;
  throw new UsageError(
    `${where} ${config.listenHost}:${config.listenPort} can be reached from other machines and no password is set; `
    + 'add "auth:" to the configuration file, or --allow-anonymous if everyone there may see and profile the targets.',
  );
}

/** Returns whether remote clients must authenticate. */
function isGuarded({ auth, web, access }: Config): boolean {
  return auth !== undefined || (web !== undefined && web.users.size > 0) || access.proxy !== undefined
    || (web?.tls?.client.isRequired === true && web.tls.client.isVerified);
}
