/** The live stream of one target: its events, and reconnection after an outage of the server. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { systemClock, type Cancel } from '../../core/time/clock.ts';
import type { LiveEvents, Target } from '../../core/contract/contract.ts';
import { backoffMs } from './backoff.ts';
import { hasFields } from '../../core/client/apiClient.ts';
import { apiPath } from './client.ts';
import { keys, putCapture } from './queries.ts';
import { replayKeys } from './replayQueries.ts';

export type Connection = { state: 'off' | 'connecting' | 'open' } | { state: 'lost'; tries: number };

/** Calls `run` immediately and then at most every `intervalMs`; a call in between is made up for at its end. */
export function throttled(run: () => void, intervalMs: number): { call: () => void; cancel: () => void } {
  let cancel: Cancel | null = null;
  let again = false;
  const start = (): void => {
    run();
    again = false;
    cancel = systemClock.after(intervalMs, () => {
      cancel = null;
      if (again) start();
    });
  };
  return {
    call: () => { if (cancel === null) start(); else again = true; },
    cancel: () => { cancel?.(); cancel = null; again = false; },
  };
}

function parse<T>(event: Event, check: (data: unknown) => data is T): T | null {
  if (!(event instanceof MessageEvent) || typeof event.data !== 'string') return null;
  try {
    const data: unknown = JSON.parse(event.data);
    return check(data) ? data : null;
  } catch {
    // Skips an unreadable event; the next refetch has the same facts.
    return null;
  }
}

const isScrape = hasFields<LiveEvents['scrape']>('time', 'durationSeconds', 'state');
const isState = hasFields<LiveEvents['state']>('state', 'time');
const isCapture = hasFields<LiveEvents['capture']>('id', 'state');

/**
 * Returns whether a tick was skipped because the previous scrape still ran, which says nothing new about the target.
 */
export function isLeftOut(
  { status, durationSeconds, error }: Pick<LiveEvents['scrape'], 'status' | 'durationSeconds' | 'error'>
): boolean {
  return error !== null && status === 0 && durationSeconds === 0;
}

function patchTarget(client: QueryClient, name: string, patch: (target: Target) => Target): void {
  client.setQueryData<Target[]>(
    keys.targets, (targets) => targets?.map((target) => (target.name === name ? patch(target) : target))
  );
}

/** Handles the events. `client`: its cache is updated, or reloaded. */
export function listen(
  source: Pick<EventTarget, 'addEventListener'>, client: QueryClient, target: string, refresh: () => void
): void {
  source.addEventListener('scrape', (event) => {
    const scrape = parse(event, isScrape);
    if (scrape === null) return;
    const { time, durationSeconds, error, state } = scrape;
    patchTarget(client, target, (old) => (isLeftOut(scrape) ? { ...old, state } : {
      ...old, state, lastScrape: { badLines: [], badLineCount: 0, ...old.lastScrape, time, durationSeconds, error },
    }));
    refresh();
  });
  source.addEventListener('state', (event) => {
    const change = parse(event, isState);
    if (change === null) return;
    patchTarget(client, target, (old) => ({ ...old, state: change.state, stateSince: change.time }));
    void client.invalidateQueries({ queryKey: keys.targets });
    refresh();
  });
  source.addEventListener('capture', (event) => {
    const capture = parse(event, isCapture);
    if (capture !== null) putCapture(client, capture);
  });
  // Reloads the restart history, crash loops and probe budgets, on every page that shows them.
  source.addEventListener('starts', () => void client.invalidateQueries({ queryKey: replayKeys.all }));
  source.addEventListener('storage', () => void client.invalidateQueries({ queryKey: keys.status }));
}

export interface LiveOptions {
  /** Null for no stream (no target, or a recording). */
  target: string | null;
  /** Whether new scrapes reload the panels; states and captures are always updated. */
  live: boolean;
  intervalMs: number;
}

/** Reloads the panels of a live page, at most every `intervalMs`. */
export function panelRefresh(
  client: QueryClient, { target, live, intervalMs }: LiveOptions & { target: string }
): ReturnType<typeof throttled> {
  return throttled(() => {
    if (live) void client.invalidateQueries({ queryKey: keys.target(target) }, { cancelRefetch: false });
  }, intervalMs);
}

/** Follows a target's stream and keeps react-query's cache current; returns the state of the connection. */
export function useLive({ target, live, intervalMs }: LiveOptions): Connection {
  const client = useQueryClient();
  const [connection, setConnection] = useState<Connection>({ state: 'connecting' });

  useEffect(() => {
    if (target === null) return undefined;
    let source: EventSource | null = null;
    let cancelOpen: Cancel | null = null;
    let tries = 0;
    const refresh = panelRefresh(client, { target, live, intervalMs });

    const open = (): void => {
      source = new EventSource(apiPath('/targets/{target}/live', { path: { target } }));
      listen(source, client, target, refresh.call);
      source.onopen = () => {
        // Everything is reloaded once, because events were missed while the stream was down.
        if (tries > 0) void client.invalidateQueries();
        tries = 0;
        setConnection({ state: 'open' });
      };
      source.onerror = () => {
        source?.close();
        tries += 1;
        setConnection({ state: 'lost', tries });
        // Reloads once, so that the panels show that their data is old.
        if (tries === 1) void client.invalidateQueries({ queryKey: keys.target(target) });
        cancelOpen = systemClock.after(backoffMs(tries, Math.random()), open);
      };
    };
    open();
    return () => {
      source?.close();
      refresh.cancel();
      cancelOpen?.();
    };
  }, [client, target, live, intervalMs]);

  return target === null ? { state: 'off' } : connection;
}
