import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

const MIN_PORT = 15_000;

/**
 * Runs a program so that it cannot outlive this process, even when this one is killed: a shell holds the pipe from
 * here as its input, and kills the program when the pipe closes. The first line of output is the program's pid.
 */
const KEEPER = `exec 3<&0
"$@" >&4 2>&4 4>&- 3<&- &
child=$!
echo "$child"
(cat <&3 >/dev/null; kill -9 "$child" 2>/dev/null) >/dev/null 2>&1 &
keeper=$!
wait "$child"
kill "$keeper" 2>/dev/null
exit 0`;

export interface KeptProcess {
  pid: number;
  hasExited(): boolean;
  exited: Promise<void>;
  /** `SIGKILL`, `SIGTERM`, `SIGSTOP` and others, to the program itself; without effect once it has ended. */
  signal(name: NodeJS.Signals): void;
  /** Kills it and waits until it is gone. */
  kill(): Promise<void>;
}

export async function startKept(
  command: string[], options: { logFile: string; cwd: string; env?: Record<string, string> }
): Promise<KeptProcess> {
  const log = openSync(options.logFile, 'a');
  const shell = spawn('sh', ['-c', KEEPER, 'sh', ...command], {
    cwd: options.cwd, env: { ...process.env, ...options.env }, stdio: ['pipe', 'pipe', 'ignore', 'ignore', log],
  });
  closeSync(log);
  const { stdin, stdout } = shell;
  if (stdin === null || stdout === null) throw new Error('the shell came without its pipes');
  let gone = false;
  const exited = new Promise<void>((resolve) => {
    shell.once('exit', () => { gone = true; resolve(); });
    shell.once('error', () => { gone = true; resolve(); });
  });
  // A closed pipe is how the shell learns of our end; writing to it never happens.
  stdin.on('error', () => undefined);
  const pid = await new Promise<number>((resolve, reject) => {
    createInterface({ input: stdout }).once('line', (line) => { resolve(Number(line)); });
    void exited.then(() => { reject(new Error(`${command[0] ?? ''} could not be started`)); });
  });
  const signal = (name: NodeJS.Signals): void => {
    if (gone) return;
    try {
      process.kill(pid, name);
    } catch (error) {
      // It ended a moment ago; the shell's exit event is on its way.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  };
  return { pid, hasExited: () => gone, exited, signal, kill: async () => { signal('SIGKILL'); await exited; } };
}

/**
 * A loopback port that is free at this moment. It is none of those that the kernel gives to outgoing connections, so
 * that none of these takes it before the server listens, or while the server is down.
 */
export async function freePort(): Promise<number> {
  const [firstOutgoing = NaN] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split('\t').map(Number);
  for (;;) {
    const port = randomInt(MIN_PORT, firstOutgoing);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => { resolve(false); });
      server.listen(port, '127.0.0.1', () => { resolve(true); });
    });
    if (!isFree) continue;
    await new Promise<void>((resolve) => { server.close(() => { resolve(); }); });
    return port;
  }
}

/**
 * Asks `check` every 100 ms until it gives something else than undefined or false; throws with `what` after the
 * timeout.
 */
export async function waitFor<T>(
  what: string, timeoutMs: number, check: () => T | Promise<T>
): Promise<Exclude<T, undefined | false>> {
  const endMs = performance.now() + timeoutMs;
  for (;;) {
    const value = await check();
    if (value !== undefined && value !== false) return value as Exclude<T, undefined | false>;
    if (performance.now() > endMs) throw new Error(`not within ${timeoutMs / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
