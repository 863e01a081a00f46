/** On whose behalf work runs: known wherever it leads, without every function passing it on. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';

export interface RequestContext {
  /** Whose share of busy threads it takes: a user, else the address of a client. */
  client: string;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
}

const askers = new AsyncLocalStorage<RequestContext | null>();

/** Nobody in particular: the program itself. */
const NOBODY: RequestContext = { client: '', signal: new AbortController().signal };
// All that the program itself waits for at a time listens to it, which is no leak.
setMaxListeners(0, NOBODY.signal);

export function asker(): RequestContext {
  return askers.getStore() ?? NOBODY;
}

export function runInContext<T>(one: RequestContext, work: () => T): T {
  return askers.run(one, work);
}

/** For work that several wait for: it goes on when the first of them leaves. */
export function forAll<T>(work: () => T): T {
  return askers.run(null, work);
}

/** For work that must not stop half way: it goes on when its client leaves, and still counts as the client's. */
export function uncancellable<T>(work: () => T): T {
  return askers.run({ ...asker(), signal: NOBODY.signal }, work);
}

/** The reason of an abort: no fault of anybody, and nobody is there to be told. */
export class ClientDisconnected extends Error {}
