import { Agent, request } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSync } from 'bcryptjs';
import { newDataDir, startTsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { quantile, sortedFinite } from '../../core/statistics/quantiles.ts';
import type { BenchRow } from '../benchRow.ts';

const WRONG = 10_000;
const GUESSERS = 16;
const USERS = 100;
/** As `htpasswd -B` and Prometheus's documentation have it. */
const BCRYPT_COST = 10;
const MAX_P99_MS = 500;

/**
 * 10,000 wrong passwords from one address, for users that exist and others, over 16 connections; meanwhile 100 users
 * log in from another address, one after the other, each for the first time, and the first of them again and again.
 */
export async function loginsBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-logins-'));
  const { dataDir, remove } = newDataDir();
  const file = join(folder, 'web.yml');
  const users = Array.from({ length: USERS }, (_, i) => `user${i}`);
  writeFileSync(
    file, `basic_auth_users:\n${users.map((user) => `  ${user}: ${hashSync(user, BCRYPT_COST)}\n`).join('')}`
  );
  const scope = await startTsdbscope(['--web.config.file', file, '--demo'], dataDir);
  try {
    const guesses: Guesses = { left: WRONG, statuses: new Map() };
    const flood = Promise.all(Array.from({ length: GUESSERS }, () => guess(scope.url, guesses)));
    const first: number[] = [];
    const again: number[] = [];
    const agent = new Agent({ keepAlive: false });
    for (const user of users) {
      first.push(await login(scope.url, agent, user));
      again.push(await login(scope.url, agent, 'user0'));
    }
    const during = WRONG - guesses.left;
    while (guesses.left > 0) again.push(await login(scope.url, agent, 'user0'));
    await flood;
    const said = [...guesses.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} x ${status}`);
    return [
      rowOf(`first logins of ${USERS} users during ${during} wrong passwords (${said.join(', ')} in all)`, first),
      rowOf('logins with a password that was verified before', again),
    ];
  } finally {
    await scope.stop();
    remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Guesses { left: number; statuses: Map<number, number> }

async function guess(url: string, guesses: Guesses): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (guesses.left > 0) {
    guesses.left -= 1;
    const user = guesses.left % 2 === 0 ? `user${guesses.left % USERS}` : `nobody${guesses.left}`;
    const status = await ask(url, agent, { user, password: `wrong${guesses.left}`, localAddress: '127.0.0.2' });
    guesses.statuses.set(status, (guesses.statuses.get(status) ?? 0) + 1);
  }
  agent.destroy();
}

/** Milliseconds; throws where it is refused. */
async function login(url: string, agent: Agent, user: string): Promise<number> {
  const from = performance.now();
  const status = await ask(url, agent, { user, password: user, localAddress: '127.0.0.1' });
  if (status !== 200) throw new Error(`${user} was answered ${status}.`);
  return performance.now() - from;
}

function ask(
  url: string, agent: Agent, { user, password, localAddress }: { user: string; password: string; localAddress: string }
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/api/v1/access`, {
      agent, localAddress, headers: { authorization: `Basic ${btoa(`${user}:${password}`)}` },
    }, (answer) => {
      answer.resume().on('end', () => { resolve(answer.statusCode ?? 0); });
    });
    asked.on('error', reject).end();
  });
}

function rowOf(name: string, tookMs: number[]): BenchRow {
  const at = (share: number): number => quantile(sortedFinite(tookMs), share) ?? NaN;
  return {
    name, measured: `${tookMs.length}: median ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms`,
    bar: `p99 ${MAX_P99_MS} ms`, pass: at(0.99) <= MAX_P99_MS,
  };
}
