/**
 * Everything that readers do, all together for five minutes, beside the recording of a real Prometheus: bursts of reads
 * of everything, exports that are left, live streams, pictures, expensive expressions.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get, type ClientRequest } from 'node:http';
import type { SampleSeries, ServerStatus, Target } from '../../core/contract/contract.ts';
import { quantile, sortedFinite } from '../../core/statistics/quantiles.ts';
import { startPrometheus } from '../../server/program/integration/lab/prometheusLab.ts';
import {
  eventually, newDataDir, startTsdbscope, type Tsdbscope,
} from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import type { BenchRow } from '../benchRow.ts';

const ROUNDS = 20;
const ROUND_MS = 15_000;
/** In each round; the streams stay open throughout. */
const READS = 60;
const ABANDONED = 10;
const PICTURES = 5;
const HOSTILE = 8;
const STREAMS = 700;
const BEFORE_SECONDS = 60;

const everything = encodeURIComponent('{__name__=~".+"}');
const expensive = encodeURIComponent('{__name__=~"(?:a?){1000}a{1000}"}');
const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms));

/** The status of the answer, read to its end; 0 where the client left (after `leaveMs`) or the connection failed. */
function ask(address: string, leaveMs?: number): Promise<number> {
  return new Promise((resolve) => {
    const request = get(address, { agent: false }, (answer) => {
      answer.on('data', () => undefined);
      answer.on('close', () => { resolve(answer.complete ? answer.statusCode ?? 0 : 0); });
    });
    request.on('error', () => { resolve(0); });
    if (leaveMs !== undefined) setTimeout(() => { request.destroy(); }, leaveMs);
  });
}

const many = (count: number, one: (i: number) => Promise<number>): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => one(i)));

/** Of the program and its readers, MB. */
function residentMb(pid: number): number {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)]).toString().trim().split(/\s+/);
  return [String(pid), ...children].reduce((sum, one) => {
    try {
      return sum + Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${one}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    } catch {
      // It has ended.
      return sum;
    }
  }, 0);
}

/** The smallest bound of the histogram of lateness that 99 % of the scrapes keep, s. */
async function latenessP99(scope: Tsdbscope): Promise<number> {
  const text = await (await scope.fetch('/metrics')).text();
  const buckets = [...text.matchAll(/^tsdbscope_scrape_lateness_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm)]
    .map(([, le, count]) => ({ le: le === '+Inf' ? Infinity : Number(le), count: Number(count) }));
  const all = buckets.at(-1)?.count ?? 0;
  return buckets.find(({ count }) => count >= 0.99 * all)?.le ?? NaN;
}

/** One round; pictures differ by their width, so that none comes from a cache. */
async function askAll(address: string, width: number): Promise<number[]> {
  const answers = await Promise.all([
    many(READS, () => ask(`${address}/samples?match=${everything}`)),
    many(ABANDONED, (i) => ask(`${address}/recording`, 20 + 15 * i)),
    many(PICTURES, (i) => ask(`${address}/panels/${i % 2 === 0 ? 'memory' : 'gc-cpu'}.png?width=${width + i}`)),
    many(HOSTILE, () => ask(`${address}/samples?match=${expensive}`)),
  ]);
  return answers.flat();
}

export async function readersBench(): Promise<BenchRow[]> {
  const { dataDir, remove } = newDataDir();
  const seconds = BEFORE_SECONDS + (ROUNDS * ROUND_MS) / 1000 + 120;
  const lab = await startPrometheus({ targets: 4, seriesPerTarget: 100, maxSeconds: seconds });
  const scope = await startTsdbscope([lab.url], dataDir);
  const path = `/targets/${encodeURIComponent(new URL(lab.url).host)}`;
  const address = `${scope.url}/api/v1${path}`;
  try {
    await eventually('a minute of scrapes', 200_000, () => scope.get<Target[]>('/targets'), ([one]) => (
      one !== undefined && one.recorded !== null && one.recorded.end - one.recorded.start > BEFORE_SECONDS
    ));
    const startSeconds = Math.ceil(Date.now() / 1000);
    const statuses: number[] = [];
    const healthMs: number[] = [];
    let peakMb = 0;
    let isOver = false;
    const watching = (async () => {
      for (let i = 0; !isOver; i++) {
        const begunMs = performance.now();
        statuses.push(await ask(`${scope.url}/healthz`));
        healthMs.push(performance.now() - begunMs);
        if (i % 10 === 0) peakMb = Math.max(peakMb, residentMb(scope.pid));
        await pause(100);
      }
    })();
    const streams: ClientRequest[] = [];
    let live = 0;
    for (let i = 0; i < STREAMS; i++) {
      streams.push(get(`${address}/live`, { agent: false }, (answer) => {
        if (answer.statusCode === 200) live++;
        else statuses.push(answer.statusCode ?? 0);
        answer.resume();
      }).on('error', () => undefined));
    }
    for (let round = 0; round < ROUNDS; round++) {
      const nextMs = performance.now() + ROUND_MS;
      statuses.push(...await askAll(address, 600 + 5 * round));
      await pause(Math.max(0, nextMs - performance.now()));
    }
    isOver = true;
    await watching;
    const endSeconds = Math.floor(Date.now() / 1000);
    for (const stream of streams) stream.destroy();
    const leftMs = performance.now();
    await eventually('all reads end', 60_000, () => scope.fetch('/metrics').then((answer) => answer.text()), (text) => (
      /tsdbscope_reads_under_way\{part="bulk"\} 0/.test(text) && /tsdbscope_reads_waiting\{part="bulk"\} 0/.test(text)
    ));
    const goneSeconds = (performance.now() - leftMs) / 1000;
    const [up] = await scope.get<SampleSeries[]>(
      `${path}/samples?match=process_cpu_seconds_total&start=${startSeconds}&end=${endSeconds}`
    );
    const lost = endSeconds - startSeconds - (up?.values.length ?? 0);
    const lateness = await latenessP99(scope);
    const { storage } = await scope.get<ServerStatus>('/status');
    const health = quantile(sortedFinite(healthMs), 0.99) ?? NaN;
    const failed = statuses.filter((status) => status >= 500).length;
    return [
      {
        name: `scrapes lost of ${endSeconds - startSeconds}, less one for the edges`,
        measured: String(Math.max(0, lost - 1)), bar: '0', pass: lost <= 1,
      },
      {
        name: 'lateness of scrapes, p99, by its histogram', measured: `at most ${lateness} s`, bar: '< 0.3 s',
        pass: lateness < 0.3,
      },
      {
        name: `resident memory of all processes, ${live} live streams`, measured: `at most ${peakMb.toFixed(0)} MB`,
        bar: '<= 700 MB', pass: peakMb <= 700,
      },
      {
        name: '/healthz, p99', measured: `${health.toFixed(0)} ms of ${healthMs.length}`, bar: '< 100 ms',
        pass: health < 100,
      },
      {
        name: 'what clients left is over after', measured: `${goneSeconds.toFixed(1)} s`, bar: '<= 2 s',
        pass: goneSeconds <= 2,
      },
      {
        name: 'answers of 5xx; storage', measured: `${failed} of ${statuses.length}; ${storage.state}`,
        bar: '0; recording', pass: failed === 0 && storage.state === 'recording',
      },
    ];
  } finally {
    await scope.stop();
    await lab.stop();
    remove();
  }
}
