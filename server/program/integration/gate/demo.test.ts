import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type {
  CompactionPanel, GcCpuPanel, PanelFinding, ProfileInfo, SampleSeries, ScrapesPanel, Target, WalReplayPanel,
} from '../../../../core/contract/contract.ts';
import { demo, walPair } from './sharedDemo.ts';

describe('the demo', () => {
  it('opens as recorded targets with kind and version', async () => {
    const targets = await demo.get<Target[]>('/targets');
    expect(targets.map(({ name, state, kind, version }) => ({ name, state, kind, version })))
      .toEqual(expect.arrayContaining([
      { name: 'demo-incident', state: 'recorded', kind: 'prometheus', version: '2.42.0+ds' },
      { name: 'demo-wal-replay', state: 'recorded', kind: 'prometheus', version: '2.42.0+ds' },
    ]));
  });

  it('has something to show in every panel', async () => {
    const panel = <T>(target: string, name: string): Promise<T> => demo.get<T>(`/targets/${target}/panels/${name}`);
    const gc = await panel<GcCpuPanel>('demo-incident', 'gc-cpu');
    expect(gc.cycles.length).toBeGreaterThan(30);
    expect(gc.correlation.pearson).toBeGreaterThan(0.5);
    const compaction = await panel<CompactionPanel>('demo-incident', 'compaction');
    expect(compaction.blockRangeSeconds).toBe(120);
    expect(compaction.compactions).toHaveLength(10);
    expect(compaction.alignment.aligned).toBe(true);
    const scrapes = await panel<ScrapesPanel>('demo-incident', 'scrapes');
    expect(scrapes.scrapes).toMatchObject({ total: 1210, failed: 4 });
    const replay = await panel<WalReplayPanel>('demo-wal-replay', 'wal-replay');
    expect(replay.state).toBe('done');
    expect(replay.totalDurationSeconds).toBeGreaterThan(60);
    expect(replay.totalDurationSeconds).toBeLessThan(70);
    const findings = await demo.get<PanelFinding[]>('/targets/demo-incident/findings');
    expect(findings.length).toBeGreaterThan(0);
    for (const { sentence } of findings) expect(sentence).toMatch(/\.$/);
  });

  it('gives back what was scraped', async () => {
    const [
      series,
    ] = await demo.get<SampleSeries[]>('/targets/demo-incident/samples?match=go_gc_duration_seconds_count');
    expect(series?.values).toHaveLength(1206);
    expect(series?.values[0]?.[1]).toBe(4);
    expect(series?.values.at(-1)?.[1]).toBe(45);
  });

  it('diffs the shipped pair with the numbers of go tool pprof', async () => {
    const { before, after } = await walPair();
    const diff = await demo.get<
      { totals: { before: number; after: number }; rows: { function: string; flat: { delta: number } }[] }
    >(`/diff/top?before=${before}&after=${after}&limit=0`);
    expect(diff.totals).toEqual({ before: 75_160_000_000, after: 51_030_000_000 });
    expect(diff.rows.find((row) => row.function === 'runtime.scanobject')?.flat.delta)
      .toBe(1_850_000_000 - 8_990_000_000);
  });

  it('opens an exported window again as the same recording', async () => {
    const [target] = (await demo.get<Target[]>('/targets')).filter(({ name }) => name === 'demo-incident');
    const start = (target?.recorded?.start ?? 0) + 100;
    const file = await (
      await demo.fetch(`/api/v1/targets/demo-incident/recording?start=${start}&end=${start + 60}`)
    ).arrayBuffer();
    const posted = await demo.fetch('/api/v1/recordings?name=again', { method: 'POST', body: file });
    expect(posted.status).toBe(201);
    const match = encodeURIComponent('{__name__=~"go_.*|process_.*"}');
    const query = `samples?match=${match}&start=${start}&end=${start + 60}`;
    expect(await demo.get(`/targets/again/${query}`)).toEqual(await demo.get(`/targets/demo-incident/${query}`));
    expect((await demo.fetch('/api/v1/recordings?name=again', { method: 'POST', body: file })).status).toBe(400);
    expect((await demo.fetch('/api/v1/targets/again', { method: 'DELETE' })).status).toBe(200);
  });

  it('refuses a recording that is none, and keeps nothing of it', async () => {
    for (const body of ['<html>nope</html>', '{"path":"/metrics"}\n', Buffer.from([0x1f, 0x8b, 1, 2])]) {
      const answer = await demo.fetch('/api/v1/recordings?name=bad', { method: 'POST', body });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(((await answer.json()) as { error: string }).error.length).toBeGreaterThan(20);
    }
    expect((await demo.get<Target[]>('/targets')).map(({ name }) => name)).not.toContain('bad');
  });

  it('exports tables of spikes, and refuses a time that is none', async () => {
    const path = '/api/v1/targets/demo-incident';
    for (const panel of ['memory', 'scrapes']) {
      const csv = await (await demo.fetch(`${path}/panels/${panel}?format=csv&part=spikes.spikes`)).text();
      const lines = csv.split('\n');
      expect(lines[0]).toContain('start,end,isOver,peak,quiet,area,cause');
      expect(lines.length).toBeGreaterThan(2);
    }
    const refused = await demo.fetch(`${path}/spikes?start=never`);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('start');
  });

  it('takes several profiles in one form', async () => {
    const form = new FormData();
    for (const side of ['before', 'after']) {
      form.append(
        'profile',
        new Blob(
          [readFileSync(join(import.meta.dirname, `../../../../public/demo/compaction.${side}.cpu.pb.gz`))]
        ), `${side}.pb.gz`
      );
    }
    const answer = await demo.fetch('/api/v1/profiles', { method: 'POST', body: form });
    expect(answer.status).toBe(201);
    expect(((await answer.json()) as { data: ProfileInfo[] }).data).toHaveLength(2);
  });
});

describe('the first load of the page', () => {
  const KB = 1_000;
  const text = async (path: string): Promise<string> => (await demo.fetch(path)).text();
  const gzippedBytes = async (paths: Iterable<string>): Promise<number> => (
    (await Promise.all([...paths].map(text))).reduce((sum, file) => sum + gzipSync(file).length, 0)
  );

  it('is at most 160 kB of script and 60 kB of style, gzipped', async () => {
    // This address has no page, whose own code would be named as well.
    const html = await text('/nowhere');
    const asked = [...html.matchAll(/(?:src|href)="\.?(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    // A set that grows while it is walked. Static imports only: a dynamic one is written import("...").
    const scripts = new Set(asked.filter((path) => path.endsWith('.js')));
    for (const path of scripts) {
      for (const [, file] of (await text(path)).matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
        scripts.add(`/assets/${file ?? ''}`);
    }
    expect(scripts.size).toBeGreaterThan(0);
    expect(await gzippedBytes(scripts)).toBeLessThan(160 * KB);
    const styles = asked.filter((path) => path.endsWith('.css'));
    expect(styles.length).toBeGreaterThan(0);
    expect(await gzippedBytes(styles)).toBeLessThan(60 * KB);
  });
});
