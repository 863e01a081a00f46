/**
 * The starter's side of a child process: like RemoteThread, but its crash does not affect the starter. It answers
 * calls, streams large answers piece by piece on request, stops aborted work, and may call back.
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
  /** Start options; JSON. */
  options: unknown;
  /** Limit of V8's heap; the process ends beyond it. */
  heapMb: number;
  /** Priority below ours, as `nice`: 0 to 19. */
  nice: number;
  /** Answers the questions of the process. */
  asked: (method: string, args: unknown[]) => Promise<unknown>;
  onEnd: (error: ProcessEnded) => void;
}

/** The process ended before it answered. */
export class ProcessEnded extends Error {
  /** `said`: the end of its standard error. */
  constructor(message: string, readonly isOutOfMemory: boolean, readonly said: string) {
    super(message);
  }
}

interface Call {
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  over: () => void;
  /** The stream, once the process has answered with one. */
  stream: Readable | null;
  isLeft: boolean;
}

/** Characters kept of its standard error, to explain its end. */
const TAIL_CHARACTERS = 4000;

export class RemoteProcess {
  private readonly child: ChildProcess;
  /** Calls that the process still works on, including aborted ones. */
  private readonly calls = new Map<number, Call>();
  private nextId = 1;
  private ended: ProcessEnded | null = null;
  /** Reason why the starter killed it; null if it did not, or gave no reason. */
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
    // The start failed, or a message could not be sent: the process ends next.
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
      // It ended already, or this user lacks the permission: it then runs at equal priority.
    }
  }

  get pid(): number | null {
    return this.child.pid ?? null;
  }

  /**
   * Rejects with ProcessEnded, with the error of the method, or with the abort reason. Calls `over` once the process no
   * longer works on the call: later than the abort, and at the end of a stream.
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

  /** `reason`: reported to pending calls instead of the signal. */
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
      // The process did not receive it.
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
      // An aborted stream ends by itself.
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
