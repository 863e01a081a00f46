/** Determines when the page starts polling. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { systemClock } from '../../../core/time/clock.ts';

/** Quiet time; an answer often leads to another request, so a short time without requests must pass. */
const QUIET_MS = 1_000;

/** Tracks whether the page has the answers to its first requests. */
class FirstAnswers {
  #hasThem = false;
  #cancel = (): void => undefined;
  readonly #listeners = new Set<() => void>();

  constructor(client: QueryClient) {
    const cache = client.getQueryCache();
    // A failed request is retried and does not block.
    const isAwaited = (): boolean => cache.getAll().some(({ state }) => (
      state.fetchStatus === 'fetching' && state.data === undefined && state.fetchFailureCount === 0
    ));
    const look = (): void => {
      this.#cancel();
      if (isAwaited()) return;
      this.#cancel = systemClock.after(QUIET_MS, () => {
        this.#hasThem = true;
        leave();
        for (const listener of this.#listeners) listener();
      });
    };
    const leave = cache.subscribe(look);
    look();
  }

  readonly hasThem = (): boolean => this.#hasThem;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => { this.#listeners.delete(listener); };
  };
}

const ofClients = new WeakMap<QueryClient, FirstAnswers>();

/** Returns the tracker of this client's page. */
export function firstAnswers(client: QueryClient): FirstAnswers {
  const known = ofClients.get(client) ?? new FirstAnswers(client);
  ofClients.set(client, known);
  return known;
}

/**
 * Returns the interval of a poll; false until the first requests are answered, because the claim has priority on a busy
 * server.
 */
export function usePollEvery(ms: number): number | false {
  const { hasThem, subscribe } = firstAnswers(useQueryClient());
  return useSyncExternalStore(subscribe, hasThem) ? ms : false;
}
