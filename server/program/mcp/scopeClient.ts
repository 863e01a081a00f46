/** Client of the running tsdbscope for tools: the same API client as the page's. */
import { apiClient, type ApiClient } from '../../../core/client/apiClient.ts';
import { formatUrl, parseUrl } from '../../../core/url/urlState.ts';

const TIMEOUT_MS = 120_000;

export interface ScopeClient {
  api: ApiClient;
  /** Returns the URL of the page at a path, with its parameters: `/gc-cpu`, `{target: 'prom'}`. */
  page: (path: string, query: Readonly<Record<string, string | undefined>>) => string;
}

/** `authorization`: the header to forward; null for none. */
export function scopeClient(url: string, authorization: string | null): ScopeClient {
  return {
    api: apiClient(({ address, headers, signal, method, body }) => fetch(url + address, {
      method, headers: authorization === null ? headers : { ...headers, authorization },
      ...(body === undefined ? {} : { body }), redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal === undefined ? [] : [signal])]),
    })),
    page: (path, query) => {
      const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
      return url + formatUrl(parseUrl(path, new URLSearchParams(given).toString()));
    },
  };
}
