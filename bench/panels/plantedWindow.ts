/** A quiet recording with a trouble planted in it, as a window of roles. */
import { elementAt } from '../../core/elementAt.ts';
import type { Role, RoleWindow } from '../../server/data/metrics/roleNames.ts';
import { roleWindow } from '../../server/data/metrics/roles.ts';
import type { ScrapeErrorKind } from '../../core/contract/terms/targetKind.ts';
import { seededRandom } from '../../core/statistics/random.ts';
import { handMadeWindow, type HandMadeWindow } from '../../testdata/handMadeWindow.ts';
import { loadRecording, recordings } from '../../testdata/loadRecording.ts';
import { PLANTS, type PlantedCause, type World } from './plantedCauses.ts';
import { quietSecond, run, type Outcome, type QuietSecond } from './plantedHost.ts';

const WINDOW_SECONDS = 600;
/** Refreshes of a live page, three seconds apart, at the end. */
export const REFRESHES = 20;
const REFRESH_SECONDS = 3;
const SECONDS = WINDOW_SECONDS + (REFRESHES - 1) * REFRESH_SECONDS;
const WARM_UP_SECONDS = 120;
const TIMEOUT_SECONDS = 1;
const START_SECONDS = 1_800_000_000;
const PROCESS_START = START_SECONDS - 5000;

/** The recording second by second; a second whose scrape is missing repeats the one before. */
export function readQuiet(): QuietSecond[] {
  const window = roleWindow(loadRecording(recordings.quiet), 'prometheus', '2.42.0');
  const values = (role: Role): Float64Array => {
    const series = window.role(role);
    if (series === undefined) throw new Error(`The quiet recording has no ${role}.`);
    return series.values;
  };
  const [cpu, samples, alloc] = [values('cpuSeconds'), values('samplesAppended'), values('allocBytes')];
  const quiet: QuietSecond[] = [];
  for (let row = 1; row < window.scrapes.length; row++) {
    const rise = (of: Float64Array): number => elementAt([...of.subarray(row, row + 1)], 0) - (of[row - 1] ?? NaN);
    quiet.push({
      cpuSeconds: rise(cpu), samples: rise(samples), allocBytes: rise(alloc),
      scrapeSeconds: window.scrapes.durationSeconds[row] ?? NaN,
    });
  }
  return quiet.slice(WARM_UP_SECONDS);
}

/** The same seed gives the same window. */
export function plantedWindow(cause: PlantedCause, seed: number, recording: readonly QuietSecond[]): RoleWindow {
  const random = seededRandom(7919 * seed + cause.length * 104_729 + cause.charCodeAt(0));
  const from = Math.floor(random() * (recording.length - SECONDS));
  const quiet = recording.slice(from, from + SECONDS);
  const world: World = {
    seconds: quiet.map(quietSecond), random, cores: 2 + Math.floor(4 * random()) * 2,
    events: { cycles: [], compactions: [], restarts: [], refused: [] },
  };
  // Every process collects now and then, and nobody notices.
  for (let at = 30 * random(); at < SECONDS; at += 25 + 20 * random())
    world.events.cycles.push({ start: at, end: at + 0.2 });
  PLANTS[cause](world);
  const outcomes = run(world.seconds, quiet, world.cores, random);
  return handMadeWindow({
    startMs: START_SECONDS * 1000, ...scrapesOf(world, outcomes), ...countersOf(world, outcomes),
  });
}

/** The part that a live page shows at a refresh, 0 the first. */
export function atRefresh(window: RoleWindow, refresh: number): RoleWindow {
  const from = refresh * REFRESH_SECONDS;
  const to = from + WINDOW_SECONDS;
  const { scrapes } = window;
  const cut = <T extends { values: Float64Array; present: Uint8Array }>(series: T): T =>
    ({ ...series, values: series.values.slice(from, to), present: series.present.slice(from, to) });
  const known = new Map<Role, ReturnType<RoleWindow['role']>>();
  return {
    ...window, startMs: window.startMs + from * 1000, endMs: window.startMs + to * 1000,
    scrapes: {
      length: to - from, startMs: scrapes.startMs.slice(from, to), status: scrapes.status.slice(from, to),
      durationSeconds: scrapes.durationSeconds.slice(from, to), bytes: scrapes.bytes.slice(from, to),
      error: scrapes.error.slice(from, to), repeated: scrapes.repeated.slice(from, to),
    },
    role: (role) => {
      if (!known.has(role)) {
        const series = window.role(role);
        known.set(role, series === undefined ? undefined : cut(series));
      }
      return known.get(role);
    },
    labelled: (role) => window.labelled(role).map(cut),
  };
}

function scrapesOf(
  { seconds, events }: World, outcomes: readonly Outcome[]
): Required<Pick<HandMadeWindow, 'ticks' | 'durationSeconds'>> {
  const ticks: ('ok' | ScrapeErrorKind)[] = [];
  const durationSeconds: number[] = [];
  seconds.forEach((second, at) => {
    const refused = events.refused.some(([from, to]) => at >= from && at < to);
    // A stopped process answers once it goes on.
    const resumes = second.isFrozen && seconds[at + 1]?.isFrozen === false;
    const took = resumes ? 0.9 : second.isCut ? Infinity : elementAt(outcomes, at).scrapeSeconds;
    ticks.push(refused ? 'refused' : took >= TIMEOUT_SECONDS ? 'timeout' : 'ok');
    durationSeconds.push(refused ? 0.001 : Math.min(TIMEOUT_SECONDS, took));
  });
  return { ticks, durationSeconds };
}

/** What the process and its node_exporter say at each second: counters hold what came before. */
function countersOf(
  world: World, outcomes: readonly Outcome[]
): Pick<HandMadeWindow, 'roles' | 'labelled'> {
  const { seconds, events, cores, random } = world;
  const bornAt = (at: number): number => events.restarts.findLast((start) => start <= at) ?? -Infinity;
  /** Of the process: begins at 0 with each start. */
  const own = (of: (at: number) => number): number[] => {
    let sum = 1000;
    return seconds.map((_, at) => {
      if (bornAt(at) === at) sum = 0;
      const now = sum;
      sum += of(at);
      return now;
    });
  };
  const host = (of: (at: number) => number): number[] => {
    let sum = 1e4;
    return seconds.map((_, at) => (sum += of(at)));
  };
  const second = (at: number): World['seconds'][number] => elementAt(seconds, at);
  const ended = (list: readonly { end: number }[], at: number): number =>
    list.filter(({ end }) => end >= bornAt(at) && end <= at).length;
  const cycles = events.cycles.toSorted((a, b) => a.end - b.end);
  const isAnswered = scrapesOf(world, outcomes).ticks.map((tick) => tick === 'ok');
  const shown = (values: number[]): (number | null)[] =>
    values.map((value, at) => (isAnswered[at] === true ? value : null));
  // The handler reads its counters somewhere between request and answer.
  const read = (values: number[], of: (at: number) => number): (number | null)[] => shown(values.map(
    (value, at) => value + of(at) * Math.min(1, elementAt(outcomes, at).scrapeSeconds) * random()
  ));
  const every = (of: (at: number) => number): (number | null)[] => shown(seconds.map((_, at) => of(at)));
  const busy = host((at) => elementAt(outcomes, at).busyCores / cores);
  const lastCycle = (at: number): number => START_SECONDS + (cycles.findLast(({ end }) => end <= at)?.end ?? -20);
  return {
    roles: {
      cpuSeconds: read(own((at) => elementAt(outcomes, at).used), (at) => elementAt(outcomes, at).used),
      samplesAppended: read(own((at) => second(at).samples), (at) => second(at).samples),
      allocBytes: shown(own((at) => second(at).allocBytes)), gcCycles: every((at) => ended(cycles, at)),
      lastGcSeconds: every(lastCycle),
      processStartSeconds: every((at) => (bornAt(at) === -Infinity ? PROCESS_START : START_SECONDS + bornAt(at))),
      residentBytes: every(() => 3e8), ready: every((at) => (second(at).isReady ? 1 : 0)),
      compactions: every((at) => ended(events.compactions, at)),
      headTruncations: every((at) => ended(events.compactions, at)),
      compactionSeconds: every((at) => events.compactions.reduce(
        (sum, { start, end }) => sum + (end <= at ? end - start : 0), 0
      )),
      compactionRunning: every((at) => (events.compactions.some(({ start, end }) => start <= at && at < end) ? 1 : 0)),
      walFsyncSeconds: shown(own((at) => second(at).fsyncSeconds)),
      queryEvalSeconds: shown(own((at) => second(at).querySeconds)), queriesNow: every((at) => second(at).queries),
      nodeUp: seconds.map(() => 1), hostTimeSeconds: seconds.map((_, at) => START_SECONDS + at),
      hostSwappedInPages: host((at) => Math.round(second(at).swappedInPages)),
      hostSwappedOutPages: host((at) => Math.round(second(at).swappedOutPages)),
      hostSwapUsedBytes: seconds.map(() => 4e8),
      hostMemoryPressureSeconds: host((at) => second(at).memoryWaiting),
      hostIoPressureSeconds: host((at) => second(at).ioWaiting),
      hostCpuPressureSeconds: host((at) => elementAt(outcomes, at).cpuWaiting),
    },
    labelled: [
      { role: 'hostDiskBusySeconds', labels: { device: 'sda' }, values: host((at) => second(at).diskBusy) },
      ...Array.from({ length: cores }, (_, cpu) => (['user', 'idle'] as const).map((mode) => ({
        role: 'hostCpuSeconds' as const, labels: { cpu: String(cpu), mode },
        values: mode === 'user' ? busy : busy.map((value, at) => 1e5 + at - value),
      }))).flat(),
    ],
  };
}
