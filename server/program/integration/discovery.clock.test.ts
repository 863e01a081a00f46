import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DiscoveredJob, PanelByName, ServerStatus, Target } from '../../../core/contract/contract.ts';
import { freePort, startKept, waitFor, type KeptProcess } from './lab/childProcess.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

interface PrometheusTargets {
  activeTargets: { discoveredLabels: object; labels: object; scrapePool: string; scrapeUrl: string }[];
  droppedTargets: { discoveredLabels: object }[];
}

/** Jobs that both programs read as they are here. Nothing listens on these ports. */
const JOBS = `
  - job_name: plain
    file_sd_configs: [{files: ['sd/*.json', sd/more.yml]}]
  - job_name: rewritten
    scheme: https
    metrics_path: /custom/path
    params: {team: [a, b], 'match[]': ['{job="x y"}', up]}
    scrape_interval: 30s
    scrape_timeout: 5s
    file_sd_configs: [{files: ['sd/*.json', sd/more.yml]}]
    relabel_configs:
      - {source_labels: [__address__], regex: '([^:]+)(?::(\\d+))?', target_label: instance, replacement: 'node-$2'}
      - source_labels: [env, zone]
        separator: '-'
        regex: '(\\w+)-(?P<zone>.*)'
        target_label: where
        replacement: '\${zone}/$1'
      - {action: labelmap, regex: 'kube_(.+)', replacement: 'k_$1'}
      - {action: labeldrop, regex: 'kube_.*'}
      - {action: uppercase, source_labels: [env], target_label: loud}
      - {action: lowercase, source_labels: [Mixed], target_label: quiet}
      - {action: hashmod, source_labels: [__address__], modulus: 8, target_label: __tmp_shard}
      - {source_labels: [__tmp_shard], target_label: shard}
      - {source_labels: [prefix], regex: '(.+)', target_label: '\${1}_made', replacement: yes}
      - {source_labels: [env], regex: 'prod', target_label: zone, replacement: ''}
      - {target_label: __param_team, replacement: 'x/y z'}
  - job_name: kept
    file_sd_configs: [{files: ['sd/*.json', sd/more.yml]}]
    relabel_configs:
      - {action: keep, source_labels: [env], regex: prod|test}
      - {action: drop, source_labels: [__address__, zone], regex: '.*;b'}
  - job_name: equal
    file_sd_configs: [{files: ['sd/*.json', sd/more.yml]}]
    relabel_configs:
      - {action: keepequal, source_labels: [env], target_label: same}
      - {action: dropequal, source_labels: [zone], target_label: same}
  - job_name: kept-labels
    file_sd_configs: [{files: ['sd/*.json', sd/more.yml]}]
    relabel_configs:
      - {action: labelkeep, regex: '__address__|__scheme__|__metrics_path__|__scrape_.*|job|env'}
      - {source_labels: [job], regex: '(.*)-labels', target_label: job}
  - job_name: http
    http_sd_configs: [{url: 'HTTP_SD'}]
    relabel_configs:
      - {source_labels: [__meta_url], regex: '.*/(\\w+)', target_label: source}
      - {source_labels: [__meta_rack], target_label: rack}
  - job_name: static
    static_configs: [{targets: ['127.0.0.1:1', '[::1]:2'], labels: {env: prod}}]
`;
const FILES = {
  'a.json': JSON.stringify([
    { targets: ['127.0.0.1:11', '127.0.0.1:12'], labels: { env: 'prod', zone: 'a', kube_pod: 'p', Mixed: 'MiXed' } },
    { targets: ['127.0.0.1', '127.0.0.1:12'], labels: { env: 'dev', zone: 'b', same: 'dev', prefix: 'x' } },
    {
      targets: ['127.0.0.1:13', 'bad/address', ''],
      labels: { env: 'test', same: '', __metrics_path__: '/own', a: '' },
    },
    { targets: [], labels: {} },
  ]),
  'more.yml': '- targets: ["127.0.0.1:14"]\n'
    + '  labels: {__scheme__: http, instance: named, shard: 1, env: prod, same: prod}\n',
};
/**
 * Prometheus 2.42 writes the labels after some rules over the discovered ones that it lists (its labels share their
 * memory); later versions do not.
 */
const OVERWRITTEN = ['rewritten', 'kept-labels'];
const HTTP_SD = [
  { targets: ['127.0.0.1:21'], labels: { __meta_rack: 'r1' } },
  { targets: ['127.0.0.1:22'], labels: { rack: '"quoted" <b>\u00e4</b>' } },
];

describe('service discovery', () => {
  const { dataDir, remove } = newDataDir();
  const running: { prometheus?: KeptProcess; scope?: Tsdbscope; sd?: ReturnType<typeof createServer> } = {};
  let scope: Tsdbscope;
  let prometheusUrl: string;
  const config = join(dataDir, 'scope.yml');
  const top = { text: '' };
  const putConfig = (text: string): void => {
    writeFileSync(`${config}.tmp`, text);
    renameSync(`${config}.tmp`, config);
  };
  const targets = (): Promise<Target[]> => scope.get<Target[]>('/targets');
  const faults = async (): Promise<string> =>
    (await scope.get<ServerStatus>('/status')).storage.faults.map(({ message }) => message).join('\n');

  beforeAll(async () => {
    mkdirSync(join(dataDir, 'sd'));
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(dataDir, 'sd', name), text);
    const sd = running.sd = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(HTTP_SD));
    });
    await new Promise<void>((resolve) => { sd.listen(0, '127.0.0.1', resolve); });
    const jobs = JOBS.replace('HTTP_SD', `http://127.0.0.1:${(sd.address() as AddressInfo).port}/rack`);
    const port = await freePort();
    prometheusUrl = `http://127.0.0.1:${port}`;
    const self = `  - job_name: self
    scrape_interval: 1s
    scrape_timeout: 1s
    static_configs: [{targets: ['127.0.0.1:${port}']}]\n`;
    writeFileSync(
      join(dataDir, 'prometheus.yml'),
      `global: {scrape_interval: 15s, scrape_timeout: 10s}\nscrape_configs:${jobs}${self}`
    );
    running.prometheus = await startKept([
      'prometheus', `--config.file=${join(dataDir, 'prometheus.yml')}`, `--storage.tsdb.path=${join(dataDir, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ], { logFile: join(dataDir, 'prometheus.log'), cwd: dataDir });
    await waitFor('the Prometheus is ready', 60_000, async () =>
      fetch(`${prometheusUrl}/-/ready`).then(({ ok }) => ok, () => false));
    top.text = 'scrape_interval: 15s\nscrape_timeout: 10s\n'
      + `prometheus_sd: [{url: '${prometheusUrl}', refresh_interval: 1s}]\n`;
    putConfig(`${top.text}scrape_configs:${jobs}`);
    scope = running.scope = await startTsdbscope(
      ['--config', config, '--web.enable-lifecycle'], join(dataDir, 'data')
    );
  }, 120_000);
  afterAll(async () => {
    await Promise.all([running.scope?.stop(), running.prometheus?.kill()]);
    running.sd?.close();
    remove();
  });

  it('finds and relabels as a real Prometheus does with the same configuration', async () => {
    const theirs = await eventually(
      'Prometheus has its targets', 60_000,
      async () => {
        const answer = await (await fetch(`${prometheusUrl}/api/v1/targets`)).json() as { data: PrometheusTargets };
        return answer.data;
      },
      ({ activeTargets }) => new Set(activeTargets.map(({ scrapePool }) => scrapePool)).size === 8,
    );
    const ours = await eventually(
      'the sources were read', 60_000, () => scope.get<DiscoveredJob[]>('/discovery'),
      (jobs) => jobs.length === 8 && jobs.every(({ active }) => active.length > 0),
    );
    // Prometheus lists one target for each set of labels and address; what makes no target is only in its log.
    const setOf = (all: object[]): string[] => [...new Set(all.map((one) => JSON.stringify(sorted(one))))].sort();
    const jobs = ours.filter(({ job }) => job !== '');
    type One = PrometheusTargets['activeTargets'][number];
    const told = ({ discoveredLabels, labels, scrapePool, scrapeUrl }: One): object =>
      ({ labels, scrapePool, scrapeUrl, ...(OVERWRITTEN.includes(scrapePool) ? {} : { discoveredLabels }) });
    expect(setOf(jobs.flatMap(({ job, active }) => active.map((one) => told({ scrapePool: job, ...one })))))
      .toEqual(setOf(theirs.activeTargets.filter(({ scrapePool }) => scrapePool !== 'self').map(told)));
    const droppedByRule = jobs.flatMap(({ dropped }) => dropped.filter(({ reason }) => reason === null));
    expect(setOf(droppedByRule.map(({ discoveredLabels }) => discoveredLabels)))
      .toEqual(setOf(theirs.droppedTargets.map(({ discoveredLabels }) => discoveredLabels)));
    expect(droppedByRule.length).toBeGreaterThan(3);
    const reasons = jobs.flatMap(({ dropped }) => dropped.flatMap(({ reason }) => reason ?? []));
    expect(reasons.join()).toContain('bad/address');
  });

  it('finds the Prometheus through itself, scrapes it, and names every target once', async () => {
    const self = new URL(prometheusUrl).host;
    const found = await eventually(
      'the Prometheus is up', 60_000, targets, (all) => all.some(({ name, state }) => name === self && state === 'up'),
    );
    expect(found.find(({ name }) => name === self)).toMatchObject({
      url: prometheusUrl, kind: 'prometheus', labels: { job: 'self', instance: self },
    });
    expect(new Set(found.map(({ name }) => name)).size).toBe(found.length);
  });

  it('a reload takes the targets of the file as it is; a bad file keeps what there is, and says so', async () => {
    const before = (await targets()).map(({ name }) => name);
    putConfig(`${top.text}targets: [{name: late, url: '${prometheusUrl}/late'}]\nscrape_configs: [{job: x}]\n`);
    const refused = await scope.fetch('/-/reload', { method: 'POST' });
    expect([refused.status, (await refused.json() as { error: string }).error])
      .toEqual([400, expect.stringMatching(/scope\.yml:5: scrape_configs\[0\]\.job_name: is missing/)]);
    expect((await targets()).map(({ name }) => name)).toEqual(before);
    expect(await faults()).toContain('The configuration was not reloaded; the previous one stays.');

    putConfig(`${top.text}targets: [{name: late, url: '${prometheusUrl}/late'}]\nretention: {time: 1d}\n`);
    process.kill(scope.pid, 'SIGHUP');
    const self = new URL(prometheusUrl).host;
    const after = await eventually(
      'the reload', 60_000, targets,
      (all) => all.filter(({ state }) => state !== 'recorded').map(({ name }) => name).join() === `late,${self}`,
    );
    // What left has what it recorded: failed scrapes here.
    expect(after.filter(({ state }) => state === 'recorded').map(({ name }) => name).sort())
      .toEqual(before.filter((name) => name !== self).sort());
    const said = await faults();
    expect(said).not.toContain('not reloaded');
    expect(said).toContain('restart tsdbscope for that');
    // The Prometheus was scraped all the while: it is the same target, and has no gap by the reload.
    expect(after.find(({ name }) => name === self)?.state).toBe('up');
    const scrapes = await scope.get<PanelByName['scrapes']>(`/targets/${encodeURIComponent(self)}/panels/scrapes`);
    expect(scrapes.scrapes.failed).toBe(0);
  });

  it('a target that came back goes on with its recording', async () => {
    putConfig(`targets: [{name: late, url: '${prometheusUrl}'}]\n`);
    expect((await scope.fetch('/-/reload', { method: 'POST' })).status).toBe(200);
    const late = await eventually(
      'it is up', 60_000, targets, (all) => all.some(({ name, state }) => name === 'late' && state === 'up')
    );
    expect(late[0]).toMatchObject({ name: 'late', url: prometheusUrl });
    expect(late.filter(({ state }) => state !== 'recorded')).toHaveLength(1);
  });
});

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as Record<string, unknown>).map(([key, of]) => [key, sorted(of)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
