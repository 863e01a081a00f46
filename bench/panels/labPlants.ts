/** Troubles planted in a real Prometheus; what was planted is said in words, for the list of what was named instead. */
import { join } from 'node:path';
import { startKept } from '../../server/program/integration/lab/childProcess.ts';
import type { PrometheusLab } from '../../server/program/integration/lab/prometheusLab.ts';
import type { Random } from '../../core/statistics/random.ts';
import { holdTo } from '../../server/program/integration/lab/cpuQuota.ts';
import type { TruthSecond } from './kernelTruth.ts';
import { between } from './plantedHost.ts';

/** Troubles of one server that leave the host alone are planted at once, each in a server of its own. */
export const PLANTED_AT_ONCE = ['none', 'freeze', 'restart', 'compaction', 'quota'] as const;
/** Those that take the host's cores, one after the other. */
export const PLANTED_ALONE = ['queries', 'host-cpu'] as const;
export type Planted = (typeof PLANTED_AT_ONCE)[number] | (typeof PLANTED_ALONE)[number];

/** Busy loops, queries and requests at once: more than any machine of a test has cores. */
const BUSY_LOOPS = 6;
const QUERIES_AT_ONCE = 6;
const REQUESTS_AT_ONCE = 4;

export interface Lab {
  prometheus: PrometheusLab;
  folder: string;
  random: Random;
  /** Of the seconds before the trouble. */
  usual: readonly TruthSecond[];
}

const wait = (seconds: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, 1000 * seconds); });

/**
 * Runs the work in three or four stretches of the window, each of 6 to 12 s: a limit is recognized at the third.
 */
async function inStretches({ random }: Lab, work: (seconds: number) => Promise<string>): Promise<string> {
  const said: string[] = [];
  for (let left = 3 + Math.floor(2 * random()); left > 0; left--) {
    await wait(between(random, 8, 16));
    said.push(await work(between(random, 6, 12)));
  }
  return said.join('; ');
}

/** Asks for the address again and again, so many at once; throws where the answer is an error. */
async function askFor(seconds: number, atOnce: number, url: () => string): Promise<string> {
  const startMs = Date.now();
  let answers = 0;
  await Promise.all(Array.from({ length: atOnce }, async () => {
    while (Date.now() < startMs + 1000 * seconds) {
      const answer = await fetch(url());
      const text = await answer.text();
      if (!answer.ok) throw new Error(`The planted request failed: ${answer.status} ${text.slice(0, 300)}`);
      answers++;
    }
  }));
  return `${answers} answers in ${((Date.now() - startMs) / 1000).toFixed(1)} s`;
}

/** Plants the trouble in the next two minutes; resolves, when it is over, to what was done. */
export const PLANTS: Readonly<Record<Planted, (lab: Lab) => Promise<string>>> = {
  none: () => Promise.resolve('nothing'),
  compaction: () => Promise.resolve('a head compaction every 30 s'),
  freeze: async ({ prometheus, random }) => {
    await wait(between(random, 20, 60));
    const startMs = Date.now();
    prometheus.freeze();
    await wait(between(random, 5, 20));
    prometheus.resume();
    return `stopped at ${new Date(startMs).toISOString()} for ${((Date.now() - startMs) / 1000).toFixed(1)} s`;
  },
  restart: async ({ prometheus, random }) => {
    await wait(between(random, 20, 60));
    await prometheus.terminate();
    await wait(between(random, 1, 6));
    await prometheus.restart();
    return 'ended and started again';
  },
  queries: (lab) => inStretches(lab, (seconds) => askFor(seconds, QUERIES_AT_ONCE, () => {
    const now = Date.now() / 1000;
    const query = new URLSearchParams({
      // One family a term: rates of several families of one series would be equal series.
      query: 'sum by (path) (rate(load_events_1_total[30s])) + sum by (path) (rate(load_events_2_total[30s]))',
      start: String(now - 300), end: String(now), step: '1',
    });
    return `${lab.prometheus.url}/api/v1/query_range?${query}`;
  })),
  'host-cpu': (lab) => inStretches(lab, async (seconds) => {
    await Promise.all(Array.from({ length: BUSY_LOOPS }, async () => {
      // Each ends on its own, whatever becomes of this process.
      const loop = `const end = Date.now() + ${Math.round(1000 * seconds)}; while (Date.now() < end);`;
      const options = { logFile: join(lab.folder, 'loop.log'), cwd: lab.folder };
      await (await startKept([process.execPath, '-e', loop], options)).exited;
    }));
    return `${BUSY_LOOPS} busy loops for ${seconds.toFixed(1)} s`;
  }),
  /** Above the mean and below the bursts: answers of /federate are work that no figure of queries counts. */
  quota: async (lab) => {
    const used = lab.usual.reduce((sum, { usedCores }) => sum + usedCores, 0) / lab.usual.length;
    const cores = Math.max(0.12, used * between(lab.random, 1.4, 2.2));
    const quota = holdTo(lab.prometheus.pid, cores);
    try {
      const match = encodeURIComponent('{__name__=~"load.+"}');
      const said = await inStretches(lab, (seconds) =>
        askFor(seconds, REQUESTS_AT_ONCE, () => `${lab.prometheus.url}/federate?match[]=${match}`));
      return `${cores.toFixed(2)} cores, used up in ${quota.counters().throttledPeriods} periods of 0.1 s; ${said}`;
    } finally {
      quota.lift();
    }
  },
};
