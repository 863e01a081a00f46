/**
 * Is the planted cause named first where a real Prometheus has the trouble, and the program records it? Five servers
 * beside each other, with nothing, a standstill, a restart, a head compaction every 30 s, and a quota of CPU; then, one
 * after the other, heavy range queries and a host without a free core.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PanelFinding, SpikeCause, Target, TargetSpikes } from '../../core/contract/contract.ts';
import { freePort, startKept, type KeptProcess } from '../../server/program/integration/lab/childProcess.ts';
import { startPrometheus, type PrometheusLab } from '../../server/program/integration/lab/prometheusLab.ts';
import { eventually, startTsdbscope, type Tsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { seededRandom } from '../../core/statistics/random.ts';
import type { BenchRow } from '../benchRow.ts';
import { causeOf, namesCause } from './causesBench.ts';
import { watchKernel, type TruthSecond } from './kernelTruth.ts';
import { PLANTED_ALONE, PLANTED_AT_ONCE, PLANTS, type Planted } from './labPlants.ts';

const LAB_CAUSES = [...PLANTED_AT_ONCE, ...PLANTED_ALONE];

export const LAB_WINDOWS = 1 + PLANTED_ALONE.length;
const WINDOW_SECONDS = 120;
/** What one trouble left behind does not reach into the next window, nor into its first refresh. */
const SETTLE_SECONDS = 20;
const WARM_UP_SECONDS = 40;
const REFRESHES = 5;
const REFRESH_SECONDS = 3;
const MIN_RIGHT = 0.9;
const MIN_NONE = 0.95;
export interface LabNamed {
  cause: Planted;
  seed: number;
  first: string;
  isStable: boolean;
  claims: string[];
  /** What was planted, and what the kernel says of the window. */
  planted: string;
}

interface Running {
  /** By what is planted in them; what is planted alone goes into that of `none`. */
  servers: ReadonlyMap<Planted, PrometheusLab>;
  scope: Tsdbscope;
  folder: string;
  /** Where the recordings and the kernel's seconds of all windows are kept; null: nowhere. */
  kept: string | null;
}

const wait = (seconds: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, 1000 * seconds); });

/** What the headline says that most of the spikes' CPU comes from; the others are named by rules alone. */
const CAUSE_OF_SPIKES: Readonly<Partial<Record<SpikeCause, Planted | 'gc'>>> = {
  query: 'queries', compaction: 'compaction', gc: 'gc', host: 'host-cpu', freeze: 'freeze', restart: 'restart',
};

/** The first finding of a rule at each refresh of a page that shows the window; without one, what its spikes are. */
async function namesOver(
  { scope }: Running, target: string, endMs: number
): Promise<Pick<LabNamed, 'first' | 'isStable' | 'claims'>> {
  const firsts: string[] = [];
  let claims: string[] = [];
  for (let refresh = 0; refresh < REFRESHES; refresh++) {
    const end = endMs / 1000 - REFRESH_SECONDS * (REFRESHES - 1 - refresh);
    const window = `start=${(end - WINDOW_SECONDS).toFixed(3)}&end=${end.toFixed(3)}`;
    const all = await scope.get<PanelFinding[]>(`/targets/${target}/findings?${window}`);
    const found = all.filter(namesCause);
    const spikes = found.length > 0 || all.every(({ code }) => code !== 'cpu-spikes') ? null
      : (await scope.get<TargetSpikes>(`/targets/${target}/spikes?${window}`)).causes[0]?.cause ?? null;
    firsts.push(spikes === null ? causeOf(found[0]) : CAUSE_OF_SPIKES[spikes] ?? 'none');
    claims = all.filter(({ restsOn }) => restsOn !== undefined).map(({ code, sentence }) => `${code}: ${sentence}`);
  }
  const first = firsts.at(-1) ?? '';
  return { first, isStable: firsts.every((one) => one === first), claims };
}

/** The window as a recording, with the kernel's seconds beside it. */
async function keep(
  { scope, kept }: Running, target: string, name: string, { endMs, truth }: { endMs: number; truth: TruthSecond[] }
): Promise<void> {
  if (kept === null) return;
  const end = endMs / 1000;
  const answer = await scope.fetch(`/api/v1/targets/${target}/recording?start=${(end - WINDOW_SECONDS
    - REFRESHES * REFRESH_SECONDS).toFixed(3)}&end=${end.toFixed(3)}`);
  writeFileSync(join(kept, `${name}.ndjson.gz`), new Uint8Array(await answer.arrayBuffer()));
  writeFileSync(join(kept, `${name}.truth.json`), JSON.stringify(truth));
}

function meanOf(truth: readonly TruthSecond[], of: (second: TruthSecond) => number): string {
  return (truth.reduce((sum, second) => sum + of(second), 0) / truth.length).toFixed(2);
}

async function nameOne(running: Running, cause: Planted, seed: number): Promise<LabNamed> {
  const { servers, folder } = running;
  const prometheus = servers.get(cause) ?? servers.get('none');
  if (prometheus === undefined) throw new Error(`No server was started for ${cause}.`);
  const before = watchKernel(() => prometheus.pid);
  await wait(SETTLE_SECONDS);
  const usual = before.stop();
  const watching = watchKernel(() => prometheus.pid);
  const startMs = Date.now();
  const random = seededRandom(7919 * seed + 31 * LAB_CAUSES.indexOf(cause));
  const said = await PLANTS[cause]({ prometheus, folder, usual, random });
  const endMs = startMs + 1000 * WINDOW_SECONDS;
  await wait((endMs - Date.now()) / 1000 + 3);
  const truth = watching.stop();
  // The host's own figures count only where the host is what is planted: other work on a shared machine is its own.
  const target = servers.has(cause) ? cause : cause === 'host-cpu' ? 'hosted' : 'none';
  await keep(running, target, `${seed}-${cause}`, { endMs, truth });
  return {
    cause, seed, ...await namesOver(running, target, endMs),
    planted: `${said}; the kernel: ${meanOf(truth, ({ usedCores }) => usedCores)} cores used, ${
      meanOf(truth, ({ waitingThreads }) => waitingThreads)} threads waiting, host ${
      meanOf(truth, ({ busyCores }) => busyCores)} busy, ${meanOf(truth, ({ stolenCores }) => stolenCores)} stolen`,
  };
}

function rowsOf(named: readonly LabNamed[]): BenchRow[] {
  const row = (name: string, of: readonly LabNamed[], least: number): BenchRow => {
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
      cause === 'none' ? MIN_NONE : MIN_RIGHT
    )),
    row('cause named first on a real server, all planted', named.filter(({ cause }) => cause !== 'none'), MIN_RIGHT),
    {
      name: `the same cause first over ${REFRESHES} refreshes`, measured: `${stable} of ${named.length}`,
      bar: `${100 * MIN_NONE} %`, pass: stable >= MIN_NONE * named.length,
    },
  ];
}

/**
 * Each cause with each seed, three windows of 2 min 25 s a seed. `told` hears of each as it is done; `kept`: a
 * folder for the recordings of the windows.
 */
export async function causesLabBench(
  seeds: readonly number[], told: (named: LabNamed) => void, kept: string | null
): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-causes-'));
  const servers = new Map<Planted, PrometheusLab>();
  const running: { node?: KeptProcess; scope?: Tsdbscope } = {};
  try {
    const maxSeconds = 300 + seeds.length * LAB_WINDOWS * (WINDOW_SECONDS + SETTLE_SECONDS + 40);
    for (const cause of PLANTED_AT_ONCE) {
      servers.set(cause, await startPrometheus({
        targets: 4, seriesPerTarget: 1000, maxSeconds, ...(cause === 'compaction' ? { blockDuration: '30s' } : {}),
      }));
    }
    const nodePort = await freePort();
    running.node = await startKept(
      ['prometheus-node-exporter', `--web.listen-address=127.0.0.1:${nodePort}`],
      { logFile: join(folder, 'node.log'), cwd: folder }
    );
    const config = join(folder, 'config.yml');
    const targets = [...servers].map(([name, { url }]) => `  - {name: ${name}, url: '${url}'}\n`);
    const hosted = `  - {name: hosted, url: '${servers.get('none')?.url ?? ''}', node_exporter: 'http://127.0.0.1:${
      nodePort}'}\n`;
    writeFileSync(config, `targets:\n${targets.join('')}${hosted}`);
    const scope = running.scope = await startTsdbscope(['--config', config], join(folder, 'data'));
    await eventually('all targets are up', 120_000, () => scope.get<Target[]>('/targets'),
      (all) => all.filter(({ state }) => state === 'up').length === targets.length + 1);
    await wait(WARM_UP_SECONDS);
    const named: LabNamed[] = [];
    const name = async (cause: Planted, seed: number): Promise<void> => {
      const one = await nameOne({ servers, scope, folder, kept }, cause, seed);
      named.push(one);
      told(one);
    };
    for (const seed of seeds) {
      await Promise.all(PLANTED_AT_ONCE.map((cause) => name(cause, seed)));
      for (const cause of PLANTED_ALONE) await name(cause, seed);
    }
    return rowsOf(named);
  } finally {
    await Promise.all([running.scope?.stop(), running.node?.kill(), ...[...servers.values()].map((one) => one.stop())]);
    rmSync(folder, { recursive: true, force: true });
  }
}
