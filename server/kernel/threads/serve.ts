/** The thread's own side: answers calls to its methods. */
import { parentPort } from 'node:worker_threads';
import { fail, okJson, type Result } from '../../../core/result.ts';
import type { Call, Methods, Reply } from './calls.ts';
import { ownThread } from './threadTime.ts';
import { transferables } from './transferables.ts';

/**
 * Answers calls until the thread ends, several at once where methods wait. Transfers, without a copy, a Uint8Array that
 * is an answer or a field of one: a method must not keep it. Passes the errors of a method to the caller. Returns a
 * function that sends news.
 */
export function serve<M extends Methods<M>>(methods: M): (news: unknown) => void {
  const port = parentPort;
  if (port === null) throw new Error('This is the code of a worker thread; it cannot run on its own.');
  const send = (reply: Reply, handedOver: ArrayBuffer[] = []): void => { port.postMessage(reply, handedOver); };
  const thread = ownThread();
  if (thread !== null) send({ thread });
  // Names and arguments come from `callsTo` with the same methods.
  const named: object = methods;
  const byName = named as Partial<Record<string, (...args: unknown[]) => Promise<unknown>>>;
  const answer = async ({ id, method, args }: Call): Promise<void> => {
    try {
      const asked = byName[method];
      if (asked === undefined) throw new Error(`This thread has no method "${method}".`);
      const value = await asked(...args);
      if (isJson(value)) send({ id, json: value.json }, transferables(value.json));
      else send({ id, value }, handedOver(value));
    } catch (error) {
      send({ id, thrown: error });
    }
  };
  port.on('message', (call: Call) => { void answer(call); });
  return (news) => { send({ news }); };
}

/** Returns the answer as JSON text, or too_large with the given message if it does not fit a string. */
export function inJson<T>(result: Result<T>, tooLarge: string): Result<T> {
  if (!result.ok) return result;
  try {
    return okJson<T>(Buffer.from(JSON.stringify(result.value)));
  } catch (error) {
    if (error instanceof RangeError) return fail('too_large', tooLarge);
    throw error;
  }
}

/** Checked before `value`, a getter that parses the text. */
export function isJson(value: unknown): value is { json: Uint8Array } {
  return typeof value === 'object' && value !== null && 'json' in value && value.json instanceof Uint8Array;
}

function handedOver(value: unknown): ArrayBuffer[] {
  const answer = typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
  if (answer instanceof Uint8Array) return transferables(answer);
  const fields = typeof answer === 'object' && answer !== null ? Object.values(answer) : [];
  return fields.flatMap((field) => (field instanceof Uint8Array ? transferables(field) : []));
}
