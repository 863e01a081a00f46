/**
 * The starter's side of a process of our own: as RemoteThread, and what ends it ends nothing else. It answers calls,
 * streams what is large piece by piece as it is taken, stops what nobody waits for, and may ask back.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { firstLine, ok, okJson } from '../../../core/result.ts';
import { asker } from './requestContext.ts';
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
  /** `said`: the last that it wrote to its standard error. */
  constructor(message: string, readonly isOutOfMemory: boolean, readonly said: string) {
    super(message);
  }
}

interface Call {
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  over: () => void;
  /** Once that is the answer. */
  stream: Readable | null;
  isLeft: boolean;
}

/** Of what it writes to its standard error, for the reason of its end. */
const TAIL_CHARACTERS = 4000;

export class RemoteProcess {
  private readonly child: ChildProcess;
  /** Those that the process still works on, also when their asker left. */
  private readonly calls = new Map<number, Call>();
  private nextId = 1;
  private ended: ProcessEnded | null = null;
  /** Why it was killed from here; null when it was not, or needs no reason. */
  private killedFor: string | null = null;
  private readonly exited: Promise<void>;

  constructor(private readonly options: RemoteProcessOptions) {
    this.child = fork(fileURLToPath(options.file), [JSON.stringify(options.options)], {
      serialization: 'advanced', stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      execArgv: [`--max-old-space-size=${options.heapMb}`],
    });
    let said = '';
    this.child.stderr?.on('data', (text: Buffer) => {
      process.stderr.write(text);
      said = (said + text.toString()).slice(-TAIL_CHARACTERS);
    });
    this.child.on('message', (message) => { this.receive(message as FromProcess); });
    // Of a start that failed, or a message that could not be sent: the end follows.
    this.child.on('error', (error) => { said += `\n${firstLine(error)}`; });
    this.exited = new Promise((resolve) => {
      this.child.once('close', (code, signal) => {
        this.end(reasonOf(said, this.killedFor ?? howItEnded(code, signal)));
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

  /**
   * Rejects with ProcessEnded, with what the method threw, or with the asker's reason for leaving. `over`: called once
   * the process no longer works on it, which is later where the asker left, and at the end of a stream.
   */
  async call(method: string, args: unknown[], over: () => void = () => undefined): Promise<unknown> {
    const { signal } = asker();
    const id = this.nextId++;
    let aborted = (): void => undefined;
    try {
      return await new Promise((resolve, reject) => {
        const call: Call = { resolve, reject, over, stream: null, isLeft: false };
        this.calls.set(id, call);
        aborted = () => {
          call.isLeft = true;
          this.send({ abort: id });
          reject(signal.reason as Error);
        };
        this.begin({ id, method, args }, signal);
        signal.addEventListener('abort', aborted);
      });
    } finally {
      signal.removeEventListener('abort', aborted);
    }
  }

  /** `reason`: told instead of the signal to whoever still waits. */
  async kill(reason: string | null = null): Promise<void> {
    this.killedFor ??= reason;
    this.child.kill('SIGKILL');
    await this.exited;
  }

  private begin(message: Extract<ToProcess, { method: string }>, signal: AbortSignal): void {
    try {
      signal.throwIfAborted();
      if (this.ended !== null) throw this.ended;
      this.send(message);
    } catch (error) {
      // The process does not have it.
      this.over(message.id);
      throw error;
    }
  }

  private send(message: ToProcess): void {
    if (this.child.connected) this.child.send(message);
  }

  private receive(message: FromProcess): void {
    if ('ask' in message) {
      void this.answer(message);
      return;
    }
    const call = this.calls.get(message.id);
    if (call === undefined) return;
    if ('stream' in message) {
      // The end of one that was left comes by itself.
      if (call.isLeft) return;
      call.stream = this.stream(message.id);
      call.resolve(ok(call.stream));
    } else if ('piece' in message && message.piece !== null) {
      if (call.stream?.destroyed === false) call.stream.push(message.piece);
    } else {
      this.over(message.id);
      if ('piece' in message) call.stream?.push(null);
      else if ('thrown' in message) fail(call, message.thrown);
      else call.resolve('json' in message ? okJson(message.json) : message.value);
    }
  }

  private stream(id: number): Readable {
    return new Readable({
      read: () => { this.send({ pull: id }); },
      destroy: (error, done) => {
        if (this.calls.has(id)) this.send({ abort: id });
        done(error);
      },
    });
  }

  private over(id: number): void {
    const call = this.calls.get(id);
    this.calls.delete(id);
    call?.over();
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
    for (const [id, call] of this.calls) {
      fail(call, error);
      this.over(id);
    }
  }
}

function fail({ reject, stream }: Call, thrown: unknown): void {
  if (stream === null) reject(thrown);
  else stream.destroy(thrown instanceof Error ? thrown : new Error(firstLine(thrown)));
}

function reasonOf(said: string, how: string): ProcessEnded {
  const isOutOfMemory =
    /JavaScript heap out of memory|Array buffer allocation failed|Cannot allocate memory/.test(said);
  return new ProcessEnded(isOutOfMemory ? 'it ran out of memory' : how, isOutOfMemory, said);
}

function howItEnded(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`;
}
