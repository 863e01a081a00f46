/** Adding a real Prometheus while the built program runs: who may, what is allowed, restarts, and the audit log. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSync } from 'bcryptjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AddedTargetsView, AuditEntry, Target } from '../../../../core/contract/contract.ts';
import { startPrometheus, type PrometheusLab } from '../lab/prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const USERS = ['vera', 'otto', 'ada'] as const;
type User = (typeof USERS)[number];
const { dataDir, remove } = newDataDir();
let folder: string;
let lab: PrometheusLab;
let scope: Tsdbscope;
let name: string;

beforeAll(async () => {
  lab = await startPrometheus({ targets: 1, seriesPerTarget: 10 });
  name = new URL(lab.url).host;
  folder = mkdtempSync(join(tmpdir(), 'tsdbscope-add-'));
  const users = USERS.map((user) => `  ${user}: ${hashSync(`${user}-password`, 8)}`).join('\n');
  writeFileSync(join(folder, 'web.yml'), `basic_auth_users:\n${users}\n`);
  configure(`[localhost:${new URL(lab.url).port}]`);
  scope = await start();
});
afterAll(async () => {
  await scope.stop();
  await lab.stop();
  remove();
  rmSync(folder, { recursive: true, force: true });
});

function configure(allow: string): void {
  writeFileSync(
    join(folder, 'tsdbscope.yml'),
    `add_targets: {allow: ${allow}}\naccess: {roles: {otto: operator, ada: admin}}\nscrape_interval: 500ms\n`
  );
}

function start(): Promise<Tsdbscope> {
  return startTsdbscope([
    '--config', join(folder, 'tsdbscope.yml'), '--web.config.file', join(folder, 'web.yml'), '--web.enable-lifecycle',
  ], dataDir);
}

async function ask<T>(user: User, method: string, path: string, body?: unknown): Promise<{
  status: number; data?: T; error?: string;
}> {
  const answer = await scope.fetch(path, {
    method, headers: { authorization: `Basic ${Buffer.from(`${user}:${user}-password`).toString('base64')}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { ...(await answer.json() as { data?: T; error?: string }), status: answer.status };
}

const api = '/api/v1';
const targetOf = async (): Promise<Target | undefined> =>
  (await ask<Target[]>('vera', 'GET', `${api}/targets`)).data?.find((one) => one.name === name);

it('an operator adds it within the rule, and a viewer does not; it is scraped, again after a restart', async () => {
  const viewer = await ask('vera', 'POST', `${api}/targets`, { url: lab.url });
  expect([viewer.status, viewer.error]).toEqual([403, expect.stringMatching(/^Requires the role operator/)]);
  const elsewhere = await ask('otto', 'POST', `${api}/targets`, { url: 'http://127.0.0.1:1' });
  expect([elsewhere.status, elsewhere.error]).toEqual([403, '127.0.0.1:1 cannot be added: no rule allows it. In the '
    + 'configuration file, write add_targets: {allow: ["127.0.0.1:1"]} (and what it allows now), then reload it.']);
  const secret = await ask('otto', 'POST', `${api}/targets`, { url: lab.url.replace('//', '//me:hunter2@') });
  expect([secret.status, secret.error]).toEqual([400, expect.stringMatching(/has a name or password in it/)]);
  const added = await ask<{ target: Target }>('otto', 'POST', `${api}/targets`, { url: lab.url });
  expect([added.status, added.data?.target.name, added.data?.target.added?.by]).toEqual([201, name, 'otto']);
  await eventually(
    'its first scrapes', 60_000, targetOf, (target) => target?.state === 'up' && target.recorded !== null
  );
  await scope.stop();
  scope = await start();
  await eventually('its scrapes after a restart', 60_000, targetOf, (target) => (
    target?.state === 'up' && target.added?.by === 'otto' && target.kind === 'prometheus'
  ));
});

it('a reload that does not allow it any more stops it, says why, and goes on once it is allowed again', async () => {
  configure('[]');
  expect((await ask('ada', 'POST', '/-/reload')).status).toBe(200);
  expect((await targetOf())?.state).toBe('recorded');
  const { data } = await ask<AddedTargetsView>('otto', 'GET', `${api}/added-targets`);
  expect(data).toMatchObject({ allow: [], isDefault: false, targets: [{ name, addedBy: 'otto' }] });
  expect(data?.targets[0]?.refusal).toMatch(/adding targets is off here/);
  configure('[127.0.0.1]');
  expect((await ask('ada', 'POST', '/-/reload')).status).toBe(200);
  await eventually('its scrapes', 60_000, targetOf, (target) => target?.state === 'up');
});

it('a page of another origin cannot add it', async () => {
  const answer = await scope.fetch(`${api}/targets`, {
    method: 'POST', body: JSON.stringify({ url: 'http://127.0.0.1:1' }),
    headers: {
      'authorization': `Basic ${Buffer.from('otto:otto-password').toString('base64')}`,
      'origin': 'https://evil.example', 'content-type': 'text/plain',
    },
  });
  expect(answer.status).toBe(403);
});

it('an operator removes it; its recording stays, and the audit log has all of it', async () => {
  expect((await ask('vera', 'DELETE', `${api}/added-targets/${name}`)).status).toBe(403);
  expect((await ask('otto', 'DELETE', `${api}/added-targets/${name}`)).status).toBe(200);
  expect(await targetOf()).toMatchObject({ state: 'recorded', url: lab.url });
  const { data = [] } = await ask<AuditEntry[]>('ada', 'GET', `${api}/audit?limit=1000`);
  const acts = data.filter(({ action }) => action.includes('targets')).reverse()
    .map(({ user, action, subject, status }) => [user, action, subject, status]);
  expect(acts).toEqual([
    ['vera', 'POST /targets', {}, 403],
    ['otto', 'POST /targets', { url: 'http://127.0.0.1:1' }, 403],
    ['otto', 'POST /targets', { url: `http://***@${name}` }, 400],
    ['otto', 'POST /targets', { url: lab.url }, 201],
    ['vera', 'DELETE /added-targets/{target}', { target: name }, 403],
    ['otto', 'DELETE /added-targets/{target}', { target: name }, 200],
  ]);
  expect(JSON.stringify(data)).not.toContain('hunter2');
});
