/** The process's own side: answers calls to its methods, and may call the starter. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { firstLine } from '../../../core/result.ts';
import type { Methods } from './calls.ts';
import { callsTo } from './calls.ts';
import type { FromProcess, ToProcess } from './processMessages.ts';
import { isJson } from './serve.ts';

/** The running call, known to everything it calls. */
const running = new AsyncLocalStorage<AbortController>();

/** Throws if the running call is aborted. */
export function stopIfUnwanted(): void {
  running.getStore()?.signal.throwIfAborted();
}

/** Returns the options from the starter. */
export function startOptions(): unknown {
  return JSON.parse(process.argv[2] ?? 'null');
}

type ByName = Partial<Record<string, (...args: unknown[]) => Promise<unknown>>>;

interface Open { controller: AbortController; stream?: Streaming }

interface Streaming { source: Readable; pieces: AsyncIterator<Uint8Array>; closed: Promise<void> }

/**
 * Answers calls until the starter ends; streams a result that is a Readable. Passes the errors of a method to the
 * caller. Answers aborted calls too, once their work is over: until then they take memory.
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
    // A terminal sends them to every process of the program; the starter ends this process itself.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
    process.on('message', (given) => {
      const message = given as ToProcess;
      if ('method' in message) void this.answer(message);
      else if ('pull' in message) void this.piece(message.pull);
      else if ('abort' in message) this.abort(message.abort);
      else this.answered(message);
    });
  }

  /** Earlier calls wait for it. */
  serve<M extends Methods<M>>(methods: M): void {
    // Names and arguments come from `callsTo` with the same methods.
    const named: object = methods;
    this.begin(named);
  }

  /** Returns the methods of the starter. */
  starter<M extends Methods<M>>(): M {
    return callsTo<M>((method, args) => new Promise((resolve, reject) => {
      const ask = this.nextAsk++;
      this.asking.set(ask, { resolve, reject });
      send({ ask, method, args });
    }));
  }

  private async answer({ id, method, args }: Extract<ToProcess, { method: string }>): Promise<void> {
    const open: Open = { controller: new AbortController() };
    const { signal } = open.controller;
    this.open.set(id, open);
    try {
      const asked = (await this.ready)[method];
      signal.throwIfAborted();
      if (asked === undefined) throw new Error(`This process has no method "${method}".`);
      const value = await running.run(open.controller, () => asked(...args));
      const source = streamOf(value);
      if (source === null) this.over(id, isJson(value) ? { id, json: value.json } : { id, value });
      else {
        open.stream = streaming(source);
        if (signal.aborted) await this.stop(id, open.stream);
        else send({ id, stream: true });
      }
    } catch (error) {
      this.failed(id, error);
    }
  }

  private async piece(id: number): Promise<void> {
    const open = this.open.get(id);
    if (open?.stream === undefined) return;
    const { controller, stream: { pieces, closed } } = open;
    try {
      const next = await running.run(controller, () => pieces.next());
      if (next.done !== true) send({ id, piece: next.value });
      else this.over(id, { id, piece: null });
    } catch (error) {
      await closed;
      this.failed(id, error);
    }
  }

  private abort(id: number): void {
    const open = this.open.get(id);
    open?.controller.abort();
    if (open?.stream !== undefined) void this.stop(id, open.stream);
  }

  private async stop(id: number, { source, closed }: Streaming): Promise<void> {
    source.destroy();
    await closed;
    this.over(id, { id, piece: null });
  }

  private failed(id: number, error: unknown): void {
    try {
      this.over(id, { id, thrown: error });
    } catch {
      // The error or the value cannot be sent.
      this.over(id, { id, thrown: new Error(firstLine(error)) });
    }
  }

  /** Sends the last message of a call, once. */
  private over(id: number, message: FromProcess): void {
    if (this.open.has(id)) send(message);
    this.open.delete(id);
  }

  private answered({ answerTo, value, thrown }: Extract<ToProcess, { answerTo: number }>): void {
    const asking = this.asking.get(answerTo);
    this.asking.delete(answerTo);
    if (thrown === undefined) asking?.resolve(value);
    else asking?.reject(thrown);
  }
}

function send(message: FromProcess): void {
  // Without the starter this process ends and needs no answers.
  if (process.connected) process.send?.(message);
}

function streaming(source: Readable): Streaming {
  const closed = source.closed ? Promise.resolve()
    : new Promise<void>((resolve) => { source.once('close', resolve); });
  return { source, pieces: source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>, closed };
}

function streamOf(value: unknown): Readable | null {
  const inner = typeof value === 'object' && value !== null && 'value' in value ? value.value : null;
  return inner instanceof Readable ? inner : null;
}
