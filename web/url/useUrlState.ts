import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { pathPrefix, withoutPrefix } from './pathPrefix.ts';
import { formatUrl, parseUrl, patchState, type UrlState } from '../../core/url/urlState.ts';

const changed = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  changed.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    changed.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

function snapshot(): string {
  return window.location.pathname + window.location.search;
}

export type UrlPatch = Partial<UrlState>;
/** A patch, or a function that returns one for the current state. */
export type UrlChange = UrlPatch | ((now: UrlState) => UrlPatch);

export interface UrlStateHandle {
  state: UrlState;
  /** Writes the patched state; `replace` adds no history entry (for changes not worth undoing). */
  set: (patch: UrlChange, how?: 'push' | 'replace') => void;
  /** Returns the link that `set(patch)` would navigate to. */
  href: (patch: UrlPatch) => string;
}

function current(): UrlState {
  return parseUrl(withoutPrefix(window.location.pathname), window.location.search);
}

function go(change: UrlChange, how: 'push' | 'replace' = 'push'): void {
  const now = current();
  const url = `${pathPrefix}${formatUrl(patchState(now, typeof change === 'function' ? change(now) : change))}`;
  if (url === snapshot()) return;
  if (how === 'push') window.history.pushState(null, '', url);
  else window.history.replaceState(null, '', url);
  for (const listener of changed) listener();
}

/**
 * Returns the page's state in the URL. Every reader is notified of changes, including the browser's back and forward.
 */
export function useUrlState(): UrlStateHandle {
  const url = useSyncExternalStore(subscribe, snapshot);
  const state = useMemo(() => {
    const [path = '/', query = ''] = url.split(/\?(.*)/s);
    return parseUrl(withoutPrefix(path), query);
  }, [url]);
  const href = useCallback((patch: UrlPatch) => `${pathPrefix}${formatUrl(patchState(state, patch))}`, [state]);
  return { state, set: go, href };
}
