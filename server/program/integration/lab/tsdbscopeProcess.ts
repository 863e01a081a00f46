import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Envelope, ProfileInfo, Target } from '../../../../core/contract/contract.ts';
import { claimMistakesIn } from './claims.ts';
import { noteFault, noteFaultsOf } from './faults.ts';

const MAIN = join(import.meta.dirname, '..', '..', '..', '..', 'dist', 'server', 'main.js');

export interface Ended { code: number | null; stdout: string; stderr: string }

/** A running program, as its clients see it. */
export interface Client {
  url: string;
  /** `data` of a success; throws with the error's sentence otherwise. */
  get<T>(path: string): Promise<T>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Throws where a claim among the answers of `get` exceeded the bounds of a headline. */
  checkClaims(): void;
}

/** The built program as a user runs it. */
export interface Tsdbscope extends Client {
  pid: number;
  dataDir: string;
  output(): string;
  /** null while it runs. */
  exitCode(): number | null;
  kill9(): Promise<void>;
  /** SIGTERM, then `checkClaims`; resolves to how long it took, ms. */
  stop(): Promise<number>;
}

export function newDataDir(): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'tsdbscope-data-'));
  return { dataDir, remove: () => { rmSync(dataDir, { recursive: true, force: true }); } };
}

/**
 * Runs the program to its end (bad usage, failures at start, commands that end), at most 60 s. `input`: its standard
 * input.
 */
export async function runToEnd(args: string[], env: Record<string, string> = {}, input?: Uint8Array): Promise<Ended> {
  const child = spawn(
    process.execPath, [MAIN, ...args],
    { env: { ...process.env, ...env }, stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] }
  );
  const output = collect(child);
  child.stdin?.end(input);
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { code, ...output };
}

/** Starts the program on the port, or a free one (0), and waits until it listens. */
export async function startTsdbscope(
  args: string[], dataDir: string, port = 0, env: Record<string, string> = {}
): Promise<Tsdbscope> {
  return startCommand([process.execPath, MAIN], [...args, '--listen', `127.0.0.1:${port}`, '--data', dataDir], env);
}

/** The same by another command, e.g. that of an installed package. */
export async function startCommand(
  [file = '', ...first]: string[], args: string[], env: Record<string, string> = {}
): Promise<Tsdbscope> {
  const dataDir = args[args.indexOf('--data') + 1] ?? '';
  const child = spawn(
    file, [...first, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } }
  );
  const output = collect(child);
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => { reject(new Error(`tsdbscope did not listen within 90 s:\n${output.stdout}${output.stderr}`)); }, 90_000
    );
    child.stdout.on('data', () => {
      const found = /tsdbscope is at (https?:\S+)/.exec(output.stdout)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      reject(new Error(`tsdbscope ended with ${code}:\n${output.stdout}${output.stderr}`));
    });
  });
  const client = connectTo(url);
  let asked = false;
  const endAsked = (signal: NodeJS.Signals): Promise<void> => {
    asked = true;
    return end(child, signal);
  };
  child.once('close', (code, signal) => {
    if (!asked) noteFault(`tsdbscope ended with ${String(code ?? signal)}, which no test asked for`);
  });
  return {
    ...client,
    pid: child.pid ?? 0,
    dataDir,
    output: () => output.stdout + output.stderr,
    exitCode: () => child.exitCode,
    kill9: () => endAsked('SIGKILL'),
    stop: async () => {
      const started = Date.now();
      await endAsked('SIGTERM');
      client.checkClaims();
      return Date.now() - started;
    },
  };
}

export function connectTo(url: string): Client {
  const mistakes = new Set<string>();
  const request = async (path: string, init?: RequestInit): Promise<Response> => {
    const answer = await ask(url + path, init);
    if (answer.status >= 500) noteFault(`tsdbscope answered ${answer.status} to ${path}`);
    return answer;
  };
  return {
    url,
    fetch: request,
    get: async <T>(path: string): Promise<T> => {
      const answer = (await (await request(`/api/v1${path}`)).json()) as Envelope<T>;
      if (answer.status === 'error') throw new Error(`${path}: ${answer.error}`);
      for (const mistake of claimMistakesIn(answer.data)) mistakes.add(`${path}: ${mistake}`);
      return answer.data;
    },
    checkClaims: () => {
      if (mistakes.size > 0) throw new Error(`Claims past their bounds:\n${[...mistakes].join('\n')}`);
    },
  };
}

/**
 * Each request has a connection of its own: the server closes an idle one after 5 s, and a test whose event loop was
 * blocked meanwhile would write into it. Where the connection ends all the same, a GET is sent once more.
 */
async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('connection', 'close');
  try {
    return await fetch(url, { ...init, headers });
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code !== 'UND_ERR_SOCKET' || (init.method ?? 'GET') !== 'GET') throw error;
    return fetch(url, { ...init, headers });
  }
}

/** Waits until both recordings and both profile pairs of the demo are open. */
export async function demoOpened(scope: Client): Promise<ProfileInfo[]> {
  await eventually('the demo', 120_000, () => scope.get<Target[]>('/targets'), (targets) => (
    targets.filter(({ state, recorded }) => state === 'recorded' && recorded !== null).length === 2
  ));
  return eventually(
    'the demo profiles', 90_000, () => scope.get<ProfileInfo[]>('/profiles'), (profiles) => profiles.length === 4
  );
}

/** Asks until `done` holds or the time is over; throws with the last answer then. */
export async function eventually<T>(
  what: string, limitMs: number, ask: () => Promise<T>, done: (value: T) => boolean, everyMs = 250
): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    let last: unknown;
    try {
      const value = await ask();
      if (done(value)) return value;
      last = value;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end)
      throw new Error(`${what} did not come about within ${limitMs / 1000} s; last seen: ${describeValue(last)}`);
    await new Promise((resume) => setTimeout(resume, everyMs));
  }
}

function describeValue(value: unknown): string {
  return value instanceof Error ? value.message : (JSON.stringify(value) ?? 'nothing').slice(0, 3000);
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill(signal);
  await closed;
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => { output.stdout += chunk.toString(); });
  child.stderr?.on('data', (chunk: Buffer) => {
    output.stderr += chunk.toString();
    noteFaultsOf(chunk.toString());
  });
  return output;
}
