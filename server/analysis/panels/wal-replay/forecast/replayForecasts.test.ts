import { elementAt } from '../../../../../core/elementAt.ts';
import { describe, expect, it } from 'vitest';
import type { WalReplayPanel } from '../../../../../core/contract/contract.ts';
import type { TargetFacts } from '../../../../../core/contract/facts.ts';
import { expectGolden } from '../../../../../testdata/goldenFindings.ts';
import { handMadeWindow, type HandMadeWindow } from '../../../../../testdata/handMadeWindow.ts';
import { sizeInBytes } from '../../../signals/segmentBytes.ts';
import { analyseWalReplay } from '../walReplay.ts';

const START = 1_800_000_000;
const MB = 2 ** 20;

function panelOf(description: HandMadeWindow, facts: TargetFacts = {}, version = ''): WalReplayPanel {
  return analyseWalReplay({ ...handMadeWindow(description), version }, { facts, nowMs: 0, stepMs: null });
}

/** Repeats values: `[3, 0]` is three times 0. */
function runs<T>(...parts: [number, T][]): T[] {
  return parts.flatMap(([count, value]) => new Array<T>(count).fill(value));
}

/** Returns 10 s up, 2 s down, then 11 segments of 2 s and 1 s of CPU each; ready when `ticks` are over. */
function steady(ticks: number, more: HandMadeWindow['roles'] = {}): HandMadeWindow {
  const since = (i: number): number => i - 12;
  const from = <T>(before: T, away: T, then: (i: number) => T): T[] =>
    Array.from({ length: ticks }, (_, i) => (i < 10 ? before : i < 12 ? away : then(i)));
  return {
    ticks: Array.from({ length: ticks }, (_, i) => (i >= 10 && i < 12 ? 'refused' : 'ok')),
    roles: {
      ready: from<number | null>(1, null, () => 0),
      processStartSeconds: from<number | null>(START - 5000, null, () => START + 11.6),
      replaySegmentMin: from<number | null>(0, null, () => 0),
      replaySegmentMax: from<number | null>(0, null, () => 10),
      replaySegmentCurrent: from<number | null>(0, null, (i) => Math.min(10, Math.floor(since(i) / 2))),
      cpuSeconds: from<number | null>(900, null, (i) => 0.2 + 0.5 * since(i)),
      residentBytes: from<number | null>(900 * MB, null, (i) => (200 + 20 * since(i)) * MB),
      samplesAppended: Array.from({ length: ticks }, (_, i) => (i < 10 ? 1e6 + 50_000 * i : null)),
      ...more,
    },
  };
}

describe('time left', () => {
  it('a steady replay: what is left of its segments at its pace, without the empty last one', () => {
    const panel = panelOf(steady(24));
    // Six of eleven are loaded at 12 s; three and a half with data are left, of 2 s each, of which the present one has
    // begun.
    expect(panel.segments?.current).toBe(5);
    expect(panel.etaBasis).toBe('segments');
    expect(panel.etaSeconds?.median).toBeGreaterThan(5);
    expect(panel.etaSeconds?.median).toBeLessThan(9.5);
  });

  it('a pace that halves in the middle is followed', () => {
    const slow = steady(44);
    slow.roles.cpuSeconds = slow.roles.cpuSeconds?.map((value, i) => (i < 24 ? value : 0.2 + 6 + 0.25 * (i - 24)));
    slow.roles.replaySegmentCurrent =
      slow.roles.replaySegmentCurrent?.map((value, i) => (i < 24 ? value : 6 + Math.floor((i - 24) / 4)));
    const cut = (ticks: number): HandMadeWindow => ({
      ticks: slow.ticks?.slice(0, ticks),
      roles: Object.fromEntries(Object.entries(slow.roles).map(([role, values]) => [role, values.slice(0, ticks)])),
    });
    const later = panelOf(cut(36));
    // At 36 s nine of eleven are loaded: slightly over half a segment with data is left, of 4 s.
    expect(later.etaSeconds?.median).toBeGreaterThan(0.5);
    expect(later.etaSeconds?.median).toBeLessThan(6);
    expect(later.forecasts.length).toBeGreaterThan(8);
  });

  it('segments whose samples a block holds say nothing of the others: no chunk of theirs is in the head', () => {
    const dropping = (until: number): HandMadeWindow => steady(24, {
      headChunks: Array.from({ length: 24 }, (_, i) => (i < 10 ? 9000 : i < until ? 0 : 500 * (i - until + 1))),
    });
    expect(panelOf(dropping(24)).etaSeconds).toBeNull();
    expect(panelOf(dropping(21)).etaSeconds).toBeNull();
    expect(panelOf(dropping(14)).etaSeconds).not.toBeNull();
  });

  it('loaded samples that were due long ago may begin anywhere in what is left, not at once', () => {
    const since = (value: number): (number | null)[] => runs<number | null>([12, null], [12, value]);
    // The newest chunk ends after a fifth of the time from the oldest sample to the start; no chunk is made yet.
    const late = panelOf(steady(24, {
      headMinTimeMs: since((START - 100) * 1000), headMaxTimeMs: since((START - 78) * 1000), headChunks: since(900),
      headSeries: since(500),
    }));
    const [all, none] = [14.3, 7];
    expect(late.etaSeconds?.median).toBeGreaterThan(none + 1.5);
    expect(late.etaSeconds?.median).toBeLessThan(all - 1.5);
    expect(late.etaSeconds?.low).toBeLessThan(none);
    expect(late.etaSeconds?.high).toBeGreaterThan(all);
  });

  it('nothing before three moves, and then past forecasts begin', () => {
    expect(panelOf(steady(16))).toMatchObject({ etaSeconds: null, etaBasis: null, forecasts: [], forecastScore: null });
    expect(panelOf(steady(20)).forecasts.length).toBeGreaterThan(0);
  });

  it('a start that was ready before gives a range while the cursor stands at 0/0/0, and says so', () => {
    const zero = runs<number | null>([2, null], [20, 0], [5, 0], [2, null], [6, 0]);
    const panel = panelOf({
      ticks: runs<'ok' | 'refused'>([2, 'refused'], [25, 'ok'], [2, 'refused'], [6, 'ok']),
      roles: {
        ready: runs<number | null>([2, null], [20, 0], [5, 1], [2, null], [6, 0]),
        processStartSeconds: runs<number | null>([2, null], [25, START + 1.5], [2, null], [6, START + 28.5]),
        replaySegmentMin: zero, replaySegmentMax: zero, replaySegmentCurrent: zero,
      },
    });
    expect(panel.etaBasis).toBe('earlier');
    expect(panel.etaSeconds?.low).toBeLessThan(14);
    expect(panel.etaSeconds?.high).toBeGreaterThan(14);
    expect(panel.finding.confidence).toBe('likely');
    expectGolden('wal-replay', 'time left from earlier starts', panel.finding);
    expect(panel.forecasts).toEqual([]);
  });

  it('starts that are kept from before the window count the same, those inside it once', () => {
    const kept = (start: number): ReturnType<typeof analyseWalReplay> => analyseWalReplay(
      { ...handMadeWindow(steady(15)), version: '' },
      { facts: {}, nowMs: 0, stepMs: null, earlier: [{ start, totalSeconds: 40, segments: 22 }] },
    );
    // Twice as many segments in 40 s: about 20 s, of which three have passed.
    expect(kept(START - 86_400)).toMatchObject({ etaBasis: 'earlier' });
    expect(kept(START - 86_400).etaSeconds?.median).toBeGreaterThan(14);
    expect(kept(START - 86_400).etaSeconds?.median).toBeLessThan(20);
    expect(kept(START + 5).etaSeconds).toBeNull();
  });

  it('without one it is not yet known', () => {
    const panel = panelOf(steady(15));
    expect(panel.finding.confidence).toBe('too-early');
    expectGolden('wal-replay', 'time left not yet known', panel.finding);
  });

  it('in a WBL nothing is said until its own cursor has moved', () => {
    const window = steady(40, { outOfOrderSamples: Array.from({ length: 40 }, (_, i) => (i < 10 ? 3e5 : null)) });
    const put = (values: (number | null)[] | undefined, then: (i: number) => number): (number | null)[] =>
      (values ?? []).map((value, i) => (i < 35 ? value : then(i)));
    window.roles.replaySegmentMax = put(window.roles.replaySegmentMax, () => 3);
    window.roles.replaySegmentCurrent = put(window.roles.replaySegmentCurrent, () => 0);
    const panel = panelOf(window);
    expect(panel.phases.at(-1)?.name).toBe('wbl');
    expect(panel.etaSeconds).toBeNull();
    expect(panel.progressRatio).toBe(0.99);
  });
});

describe('a WBL in a version that waits at each of its chunks', () => {
  const window = steady(
    45,
    {
      outOfOrderSamples: Array.from({ length: 45 }, (_, i) => (i < 10 ? 320_000 : null)),
      headChunks: Array.from({ length: 45 }, (_, i) => 20_000 + 500 * Math.max(0, i - 35)),
    }
  );
  const put = (values: (number | null)[] | undefined, then: number): (number | null)[] =>
    (values ?? []).map((value, i) => (i < 35 ? value : then));
  window.roles.replaySegmentMax = put(window.roles.replaySegmentMax, 3);
  window.roles.replaySegmentCurrent = put(window.roles.replaySegmentCurrent, 0);

  it('is told by the pace of its chunks while its cursor stands still', () => {
    // 320,000 samples fill 10,000 chunks, so there are about 11,000; 4,500 are made in 9 s.
    const panel = panelOf(window, {}, '2.42.0');
    expect(panel.etaSeconds?.median).toBeGreaterThan(12);
    expect(panel.etaSeconds?.median).toBeLessThan(14);
  });

  it('where few samples of many series are late, each has a chunk that is filled in part', () => {
    // 8,000 series had 40 late samples each, one per second: 10,000 full chunks and about 4,000 more.
    const rising = Array.from({ length: 45 }, (_, i) => (i < 10 ? 320_000 - 8000 * (9 - i) : null));
    const known = {
      ...window, roles: { ...window.roles, outOfOrderSamples: rising },
      labelled: [{
        role: 'targetIntervalQuantiles' as const, labels: { interval: '1s', quantile: '0.5' },
        values: new Array<number>(45).fill(1),
      }],
    };
    const panel = panelOf(known, {}, '2.42.0');
    expect(panel.etaSeconds?.median).toBeGreaterThan(18);
    expect(panel.etaSeconds?.median).toBeLessThan(20);
  });

  it('is not told while the WAL is read where nobody saw how many samples it holds', () => {
    const unseen = steady(24, { wblSegmentCurrent: Array.from({ length: 24 }, (_, i) => (i < 12 ? null : 1)) });
    unseen.ticks = unseen.ticks?.map((tick, i) => (i < 10 ? 'refused' : tick));
    for (const role of Object.keys(unseen.roles) as (keyof typeof unseen.roles)[])
      unseen.roles[role] = unseen.roles[role]?.map((value, i) => (i < 10 ? null : value)) ?? [];
    expect(panelOf(unseen, {}, '2.42.0').etaSeconds).toBeNull();
    expect(panelOf(unseen, {}, '2.48.0').etaSeconds).not.toBeNull();
  });

  it('and before it is read by a millisecond and a fifth for each', () => {
    const cut = {
      ticks: window.ticks?.slice(0, 34),
      roles: Object.fromEntries(Object.entries(window.roles).map(([role, values]) => [role, values.slice(0, 34)])),
    };
    expect(panelOf(cut, {}, '2.42.0').etaSeconds?.median).toBeGreaterThan(12);
    expect(panelOf(cut, {}, '2.48.0').etaSeconds?.median).toBeLessThan(11);
  });

  it('from 2.48 on it does not wait', () => {
    expect(panelOf(window, {}, '2.48.0').etaSeconds).toBeNull();
    expect(panelOf(window, {}, '3.1.0').etaSeconds).toBeNull();
  });
});

describe('rates', () => {
  it('segments and bytes a second, by the size of a segment that the flags tell', () => {
    const { rates } = panelOf(steady(30), { flags: { 'storage.tsdb.wal-segment-size': '10MB' } });
    expect(rates.segmentsPerSecond.at(-1)).toBeCloseTo(0.5, 1);
    expect(rates.bytesPerSecond.at(-1)).toBeCloseTo(5 * MB, -6);
  });

  it('the gauge of the log\'s size comes first', () => {
    const { rates } = panelOf(
      steady(30, { walBytes: Array.from({ length: 30 }, (_, i) => (i < 12 ? null : 40 * MB)) }), { flags: {} }
    );
    expect(rates.bytesPerSecond.at(-1)).toBeCloseTo(2 * MB, -6);
  });

  it('samples a second only while the head advances', () => {
    const head = Array.from(
      { length: 30 },
      (_, i) => (i < 10 ? 1000 * (START + i) : i < 12 ? null : 1000 * (START - 300 + 4 * Math.max(0, i - 22)))
    );
    const { rates } = panelOf(
      steady(
        30, { headMaxTimeMs: head, headMinTimeMs: head.map((value) => (value === null ? null : 1000 * (START - 400))) }
      )
    );
    const at = (tick: number): number | null => elementAt(rates.samplesPerSecond, rates.time.indexOf(START + tick));
    expect(at(21)).toBeNull();
    // Reads 4 s of samples per second, of 50,000 per second; over 8 s of which 7 advanced.
    expect(at(29)).toBeCloseTo(50_000 * 4 * 7 / 8, -4);
  });

  it.each<[string, number | null]>(
    [['10MB', 10 * MB], ['128MiB', 128 * MB], ['0', null], ['', null], ['many', null], ['1e9', null]]
  )('a segment size of "%s"', (text, bytes) => {
    expect(sizeInBytes(text)).toBe(bytes);
  });
});

describe('memory', () => {
  it('near GOMEMLIMIT the steps that help are listed before the kill', () => {
    const { memory, finding } = panelOf(steady(26), { memoryLimitBytes: 500 * MB });
    expect(memory).toMatchObject({ risk: 'high', limitSource: 'gomemlimit', killed: null });
    expect(memory.steps.length).toBeGreaterThan(2);
    expect(memory.steps.at(-1)).toMatch(/^Last resort: move the wal folder away/);
    expect(finding.severity).toBe('critical');
    expect(
      (memory.projectedLowBytes ?? NaN) <= (memory.projectedPeakBytes ?? NaN)
        && (memory.projectedPeakBytes ?? NaN) <= (memory.projectedHighBytes ?? NaN)
    ).toBe(true);
  });

  it('the host\'s memory is the limit where it is lower', () => {
    const { memory } = panelOf(steady(26, { hostTotalBytes: runs([26, 450 * MB]) }), { memoryLimitBytes: 5e9 });
    expect(memory).toMatchObject({ limitBytes: 450 * MB, limitSource: 'host', risk: 'high' });
  });

  it.each<[string, number, RegExp, number]>([
    ['near its limit', 480, /92 % of its limit: most likely it was OOM-killed/, 4],
    ['far below it', 4000, /11 % of its limit, so look for a failed probe/, 0],
  ])('a start that died %s', (_name, limitMb, sentence, steps) => {
    const window = steady(25);
    window.ticks = [...window.ticks ?? [], ...runs<'refused'>([4, 'refused'])];
    const { memory } = panelOf(window, { memoryLimitBytes: limitMb * MB });
    expect(memory.killed).toMatch(sentence);
    expect(memory.killed).toMatch(/^This start died after .* at segment \d+ of 10/);
    expect(memory.steps.length).toBe(steps);
  });
});

it.each<[string, RegExp]>([
  ['2.27.1', /Prometheus 2\.27\.1 has no replay status \(2\.28/], ['2.42.0', /Let tsdbscope watch/],
  ['', /Let tsdbscope watch/],
])('without a cursor, version "%s": what is missing is said', (version, text) => {
  const panel = panelOf(
    {
      ticks: ['refused', 'ok', 'ok', 'ok'],
      roles: {
        ready: [null, 0, 0, 0], processStartSeconds: [null, START + 0.5, START + 0.5, START + 0.5],
        residentBytes: [null, 1e8, 2e8, 3e8],
      },
    },
    {}, version
  );
  expect(elementAt(panel.missing, 0).remedy).toMatch(text);
  expect(panel).toMatchObject({ segments: null, segmentsPerSecond: null });
});
