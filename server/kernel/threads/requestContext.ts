/** Identifies the client that work runs for, across all calls, without passing it as an argument. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';

export interface RequestContext {
  /** Client whose share of busy threads the work uses: a user, else a client address. */
  client: string;
  /** Aborted when no client waits for the answer any more. */
  signal: AbortSignal;
}

const askers = new AsyncLocalStorage<RequestContext | null>();

/** Context of the program's own work. */
const NOBODY: RequestContext = { client: '', signal: new AbortController().signal };
// All pending work of the program itself listens to this signal; that is no leak.
setMaxListeners(0, NOBODY.signal);

export function asker(): RequestContext {
  return askers.getStore() ?? NOBODY;
}

export function runInContext<T>(one: RequestContext, work: () => T): T {
  return askers.run(one, work);
}

/** Runs work that several clients wait for: it continues when the first of them disconnects. */
export function forAll<T>(work: () => T): T {
  return askers.run(null, work);
}

/** Runs work that must not stop halfway: it continues when its client disconnects, and still counts as the client's. */
export function uncancellable<T>(work: () => T): T {
  return askers.run({ ...asker(), signal: NOBODY.signal }, work);
}

/** Abort reason when the client disconnected: it is no error, and no client is left to report it to. */
export class ClientDisconnected extends Error {}
