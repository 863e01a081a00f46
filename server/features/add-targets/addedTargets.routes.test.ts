/** The routes that add and remove targets: who may, what is refused before, and what the audit log has of it. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AuditEntry, Role, Target } from '../../../core/contract/contract.ts';
import { AddedTargets } from './addedTargets.ts';
import { addedInMemory } from '../../kernel/allow/tests/addedInMemory.ts';
import { LOOPBACK_RULE } from '../../kernel/allow/allowRule.ts';
import { RequestError, sendFailure } from '../../kernel/http/errors.ts';
import { admit } from '../../kernel/http/guard.ts';
import { originCheck } from '../../kernel/http/security.ts';
import { addTargetsRoutes } from './addTargetsRoutes.ts';
import type { TargetConfig } from '../../kernel/config/configTypes.ts';
import { Faults } from '../../kernel/files/faults.ts';
import { startTestTarget, type TestTarget } from '../../../testdata/testTarget.ts';

let server: Server;
let base: string;
let role: Role = 'operator';
let audited: AuditEntry[] = [];
const store = addedInMemory();
let running: readonly TargetConfig[] = [];
let target: TestTarget;

const list = (): Promise<Target[]> =>
  Promise.resolve(running.map(({ name, url }) => ({ name, url, state: 'up' }) as Target));

beforeAll(async () => {
  target = await startTestTarget((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain' }).end('up 1\n');
  });
  const added = new AddedTargets({
    store,
    targets: { list, find: async (name) => (await list()).find((one) => one.name === name) },
    live: () => ({ setAdded: (next) => { running = next; return Promise.resolve(new Map()); } }),
    faults: new Faults(), now: Date.now,
  });
  added.configure({
    allow: [LOOPBACK_RULE], isDefault: true, settings: { scrapeIntervalMs: 1000, scrapeTimeoutMs: 1000 },
  });
  const app = express().set('query parser', 'simple').use((_req, res, next) => {
    admit(res, {
      access: { user: 'otto', role, by: 'password' }, now: () => 0, audit: { add: (one) => { audited.push(one); } },
    });
    next();
  }, originCheck, addTargetsRoutes(added));
  app.use(((error, _req, res, next) => {
    if (error instanceof RequestError) sendFailure(res, error.failure);
    else next(error);
  }) as express.ErrorRequestHandler);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await target.close();
});
beforeEach(async () => {
  [role, audited, running] = ['operator', [], []];
  for (const { name } of store.list()) await store.remove(name);
});

async function ask(
  method: string, path: string, { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {}
): Promise<{ status: number; data?: unknown; error?: string }> {
  const answer = await fetch(base + path, {
    method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { ...(await answer.json() as object), status: answer.status };
}

it('adds, lists and removes, and the audit log has the address', async () => {
  const made = await ask('POST', '/targets', { body: { url: target.url, name: 'mine' } });
  expect(made).toMatchObject({ status: 201, data: { target: { name: 'mine', url: target.url } } });
  expect(await ask('GET', '/added-targets')).toMatchObject({
    status: 200, data: { allow: ['localhost'], isDefault: true, targets: [{ name: 'mine', addedBy: 'otto' }] },
  });
  expect(running).toMatchObject([{ name: 'mine', added: { by: 'otto' } }]);
  expect(await ask('DELETE', '/added-targets/mine')).toMatchObject({ status: 200, data: null });
  expect(await ask('DELETE', '/added-targets/mine')).toMatchObject({ status: 404 });
  expect(audited.map(({ action, subject, status }) => [action, subject, status])).toEqual([
    ['POST /targets', { url: target.url }, 201],
    ['DELETE /added-targets/{target}', { target: 'mine' }, 200],
    ['DELETE /added-targets/{target}', { target: 'mine' }, 404],
  ]);
});

it('is for operators: a viewer neither adds, nor reads what may be added', async () => {
  role = 'viewer';
  const tries = [
    ['POST', '/targets', { body: { url: target.url } }], ['GET', '/added-targets', {}],
    ['DELETE', '/added-targets/mine', {}],
  ] as const;
  for (const [method, path, given] of tries) expect((await ask(method, path, given)).status).toBe(403);
  expect(target.asked).toEqual(['/metrics']);
  expect(running).toEqual([]);
});

it.each([
  ['a page of another origin', { 'origin': 'https://evil.example', 'content-type': 'text/plain' }],
  ['a form of another origin', { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' }],
])('is refused to %s', async (_, headers) => {
  const answer = await ask('POST', '/targets', { body: { url: target.url }, headers });
  expect([answer.status, running]).toEqual([403, []]);
});

it('refuses what is no order, and keeps passwords out of answer and log', async () => {
  const wrong: [body: object, status: number][] = [
    [{}, 400], [{ url: 1 }, 400], [{ url: target.url, anyway: 'yes' }, 400], [{ url: target.url, more: 1 }, 400],
    [{ url: target.url, name: '' }, 400], [{ url: `http://me:hunter2@127.0.0.1:${target.port}` }, 400],
    [{ url: 'http://10.0.0.1:9090' }, 403], [{ url: 'http://127.0.0.1:1' }, 502],
  ];
  for (const [body, status] of wrong) {
    const answer = await ask('POST', '/targets', { body });
    expect([body, answer.status, JSON.stringify(answer).includes('hunter2')]).toEqual([body, status, false]);
  }
  expect(JSON.stringify(audited)).not.toContain('hunter2');
  expect(audited.filter(({ status }) => status === 403).map(({ subject }) => subject))
    .toEqual([{ url: 'http://10.0.0.1:9090' }]);
  expect(running).toEqual([]);
});
