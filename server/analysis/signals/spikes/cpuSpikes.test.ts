import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../core/statistics/random.ts';
import { handMadeWindow, type HandMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { attributionOf } from '../../../../testdata/spikeTruth.ts';

const START = 1_800_000_000;

/** Returns a CPU counter with ticks of 10 ms, from the cores used in each second. */
function counted(cores: readonly number[]): number[] {
  let total = 0;
  return [0, ...cores].map((used) => Math.floor((total += used) * 100) / 100);
}

function window(cores: readonly number[], more: Partial<HandMadeWindow> = {}) {
  const cpuSeconds = counted(cores);
  return handMadeWindow({
    durationSeconds: cpuSeconds.map(() => 0), ...more, roles: { cpuSeconds, ...more.roles },
  });
}

/** Returns cores by second: a level with bursts above it. */
function load(seconds: number, level: number, bursts: Record<number, number[]> = {}): number[] {
  const random = seededRandom(7);
  const cores = Array.from({ length: seconds }, () => level * (0.9 + 0.2 * random()));
  for (const [at, values] of Object.entries(bursts)) values.forEach((value, k) => { cores[Number(at) + k] = value; });
  return cores;
}

const spans = (cores: readonly number[], more: Partial<HandMadeWindow> = {}): number[][] =>
  attributionOf(window(cores, more)).spikes.map(({ start, end }) => [start - START, end - START]);

describe('spikes of CPU', () => {
  it('are stretches above the quiet level, joined within 3 s, with what they add', () => {
    const found = attributionOf(window(load(400, 0.2, { 100: [1, 1, 0.2, 0.2, 1], 200: [0.8], 206: [0.8] })));
    expect(found.spikes.map(({ start, end }) => [start - START, end - START]))
      .toEqual([[100, 105], [200, 201], [206, 207]]);
    expect(found.spikes[0]?.coreSeconds).toBeCloseTo(2.4, 1);
    expect(found.spikes[0]?.peakCores).toBeCloseTo(1, 1);
    expect(found.quietCores).toBeCloseTo(0.2, 1);
    expect(found).toMatchObject({ confidence: 'too-early', counted: 3, needed: 4 });
  });

  it('last until the series has come down half way', () => {
    expect(spans(load(400, 0.2, { 100: [0.32, 0.8, 0.32, 0.32, 0.25] }))).toEqual([[100, 104]]);
  });

  it('are none in an hour of an idle server whose counter ticks', () => {
    expect(spans(load(3600, 0.03))).toEqual([]);
  });

  it('are not a step of load, in either direction, nor a drift', () => {
    expect(spans([...load(900, 0.2), ...load(900, 0.7)])).toEqual([]);
    expect(spans([...load(900, 0.7), ...load(900, 0.2)])).toEqual([]);
    expect(spans(load(3600, 1).map((used, second) => used * (0.2 + second / 1800)))).toEqual([]);
  });

  it('are found on both sides of a step of load', () => {
    const cores = [...load(900, 0.2, { 700: [0.6, 0.6] }), ...load(900, 0.7, { 300: [1.8, 1.8] })];
    expect(spans(cores)).toEqual([[700, 702], [1200, 1202]]);
  });

  it('have no gap in them and none of a restart: a gap is not a zero, a reset not a rate', () => {
    const cores = load(400, 0.2);
    const gap = counted(cores).map((value, k) => (k > 100 && k < 140 ? null : value));
    expect(attributionOf(window(cores, { roles: { cpuSeconds: gap } })).spikes).toEqual([]);
    const reset = counted(cores).map((value, k) => (k < 200 ? value + 500 : value - 39));
    const processStartSeconds = cores.map((_, k) => (k < 200 ? START - 9000 : START + 199));
    expect(attributionOf(window(cores, { roles: { cpuSeconds: reset, processStartSeconds } })).spikes).toEqual([]);
  });

  it('are not invented where a target repeats bodies at uneven times', () => {
    const repeatedTicks = Array.from({ length: 130 }, (_, k) => 3 * k + 1);
    const cores = load(400, 0.2);
    const cpuSeconds = counted(cores).map((value, k, all) => (repeatedTicks.includes(k) ? all[k - 1] ?? 0 : value));
    expect(attributionOf(window(cores, { repeatedTicks, roles: { cpuSeconds } })).spikes).toEqual([]);
  });

  it('are not known without the counter, and from too few scrapes', () => {
    expect(attributionOf(handMadeWindow({ roles: { heapInuseBytes: [1, 2, 3] } })))
      .toMatchObject({ quietCores: null, spikes: [], causes: [], confidence: 'too-early' });
    expect(attributionOf(window(load(10, 0.2)))).toMatchObject({ quietCores: null });
  });

  it('still under way are said to be', () => {
    expect(attributionOf(window([...load(300, 0.2), 1, 1])).spikes).toMatchObject([{ isOver: false }]);
  });
});

describe('the cause of a spike', () => {
  /** Bursts of 2 s every 40 s, and cycles that end at the given seconds. */
  const bursts = Object.fromEntries(Array.from({ length: 12 }, (_, k) => [60 + 40 * k, [0.8, 0.8]]));
  const cores = load(600, 0.2, bursts);
  const cyclesAt = (seconds: readonly number[]): HandMadeWindow['roles'] => {
    const ended = (row: number): number[] => seconds.filter((second) => second <= row);
    const rows = [...cores.keys(), cores.length];
    return {
      gcCycles: rows.map((row) => ended(row).length + 5),
      lastGcSeconds: rows.map((row) => START + (ended(row).at(-1) ?? -100)),
    };
  };
  const causes = (roles: HandMadeWindow['roles']): string[] =>
    attributionOf(window(cores, { roles })).spikes.map(({ cause }) => cause);

  it('is GC where CPU rises at cycles', () => {
    const cycles = Array.from({ length: 12 }, (_, k) => 61.5 + 40 * k);
    expect(causes(cyclesAt(cycles))).toEqual(new Array(12).fill('gc'));
  });

  it('is not known where cycles are so frequent that any spike has one', () => {
    const cycles = Array.from({ length: 590 }, (_, k) => 1.5 + k);
    expect(causes(cyclesAt(cycles))).toEqual(new Array(12).fill('unexplained'));
    const every7 = Array.from({ length: 84 }, (_, k) => 3.5 + 7 * k);
    expect(causes(cyclesAt(every7)).filter((cause) => cause === 'gc')).toEqual([]);
  });

  it('is not known where cycles lie elsewhere, or there are none', () => {
    const between = Array.from({ length: 12 }, (_, k) => 41.5 + 40 * k);
    expect(causes(cyclesAt(between))).toEqual(new Array(12).fill('unexplained'));
    expect(causes({})).toEqual(new Array(12).fill('unexplained'));
  });

  it('is GC where a CPU profile taken in it says so', () => {
    const profile = {
      id: 'a', name: 'a', start: START + 60, durationSeconds: 2, cpuSeconds: 1.6, gcCpuSeconds: 1.2,
      idleGcCpuSeconds: null, samples: 160, gcSamples: 120,
    };
    expect(attributionOf(window(cores), [profile]).spikes.map(({ cause }) => cause))
      .toEqual(['gc', ...new Array<string>(11).fill('unexplained')]);
  });

  it('is the catch-up after a standstill, in which no CPU was used and nothing was ingested', () => {
    const stopped = load(600, 0.3, { 332: [1.5, 1.2, 0.9] });
    for (let second = 300; second < 332; second++) stopped[second] = 0;
    const ticks = ['ok', ...stopped.map((_, k) => (k + 1 > 300 && k + 1 < 332 ? 'timeout' : 'ok'))] as 'ok'[];
    const ingested = counted(stopped.map((used) => (used === 0 ? 0 : 1000)));
    const found = attributionOf(window(stopped, { ticks, roles: { samplesAppended: ingested } }));
    expect(found.spikes.map(({ cause }) => cause)).toEqual(['freeze']);
  });

  it('is a start, which alone does not count towards what recurs', () => {
    const started = load(600, 0.2, { 5: [1, 1, 1, 0.9] });
    const processStartSeconds = [...started, 0].map(() => START - 2);
    const found = attributionOf(window(started, { roles: { processStartSeconds } }));
    expect(found).toMatchObject({ counted: 0, confidence: 'too-early', spikes: [{ cause: 'restart' }] });
  });
});

describe('a long spike', () => {
  const SECONDS = 600;
  /** GC takes half a core for 12 s, a compaction more from the 7th second on, and a cycle ends every 3 s. */
  const long = Array.from({ length: 20 }, (_, second) => (second < 7 || second >= 13 ? 0.7 : 1.2));
  const cycles = [...Array.from({ length: 10 }, (_, k) => 30.5 + 30 * k), 402.5, 405.5, 415.5, 418.5];
  const bursts = Object.fromEntries(cycles.slice(0, 10).map((second) => [Math.floor(second) - 1, [0.8, 0.8]]));
  const cores = load(SECONDS, 0.2, { ...bursts, 400: long });
  const ended = (row: number): number[] => cycles.filter((second) => second <= row);
  const rows = [...cores.keys(), cores.length];
  const roles = {
    gcCycles: rows.map((row) => ended(row).length + 5),
    lastGcSeconds: rows.map((row) => START + (ended(row).at(-1) ?? -100)),
  };
  const compaction = { startMs: 1000 * (START + 408), endMs: 1000 * (START + 412) };
  const late = (more: HandMadeWindow['roles'] = {}) =>
    attributionOf(window(cores, { roles: { ...roles, ...more } }), [], [compaction]).spikes
      .filter(({ start }) => start >= START + 395);

  it('has parts where a compaction begins and ends in it, each with its cause', () => {
    expect(late().map(({ start, end, cause }) => [start - START, end - START, cause]))
      .toEqual([[400, 407, 'gc'], [407, 413, 'compaction'], [413, 420, 'gc']]);
    expect(late().reduce((sum, { coreSeconds }) => sum + coreSeconds, 0)).toBeCloseTo(7 * 0.5 + 6 + 7 * 0.5, 0);
  });

  it('is not of GC in a part for which the target counts too little of it', () => {
    const gcCpuSeconds = rows.map((row) => 0.9 * ended(Math.min(row, 400)).length + (row > 404 ? 3 : 0)
      + (row > 415 ? 0.2 : 0));
    expect(late({ gcCpuSeconds }).map(({ cause }) => cause)).toEqual(['gc', 'compaction', 'unexplained']);
  });

  it('is one where no compaction begins or ends in it', () => {
    expect(attributionOf(window(cores, { roles })).spikes.filter(({ start }) => start >= START + 395)).toHaveLength(1);
  });
});
