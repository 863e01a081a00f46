/** Typed calls from one thread to another: both sides use one interface of methods. */
import { isMainThread } from 'node:worker_threads';
import type { Result } from '../../../core/result.ts';
import { ownThread, threadWorkMs } from './threadTime.ts';

export interface Call { id: number; method: string; args: unknown[] }

/**
 * `json`: the value of a Result as JSON text. A message without an `id` is unsolicited; `thread`: the kernel's thread
 * ID, sent before all else.
 */
export type Reply =
  | { id: number; value: unknown }
  | { id: number; json: Uint8Array }
  | { id: number; thrown: unknown }
  | { news: unknown }
  | { thread: string };

/**
 * Memory and CPU use of a thread or process. `rssBytes` covers the whole process, the other sizes the asked thread.
 * `cpuSeconds` counts since its start: for the process if its main thread is asked, else for the thread; null if the
 * kernel does not report it.
 */
export interface PartMemory { rssBytes: number; heapBytes: number; externalBytes: number; cpuSeconds: number | null }

/** Returns the use of the calling thread. */
export function ownMemory(): PartMemory {
  const { rss, heapTotal, external } = process.memoryUsage();
  return { rssBytes: rss, heapBytes: heapTotal, externalBytes: external, cpuSeconds: ownCpuSeconds() };
}

function ownCpuSeconds(): number | null {
  if (isMainThread) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  const thread = ownThread();
  const ms = thread === null ? null : threadWorkMs(thread);
  return ms === null ? null : ms / 1000;
}

/** Methods whose arguments and answers can be sent to another thread. */
export type Methods<M> = { [K in keyof M]: (...args: never[]) => Promise<unknown> };

/** Methods that can return an error. */
export type ResultMethods<M> = { [K in keyof M]: (...args: never[]) => Promise<Result<unknown>> };

type CallByName = (method: string, args: unknown[]) => Promise<unknown>;

/**
 * Returns an object of the methods M, each of which is `call` with its name, plus those of `own`. Only here are types
 * unchecked: caller and thread are of the same build.
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
