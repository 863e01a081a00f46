/** What two captures of a real Prometheus know of each other, before and after a restart with fewer cores. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Capture, CaptureRequest, Comparability, DiffTopTable, Target } from '../api/contract.ts';
import { profileBytes } from '../testdata/profiles/oracles.ts';
import { startPrometheus, type PrometheusLab } from './prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from './tsdbscopeProcess.ts';

const { dataDir, remove } = newDataDir();
let lab: PrometheusLab;
let scope: Tsdbscope;
let target: string;

async function isUp(): Promise<void> {
  await eventually('it is ready', 30_000, () => fetch(`${lab.url}/-/ready`), ({ ok }) => ok);
  await eventually('it is up', 30_000, () => scope.get<Target[]>('/targets'), (targets) => targets[0]?.state === 'up');
}

async function take(request: CaptureRequest): Promise<string> {
  const answer = await scope.fetch(`/api/v1/targets/${target}/captures`, { method: 'POST', body: JSON.stringify(request) });
  const { id } = ((await answer.json()) as { data: { capture: Capture } }).data.capture;
  const { profileId, error } = await eventually(request.kind, 30_000, () => scope.get<Capture>(`/captures/${id}`), ({ state }) => state === 'done' || state === 'failed');
  if (profileId === null) throw new Error(error ?? '');
  return profileId;
}

beforeAll(async () => {
  lab = await startPrometheus({ targets: 4, seriesPerTarget: 2500, maxSeconds: 180, env: { GOMAXPROCS: '2' } });
  scope = await startTsdbscope([lab.url], dataDir);
  target = new URL(lab.url).host;
  await isUp();
}, 60_000);

afterAll(async () => {
  await scope.stop();
  await lab.stop();
  remove();
});

describe('captures of one server before and after a restart', () => {
  it('are told apart by cores and uptime, and compare per ingested sample', async () => {
    // Facts are read after the first scrapes.
    await new Promise((resume) => setTimeout(resume, 4000));
    const before = { cpu: await take({ kind: 'cpu', seconds: 4 }), allocs: await take({ kind: 'allocs' }) };
    const again = await take({ kind: 'cpu', seconds: 4 });
    await lab.terminate();
    await lab.restart({ maxProcs: 1 });
    await isUp();
    await new Promise((resume) => setTimeout(resume, 4000));
    const after = { cpu: await take({ kind: 'cpu', seconds: 4 }), allocs: await take({ kind: 'allocs' }) };

    const cpu = await scope.get<Comparability>(`/diff/comparability?before=${before.cpu}&after=${after.cpu}`);
    expect(cpu.differences).toContainEqual(expect.objectContaining({ what: 'cores', before: '2', after: '1' }));
    // Same build, same length: nothing else than that both are young.
    expect(cpu.differences.map(({ what }) => what).filter((what) => what !== 'cores' && what !== 'uptime')).toEqual([]);

    const allocs = await scope.get<Comparability>(`/diff/comparability?before=${before.allocs}&after=${after.allocs}`);
    const uptime = allocs.differences.find(({ what }) => what === 'uptime');
    if (uptime !== undefined) expect(uptime.helps).toBe('samples-ingested');

    const sides = `before=${before.cpu}&after=${again}`;
    const plain = await scope.get<DiffTopTable>(`/diff/top?${sides}`);
    const perSample = await scope.get<DiffTopTable>(`/diff/top?${sides}&normalize=samples-ingested`);
    expect(perSample.totals.before).toBe(plain.totals.before);
    // The load is the same on both sides, so the factor is near 1.
    const factor = perSample.totals.after / plain.totals.after;
    expect(factor).toBeGreaterThan(0.6);
    expect(factor).toBeLessThan(1.7);
  }, 90_000);

  it('a capture and an upload: what only the capture knows is no difference, and samples ingested are not known', async () => {
    const answer = await scope.fetch('/api/v1/profiles?name=x', { method: 'POST', body: new Uint8Array(profileBytes('live/profile.pb.gz')) });
    const uploaded = ((await answer.json()) as { data: { id: string }[] }).data[0]?.id ?? '';
    const captured = await take({ kind: 'cpu', seconds: 2 });
    const { differences } = await scope.get<Comparability>(`/diff/comparability?before=${uploaded}&after=${captured}`);
    expect(differences.map(({ what }) => what).filter((what) => what === 'cores' || what === 'uptime')).toEqual([]);
    expect(differences).toContainEqual(expect.objectContaining({ what: 'duration', helps: 'duration' }));
    const refused = await scope.fetch(`/api/v1/diff/top?before=${uploaded}&after=${captured}&normalize=samples-ingested`);
    expect(refused.status).toBe(400);
    expect(((await refused.json()) as { error: string }).error).toContain('of the before side that is not known');
  }, 40_000);
});
