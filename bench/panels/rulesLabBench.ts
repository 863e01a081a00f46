/**
 * Are the rule groups that make CPU spikes named, with what they cost, on a real Prometheus? Thirty groups, three of
 * them heavy and two of those nearly in phase; then, on the same server with light groups only, queries of a user that
 * cost as much.
 */
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { SpikeTrain, Target, TargetSpikes } from '../../core/contract/contract.ts';
import { startPrometheus, type PrometheusLab } from '../../server/program/integration/lab/prometheusLab.ts';
import { newDataDir, startTsdbscope, type Tsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { seededRandom, type Random } from '../../core/statistics/random.ts';
import { medianOf, type BenchRow } from '../benchRow.ts';
import { CpuReadings, processCpuSeconds } from './evaluationCpu.ts';

const GROUPS = 30;
const INTERVAL_SECONDS = 15;
const WINDOW_SECONDS = 240;
/** Core-seconds of a heavy evaluation. */
const HEAVY_FROM = 0.5;
const HEAVY_TO = 0.9;
/** Two heavy groups begin this far apart. */
const NEAR_FROM_MS = 300;
const NEAR_TO_MS = 1600;
const COST_BAR = 0.15;
const NAMED_BAR = 0.9;
/** Sets of names that are tried until two groups are near each other and a third is away from both. */
const MAX_NAMINGS = 6;

/** A query of so many steps: work of one core, without data. */
const heavyQuery = (steps: number): string => `sum_over_time(sin(vector(time()))[${steps}s:1s])`;
const LIGHT_RULE = 'sum(up)';

interface Layout {
  names: string[];
  /** Steps of the query of each heavy one. */
  heavy: Map<string, number>;
}

function rulesFile({ names, heavy }: Layout): string {
  return `groups:\n${names.map((name, k) => {
    const steps = heavy.get(name);
    return `- {name: ${name}, interval: ${INTERVAL_SECONDS}s, rules: [{record: 'planted:${k}', expr: '${
      steps === undefined ? LIGHT_RULE : heavyQuery(steps)}'}]}\n`;
  }).join('')}`;
}

interface GroupState { name: string; lastEvaluation: string; evaluationTime: number }

async function groupsOf(url: string): Promise<GroupState[]> {
  const answer = await (await fetch(`${url}/api/v1/rules`)).json() as { data: { groups: GroupState[] } };
  return answer.data.groups;
}

async function ask(url: string, query: string): Promise<void> {
  const answer = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query }).toString()}`);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`Prometheus answered ${answer.status} to ${query}.`);
}

/** What the kernel counts for the query on an idle server: the median of several, less what it uses meanwhile. */
async function costOf({ url, pid }: PrometheusLab, steps: number, times: number): Promise<number> {
  const costs: number[] = [];
  for (let k = 0; k < times; k++) {
    const idleFrom = processCpuSeconds(pid);
    const idleStart = performance.now();
    await wait(700);
    const idle = (processCpuSeconds(pid) - idleFrom) / (performance.now() - idleStart);
    const from = processCpuSeconds(pid);
    const start = performance.now();
    await ask(url, heavyQuery(steps));
    // What a cycle of GC still collects of it.
    await wait(300);
    costs.push(processCpuSeconds(pid) - from - idle * (performance.now() - start));
  }
  return medianOf(costs);
}

/** Steps for a core-second. */
async function calibrated(prometheus: PrometheusLab): Promise<number> {
  const tried = 100_000;
  return tried / await costOf(prometheus, tried, 5);
}

/** The three heavy ones: two whose starts are near each other, and one away from both; null if there are none. */
function chosen(groups: readonly GroupState[], random: Random): string[] | null {
  const phaseOf = ({ lastEvaluation }: GroupState): number => Date.parse(lastEvaluation) % (1000 * INTERVAL_SECONDS);
  const apart = (a: GroupState, b: GroupState): number => {
    const off = Math.abs(phaseOf(a) - phaseOf(b));
    return Math.min(off, 1000 * INTERVAL_SECONDS - off);
  };
  const pairs = groups.flatMap((a, i) => groups.slice(i + 1).map((b) => [a, b] as const))
    .filter(([a, b]) => apart(a, b) >= NEAR_FROM_MS && apart(a, b) <= NEAR_TO_MS);
  const pair = pairs[Math.floor(pairs.length * random())];
  const others = groups.filter((one) => pair?.every((near) => apart(one, near) > 3000));
  const third = others[Math.floor(others.length * random())];
  return pair === undefined || third === undefined ? null : [...pair, third].map(({ name }) => name);
}

/** Names of the groups, and the heavy ones among them; the phases follow from the names. */
async function named(
  prometheus: PrometheusLab, seed: number, random: Random
): Promise<{ names: string[]; heavyNames: string[] }> {
  for (let naming = 0; naming < MAX_NAMINGS; naming++) {
    const names = groupNames(seed, naming);
    if (naming > 0) prometheus.reloadRules(rulesFile({ names, heavy: new Map() }));
    await wait(1000 * (INTERVAL_SECONDS + 3));
    const heavyNames = chosen((await groupsOf(prometheus.url)).filter(({ name }) => names.includes(name)), random);
    if (heavyNames !== null) return { names, heavyNames };
  }
  throw new Error(`No layout of seed ${seed} has two groups near each other and a third away from them.`);
}

function groupNames(seed: number, naming: number): string[] {
  return Array.from({ length: GROUPS }, (_, k) => `group-${seed}${naming === 0 ? '' : `-${naming}`}-${k}`);
}

/** All trains of the window that ends now. */
async function trainsNow(scope: Tsdbscope): Promise<{ trains: SpikeTrain[]; causes: string }> {
  const end = Date.now() / 1000;
  const name = (await scope.get<Target[]>('/targets'))[0]?.name ?? '';
  const { trains = [], causes } = await scope.get<TargetSpikes>(
    `/targets/${encodeURIComponent(name)}/spikes?start=${(end - WINDOW_SECONDS).toFixed(3)}&end=${end.toFixed(3)}`
  );
  return { trains, causes: causes.map(({ cause, count }) => `${cause} ${count}`).join(', ') };
}

/** What the kernel counts in its evaluations, and for its query on an idle server. */
interface Planted { name: string; cost: number; aloneSeconds: number; lastSeconds: number }

interface Outcome {
  heavy: number;
  named: number;
  light: string[];
  /** Of the `measured` ones, those whose cost agrees. */
  withinBar: number;
  measured: number;
  /** Named although a user's queries were at work. */
  byQuery: string[];
}

function namedOf(trains: readonly SpikeTrain[]): SpikeTrain[] {
  return trains.filter(({ verdict }) => verdict === 'named');
}

/** How well the named ones agree with what was planted; those named together, with the sum of theirs. */
function scored(trains: readonly SpikeTrain[], planted: readonly Planted[], told: (text: string) => void): Outcome {
  const outcome: Outcome = { heavy: planted.length, named: 0, light: [], withinBar: 0, measured: 0, byQuery: [] };
  for (const { names, coreSeconds, lowCoreSeconds, highCoreSeconds } of namedOf(trains)) {
    const own = planted.filter(({ name }) => names.includes(name));
    outcome.named += own.length;
    outcome.light.push(...names.filter((name) => own.every((one) => one.name !== name)));
    const cost = own.reduce((sum, one) => sum + one.cost, 0);
    const alone = own.reduce((sum, one) => sum + one.aloneSeconds, 0);
    const lasted = own.reduce((sum, one) => sum + one.lastSeconds, 0);
    outcome.measured++;
    if (coreSeconds !== null && Math.abs(coreSeconds / cost - 1) <= COST_BAR) outcome.withinBar++;
    told(`  ${names.join(' + ')}: ${coreSeconds?.toFixed(3)} (${lowCoreSeconds?.toFixed(3)} to ${
      highCoreSeconds?.toFixed(3)}) core-s; kernel ${cost.toFixed(3)}, the query alone ${
      alone.toFixed(3)}, duration x 1 core ${lasted.toFixed(3)}`);
  }
  return outcome;
}

/** Reads what the evaluations of the groups cost for as long as the window lasts. */
async function counted({ url, pid }: PrometheusLab, aloneSeconds: ReadonlyMap<string, number>): Promise<Planted[]> {
  const readings = new CpuReadings(pid);
  await wait(1000 * WINDOW_SECONDS);
  readings.stop();
  const groups = (await groupsOf(url)).flatMap(({ name, lastEvaluation, evaluationTime }) => {
    const alone = aloneSeconds.get(name);
    return alone === undefined ? [] : [{
      name, startMs: Date.parse(lastEvaluation), durationMs: 1000 * evaluationTime, aloneSeconds: alone,
    }];
  });
  const costs = readings.costs(groups, 1000 * INTERVAL_SECONDS);
  return groups.map(({ name, durationMs, aloneSeconds: alone }) => (
    { name, cost: costs.get(name) ?? NaN, aloneSeconds: alone, lastSeconds: durationMs / 1000 }
  ));
}

/** One layout: with heavy groups, then with light ones and a user's queries. */
async function layoutOutcome(seed: number, told: (text: string) => void): Promise<Outcome> {
  const random = seededRandom(seed);
  const prometheus = await startPrometheus({
    targets: 1, seriesPerTarget: 200, maxSeconds: 1800,
    rules: rulesFile({ names: groupNames(seed, 0), heavy: new Map() }),
  });
  const { dataDir, remove } = newDataDir();
  let running: Tsdbscope | undefined;
  try {
    const scope = running = await startTsdbscope([prometheus.url], dataDir);
    const { names, heavyNames } = await named(prometheus, seed, random);
    const light: Layout = { names, heavy: new Map() };
    const stepsPerCoreSecond = await calibrated(prometheus);
    const heavy = new Map(heavyNames.map((name) => [
      name, Math.round(stepsPerCoreSecond * (HEAVY_FROM + (HEAVY_TO - HEAVY_FROM) * random())),
    ]));
    const costs = new Map<string, number>();
    for (const [name, steps] of heavy) costs.set(name, await costOf(prometheus, steps, 7));
    prometheus.reloadRules(rulesFile({ names, heavy }));
    await wait(1000 * INTERVAL_SECONDS);
    const planted = await counted(prometheus, costs);
    const found = await trainsNow(scope);
    told(`layout ${seed}, heavy ${heavyNames.join(', ')}; spikes: ${
      found.causes || 'none, as where the machine is short of CPU'}`);
    const outcome = scored(found.trains, planted, told);
    // The same work, asked by a user at moments of their own.
    prometheus.reloadRules(rulesFile(light));
    await wait(1000 * INTERVAL_SECONDS);
    const until = performance.now() + 1000 * WINDOW_SECONDS;
    while (performance.now() < until) {
      await ask(prometheus.url, heavyQuery(Math.round(stepsPerCoreSecond * (HEAVY_FROM + random()))));
      await wait(4000 + 8000 * random());
    }
    const byQuery = await trainsNow(scope);
    outcome.byQuery = namedOf(byQuery.trains).flatMap((train) => train.names);
    told(`  with queries of a user instead: ${byQuery.causes}; named: ${outcome.byQuery.join(', ') || 'none'}`);
    return outcome;
  } finally {
    await running?.stop();
    await prometheus.stop();
    remove();
  }
}

/** One layout after the other; one that fails is told and counted, and the others go on. */
export async function rulesLabBench(seeds: readonly number[], told: (text: string) => void): Promise<BenchRow[]> {
  const [outcomes, failed, loads]: [Outcome[], string[], number[]] = [[], [], [loadavg()[0] ?? NaN]];
  const fromMs = performance.now();
  for (const [done, seed] of seeds.entries()) {
    try {
      outcomes.push(await layoutOutcome(seed, told));
    } catch (error) {
      failed.push(`${seed} (${error instanceof Error ? error.message : String(error)})`);
    }
    loads.push(loadavg()[0] ?? NaN);
    told(`${done + 1} of ${seeds.length} layouts, ${minutesSince(fromMs)} min, load ${
      loads.at(-1)?.toFixed(1)}; ${summaryOf(outcomes)}`);
  }
  const rows = rowsOf(outcomes);
  told(`SUMMARY seeds ${seeds.join(',')}: ${summaryOf(outcomes)}; failed layouts: ${
    failed.join(', ') || 'none'}; load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}; ${
    minutesSince(fromMs)} min; ${
    rows.every(({ pass }) => pass) && failed.length === 0 ? 'all bars reached' : 'a bar is MISSED'}`);
  return [
    ...rows,
    { name: 'layouts that failed', measured: failed.join(', ') || 'none', bar: 'none', pass: failed.length === 0 },
  ];
}

function minutesSince(fromMs: number): string {
  return ((performance.now() - fromMs) / 60_000).toFixed(0);
}

function summaryOf(outcomes: readonly Outcome[]): string {
  return rowsOf(outcomes).map(({ name, measured }) => `${name}: ${measured}`).join('; ');
}

function rowsOf(outcomes: readonly Outcome[]): BenchRow[] {
  const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((total, one) => total + of(one), 0);
  const [heavy, found] = [sum((one) => one.heavy), sum((one) => one.named)];
  const [measured, within] = [sum((one) => one.measured), sum((one) => one.withinBar)];
  const light = outcomes.flatMap((one) => one.light);
  const byQuery = outcomes.flatMap((one) => one.byQuery);
  return [
    {
      name: 'heavy rule groups named', measured: `${found} of ${heavy}`, bar: `${100 * NAMED_BAR} %`,
      pass: found >= NAMED_BAR * heavy && heavy > 0,
    },
    {
      name: 'their core-seconds within 15 % of what the kernel counts in their evaluations',
      measured: `${within} of ${measured}`, bar: 'all', pass: within === measured && measured > 0,
    },
    { name: 'light rule groups named', measured: light.join(', ') || 'none', bar: 'none', pass: light.length === 0 },
    {
      name: 'rule groups named where a user queries', measured: byQuery.join(', ') || 'none', bar: 'none',
      pass: byQuery.length === 0,
    },
  ];
}
