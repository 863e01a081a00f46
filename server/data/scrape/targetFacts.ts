import { parseDurationMs } from '../../../core/text/durations.ts';
import { readBlockList } from '../metrics/blockMeta.ts';
import type { TargetFacts } from '../../../core/contract/facts.ts';
import type { Labels } from '../../../core/contract/terms/targetKind.ts';
import type { TargetClient } from './httpClient.ts';
import { apiData, type JsonObject, numberField, parseObject, textField } from './answers/jsonFields.ts';
import { FEATURES_PATH, featuresOf, MAX_FEATURES_BYTES } from './answers/features.ts';
import { MAX_TARGETS_BYTES, scrapeJobsOf, TARGETS_PATH } from './answers/scrapeJobs.ts';

const MAX_ANSWER_BYTES = 1024 * 1024;
/** A block's meta.json is about 1 KB, and a server with long retention has hundreds of blocks. */
const MAX_BLOCKS_BYTES = 4 * 1024 * 1024;
const MAX_FLAGS = 500;
const MAX_FLAG_NAME = 200;
const MAX_FLAG_VALUE = 1000;
const MAX_VERSION = 100;
const TIMEOUT_MS = 5_000;
/** Go's "no limit", math.MaxInt64, which JSON numbers round up to 2^63. */
const NO_MEMORY_LIMIT_BYTES = 2 ** 62;
/** Flags that may hold a secret are never kept. */
const SECRET_NAME = /passw|secret|token|auth|credential|key|dsn/i;
/** Flags of Prometheus and its agents; Thanos Receive and Ruler; Mimir and Cortex ingesters. */
const BLOCK_RANGE_FLAGS = [
  'storage.tsdb.min-block-duration', 'tsdb.min-block-duration', 'tsdb.block-duration',
  'blocks-storage.tsdb.block-ranges-period',
];

export interface ReadFacts {
  facts: TargetFacts;
  version?: string;
  /** True if the API returned its flags, so the facts are final. False while it answers 503, or has no such API. */
  complete: boolean;
}

function keepFlag(flags: Record<string, string>, name: string, value: string): void {
  if (name === '' || name.length > MAX_FLAG_NAME || value.length > MAX_FLAG_VALUE || SECRET_NAME.test(name)) return;
  if (Object.keys(flags).length >= MAX_FLAGS) return;
  // Credentials inside a URL (--web.external-url=http://user:pass@host).
  flags[name] = value.replace(/(\/\/)[^/@\s]+@/g, '$1');
}

/** Returns the flags in the `data` of /api/v1/status/flags; drops values that are not text, too long or secret. */
export function flagsOf(data: JsonObject): Labels {
  const flags: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(data)) if (typeof value === 'string') keepFlag(flags, name, value);
  return { ...flags };
}

/**
 * Returns the flags in a body of /debug/pprof/cmdline (arguments separated by NUL): `--name=value`, `-name=value`,
 * `--name value`, and `--name` alone as `true`. Unlike the flags API it shows no defaults.
 */
export function commandLineFlags(body: Uint8Array): Labels {
  const args = Buffer.from(body).toString('utf8').split('\0').slice(1, 2000);
  const flags: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [index, arg] of args.entries()) {
    const match = /^--?([A-Za-z][\w.-]*)(?:=([\s\S]*))?$/.exec(arg);
    if (!match) continue;
    const next = args[index + 1];
    keepFlag(
      flags, match[1] ?? '', match[2] ?? (next === undefined || next === '' || next.startsWith('-') ? 'true' : next)
    );
  }
  return { ...flags };
}

/**
 * Returns the range of a head block in seconds, from the flag that sets it; undefined without such a flag, or if no
 * blocks are cut (agent mode).
 */
export function blockRangeOf(flags: Labels): number | undefined {
  if (/(^|,)agent(,|$)/.test(flags['enable-feature'] ?? '') || flags['agent'] === 'true') return undefined;
  for (const name of BLOCK_RANGE_FLAGS) {
    // Mimir's is a list, smallest first.
    const rangeMs = parseDurationMs((flags[name] ?? '').split(',', 1)[0] ?? '');
    if (rangeMs !== null && rangeMs > 0) return rangeMs / 1000;
  }
  return undefined;
}

/**
 * Returns GOMAXPROCS, GOGC and GOMEMLIMIT of /api/v1/status/runtimeinfo. GOGC `""` is Go's default of 100; `off` and no
 * limit stay undefined.
 */
export function runtimeFacts(data: JsonObject): TargetFacts {
  const facts: TargetFacts = {};
  const maxProcs = numberField(data, 'GOMAXPROCS');
  if (maxProcs !== undefined && Number.isInteger(maxProcs) && maxProcs > 0) facts.maxProcs = maxProcs;
  const gogc = data['GOGC'] === '' ? 100 : numberField(data, 'GOGC');
  if (gogc !== undefined && gogc > 0) facts.gogcPercent = gogc;
  const limit = numberField(data, 'GOMEMLIMIT');
  if (limit !== undefined && limit > 0 && limit < NO_MEMORY_LIMIT_BYTES) facts.memoryLimitBytes = limit;
  return facts;
}

async function body(
  client: TargetClient, path: string, signal?: AbortSignal, maxBytes = MAX_ANSWER_BYTES
): Promise<Uint8Array | undefined> {
  const outcome = await client.get({ path, timeoutMs: TIMEOUT_MS, maxBytes, ...(signal ? { signal } : {}) });
  return outcome.ok && outcome.value.status === 200 ? outcome.value.body : undefined;
}

/**
 * Reads what a target reports during startup while its API is closed: the flags of its command line and its version.
 * Requests are a second apart, because it has little time to answer.
 */
export async function readStartFacts(client: TargetClient, pause: () => Promise<void>): Promise<ReadFacts> {
  await pause();
  const commandLine = await body(client, '/debug/pprof/cmdline');
  await pause();
  const version = await body(client, '/version');
  const facts: TargetFacts = commandLine && isCommandLine(commandLine) ? { flags: commandLineFlags(commandLine) } : {};
  return { facts, complete: false, ...withBuild(facts, version && parseObject(version)) };
}

/** Whether the bytes are a command line; a server with an HTML page there is not a Go program. */
function isCommandLine(bytes: Uint8Array): boolean {
  return !Buffer.from(bytes.subarray(0, 200)).toString('utf8').trimStart().startsWith('<');
}

/**
 * Reads what a target reports besides its metrics, one endpoint after the other. Each answer is at most 1 MiB and read
 * field by field; what is missing or malformed is skipped. While the API answers 503 (or there is none) the flags come
 * from /debug/pprof/cmdline and the versions from /version. The list of blocks exists from Prometheus 3.6 on.
 */
export async function readTargetFacts(client: TargetClient, signal?: AbortSignal): Promise<ReadFacts> {
  const api = async (name: string): Promise<JsonObject | undefined> => {
    const bytes = await body(client, `/api/v1/status/${name}`, signal);
    return bytes && apiData(bytes);
  };
  const flagData = await api('flags');
  const facts: TargetFacts = {};
  let build: JsonObject | undefined;
  if (flagData === undefined) {
    const [
      commandLine, version,
    ] = [await body(client, '/debug/pprof/cmdline', signal), await body(client, '/version', signal)];
    if (commandLine !== undefined && isCommandLine(commandLine)) facts.flags = commandLineFlags(commandLine);
    build = version && parseObject(version);
  } else {
    facts.flags = flagsOf(flagData);
    Object.assign(facts, runtimeFacts(await api('runtimeinfo') ?? {}));
    build = await api('buildinfo');
    const featureBytes = await body(client, FEATURES_PATH, signal, MAX_FEATURES_BYTES);
    const features = featureBytes && featuresOf(apiData(featureBytes));
    if (features) facts.features = features;
    const blockBytes = await body(client, '/api/v1/status/tsdb/blocks', signal, MAX_BLOCKS_BYTES);
    const blocks = blockBytes && readBlockList(apiData(blockBytes));
    if (blocks) facts.blocks = blocks;
    const targetBytes = await body(client, TARGETS_PATH, signal, MAX_TARGETS_BYTES);
    const scrapeJobs = targetBytes && scrapeJobsOf(apiData(targetBytes));
    // A server that has just started reports none yet.
    if (scrapeJobs && scrapeJobs.length > 0) facts.scrapeJobs = scrapeJobs;
  }
  return { facts, complete: flagData !== undefined, ...withBuild(facts, build) };
}

/** Adds to `facts` what follows from its flags and from the build; returns the version. */
function withBuild(facts: TargetFacts, build: JsonObject | undefined): { version?: string } {
  const isAgent = facts.features?.['prometheus.agent_mode'] === true;
  const blockRangeSeconds = facts.flags && !isAgent ? blockRangeOf(facts.flags) : undefined;
  if (blockRangeSeconds !== undefined) facts.blockRangeSeconds = blockRangeSeconds;
  const goVersion = build && textField(build, 'goVersion', MAX_VERSION);
  if (goVersion !== undefined) facts.goVersion = goVersion;
  const version = build && textField(build, 'version', MAX_VERSION);
  return version === undefined ? {} : { version };
}
