/**
 * Is the planted cause named first where a real Prometheus has the trouble, and the program records it? In a row, on
 * one server: nothing, a process that is stopped, one that restarts, heavy range queries, a host without a free core.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PanelFinding, Target } from '../../core/contract/contract.ts';
import { freePort, startKept, type KeptProcess } from '../../server/integration/lab/childProcess.ts';
import { startPrometheus, type PrometheusLab } from '../../server/integration/lab/prometheusLab.ts';
import { eventually, startTsdbscope, type Tsdbscope } from '../../server/integration/lab/tsdbscopeProcess.ts';
import { seededRandom, type Random } from '../../server/statistics/random.ts';
import type { BenchRow } from '../benchRow.ts';
import { causeOf, namesCause, type Named } from './causesBench.ts';
import { between } from './plantedHost.ts';

export const LAB_CAUSES = ['none', 'freeze', 'restart', 'queries', 'host-cpu'] as const;
type LabCause = (typeof LAB_CAUSES)[number];

const WINDOW_SECONDS = 120;
/** What one trouble left behind does not reach into the next window, nor into its first refresh. */
const SETTLE_SECONDS = 20;
const WARM_UP_SECONDS = 40;
const REFRESHES = 5;
const REFRESH_SECONDS = 3;
/** Busy loops and queries at once: more than any machine of a test has cores. */
const BUSY_LOOPS = 8;
const QUERIES_AT_ONCE = 6;
const LEAST_RIGHT = 0.9;
const LEAST_NONE = 0.95;

interface Lab { prometheus: PrometheusLab; scope: Tsdbscope; folder: string; random: Random }

const wait = (seconds: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, 1000 * seconds); });

/** Runs the work in two or three stretches of the window, each of 6 to 12 s. */
async function inStretches({ random }: Lab, work: (seconds: number) => Promise<unknown>): Promise<void> {
  for (let left = 2 + Math.floor(2 * random()); left > 0; left--) {
    await wait(between(random, 8, 18));
    await work(between(random, 6, 12));
  }
}

const PLANTS: Readonly<Record<LabCause, (lab: Lab) => Promise<void>>> = {
  none: () => Promise.resolve(),
  freeze: async ({ prometheus, random }) => {
    await wait(between(random, 20, 60));
    prometheus.freeze();
    await wait(between(random, 5, 20));
    prometheus.resume();
  },
  restart: async ({ prometheus, random }) => {
    await wait(between(random, 20, 60));
    await prometheus.terminate();
    await wait(between(random, 1, 6));
    await prometheus.restart();
  },
  queries: (lab) => inStretches(lab, (seconds) => {
    const endMs = Date.now() + 1000 * seconds;
    const ask = async (): Promise<void> => {
      while (Date.now() < endMs) {
        const now = Date.now() / 1000;
        const query = new URLSearchParams({
          query: 'sum by (path) (rate({__name__=~"load.*|.+_total"}[30s]))', start: String(now - 300), end: String(now),
          step: '1',
        });
        await (await fetch(`${lab.prometheus.url}/api/v1/query_range?${query}`)).arrayBuffer();
      }
    };
    return Promise.all(Array.from({ length: QUERIES_AT_ONCE }, ask));
  }),
  'host-cpu': (lab) => inStretches(lab, (seconds) => Promise.all(Array.from({ length: BUSY_LOOPS }, async () => {
    // Each ends on its own, whatever becomes of this process.
    const loop = `const end = Date.now() + ${Math.round(1000 * seconds)}; while (Date.now() < end);`;
    await (await startKept([process.execPath, '-e', loop], { logFile: join(lab.folder, 'loop.log'), cwd: lab.folder }))
      .exited;
  }))),
};

/** The first finding of a rule at each refresh of a page that shows the window. */
async function namesOver(
  { scope }: Lab, target: string, endMs: number
): Promise<{ first: string[]; claims: string[] }> {
  const first: string[] = [];
  let claims: string[] = [];
  for (let refresh = 0; refresh < REFRESHES; refresh++) {
    const end = endMs / 1000 - REFRESH_SECONDS * (REFRESHES - 1 - refresh);
    const window = `start=${(end - WINDOW_SECONDS).toFixed(3)}&end=${end.toFixed(3)}`;
    const found = (await scope.get<PanelFinding[]>(`/targets/${target}/findings?${window}`))
      .filter(namesCause);
    first.push(causeOf(found[0]));
    claims = found.map(({ code, sentence }) => `${code}: ${sentence}`);
  }
  return { first, claims };
}

async function nameOne(lab: Lab, cause: LabCause, seed: number): Promise<Named> {
  lab.random = seededRandom(7919 * seed + cause.length);
  const startMs = Date.now();
  await PLANTS[cause](lab);
  const endMs = startMs + 1000 * WINDOW_SECONDS;
  await wait((endMs - Date.now()) / 1000 + 3);
  // The host's own figures count only where the host is what is planted: other work on a shared machine is its own.
  const { first, claims } = await namesOver(lab, cause === 'host-cpu' ? 'hosted' : 'plain', endMs);
  await wait(SETTLE_SECONDS);
  const last = first.at(-1) ?? '';
  return { cause, seed, first: last, isStable: first.every((one) => one === last), claims };
}

function rowsOf(named: readonly Named[]): BenchRow[] {
  const row = (name: string, of: readonly Named[], least: number): BenchRow => {
    const right = of.filter(({ cause, first }) => first === cause);
    const others = of.filter(({ cause, first }) => first !== cause).map(({ first }) => first);
    return {
      name, measured: `${right.length} of ${of.length}${others.length === 0 ? '' : ` (else ${others.join(', ')})`}`,
      bar: `${100 * least} %`, pass: right.length >= least * of.length,
    };
  };
  const stable = named.filter(({ isStable }) => isStable).length;
  return [
    ...LAB_CAUSES.map((cause) => row(
      `cause named first on a real server, ${cause} planted`, named.filter((one) => one.cause === cause),
      cause === 'none' ? LEAST_NONE : LEAST_RIGHT
    )),
    row('cause named first on a real server, all planted', named.filter(({ cause }) => cause !== 'none'), LEAST_RIGHT),
    {
      name: `the same cause first over ${REFRESHES} refreshes`, measured: `${stable} of ${named.length}`,
      bar: `${100 * LEAST_NONE} %`, pass: stable >= LEAST_NONE * named.length,
    },
  ];
}

/** Each cause with each seed, one after the other: 2 min 25 s each. `told` hears of each as it is done. */
export async function causesLabBench(seeds: readonly number[], told: (named: Named) => void): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-causes-'));
  const running: { prometheus?: PrometheusLab; node?: KeptProcess; scope?: Tsdbscope } = {};
  try {
    const maxSeconds = 120 + seeds.length * LAB_CAUSES.length * (WINDOW_SECONDS + SETTLE_SECONDS + 20);
    const prometheus = running.prometheus = await startPrometheus({ targets: 10, seriesPerTarget: 1000, maxSeconds });
    const nodePort = await freePort();
    running.node = await startKept(
      ['prometheus-node-exporter', `--web.listen-address=127.0.0.1:${nodePort}`],
      { logFile: join(folder, 'node.log'), cwd: folder }
    );
    const config = join(folder, 'config.yml');
    writeFileSync(config, `targets:\n  - {name: plain, url: '${prometheus.url}'}\n`
      + `  - {name: hosted, url: '${prometheus.url}', node_exporter: 'http://127.0.0.1:${nodePort}'}\n`);
    const scope = running.scope = await startTsdbscope(['--config', config], join(folder, 'data'));
    await eventually('both targets are up', 120_000, () => scope.get<Target[]>('/targets'),
      (targets) => targets.filter(({ state }) => state === 'up').length === 2);
    await wait(WARM_UP_SECONDS);
    const named: Named[] = [];
    for (const seed of seeds) {
      for (const cause of LAB_CAUSES) {
        const one = await nameOne({ prometheus, scope, folder, random: seededRandom(seed) }, cause, seed);
        named.push(one);
        told(one);
      }
    }
    return rowsOf(named);
  } finally {
    await Promise.all([running.scope?.stop(), running.prometheus?.stop(), running.node?.kill()]);
    rmSync(folder, { recursive: true, force: true });
  }
}
