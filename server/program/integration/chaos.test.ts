/**
 * All at once, in small: bursts of reads, clients that leave, pictures, expensive expressions, readers that are killed.
 * The part that records must not notice.
 */
import { execFileSync } from 'node:child_process';
import { get, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SampleSeries, ScrapesPanel, ServerStatus, Target } from '../../../core/contract/contract.ts';
import { startPrometheus, type PrometheusLab } from './lab/prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

const { dataDir, remove } = newDataDir();
let lab: PrometheusLab;
let scope: Tsdbscope;
let root: string;

beforeAll(async () => {
  lab = await startPrometheus({ targets: 4, seriesPerTarget: 100, maxSeconds: 300 });
  scope = await startTsdbscope([lab.url], dataDir);
  const target = new URL(lab.url).host;
  root = `/api/v1/targets/${encodeURIComponent(target)}`;
  await eventually('some scrapes', 120_000, () => scope.get<Target[]>('/targets'), ([one]) => (
    one?.recorded !== null && one !== undefined && one.recorded.end - one.recorded.start > 10
  ));
});
afterAll(async () => {
  await scope.stop();
  await lab.stop();
  remove();
});

/** The status of the answer, read to its end; `leaveMs`: the client leaves after this long, and gets 0. */
function ask(path: string, leaveMs?: number): Promise<number> {
  return new Promise((resolve) => {
    const request = get(scope.url + path, { agent: false }, (answer) => {
      answer.on('data', () => undefined);
      answer.on('close', () => { resolve(answer.complete ? answer.statusCode ?? 0 : 0); });
    });
    request.on('error', () => { resolve(0); });
    if (leaveMs !== undefined) setTimeout(() => { request.destroy(); }, leaveMs);
  });
}

/** The status of the answer to a body. */
function post(path: string, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(scope.url + path, {
      method: 'POST', agent: false, headers: { 'content-length': body.length },
    }, (answer) => {
      answer.resume();
      answer.on('end', () => { resolve(answer.statusCode ?? 0); });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const many = (count: number, one: (i: number) => Promise<number>): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => one(i)));
const children = (): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(scope.pid)]).toString().trim().split(/\s+/).map(Number);
const everything = encodeURIComponent('{__name__=~".+"}');
const expensive = encodeURIComponent('{__name__=~"(?:a?){1000}a{1000}"}');

it('whatever readers do, recording goes on: nothing is lost, and nothing is left behind', async () => {
  const before = await scope.get<ScrapesPanel>(root.slice('/api/v1'.length) + '/panels/scrapes');
  const startSeconds = Date.now() / 1000;
  const [bursts, abandoned, pictures, hostile] = await Promise.all([
    many(60, () => ask(`${root}/samples?match=${everything}`)),
    many(100, (i) => ask(`${root}/recording`, 20 + 5 * i)),
    many(20, (i) => ask(`${root}/panels/${i % 2 === 0 ? 'memory' : 'gc-cpu'}.png?width=${600 + i}`)),
    many(8, () => ask(`${root}/samples?match=${expensive}`)),
  ]);
  // Whoever does not fit is told so, and nothing fails.
  expect([...bursts, ...pictures].filter((status) => ![200, 409].includes(status))).toEqual([]);
  expect(bursts).toContain(200);
  expect(hostile.filter((status) => ![200, 400, 409, 413].includes(status))).toEqual([]);
  expect(abandoned.filter((status) => ![0, 200, 409].includes(status))).toEqual([]);

  // Killed in the middle of what they do.
  const dying = many(10, () => ask(`${root}/samples?match=${everything}`));
  const readers = await eventually('readers', 30_000, () => Promise.resolve(children()), (pids) => pids.length > 0);
  for (const pid of readers) process.kill(pid, 'SIGKILL');
  await dying;
  await eventually('a new reader answers', 60_000, () => ask(`${root}/panels/scrapes`), (status) => status === 200);

  const status = await scope.get<ServerStatus>('/status');
  expect(status.storage.state).toBe('recording');
  expect(status.storage.notices.filter((notice) => /records ended|scrapes? .*missing/.test(notice))).toEqual([]);
  const after = await scope.get<ScrapesPanel>(root.slice('/api/v1'.length) + '/panels/scrapes');
  expect(after.scrapes.failed).toBe(before.scrapes.failed);
  const up = await scope.get<SampleSeries[]>(
    `${root.slice('/api/v1'.length)}/samples?match=process_cpu_seconds_total&start=${startSeconds}`
  );
  expect(up[0]?.values.length).toBeGreaterThan(0);
  // What clients left is over: no export is under way.
  await eventually('all reads end', 60_000, () => scope.fetch('/metrics').then((answer) => answer.text()), (text) => (
    /tsdbscope_reads_under_way\{part="bulk"\} 0/.test(text) && /tsdbscope_reads_waiting\{part="bulk"\} 0/.test(text)
  ));
});

it('ten bodies of 14 MB at once are refused unread or read in a worker; all else is answered', async () => {
  const before = await scope.get<ScrapesPanel>(root.slice('/api/v1'.length) + '/panels/scrapes');
  const runs = 'BenchmarkA-2 100 1234 ns/op 56 B/op\n'.repeat(190_000);
  const texts = Buffer.from(JSON.stringify({ before: runs, after: runs }));
  const objects = Buffer.from(`[${'{"a":1,"b":[]},'.repeat(930_000)}0]`);
  let isOver = false;
  const health: number[] = [];
  const watching = (async () => { while (!isOver) health.push(await ask('/healthz')); })();
  const [compared, noted] = await Promise.all([
    many(10, (i) => post('/api/v1/benchmarks', i % 2 === 0 ? texts : objects)),
    many(10, () => post(`${root}/notes`, objects)),
  ]);
  isOver = true;
  await watching;
  expect(compared.filter((status) => ![200, 400, 409, 413].includes(status))).toEqual([]);
  // Two of them have room.
  expect(compared).toContain(409);
  expect(noted).toEqual(noted.map(() => 413));
  expect(new Set(health)).toEqual(new Set([200]));
  const after = await scope.get<ScrapesPanel>(root.slice('/api/v1'.length) + '/panels/scrapes');
  expect(after.scrapes.failed).toBe(before.scrapes.failed);
});
