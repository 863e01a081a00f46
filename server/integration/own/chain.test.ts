/**
 * The whole chain on one machine: the packed package with users and roles, a Prometheus that dies, one that watches it
 * with the shipped rules, an Alertmanager, and an agent; all of them state what the page states.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { hashSync } from 'bcryptjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type {
  Capture, GcCpuPanel, NewAccessToken, PanelFinding, Role, Target,
} from '../../../core/contract/contract.ts';
import { startAlertmanager, type AlertmanagerLab, type ListedAlert } from '../lab/alertmanagerLab.ts';
import { freePort, startKept } from '../lab/childProcess.ts';
import { installPackage } from '../lab/packedPackage.ts';
import { startPrometheus, type PrometheusLab } from '../lab/prometheusLab.ts';
import { eventually, startCommand, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const RULES = join(import.meta.dirname, '..', '..', '..', 'deploy', 'alerts.yaml');
const LIMIT_MS = 150_000;
const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-chain-'));
const running: { stop(): Promise<unknown> }[] = [];
let command: string;
let lab: PrometheusLab;
let manager: AlertmanagerLab;
let scope: Tsdbscope;

const login = (user: string): { authorization: string } =>
  ({ authorization: `Basic ${Buffer.from(`${user}:${user}-password`).toString('base64')}` });
async function ask<T>(user: string, path: string, init: RequestInit = {}): Promise<{ status: number; data: T }> {
  const answer = await scope.fetch(`/api/v1${path}`, { ...init, headers: login(user) });
  return { status: answer.status, data: ((await answer.json()) as { data: T }).data };
}
const get = async <T>(path: string): Promise<T> => (await ask<T>('vera', path)).data;

/** Scrapes tsdbscope as a viewer, with the shipped rules at a quicker pace, and tells the Alertmanager. */
async function startWatcher(): Promise<void> {
  writeFileSync(join(folder, 'rules.yml'), readFileSync(RULES, 'utf8').replace(/for: \d+m/g, 'for: 2s'));
  writeFileSync(join(folder, 'watcher.yml'), `global: {scrape_interval: 1s, evaluation_interval: 1s}
rule_files: [rules.yml]
alerting: {alertmanagers: [{static_configs: [{targets: ['${manager.address}']}]}]}
scrape_configs:
  - job_name: tsdbscope
    basic_auth: {username: vera, password: vera-password}
    static_configs: [{targets: ['${new URL(scope.url).host}']}]
`);
  const started = await startKept([
    'prometheus', '--config.file=watcher.yml', '--storage.tsdb.path=watcher',
    `--web.listen-address=127.0.0.1:${await freePort()}`,
  ], { logFile: join(folder, 'watcher.log'), cwd: folder });
  running.push({ stop: () => started.kill() });
}

beforeAll(async () => {
  ({ command } = installPackage(folder));
  lab = await startPrometheus({ targets: 2, seriesPerTarget: 200 });
  running.push(lab);
  manager = await startAlertmanager();
  running.push(manager);
  const users = ['vera', 'ada'].map((user) => `  ${user}: ${hashSync(`${user}-password`, 8)}`).join('\n');
  writeFileSync(join(folder, 'web.yml'), `basic_auth_users:\n${users}\n`);
  writeFileSync(join(folder, 'tsdbscope.yml'), JSON.stringify({
    targets: [{ name: 'doomed', url: lab.url }], access: { roles: { ada: 'admin' }, default_role: 'viewer' },
    alerting: {
      'for': '2s', resend_interval: '2s', alertmanagers: [{ static_configs: [{ targets: [manager.address] }] }],
    },
  }));
  scope = await startCommand([command], [
    '--config', join(folder, 'tsdbscope.yml'), '--web.config.file', join(folder, 'web.yml'),
    '--listen', '127.0.0.1:0', '--data', join(folder, 'data'),
  ]);
  running.push(scope);
  await startWatcher();
  await eventually('the target is up', LIMIT_MS, () => get<Target[]>('/targets'), ([one]) => one?.state === 'up');
});
afterAll(async () => {
  for (const one of running.reverse()) await one.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** An agent with a token of its own. */
async function agent(role: Role, ...flags: string[]): Promise<Client> {
  const made = await ask<NewAccessToken>('ada', '/tokens', {
    method: 'POST', body: JSON.stringify({ name: `agent ${role}`, role, expiresDays: 1 }),
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({
    command, args: ['mcp', '--url', scope.url, ...flags],
    env: { PATH: process.env['PATH'] ?? '', TSDBSCOPE_TOKEN: made.data.token },
  }));
  running.push({ stop: () => client.close() });
  return client;
}

async function call<T>(client: Client, name: string, given: Record<string, unknown>): Promise<T> {
  const { content } = await client.callTool({ name, arguments: given }) as { content: { text?: string }[] };
  return JSON.parse(content[0]?.text ?? '') as T;
}

it('a viewer looks, an admin acts, and nobody else comes in', async () => {
  expect((await scope.fetch('/api/v1/targets')).status).toBe(401);
  const body = JSON.stringify({ kind: 'heap' });
  expect((await ask('vera', '/targets/doomed/captures', { method: 'POST', body })).status).toBe(403);
  expect((await ask('ada', '/targets/doomed/captures', { method: 'POST', body })).status).toBe(202);
});

it('an agent reads a live Prometheus as the page does, and captures a profile of it where it may', async () => {
  const reader = await agent('viewer', '--allow-writes');
  const targets = await call<{ targets: object[] }>(reader, 'list_targets', {});
  expect(targets.targets).toMatchObject([{ name: 'doomed', kind: 'prometheus', state: 'up' }]);
  const [target] = await get<Target[]>('/targets');
  const end = await eventually(
    'enough scrapes', LIMIT_MS, async () => (await get<Target[]>('/targets'))[0]?.recorded?.end ?? 0,
    (time) => time > (target?.recorded?.start ?? Infinity) + 10
  );
  const window = { start: (end - 10).toFixed(3), end: end.toFixed(3) };
  const panel = await get<GcCpuPanel>(`/targets/doomed/panels/gc-cpu?${new URLSearchParams(window).toString()}`);
  const read = await call<{ finding: { sentence: string }; figures: { name: string; value: number | null }[] }>(
    reader, 'panel', { target: 'doomed', panel: 'gc-cpu', ...window }
  );
  expect(read.finding.sentence).toBe(panel.finding.sentence);
  expect(read.figures.map(({ name, value }) => [name, value]))
    .toEqual(panel.figures.slice(0, read.figures.length).map(({ name, value }) => [name, value]));
  const capture = { target: 'doomed', kind: 'goroutine' };
  expect(await call(reader, 'capture_profile', capture)).toEqual(
    { error: expect.stringMatching(/^Requires the role operator/) as unknown }
  );
  const writer = await agent('operator', '--allow-writes');
  const { id } = await call<{ id: string }>(writer, 'capture_profile', capture);
  const { profileId } = await eventually(
    'the capture', LIMIT_MS, () => get<Capture>(`/captures/${id}`), ({ state }) => state === 'done'
  );
  const top = await call<{ rows: { function: string }[] }>(writer, 'profile_top', { profile: profileId });
  expect(top.rows.some((row) => row.function === 'runtime.gopark')).toBe(true);
});

it('its death reaches the Alertmanager from both, with link and picture, in the words of page and agent', async () => {
  await lab.kill9();
  const named = (name: string, all: ListedAlert[], annotation: string): ListedAlert | undefined =>
    all.find(({ labels, annotations }) => (
      labels['alertname'] === name && labels['target'] === 'doomed' && annotations[annotation] !== undefined
    ));
  const all = await eventually('the alerts', LIMIT_MS, () => manager.alerts(), (alerts) => (
    named('TsdbscopeTargetDown', alerts, 'picture') !== undefined
    && named('TsdbscopeTargetDown', alerts, 'runbook_url') !== undefined
  ));
  const ofRule = named('TsdbscopeTargetDown', all, 'runbook_url');
  expect(ofRule?.annotations).toMatchObject({
    summary: 'doomed does not answer its scrapes.', link: `${scope.url}/scrapes?target=doomed`,
  });
  const own = named('TsdbscopeTargetDown', all, 'picture')?.annotations ?? {};
  // The picture is a signed link, which a chat can open; the page asks who opens it.
  const picture = await fetch(own['picture'] ?? '');
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await fetch(own['link'] ?? '')).status).toBe(401);
  expect((await fetch(own['link'] ?? '', { headers: login('vera') })).status).toBe(200);
  // One window for all of them, since the seconds of the page go on.
  const { start, end } = Object.fromEntries(new URL(own['link'] ?? '').searchParams) as Record<string, string>;
  const found = await get<PanelFinding[]>(
    `/targets/doomed/findings?${new URLSearchParams({ start: start ?? '', end: end ?? '' }).toString()}`
  );
  const stated = found.find(({ code }) => code === 'target-down')?.sentence ?? 'not stated';
  const client = await agent('viewer');
  const told = await call<{ findings: { sentence: string }[] }>(client, 'findings', { target: 'doomed', start, end });
  expect(told.findings.map(({ sentence }) => sentence)).toContain(stated);
  const withoutNumbers = (text = ''): string => text.replace(/\d+(?:\.\d+)? (?:s|min)|\d+m(?: \d+s)?/g, '#');
  expect(withoutNumbers(own['summary'])).toBe(withoutNumbers(stated));
});
