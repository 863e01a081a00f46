import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PanelFinding, ScrapesPanel, ServerStatus, Target } from '../../../../core/contract/contract.ts';
import { startAlertmanager, type AlertmanagerLab, type ListedAlert } from '../lab/alertmanagerLab.ts';
import { freePort, startKept, type KeptProcess } from '../lab/childProcess.ts';
import { startPrometheus, type PrometheusLab } from '../lab/prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const RULES = join(import.meta.dirname, '..', '..', '..', '..', 'deploy', 'alerts.yaml');
const LIMIT_MS = 150_000;
/** Hostile, and as long as it is. */
const TEAM = `<b>"&{{ .Labels }}\u202E ${'x'.repeat(500)}`;

interface Hook { version: string; status: string; alerts: (ListedAlert & { status: string; fingerprint: string })[] }

/** A Prometheus that scrapes tsdbscope's own metrics, with the rules of deploy/ at a quicker pace. */
async function startWatcher(scope: Tsdbscope, folder: string): Promise<{ url: string; process: KeptProcess }> {
  const port = await freePort();
  writeFileSync(join(folder, 'rules.yml'), readFileSync(RULES, 'utf8').replace(/for: \d+m/g, 'for: 2s'));
  writeFileSync(join(folder, 'watcher.yml'), `global: {scrape_interval: 1s, evaluation_interval: 1s}
rule_files: [rules.yml]
scrape_configs:
  - {job_name: tsdbscope, static_configs: [{targets: ['${new URL(scope.url).host}']}]}
`);
  const started = await startKept([
    'prometheus', '--config.file=watcher.yml', '--storage.tsdb.path=watcher', `--web.listen-address=127.0.0.1:${port}`,
  ], { logFile: join(folder, 'watcher.log'), cwd: folder });
  return { url: `http://127.0.0.1:${port}`, process: started };
}

describe('a target that dies', () => {
  const { dataDir, remove } = newDataDir();
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-alerting-'));
  const hooks: Hook[] = [];
  const hooksOfPager: Hook[] = [];
  const hook = createServer((req, res) => {
    let text = '';
    req.on('data', (chunk: Buffer) => { text += chunk.toString(); });
    req.on('end', () => { 
      (req.url?.startsWith('/pager') === true ? hooksOfPager : hooks).push(JSON.parse(text) as Hook);
      res.end();
    });
  }).listen(0, '127.0.0.1');
  let lab: PrometheusLab;
  let manager: AlertmanagerLab;
  let scope: Tsdbscope;
  let watcher: { url: string; process: KeptProcess };
  const running: { stop(): Promise<unknown> }[] = [];

  /** The configuration with a webhook of each name. */
  const configure = (webhooks: string[]): void => {
    const { port } = hook.address() as AddressInfo;
    writeFileSync(join(folder, 'c.yml'), JSON.stringify({
      targets: [{ name: 'doomed', url: lab.url, labels: { team: TEAM, severity: 'mine' } }],
      alerting: {
        'for': '2s', resend_interval: '2s', alertmanagers: [{ static_configs: [{ targets: [manager.address] }] }],
        webhooks: webhooks.map((name) => ({ name, url: `http://127.0.0.1:${port}/${name}?a=b` })),
      },
    }));
  };

  beforeAll(async () => {
    lab = await startPrometheus({ targets: 0 });
    running.push(lab);
    manager = await startAlertmanager();
    running.push(manager);
    configure(['chat']);
    scope = await startTsdbscope(['--config', join(folder, 'c.yml'), '--web.enable-lifecycle'], dataDir);
    running.push(scope);
    watcher = await startWatcher(scope, folder);
    running.push({ stop: () => watcher.process.kill() });
    await eventually(
      'the target is up', 60_000, () => scope.get<Target[]>('/targets'), ([target]) => target?.state === 'up'
    );
    await lab.kill9();
  }, 240_000);

  afterAll(async () => {
    for (const one of running.reverse()) await one.stop();
    hook.close();
    rmSync(folder, { recursive: true, force: true });
    remove();
  });

  const ofDown = (alerts: ListedAlert[]): ListedAlert | undefined =>
    alerts.find(({ labels }) => labels['target'] === 'doomed' && labels['code'] === 'target-down');
  const sent = (status: string): Hook['alerts'] => hooks.flatMap(({ alerts }) => alerts)
    .filter((one) => one.status === status && one.labels['code'] === 'target-down');
  const metric = async (name: string): Promise<string[]> =>
    (await (await scope.fetch('/metrics')).text()).split('\n').filter((line) => line.startsWith(name));

  it('reaches the Alertmanager with the claim of the page, a link and a picture that open', async () => {
    const alert = ofDown(await eventually('the alert', LIMIT_MS, () => manager.alerts(), (all) => (
      ofDown(all)?.annotations['picture'] !== undefined)));
    expect(alert?.labels).toMatchObject({
      alertname: 'TsdbscopeTargetDown', target: 'doomed', panel: 'scrapes', exported_severity: 'mine',
      team: expect.stringMatching(/^<b>"&\{\{ \.Labels \}\} x+…$/) as unknown,
    });
    expect(alert?.labels['team']?.length).toBe(200);
    // As the page, whose seconds go on.
    const withoutNumbers = (text = ''): string => text.replace(/\d+(?:\.\d+)? (?:s|min)|\d+m(?: \d+s)?/g, '#');
    const stated = (await scope.get<PanelFinding[]>('/targets/doomed/findings'))
      .find(({ code }) => code === 'target-down');
    expect(withoutNumbers(alert?.annotations['summary'])).toBe(withoutNumbers(stated?.sentence));
    for (const [key, type] of [['link', 'text/html'], ['picture', 'image/png'], ['embed', 'text/html']] as const) {
      const answer = await fetch(alert?.annotations[key] ?? '');
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining(type)]);
    }
    expect(alert?.annotations['link']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/scrapes\?target=doomed&start=.*&end=/);
    const asked = new URL(alert?.annotations['link'] ?? '').searchParams;
    const window = { start: asked.get('start') ?? '', end: asked.get('end') ?? '' };
    const codeOf = async (query: Record<string, string>): Promise<string> => (
      await scope.get<ScrapesPanel>(`/targets/doomed/panels/scrapes?${new URLSearchParams(query).toString()}`)
    ).finding.code;
    // Whether a target is down depends on the moment: later the window alone only says that scrapes failed.
    await eventually('the window is past', LIMIT_MS, () => codeOf(window), (code) => code !== 'target-down');
    expect(await codeOf({ ...window, asOf: asked.get('asOf') ?? '' })).toBe('target-down');
  });

  it('reaches the webhook once, in the documented form', async () => {
    await expect.poll(() => sent('firing').length).toBe(1);
    expect(hooks[0]).toMatchObject({ version: '1', status: 'firing' });
    expect(sent('firing')[0]).toMatchObject({
      endsAt: null, labels: { alertname: 'TsdbscopeTargetDown', target: 'doomed' },
      annotations: { picture: expect.stringMatching(/^http.*\.png$/) as unknown },
    });
  });

  it('fires the rules of a Prometheus that scrapes tsdbscope', async () => {
    const firing = async (): Promise<string[]> => {
      const { data } = (await (await fetch(`${watcher.url}/api/v1/alerts`)).json()) as {
        data: { alerts: { state: string; labels: Record<string, string>; annotations: Record<string, string> }[] };
      };
      return data.alerts.filter(({ state, labels }) => state === 'firing' && labels['target'] === 'doomed')
        .map(({ labels, annotations }) => `${labels['alertname'] ?? ''}: ${annotations['summary'] ?? ''}`);
    };
    await eventually('the rules fire', LIMIT_MS, firing, (all) => (
      all.includes('TsdbscopeTargetDown: doomed does not answer its scrapes.')
      && all.some((one) => /^TsdbscopeFinding(?:Critical|Warning): doomed, scrapes: target-down$/.test(one))
    ));
  });

  it('is a fault while the Alertmanager is away, and reaches it when it is back', async () => {
    await manager.kill9();
    const named = `Alerts do not reach the Alertmanager ${manager.address}: `;
    const faults = async (): Promise<string[]> =>
      (await scope.get<ServerStatus>('/status')).storage.faults.map(({ message }) => message);
    await eventually('the fault', LIMIT_MS, faults, (all) => all.some((one) => one.startsWith(named)));
    expect(await metric('tsdbscope_alerts_failing'))
      .toContain(`tsdbscope_alerts_failing{receiver="${manager.address}"} 1`);
    await manager.start();
    await eventually('it is mended', LIMIT_MS, faults, (all) => !all.some((one) => one.startsWith(named)));
    await eventually('the alert again', LIMIT_MS, () => manager.alerts(), (all) => ofDown(all) !== undefined);
  });

  it('a reload adds a receiver, which hears of what fires, and removes it; a bad file changes nothing', async () => {
    const reload = async (): Promise<number> => (await scope.fetch('/-/reload', { method: 'POST' })).status;
    const before = sent('firing').length;
    const receivers = async (): Promise<boolean[]> => {
      const lines = (await metric('tsdbscope_alerts_sent_total')).join('\n');
      return ['chat', 'pager'].map((name) => lines.includes(`receiver="${name}"`));
    };
    configure(['chat', 'pager']);
    expect(await reload()).toBe(200);
    await expect.poll(() => hooksOfPager.flatMap(({ alerts }) => alerts).map(({ labels }) => labels['code']), {
      timeout: LIMIT_MS,
    }).toContain('target-down');
    writeFileSync(join(folder, 'c.yml'), 'alerting: {webhooks: [{name: pager}]}');
    expect(await reload()).toBe(400);
    expect(await receivers()).toEqual([true, true]);
    configure(['chat']);
    expect(await reload()).toBe(200);
    expect(await receivers()).toEqual([true, false]);
    // The one that stayed is not sent again what it has.
    expect(sent('firing')).toHaveLength(before);
    expect(ofDown(await manager.alerts())).toBeDefined();
  });

  it('is resolved everywhere when it is back', async () => {
    await lab.restart();
    await eventually('resolved', LIMIT_MS, () => manager.alerts(), (all) => ofDown(all) === undefined);
    await expect.poll(() => sent('resolved').length, { timeout: LIMIT_MS }).toBeGreaterThan(0);
    const [begun, over] = [sent('firing')[0], sent('resolved')[0]];
    expect(over?.fingerprint).toBe(begun?.fingerprint);
    expect(Date.parse(over?.endsAt ?? '')).toBeGreaterThan(Date.parse(begun?.startsAt ?? ''));
    expect((await metric('tsdbscope_alerts_sent_total{receiver="chat"}')).length).toBe(1);
  });
});
