import type { TargetConfig } from './configTypes.ts';
import { parseTargetUrl } from './targetUrl.ts';
import type { YamlSection } from './yamlReader.ts';

/** The default port of node_exporter. */
const NODE_EXPORTER_PORT = 9100;
const ADVICE = `write http://HOST:${NODE_EXPORTER_PORT}, or auto for port ${NODE_EXPORTER_PORT} on the target's host`;

/**
 * Reads `node_exporter` of a target, a URL or `auto`; undefined without the key. Throws UsageError like a target's
 * `url`.
 */
export function readNodeExporter(target: YamlSection, targetUrl: string): TargetConfig['nodeExporter'] {
  const text = target.string('node_exporter');
  if (text === undefined) {
    if (target.has('node_exporter')) throw target.mistake('node_exporter', `is empty; ${ADVICE}.`);
    return undefined;
  }
  if (text === 'auto') return { url: `http://${new URL(targetUrl).hostname}:${NODE_EXPORTER_PORT}` };
  const { url, username, password } = parseTargetUrl(text, target.where('node_exporter'), ADVICE);
  return { url, ...(username === undefined ? {} : { basicAuth: { username, password: password ?? '' } }) };
}
