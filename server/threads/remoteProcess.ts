/**
 * The starter's side of a process of our own: as RemoteThread, and what ends it ends nothing else. It answers calls,
 * streams what is large piece by piece as it is taken, stops what nobody waits for, and may ask back.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { firstLine, ok, okJson } from '../../core/result.ts';
import { asker } from './asker.ts';
import type { FromProcess, ToProcess } from './processMessages.ts';

export interface RemoteProcessOptions {
  file: URL;
  /** Of its start; JSON. */
  options: unknown;
  /** Of V8's heap; beyond it the process ends. */
  heapMb: number;
  /** Lower than ours, as `nice`: 0 to 19. */
  nice: number;
  /** Answers what it asks. */
  asked: (method: string, args: unknown[]) => Promise<unknown>;
  onEnd: (error: ProcessEnded) => void;
}

/** The process ended before it answered. */
export class ProcessEnded extends Error {
  constructor(message: string, readonly isOutOfMemory: boolean) {
    super(message);
  }
}

interface Waiting { resolve: (value: unknown) => void; reject: (error: unknown) => void }

/** Of what it writes to its standard error, for the reason of its end. */
const TAIL_CHARACTERS = 4000;

export class RemoteProcess {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, Waiting>();
  private readonly streams = new Map<number, Readable>();
  private nextId = 1;
  private ended: ProcessEnded | null = null;
  private readonly exited: Promise<void>;

  constructor(private readonly options: RemoteProcessOptions) {
    this.child = fork(fileURLToPath(options.file), [JSON.stringify(options.options)], {
      serialization: 'advanced', stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      execArgv: [`--max-old-space-size=${options.heapMb}`],
    });
    let said = '';
    this.child.stderr?.on('data', (text: Buffer) => { said = (said + text.toString()).slice(-TAIL_CHARACTERS); });
    this.child.on('message', (message) => { this.receive(message as FromProcess); });
    // Of a start that failed, or a message that could not be sent: the end follows.
    this.child.on('error', (error) => { said += `\n${firstLine(error)}`; });
    this.exited = new Promise((resolve) => {
      this.child.once('close', (code, signal) => {
        this.end(reasonOf(said, code, signal));
        resolve();
      });
    });
    try {
      if (this.child.pid !== undefined) setPriority(this.child.pid, options.nice);
    } catch {
      // It ended already, or this user may not: it then competes as an equal.
    }
  }

  get pid(): number | null {
    return this.child.pid ?? null;
  }

  /** Rejects with ProcessEnded, with what the method threw, or with the asker's reason for leaving. */
  async call(method: string, args: unknown[]): Promise<unknown> {
    const { signal } = asker();
    signal.throwIfAborted();
    const id = this.nextId++;
    let aborted = (): void => undefined;
    try {
      return await new Promise((resolve, reject) => {
        if (this.ended !== null) throw this.ended;
        this.waiting.set(id, { resolve, reject });
        aborted = () => {
          this.waiting.delete(id);
          this.send({ abort: id });
          reject(signal.reason as Error);
        };
        signal.addEventListener('abort', aborted);
        this.send({ id, method, args });
      });
    } finally {
      signal.removeEventListener('abort', aborted);
    }
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }

  private send(message: ToProcess): void {
    if (this.child.connected) this.child.send(message);
  }

  private receive(message: FromProcess): void {
    if ('ask' in message) void this.answer(message);
    else if ('piece' in message) this.streams.get(message.id)?.push(message.piece);
    else {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if ('stream' in message) {
        if (waiting === undefined) this.send({ abort: message.id });
        else waiting.resolve(ok(this.stream(message.id)));
      } else if ('thrown' in message) {
        const stream = this.streams.get(message.id);
        if (stream === undefined) waiting?.reject(message.thrown);
        else stream.destroy(message.thrown instanceof Error ? message.thrown : new Error(firstLine(message.thrown)));
      } else waiting?.resolve('json' in message ? okJson(message.json) : message.value);
    }
  }

  private stream(id: number): Readable {
    const stream: Readable = new Readable({
      read: () => { this.send({ pull: id }); },
      destroy: (error, done) => {
        this.streams.delete(id);
        if (!stream.readableEnded) this.send({ abort: id });
        done(error);
      },
    });
    this.streams.set(id, stream);
    return stream;
  }

  private async answer({ ask, method, args }: Extract<FromProcess, { ask: number }>): Promise<void> {
    try {
      this.send({ answerTo: ask, value: await this.options.asked(method, args) });
    } catch (error) {
      this.send({ answerTo: ask, thrown: error });
    }
  }

  private end(error: ProcessEnded): void {
    this.ended = error;
    this.options.onEnd(error);
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
    for (const stream of this.streams.values()) stream.destroy(error);
    this.streams.clear();
  }
}

function reasonOf(said: string, code: number | null, signal: NodeJS.Signals | null): ProcessEnded {
  const isOutOfMemory =
    /JavaScript heap out of memory|Array buffer allocation failed|Cannot allocate memory/.test(said);
  const how = signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`;
  return new ProcessEnded(isOutOfMemory ? 'it ran out of memory' : how, isOutOfMemory);
}
