/** Users, roles, tokens and TLS of the built program, and the log of who did what. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSync } from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry, Embed, NewAccessToken, Note } from '../../../../core/contract/contract.ts';
import { roleOf } from '../../../../core/contract/questions/declaration.ts';
import { declarationOf, ROUTES } from '../../../../core/contract/questions/routes.ts';
import { mayAct, ROLES } from '../../../../core/roles.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const USERS = ['viewer', 'operator', 'admin'] as const;
const basic = (user: string, password = `${user}-password`): Record<string, string> =>
  ({ authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` });

let folder: string;
let webFile: string;
const { dataDir, remove } = newDataDir();
let scope: Tsdbscope;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tsdbscope-access-'));
  webFile = join(folder, 'web.yml');
  const users = USERS.map((user) => `  ${user}: ${hashSync(`${user}-password`, 8)}`).join('\n');
  writeFileSync(webFile, `basic_auth_users:\n${users}\n`);
  writeFileSync(join(folder, 'tsdbscope.yml'), 'access: {roles: {operator: operator, admin: admin}}\n');
  scope = await startTsdbscope(
    ['--config', join(folder, 'tsdbscope.yml'), '--web.config.file', webFile, '--demo'], dataDir
  );
});
afterAll(async () => {
  await scope.stop();
  remove();
  rmSync(folder, { recursive: true, force: true });
});

const call = (method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Response> =>
  scope.fetch(`/api/v1${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
async function dataOf<T>(answer: Response): Promise<T> {
  return ((await answer.json()) as { data: T }).data;
}

describe('roles', () => {
  it('nobody gets in without a login, and health checks need none', async () => {
    expect((await scope.fetch('/api/v1/targets')).status).toBe(401);
    expect((await scope.fetch('/')).status).toBe(401);
    expect((await scope.fetch('/healthz')).status).toBe(200);
    expect((await call('GET', '/targets', basic('admin', 'wrong'))).status).toBe(401);
  });

  it('each route is for its role and those above, and for no other', async () => {
    for (const key of Object.keys(ROUTES) as (keyof typeof ROUTES)[]) {
      const [method = '', path = ''] = key.split(' ');
      const needed = roleOf(key, declarationOf(key));
      for (const user of USERS) {
        // What does not exist is looked for by whoever may, and refused to others before.
        if (mayAct(user, needed) && (method === 'GET' || key === 'POST /tokens')) continue;
        const answer = await call(method, path.replaceAll(/\{\w+\}/g, 'none'), basic(user));
        await answer.body?.cancel();
        expect(answer.status === 403, `${user} ${key}: ${answer.status}`).toBe(!mayAct(user, needed));
      }
    }
  });

  it('says which role it takes and which one has', async () => {
    const answer = await call('DELETE', '/targets/none', basic('operator'));
    const { error } = (await answer.json()) as { error: string };
    expect([answer.status, error]).toEqual([403, expect.stringMatching(/role admin; operator has the role operator/)]);
    expect(await dataOf(await call('GET', '/access', basic('viewer'))))
      .toEqual({ user: 'viewer', role: 'viewer', by: 'password' });
  });
});

it('a note is by who is logged in, whatever name was sent', async () => {
  const note = { time: 1_700_000_000, endTime: null, text: 'seen', author: 'somebody else' };
  const made = await dataOf<Note>(await call('POST', '/targets/demo-incident/notes', basic('operator'), note));
  expect(made.author).toBe('operator');
  const change = { revision: made.revision, text: 'seen again', author: 'somebody else' };
  const changed = await call('PATCH', `/targets/demo-incident/notes/${made.id}`, basic('admin'), change);
  expect((await dataOf<Note>(changed)).author).toBe('admin');
});

describe('tokens', () => {
  it('work in their role until they are revoked', async () => {
    const made = await call('POST', '/tokens', basic('admin'), { name: 'ci', role: 'operator', expiresDays: 1 });
    const { id, token } = await dataOf<NewAccessToken>(made);
    const bearer = { authorization: `Bearer ${token}` };
    expect(await dataOf(await call('GET', '/access', bearer))).toEqual({ user: 'ci', role: 'operator', by: 'token' });
    expect((await call('GET', '/tokens', bearer)).status).toBe(403);
    expect(JSON.stringify(await dataOf(await call('GET', '/tokens', basic('admin'))))).not.toContain(token);
    expect((await call('DELETE', `/tokens/${id}`, basic('admin'))).status).toBe(200);
    expect((await call('GET', '/access', bearer)).status).toBe(401);
  });

  it.each(ROLES.map((role) => [role]))('a body that is wrong is refused with the form (%s)', async (role) => {
    const answer = await call('POST', '/tokens', basic('admin'), { name: '', role });
    expect([answer.status, ((await answer.json()) as { error: string }).error])
      .toEqual([400, expect.stringContaining('expiresDays')]);
  });
});

describe('the audit log', () => {
  it('has logins, failures and what was tried or done, without a secret', async () => {
    await call('DELETE', '/profiles/none', basic('admin'));
    const entries = await eventually(
      'the line of a removal', 20_000,
      async () => dataOf<AuditEntry[]>(await call('GET', '/audit?limit=1000', basic('admin'))),
      (all) => all.some(({ action, subject }) => action === 'DELETE /profiles/{id}' && subject.id === 'none')
    );
    const has = (entry: Partial<AuditEntry>): void => {
      expect(entries).toContainEqual(expect.objectContaining(entry));
    };
    has({ action: 'login', user: 'viewer', role: 'viewer', status: 200 });
    has({ action: 'login', user: 'admin', role: null, status: 401 });
    has({ action: 'DELETE /targets/{target}', user: 'operator', status: 403 });
    has({ action: 'POST /tokens', user: 'admin', by: 'password', status: 201 });
    expect((await call('GET', '/audit', basic('operator'))).status).toBe(403);
    const text = readFileSync(join(dataDir, 'audit', 'audit.jsonl'), 'utf8');
    expect(text).not.toMatch(/password"?:|-password|tsdbscope_/);
  });
});

it('an embed opened by its link is in the audit log, once a day of each address and without its token', async () => {
  const made = await call('POST', '/embeds', basic('operator'), { panel: 'gc-cpu', target: 'demo-incident' });
  const { id, url } = await dataOf<Embed>(made);
  const token = url.slice(url.lastIndexOf('/') + 1);
  for (const part of ['', '.svg', '/data', '/data']) {
    const opened = await scope.fetch(`/embed/${token}${part}`);
    await opened.body?.cancel();
    expect(opened.status).toBe(200);
  }
  const lines = await eventually(
    'the line of the embed', 20_000,
    async () => (await dataOf<AuditEntry[]>(await call('GET', '/audit?limit=1000', basic('admin'))))
      .filter(({ action }) => action === 'GET /embed/{token}'),
    ({ length }) => length > 0
  );
  // One line of each day, of which midnight may have made two.
  expect(new Set(lines.map(({ time }) => Math.floor(time / 86_400))).size).toBe(lines.length);
  for (const line of lines) expect(line).toMatchObject({ user: null, role: null, status: 200, subject: { id } });
  expect(readFileSync(join(dataDir, 'audit', 'audit.jsonl'), 'utf8')).not.toContain(token);
});

describe('a flood of wrong passwords', () => {
  it('makes others wait for nothing: each of their requests is answered meanwhile', async () => {
    let isOver = false;
    const flood = Promise.all(Array.from({ length: 8 }, async (_, i) => {
      for (let n = 0; n < 60; n += 1) {
        const answer = await call('GET', '/access', basic('admin', `wrong-${i}-${n}`));
        expect([401, 409]).toContain(answer.status);
        if (answer.status === 409) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    })).then(() => { isOver = true; });
    let answered = 0;
    do {
      expect((await call('GET', '/access', basic('viewer'))).status).toBe(200);
      expect((await call('GET', '/access', basic('operator'))).status).toBe(200);
      answered += 1;
    } while (!isOver);
    await flood;
    expect(answered).toBeGreaterThan(0);
    // Those who guessed wait; a password that was right before is let in at once.
    expect((await call('GET', '/access', basic('admin', 'wrong'))).status).toBe(409);
    expect((await call('GET', '/access', basic('admin'))).status).toBe(200);
  });
});

describe('TLS', () => {
  it('serves by the certificate that is there now, and refuses a broken one without stopping', async () => {
    const certificates = join(import.meta.dirname, '..', '..', '..', '..', 'testdata', 'tls');
    const file = join(folder, 'tls.yml');
    const write = (name: string): void => {
      const pair = join(certificates, name);
      writeFileSync(file, `tls_server_config: {cert_file: ${pair}.crt, key_file: ${pair}.key}
http_server_config: {headers: {Strict-Transport-Security: max-age=60}}\n`);
    };
    write('first');
    const data = newDataDir();
    const tls = await startTsdbscope(['--web.config.file', file, 'http://127.0.0.1:9'], data.dataDir);
    try {
      expect(tls.url).toMatch(/^https:/);
      const name = (): Promise<[string, string | undefined]> => new Promise((resolve, reject) => {
        const { port } = new URL(tls.url);
        request({ port, host: '127.0.0.1', path: '/healthz', rejectUnauthorized: false, agent: false }, (answer) => {
          const { subject } = (answer.socket as TLSSocket).getPeerCertificate();
          answer.resume().once('end', () => {
            resolve([String(subject.CN), answer.headers['strict-transport-security']]);
          });
        }).once('error', reject).end();
      });
      expect(await name()).toEqual(['first', 'max-age=60']);
      write('second');
      await expect.poll(name).toEqual(['second', 'max-age=60']);
      writeFileSync(file, 'tls_server_config: {cert_file: none}');
      // Looked at when somebody connects.
      await expect.poll(async () => [await name(), tls.output()].join(' '))
        .toMatch(/web configuration stays as it was/);
      expect(await name()).toEqual(['second', 'max-age=60']);
    } finally {
      await tls.stop();
      data.remove();
    }
  });
});
