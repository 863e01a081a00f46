/** When the page begins to poll. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { systemClock } from '../../../core/time/clock.ts';

/** An answer often leads to the next question, so that nothing is awaited for a moment. */
const QUIET_MS = 1_000;

/** Knows when the page has what it first asked for. */
class FirstAnswers {
  #hasThem = false;
  #cancel = (): void => undefined;
  readonly #listeners = new Set<() => void>();

  constructor(client: QueryClient) {
    const cache = client.getQueryCache();
    // One that failed is asked again: it holds up nothing.
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

/** Of the page of this client. */
export function firstAnswers(client: QueryClient): FirstAnswers {
  const known = ofClients.get(client) ?? new FirstAnswers(client);
  ofClients.set(client, known);
  return known;
}

/** The interval of a poll; false until the page has what it first asked for: a busy server owes it the claim first. */
export function usePollEvery(ms: number): number | false {
  const { hasThem, subscribe } = firstAnswers(useQueryClient());
  return useSyncExternalStore(subscribe, hasThem) ? ms : false;
}
