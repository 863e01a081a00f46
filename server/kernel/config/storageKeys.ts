import { LABEL_NAME } from '../relabel/relabel.ts';
import type { RemoteWriteConfig, RemoteWriteSettings, TargetConfig } from './configTypes.ts';
import { optional, readHttpAccess } from './targetKeys.ts';
import { parseTargetUrl } from './targetUrl.ts';
import type { YamlSection } from './yamlReader.ts';

const TIMEOUT_MS = 30_000;
const MAX_TIMEOUT = { ms: 600_000, text: '10 minutes' };
const BUFFER_BYTES = 2 ** 30;
/** Eight buffer files, each of which lists every series. */
const MIN_BUFFER_BYTES = 16 * 2 ** 20;
const WRITE_ADVICE = 'write the whole address, e.g. http://HOST:8428/api/v1/write';
const QUERY_ADVICE = 'write the address of the engine, e.g. http://HOST:8428';
/** Prometheus's names of the message types. */
const PROTOCOLS = new Map<string, 1 | 2>([['prometheus.WriteRequest', 1], ['io.prometheus.write.v2.Request', 2]]);

export interface StorageKeys { queryUrl?: NonNullable<TargetConfig['queryUrl']>; remoteWrite?: RemoteWriteSettings }

/** Reads `storage`: the engines that samples are sent to, and the one that they are read from. */
export function readStorage(storage: YamlSection, file: string): StorageKeys {
  const text = storage.string('query_url');
  const engines = storage.sections('remote_write').map((section) => readEngine(section, file));
  storage.refuseTwins('remote_write', 'engines', engines.map(({ name }) => name));
  const bufferBytes = storage.sizeBytes('buffer') ?? BUFFER_BYTES;
  if (bufferBytes < MIN_BUFFER_BYTES) throw storage.mistake('buffer', 'must be at least 16MiB.');
  const externalLabels = readExternalLabels(storage);
  const access = readHttpAccess(storage, file);
  storage.end();
  const query = text === undefined ? undefined
    : { ...addressOf(text, storage.where('query_url'), QUERY_ADVICE).address, ...access };
  // This engine holds the sent samples; a target's history is then requested from the target itself.
  return engines.length === 0 ? optional('queryUrl', query)
    : { remoteWrite: { engines, externalLabels, bufferBytes, ...optional('query', query) } };
}

function readEngine(section: YamlSection, file: string): RemoteWriteConfig {
  const text = section.string('url');
  if (text === undefined)
    throw section.mistake('url', `is missing; ${WRITE_ADVICE}.`);
  const { name, address } = addressOf(text, section.where('url'), WRITE_ADVICE);
  const message = section.string('protobuf_message');
  const protocol = message === undefined ? null : PROTOCOLS.get(message);
  if (protocol === undefined)
    throw section.mistake('protobuf_message', `must be one of ${[...PROTOCOLS.keys()].join(', ')}, or be absent.`);
  const engine: RemoteWriteConfig = {
    ...address, ...readHttpAccess(section, file), protocol,
    name: section.string('name') ?? name,
    timeoutMs: section.durationMs('remote_timeout', MAX_TIMEOUT) ?? TIMEOUT_MS,
  };
  section.end();
  return engine;
}

/** Returns the address and, separately, its credentials. */
function addressOf(
  text: string, where: string, advice: string
): { name: string; address: Pick<RemoteWriteConfig, 'url' | 'basicAuth'> } {
  const { url, name, username, password } = parseTargetUrl(text, where, advice);
  const basicAuth = username === undefined ? undefined : { username, password: password ?? '' };
  return { name, address: { url, ...optional('basicAuth', basicAuth) } };
}

function readExternalLabels(storage: YamlSection): Record<string, string> {
  const labels = storage.labels('external_labels');
  for (const name of Object.keys(labels))
    if (!LABEL_NAME.test(name) || name === '__name__')
      throw storage.section('external_labels').mistake(name, 'is no name of a label: letters, digits and _ only.');
  return labels;
}
