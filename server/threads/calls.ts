/** Typed calls from one thread to another: both sides use one interface of methods. */
import type { Result } from '../../core/result.ts';

export interface Call { id: number; method: string; args: unknown[] }

/**
 * `json`: the value of a Result as JSON text. Without an `id` it is an unsolicited message; `thread`: the kernel's
 * number of the thread, before all else.
 */
export type Reply =
  | { id: number; value: unknown }
  | { id: number; json: Uint8Array }
  | { id: number; thrown: unknown }
  | { news: unknown }
  | { thread: string };

/** Memory of a thread or a process, bytes. `rssBytes` is of the whole process, the others of the asked thread. */
export interface PartMemory { rssBytes: number; heapBytes: number; externalBytes: number }

/** Of the thread that runs this. */
export function ownMemory(): PartMemory {
  const { rss, heapTotal, external } = process.memoryUsage();
  return { rssBytes: rss, heapBytes: heapTotal, externalBytes: external };
}

/** Methods whose arguments and answers can be sent to another thread. */
export type Methods<M> = { [K in keyof M]: (...args: never[]) => Promise<unknown> };

/** Methods that can answer that they failed. */
export type ResultMethods<M> = { [K in keyof M]: (...args: never[]) => Promise<Result<unknown>> };

type CallByName = (method: string, args: unknown[]) => Promise<unknown>;

/**
 * An object of the methods M, each of which is `call` with its name, and of `own` ones. This is the one place where
 * types are taken on trust: caller and thread are of the same build.
 */
export function callsTo<M extends Methods<M>, Own extends object = object>(call: CallByName, own?: Own): M & Own {
  return new Proxy((own ?? {}) as M & Own, {
    get: (methods, name): unknown => {
      // Awaiting the object must not ask for a method named `then`.
      if (name in methods || typeof name !== 'string' || name === 'then') return Reflect.get(methods, name);
      return (...args: unknown[]) => call(name, args);
    },
  });
}
