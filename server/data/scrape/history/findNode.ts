/** Finds the node_exporter of the target's host among those that a TSDB scrapes. */
import type { Labels } from '../../../../core/contract/terms/targetKind.ts';
import { apiData, objectField, textField } from '../answers/jsonFields.ts';
import type { QueryApi } from './queryApi.ts';

const MAX_LABEL = 500;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Returns the labels of its scrape; null: none, or several. With a configured node_exporter (its URL), the one with
 * that address as `instance`, else with that host; without one, the one with the host of the target's own `instance`.
 */
export async function findNode(
  api: QueryApi, own: Labels, configuredUrl: string | undefined, signal: AbortSignal
): Promise<Labels | null> {
  const answer = await api.instant('{__name__=~"node_boot_time(_seconds)?"}', null, signal);
  const result = answer === null || typeof answer === 'string' ? undefined : apiData(answer.body)?.['result'];
  const found = (Array.isArray(result) ? result as unknown[] : []).flatMap((item) => {
    const metric = objectField(objectField({ item }, 'item') ?? {}, 'metric') ?? {};
    const labels = Object.fromEntries(Object.keys(metric).flatMap((name) => {
      const value = name === '__name__' ? undefined : textField(metric, name, MAX_LABEL);
      return value === undefined ? [] : [[name, value]];
    }));
    return labels['instance'] === undefined ? [] : [labels];
  });
  return nodeOf(found, configuredUrl === undefined ? null : new URL(configuredUrl).host, own['instance'] ?? '');
}

/** `wanted`: HOST:PORT of the configuration. */
export function nodeOf(found: readonly Labels[], wanted: string | null, ownInstance: string): Labels | null {
  const exact = found.filter(({ instance }) => instance === wanted);
  const host = hostOf(wanted ?? ownInstance);
  const onHost = found.filter(({ instance = '' }) => host !== '' && hostOf(instance) === host);
  const chosen = exact.length > 0 ? exact : onHost;
  return chosen.length === 1 ? chosen[0] ?? null : null;
}

function hostOf(instance: string): string {
  const host = instance.replace(/:\d+$/, '');
  return LOOPBACK.test(host) ? 'localhost' : host;
}
