/** What two captures of a real Prometheus know of each other, before and after a restart with fewer cores. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Comparability, DiffTopTable, GcCpuPanel, SampleSeries, Target,
} from '../../../core/contract/contract.ts';
import type { CaptureRequest } from '../../../core/contract/questions/bodies.ts';
import { profileBytes } from '../../../testdata/profiles/oracles.ts';
import { endedCapture, orderCapture } from './lab/captureOrders.ts';
import { startPrometheus, type PrometheusLab } from './lab/prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

const { dataDir, remove } = newDataDir();
let lab: PrometheusLab;
let scope: Tsdbscope;
let target: string;
/** When each profile was taken, by its id. */
const spans = new Map<string, { start: number; end: number }>();

async function isUp(): Promise<void> {
  await eventually('it is ready', 90_000, () => fetch(`${lab.url}/-/ready`), ({ ok }) => ok);
  await eventually('it is up', 90_000, () => scope.get<Target[]>('/targets'), (targets) => targets[0]?.state === 'up');
}

async function take(request: CaptureRequest): Promise<string> {
  // Refused while the target does not answer for a moment.
  const ordered = await eventually(
    `a capture of ${request.kind}`, 90_000, () => orderCapture(scope, target, request), () => true
  );
  const { profileId, error, startTime, endTime } = await endedCapture(scope, ordered);
  if (profileId === null) throw new Error(error ?? '');
  spans.set(profileId, { start: startTime ?? NaN, end: endTime ?? NaN });
  return profileId;
}

/** Samples that the target ingested while the profile was taken, by its own counter. */
async function ingested(profileId: string): Promise<number> {
  const { start, end } = spans.get(profileId) ?? { start: NaN, end: NaN };
  const values = await eventually('scrapes around the profile', 30_000, async () => {
    const series = await scope.get<SampleSeries[]>(
      `/targets/${target}/samples?match=prometheus_tsdb_head_samples_appended_total&start=${start - 30}&end=${end + 30}`
    );
    // One series, or one a type of sample.
    return (series[0]?.values ?? []).map(
      ([time], i): [number, number] => [time, series.reduce((sum, one) => sum + Number(one.values[i]?.[1] ?? 0), 0)]
    );
  }, (rows) => (rows.at(-1)?.[0] ?? 0) > end);
  const at = (time: number): number => {
    const next = Math.max(1, values.findIndex(([row]) => row >= time));
    const [[fromTime, from], [toTime, to]] = [values[next - 1] ?? [NaN, NaN], values[next] ?? [NaN, NaN]];
    return from + ((to - from) * (time - fromTime)) / (toTime - fromTime);
  };
  return at(end) - at(start);
}

/** Once they are read of the process that runs now. */
async function factsOf(cores: number, since: number): Promise<void> {
  await eventually(
    'its facts', 60_000, () => scope.get<GcCpuPanel>(`/targets/${target}/panels/gc-cpu`),
    ({ maxProcs }) => maxProcs === cores
  );
  await eventually(
    'its counter of samples', 60_000,
    () => scope.get<SampleSeries[]>(
      `/targets/${target}/samples?match=prometheus_tsdb_head_samples_appended_total&start=${since}`
    ),
    (series) => (series[0]?.values.length ?? 0) >= 3
  );
}

beforeAll(async () => {
  lab = await startPrometheus({ targets: 4, seriesPerTarget: 2500, maxSeconds: 900, env: { GOMAXPROCS: '2' } });
  scope = await startTsdbscope([lab.url], dataDir);
  target = new URL(lab.url).host;
  await isUp();
}, 240_000);

afterAll(async () => {
  await scope.stop();
  await lab.stop();
  remove();
});

describe('captures of one server before and after a restart', () => {
  it('are distinguished by cores and uptime, and compare per ingested sample', async () => {
    await factsOf(2, 0);
    const before = { cpu: await take({ kind: 'cpu', seconds: 10 }), allocs: await take({ kind: 'allocs' }) };
    const again = await take({ kind: 'cpu', seconds: 10 });
    await lab.terminate();
    const restarted = Date.now() / 1000;
    await lab.restart({ maxProcs: 1 });
    await isUp();
    await factsOf(1, restarted);
    const after = { cpu: await take({ kind: 'cpu', seconds: 10 }), allocs: await take({ kind: 'allocs' }) };

    const cpu = await scope.get<Comparability>(`/diff/comparability?before=${before.cpu}&after=${after.cpu}`);
    expect(cpu.differences).toContainEqual(expect.objectContaining({ what: 'cores', before: '2', after: '1' }));
    // Same build, same length (as far as this machine kept it): nothing else than that both are young.
    expect(cpu.differences.map(({ what }) => what).filter((what) => !['cores', 'uptime', 'duration'].includes(what)))
      .toEqual([]);

    const allocs = await scope.get<Comparability>(`/diff/comparability?before=${before.allocs}&after=${after.allocs}`);
    const uptime = allocs.differences.find(({ what }) => what === 'uptime');
    if (uptime !== undefined) expect(uptime.helps).toBe('samples-ingested');

    const sides = `before=${before.cpu}&after=${again}`;
    const plain = await scope.get<DiffTopTable>(`/diff/top?${sides}`);
    const perSample = await scope.get<DiffTopTable>(`/diff/top?${sides}&normalize=samples-ingested`);
    expect(perSample.totals.before).toBe(plain.totals.before);
    // The factor is that of the samples the target ingested meanwhile, by its own counter, of which ten seconds hold
    // some steps (how they are read off is held to the sample in ingestedSamples.test.ts).
    const factor = perSample.totals.after / plain.totals.after;
    const [one, other] = [await ingested(before.cpu), await ingested(again)];
    expect(Math.abs(Math.log(factor / (one / other)))).toBeLessThan(Math.log(2.5));
  });

  it('a capture and an upload: what only the capture knows is not a difference', async () => {
    const answer = await scope.fetch(
      '/api/v1/profiles?name=x', { method: 'POST', body: new Uint8Array(profileBytes('live/profile.pb.gz')) }
    );
    const uploaded = ((await answer.json()) as { data: { id: string }[] }).data[0]?.id ?? '';
    const captured = await take({ kind: 'cpu', seconds: 2 });
    const { differences } = await scope.get<Comparability>(`/diff/comparability?before=${uploaded}&after=${captured}`);
    expect(differences.map(({ what }) => what).filter((what) => what === 'cores' || what === 'uptime')).toEqual([]);
    expect(differences).toContainEqual(expect.objectContaining({ what: 'duration', helps: 'duration' }));
    const refused = await scope.fetch(
      `/api/v1/diff/top?before=${uploaded}&after=${captured}&normalize=samples-ingested`
    );
    expect(refused.status).toBe(400);
    expect(((await refused.json()) as { error: string }).error).toContain('of the before side that is not known');
  });
});
