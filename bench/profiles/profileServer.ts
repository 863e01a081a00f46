/** The built server, asked as a page asks it, and what it costs. Needs /proc. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Envelope, ProfileInfo } from '../../core/contract/contract.ts';

export interface ProfileServer {
  /** Of its page. */
  url: string;
  upload(bytes: Uint8Array): Promise<string>;
  get<T>(path: string): Promise<T>;
  remove(id: string): Promise<void>;
  /** From here on the longest delay of the event loop is kept. */
  watchDelay(): void;
  longestDelayMs(): number;
  /** Highest resident memory since the start. */
  peakMegabytes(): number;
  close(): Promise<void>;
}

/** `mainUrl` is the built main.js. The target it is given refuses every scrape. */
export async function startProfileServer(mainUrl: URL): Promise<ProfileServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tsdbscope-bench-'));
  const delayFile = join(dataDir, 'delay');
  const probe = fileURLToPath(new URL('delayProbe.mjs', import.meta.url));
  const args = [
    '--import', probe, fileURLToPath(mainUrl), 'http://127.0.0.1:9', '--listen', '127.0.0.1:0', '--data',
    join(dataDir, 'data'),
  ];
  const child = spawn(
    process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, DELAY_FILE: delayFile } }
  );
  const origin = await listening(child);
  const url = `${origin}/api/v1`;
  const ask = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const answer = (await (await fetch(url + path, init)).json()) as Envelope<T>;
    if (answer.status === 'error') throw new Error(`${path}: ${answer.error}`);
    return answer.data;
  };
  return {
    url: origin,
    upload: async (bytes) => {
      const [info] = await ask<ProfileInfo[]>(
        '/profiles',
        {
          method: 'POST', body: bytes as Uint8Array<ArrayBuffer>,
          headers: { 'content-type': 'application/octet-stream' },
        }
      );
      if (info === undefined) throw new Error('the upload was not answered with a profile');
      return info.id;
    },
    get: (path) => ask(path),
    remove: async (id) => { await ask(`/profiles/${id}`, { method: 'DELETE' }); },
    watchDelay: () => { process.kill(child.pid ?? 0, 'SIGUSR2'); },
    longestDelayMs: () => Number(readFileSync(delayFile, 'utf8')),
    peakMegabytes: () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid ?? 0}/status`, 'utf8'))?.[1])
      / 1024,
    close: async () => {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The pipe stays open: a server that prints later must find its reader. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const url = /is at (http:\/\/[^\s/]+)/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('close', () => { reject(new Error(`the server did not listen: ${output}`)); });
  });
}
