/**
 * Rules that take profiles of a real Prometheus whose clock is 3 s ahead of ours, by a proxy in front of it: its
 * metrics and its profiles state that clock.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Capture, CpuBySubsystem, OpenedArchive, ProfileInfo, Profiling, SpanProfile, TriggerState,
} from '../../../../core/contract/contract.ts';
import { claimMistakes } from '../../../../core/finding.ts';
import { decode } from '../../../profile/decode/decode.ts';
import { encode } from '../../../profile/decode/encode.ts';
import { unwrap } from '../../../../testdata/profiles/oracles.ts';
import { startTestTarget, type TestTarget } from '../../../../testdata/testTarget.ts';
import { endedCapture, orderCapture } from '../lab/captureOrders.ts';
import { startPrometheus, type PrometheusLab } from '../lab/prometheusLab.ts';
import { querySpike } from '../lab/querySpike.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const AHEAD_SECONDS = 3;
const COOLDOWN_SECONDS = 5;
const MAX_PER_DAY = 3;
const DAY_SECONDS = 86_400;

const { dataDir, remove } = newDataDir();
let lab: PrometheusLab;
let ahead: TestTarget;
let scope: Tsdbscope;

/** Only heap profiles all the time, so that each CPU profile is one of a rule or of quiet times. */
function configured(limits: string): string {
  const file = join(dataDir, 'triggers.yml');
  writeFileSync(file, `profiling: {heap: {every: 1h}}
triggers: {cooldown: ${COOLDOWN_SECONDS}s, reset: 1s, off: [next-compaction], ${limits}}
targets: [{url: '${ahead.config.url}', name: prom, labels: {note: kept}}]
`);
  return file;
}

function shiftedMetrics(body: Buffer): string {
  return body.toString('utf8').replace(
    /^(process_start_time_seconds|go_memstats_last_gc_time_seconds) (\S+)$/gm, (_all, name: string, value: string) =>
      `${name} ${Number(value) + AHEAD_SECONDS}`
  );
}

async function shiftedProfile(body: Buffer): Promise<Uint8Array> {
  const { profile } = unwrap(await decode(body[0] === 0x1f ? gunzipSync(body) : body));
  return gzipSync(encode({ ...profile, timeNanos: profile.timeNanos + BigInt(AHEAD_SECONDS) * 1_000_000_000n }));
}

beforeAll(async () => {
  lab = await startPrometheus({ targets: 4, seriesPerTarget: 2000, maxSeconds: 1500 });
  ahead = await startTestTarget((request, response) => {
    const passed = async (): Promise<void> => {
      const url = request.url ?? '';
      const answer = await fetch(lab.url + url);
      const body = Buffer.from(await answer.arrayBuffer());
      const shifted = url === '/metrics' ? shiftedMetrics(body)
        : url.startsWith('/debug/pprof/') && answer.ok ? await shiftedProfile(body) : body;
      response.writeHead(answer.status, {
        'Content-Type': answer.headers.get('content-type') ?? 'text/plain',
        Date: new Date(Date.now() + 1000 * AHEAD_SECONDS).toUTCString(),
      }).end(shifted);
    };
    passed().catch(() => { response.destroy(); });
  });
  scope = await startTsdbscope(['--config', configured(`max_per_day: ${MAX_PER_DAY}`)], dataDir);
}, 120_000);

afterAll(async () => {
  await scope.stop();
  await ahead.close();
  await lab.stop();
  remove();
});

const wait = (seconds: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, 1000 * seconds); });
const profiling = (): Promise<Profiling> => scope.get<Profiling>('/targets/prom/profiling');
const byRule = async (): Promise<Capture[]> =>
  (await scope.get<Capture[]>('/targets/prom/captures')).filter(({ reason }) => reason.rule === 'cpu');
const cpuRule = async (): Promise<TriggerState | undefined> =>
  (await profiling()).triggers.find(({ rule }) => rule === 'cpu');
const midnight = (): number => (Math.floor(Date.now() / 1000 / DAY_SECONDS) + 1) * DAY_SECONDS;

describe('with the clock of the target 3 s ahead', () => {
  it('a quiet profile is there after minutes, and no rule has fired', async () => {
    const { baseline } = await eventually(
      'a quiet profile', 480_000, profiling, (now) => now.baseline !== null, 1000
    );
    expect(baseline?.cores).toBeLessThan(1);
    expect(await byRule()).toEqual([]);
  });

  it('a spike is captured, and comes with its diff against the quiet profile', async () => {
    const { baseline } = await profiling();
    const startTime = Date.now() / 1000;
    await querySpike(lab.url, 6);
    const spikeEnd = Date.now() / 1000;
    // A spike that a busy machine draws out may be captured twice; the list begins with the newest.
    const capture = (await eventually(
      'the capture with its diff', 60_000, byRule, (listed) => listed.at(-1)?.againstQuiet !== undefined
    )).at(-1);
    expect(capture)
      .toMatchObject({ state: 'done', kind: 'cpu', seconds: 5, client: null, reason: { how: 'triggered' } });
    expect(capture?.reason.values?.map(({ name, unit }) => `${name} ${unit}`))
      .toEqual(['CPU cores', 'Threshold cores', 'Usual cores']);
    expect(capture?.startTime).toBeGreaterThan(startTime);
    expect(capture?.startTime).toBeLessThan(spikeEnd);
    expect(capture?.againstQuiet?.beforeId).toBe(baseline?.profileId);
    const finding = capture?.againstQuiet?.finding;
    expect(finding?.sentence).toMatch(/^CPU spike: \+[\d.]+ cores? against quiet/);
    expect(claimMistakes(finding?.claim ?? [])).toEqual([]);
  });

  it('a span of our clock has the profile where it was taken, and CPU by subsystem covers those seconds', async () => {
    const capture = (await byRule()).at(-1);
    const [start, end] = [capture?.startTime ?? NaN, capture?.endTime ?? NaN];
    const info = await scope.get<ProfileInfo>(`/profiles/${capture?.profileId}`);
    expect(info.time).toBeGreaterThan(start - 0.5);
    expect((info.time ?? NaN) + (info.durationSeconds ?? NaN)).toBeLessThan(end + 0.5);
    const window = `start=${start}&end=${end}`;
    const span = await scope.get<SpanProfile>(`/targets/prom/profile?kind=cpu&${window}`);
    expect(span.ids).toEqual([capture?.profileId]);
    expect(span.covered[0]?.start).toBeCloseTo(info.time ?? NaN, 3);
    // All seconds of the profile, and with 3 s off not all; once the scrape after it is stored.
    const [begun, lasted] = [info.time ?? NaN, info.durationSeconds ?? NaN];
    const around = `start=${start - 20}&end=${end + 20}&step=1s`;
    const during = ({ steps }: CpuBySubsystem): CpuBySubsystem['steps'] =>
      steps.filter((step) => step.start >= begun && step.end <= begun + lasted);
    const split = await eventually(
      'CPU of the profile', 60_000, () => scope.get<CpuBySubsystem>(`/targets/prom/cpu-by-subsystem?${around}`),
      (answer) => during(answer).every(({ covered }) => covered)
    );
    expect(during(split).length).toBeGreaterThan(2);
  });
});

describe('a storm', () => {
  it('is held by the cooldown and the limit of the day', async () => {
    for (let spike = 0; spike < 5; spike++) {
      await wait(7);
      await querySpike(lab.url, 4);
    }
    await wait(6);
    const starts = (await byRule()).map(({ startTime }) => startTime ?? NaN).reverse();
    expect(starts).toHaveLength(MAX_PER_DAY);
    const gaps = starts.slice(1).map((start, i) => start - (starts[i] ?? NaN));
    expect(gaps.filter((gap) => gap < COOLDOWN_SECONDS)).toEqual([]);
    expect(await cpuRule())
      .toMatchObject({ takenToday: MAX_PER_DAY, notBeforeTime: midnight(), lastTime: starts.at(-1) });
  });

  it('and by the budget, over a restart of tsdbscope, which still knows the quiet profile', async () => {
    const { baseline } = await profiling();
    await scope.stop();
    scope = await startTsdbscope(['--config', configured('max_per_day: 100, budget: 1KB')], dataDir);
    const after = await eventually(
      'the quiet profile of before', 60_000, profiling, (now) => now.baseline !== null
    );
    expect(after.baseline?.profileId).toBe(baseline?.profileId);
    expect(after.triggers.map(({ notBeforeTime }) => notBeforeTime)).toEqual(after.triggers.map(() => midnight()));
  });
});

describe('everything at once', () => {
  it('is one bundle that opens here again, with the names of promtool', async () => {
    const capture = await endedCapture(scope, await orderCapture(scope, 'prom', { kind: 'everything', seconds: 3 }));
    expect(capture).toMatchObject({ state: 'done', note: null, kind: 'everything' });
    const download = await scope.fetch(`/api/v1/captures/${capture.id}/bundle`);
    expect(download.headers.get('content-disposition')).toMatch(/filename="?debug-prom-.*\.tar\.gz/);
    const bytes = new Uint8Array(await download.arrayBuffer());
    expect(bytes.length).toBe(capture.sizeBytes);
    const sent = await scope.fetch('/api/v1/debug-bundles?name=dropped', { method: 'POST', body: bytes });
    expect(sent.status).toBe(201);
    const opened = ((await sent.json()) as { data: OpenedArchive }).data;
    // Here they are the profiles of the capture, and keep its names.
    expect(opened.profiles.map(({ kind }) => kind).sort())
      .toEqual(['allocs', 'block', 'cpu', 'goroutine', 'heap', 'mutex', 'threadcreate']);
    expect(opened.metrics?.samples).toBeGreaterThan(100);
    expect(opened.skipped.map(({ name }) => name).sort())
      .toEqual(['buildinfo.json', 'flags.json', 'runtimeinfo.json', 'tsdb.json']);
  });
});
