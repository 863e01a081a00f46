/** A process's own side: answers what is asked of its methods, and may ask back. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import type { Methods } from './calls.ts';
import { callsTo } from './calls.ts';
import type { FromProcess, ToProcess } from './processMessages.ts';
import { isJson } from './serve.ts';

/** The call that runs, wherever it leads. */
const running = new AsyncLocalStorage<AbortController>();

/** Throws when nobody waits for the running call any more. */
export function stopIfUnwanted(): void {
  running.getStore()?.signal.throwIfAborted();
}

/** The options that the starter gave. */
export function startOptions(): unknown {
  return JSON.parse(process.argv[2] ?? 'null');
}

type ByName = Partial<Record<string, (...args: unknown[]) => Promise<unknown>>>;

interface Open { controller: AbortController; pieces?: AsyncIterator<Uint8Array> }

/**
 * Answers calls until the starter ends; a method whose result is a Readable streams it. What a method throws is passed
 * to the caller.
 */
export class ServedProcess {
  private readonly open = new Map<number, Open>();
  private readonly asking = new Map<number, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>();
  private nextAsk = 1;
  private begin: (methods: ByName) => void = () => undefined;
  private readonly ready = new Promise<ByName>((resolve) => { this.begin = resolve; });

  constructor() {
    if (process.send === undefined) throw new Error('This is the code of a process of tsdbscope; it cannot run alone.');
    process.once('disconnect', () => { process.exit(); });
    process.on('message', (given) => {
      const message = given as ToProcess;
      if ('method' in message) void this.ready.then((methods) => this.answer(message, methods[message.method]));
      else if ('pull' in message) void this.piece(message.pull);
      else if ('abort' in message) this.abort(message.abort);
      else this.answered(message);
    });
  }

  /** Calls that came before wait for it. */
  serve<M extends Methods<M>>(methods: M): void {
    // Names and arguments are those of `callsTo` with the same methods.
    const named: object = methods;
    this.begin(named);
  }

  /** The methods of the starter. */
  starter<M extends Methods<M>>(): M {
    return callsTo<M>((method, args) => new Promise((resolve, reject) => {
      const ask = this.nextAsk++;
      this.asking.set(ask, { resolve, reject });
      send({ ask, method, args });
    }));
  }

  private async answer(
    { id, method, args }: Extract<ToProcess, { method: string }>, asked?: (...args: unknown[]) => Promise<unknown>
  ): Promise<void> {
    const controller = new AbortController();
    this.open.set(id, { controller });
    let isStream = false;
    try {
      if (asked === undefined) throw new Error(`This process has no method "${method}".`);
      const value = await running.run(controller, () => asked(...args));
      const stream = streamOf(value);
      if (stream === null) send(isJson(value) ? { id, json: value.json } : { id, value });
      else if (controller.signal.aborted) stream.destroy();
      else {
        isStream = true;
        this.open.set(id, { controller, pieces: stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array> });
        send({ id, stream: true });
      }
    } catch (error) {
      send({ id, thrown: error });
    } finally {
      if (!isStream) this.open.delete(id);
    }
  }

  private async piece(id: number): Promise<void> {
    const open = this.open.get(id);
    if (open?.pieces === undefined) return;
    const { controller, pieces } = open;
    try {
      const next = await running.run(controller, () => pieces.next());
      if (next.done !== true) {
        send({ id, piece: next.value });
        return;
      }
      send({ id, piece: null });
    } catch (error) {
      send({ id, thrown: error });
    }
    this.open.delete(id);
  }

  private abort(id: number): void {
    const open = this.open.get(id);
    this.open.delete(id);
    open?.controller.abort();
    void open?.pieces?.return?.();
  }

  private answered({ answerTo, value, thrown }: Extract<ToProcess, { answerTo: number }>): void {
    const asking = this.asking.get(answerTo);
    this.asking.delete(answerTo);
    if (thrown === undefined) asking?.resolve(value);
    else asking?.reject(thrown);
  }
}

function send(message: FromProcess): void {
  // Without the starter there is nobody to answer, and this process ends.
  if (process.connected) process.send?.(message);
}

function streamOf(value: unknown): Readable | null {
  const inner = typeof value === 'object' && value !== null && 'value' in value ? value.value : null;
  return inner instanceof Readable ? inner : null;
}
