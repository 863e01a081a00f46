import { elementAt } from '../../../../core/elementAt.ts';
import { describe, expect, it } from 'vitest';
import type { Finding, ScrapesPanel } from '../../../../core/contract/contract.ts';
import { roleWindow } from '../../../data/metrics/roles.ts';
import type { ScrapeErrorKind } from '../../../../core/contract/terms/targetKind.ts';
import { expectGolden, quantitiesOf } from '../../../../testdata/goldenFindings.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import { findCompactions } from '../../signals/compaction/compactionIntervals.ts';
import { findGcCycles } from '../../signals/gc/gcCycles.ts';
import { scrapeSpikes } from '../../signals/spikes/quantitySpikes.ts';
import { analyseScrapes } from './scrapes.ts';

const START = 1_800_000_000;
const options = { timeoutSeconds: 1, intervalSeconds: 1, stepMs: null, nowMs: START * 1000 + 1e9 };

/** Returns the finding with the sentences on each gap and on what slow scrapes coincide with. */
function withGaps({ finding, gaps, overlapTests }: Pick<ScrapesPanel, 'finding' | 'gaps' | 'overlapTests'>): Finding {
  const tests = overlapTests.map(({ sentence }) => [{ text: sentence }]);
  return {
    ...finding,
    evidence: [
      ...finding.evidence, ...gaps.flatMap(({ parts, overlaps }) => [parts, ...overlaps.map((one) => one.parts)]),
      ...tests,
    ],
  };
}

/** Returns the panel as a server does, with the spikes of the scrape durations. */
function analysed(...[window, compactions, cycles, given]: Parameters<typeof analyseScrapes>): ScrapesPanel {
  const spikes = scrapeSpikes({ window, compactions, gc: findGcCycles(window) });
  return analyseScrapes(window, compactions, cycles, { ...given, spikes });
}

type Tick = 'ok' | ScrapeErrorKind | null;
const repeat = (tick: Tick, times: number): Tick[] => new Array<Tick>(times).fill(tick);

it.each(Object.entries(recordings))('the texts of the recording %s', (name, file) => {
  const window = roleWindow(loadRecording(file), 'prometheus', '2.42.0');
  const panel = analysed(
    window, findCompactions(window), findGcCycles(window).cycles, { ...options, nowMs: window.endMs + 1e6 }
  );
  expectGolden('scrapes', `recording ${name}`, withGaps(panel));
});

describe('causes of gaps by hand', () => {
  const up = (ticks: number, start: number): (number | null)[] => new Array<number | null>(ticks).fill(start);

  it.each<
    [
      string, Tick[], { start?: (number | null)[]; ready?: (number | null)[]; noted?: (number | null)[] }, string,
      number
    ]
  >([
    ['nobody scraped', [...repeat('ok', 10), ...repeat(null, 30), ...repeat('ok', 10)], {}, 'collector', 30],
    ['the process before and after is not the same', [...repeat('ok', 10), 'reset', 'refused', ...repeat('ok', 10)],
      { start: [...up(10, START - 99), null, null, ...up(10, START + 11)] }, 'restart', 2],
    ['it listened, replaying its WAL', [...repeat('ok', 10), ...repeat('timeout', 3), ...repeat('ok', 10)],
      { ready: [...up(10, 0), null, null, null, ...up(10, 0)] }, 'replay', 3],
    ['the collector noted that it was not ready', [...repeat('ok', 10), ...repeat('timeout', 3), ...repeat('ok', 10)],
      { noted: [...up(10, 1), 0, 0, 0, ...up(10, 1)] }, 'replay', 3],
    [
      'the time-out passed and nothing else was seen',
      [...repeat('ok', 10), 'timeout', 'skipped', ...repeat('ok', 10)], {}, 'timeout', 2,
    ],
    [
      'nothing answered, and no start time says whether the process lived on',
      [...repeat('ok', 10), ...repeat('refused', 5), ...repeat('ok', 10)], { start: [] }, 'down', 5,
    ],
    [
      'the same process ran before and after, yet no connection',
      [...repeat('ok', 10), ...repeat('refused', 5), ...repeat('ok', 10)], {}, 'network', 5,
    ],
    [
      'a name that did not resolve for a while', [...repeat('ok', 10), 'dns', 'dns', ...repeat('ok', 10)], {},
      'network', 2,
    ],
    ['an answer that is no exposition', [...repeat('ok', 10), 'format', ...repeat('ok', 10)], {}, 'unknown', 1],
  ])('%s', (name, ticks, { start, ready, noted }, cause, scrapesMissed) => {
    const roles = {
      ...(start?.length === 0 ? {}
        : { processStartSeconds: start ?? ticks.map((tick) => (tick === 'ok' ? START - 99 : null)) }),
      ...(ready ? { ready } : {}), ...(noted ? { targetReady: noted } : {}),
    };
    const panel = analysed(handMadeWindow({ ticks, roles }), [], [], options);
    const { gaps } = panel;
    expectGolden('scrapes', name, withGaps(panel));
    expect(gaps).toHaveLength(1);
    expect(gaps[0]).toMatchObject({ cause, scrapesMissed });
    expect(elementAt(gaps, 0).sentence).toMatch(/\.$/);
  });

  it('a lone skipped tick is no gap, three are, with the scrape that held them up', () => {
    const ticks = [
      ...repeat('ok', 10), 'skipped' as const, ...repeat('ok', 10), ...repeat('skipped', 3), ...repeat('ok', 10)
    ];
    const durationSeconds = new Array<number>(ticks.length).fill(0.004);
    durationSeconds[20] = 3.2;
    const { gaps, scrapes } =
      analysed(handMadeWindow({ ticks, durationSeconds, roles: {} }), [], [], { ...options, timeoutSeconds: 10 });
    expect(scrapes).toMatchObject({ failed: 0, skipped: 4 });
    expect(gaps).toMatchObject([{ start: START + 21, cause: 'slow', scrapesMissed: 3, timedOut: 0, skipped: 3 }]);
    expect(elementAt(gaps, 0).parts).toContainEqual({ quantity: 3.2, unit: 'seconds' });
  });

  it('a time-out during a compaction is laid to it', () => {
    const window = handMadeWindow({ ticks: [...repeat('ok', 10), 'timeout', ...repeat('ok', 10)], roles: {} });
    const compactions = [{ startMs: (START + 8) * 1000, endMs: (START + 12) * 1000 }];
    expect(analysed(window, compactions, [], options).gaps[0])
      .toMatchObject({ cause: 'compaction', start: START + 10, end: START + 11 });
  });

  it('a target that stays away is critical now, and was down then', () => {
    const window = handMadeWindow({ ticks: [...repeat('ok', 20), ...repeat('refused', 10)], roles: {} });
    const now = analysed(window, [], [], { ...options, nowMs: window.endMs });
    expect(now.finding)
      .toMatchObject({ code: 'target-down', severity: 'critical', moment: START + 20, time: START + 20 });
    expect(quantitiesOf({ claim: now.finding.claim, evidence: [] })).toEqual([10]);
    expectGolden('scrapes', 'a target that stays away', withGaps(now));
    expect(now.gaps[0]).toMatchObject({ cause: 'down', end: START + 30 });
  });

  it('a target asked every 5 s because it is slow shows no holes', () => {
    const ticks = Array.from({ length: 200 }, (_, tick): Tick => (tick % 5 === 0 ? 'ok' : null));
    expect(analysed(handMadeWindow({ ticks, roles: {} }), [], [], options).gaps).toEqual([]);
  });
});

describe('finding', () => {
  it('is ok when all were answered quickly', () => {
    const panel = analysed(handMadeWindow({ ticks: repeat('ok', 60), roles: {} }), [], [], options);
    expect(panel.finding).toMatchObject({ code: 'scrapes-answered', severity: 'ok', time: null });
    expect(quantitiesOf(panel.finding)).toEqual([60, 0.004, 0.004, 0.004, 0.004, 1]);
    expectGolden('scrapes', 'all scrapes quick', withGaps(panel));
  });

  it('points at a scrape that came close to the time-out', () => {
    const durationSeconds = new Array<number>(200).fill(0.004);
    durationSeconds[150] = 0.8;
    const panel = analysed(
      handMadeWindow({ ticks: repeat('ok', 200), durationSeconds, roles: {} }), [], [], options
    );
    expect(panel.finding).toMatchObject({ code: 'scrapes-slow', severity: 'info', moment: START + 150 });
    expectGolden('scrapes', 'a scrape close to the timeout', withGaps(panel));
  });

  const offTheTarget: [string, Tick[], number[], string | null, string, string][] = [
    [
      'answers were there and not stored', [...repeat('ok', 30), ...repeat('skipped', 8)], [], 'collector', 'info',
      'scrapes-skipped',
    ],
    [
      'a scrape has no answer yet, so it has no row', [...repeat('ok', 30), null, ...repeat('skipped', 8)], [], 'slow',
      'critical', 'target-hanging',
    ],
    [
      'the scrape before took long', [...repeat('ok', 30), ...repeat('skipped', 8)], [29, 9.1], 'slow', 'critical',
      'target-hanging',
    ],
  ];
  it.each(
    offTheTarget
  )('scrapes skipped at the end of a live window while %s', (why, ticks, [at, seconds], cause, severity, code) => {
    const durationSeconds = ticks.map((_tick, tick) => (tick === at ? seconds ?? NaN : 0.004));
    const window = handMadeWindow({ ticks, durationSeconds, roles: {} });
    const panel = analysed(window, [], [], { ...options, timeoutSeconds: 10, nowMs: window.endMs });
    const { finding, gaps, slow } = panel;
    expectGolden('scrapes', `skipped: ${why}`, withGaps(panel));
    expect(gaps.map((gap) => gap.cause)).toEqual([cause]);
    expect(finding).toMatchObject({ code, severity });
    expect(elementAt(gaps, 0).parts.some((part) => 'quantity' in part && part.quantity === 9.1)).toBe(seconds === 9.1);
    expect(elementAt(gaps, 0).parts).toContainEqual({ quantity: 8, unit: 'count' });
    expect(slow.lost).toBe(cause === 'collector' ? 0 : 8);
  });

  it.each([
    ['after one', [...repeat('skipped', 9), null, ...repeat('skipped', 6)]],
    ['after two', [...repeat('skipped', 9), 'timeout', ...repeat('skipped', 9), null, ...repeat('skipped', 3)]],
  ] satisfies [string, Tick[]][])(
    'a target that has hung since the last good scrape hangs, %s timeout and one scrape without a row yet',
    (_what, after) => {
      const ticks: Tick[] = [...repeat('ok', 30), 'timeout', ...after];
      const durationSeconds = ticks.map((tick) => (tick === 'timeout' ? 9.9 : 0.004));
      const window = handMadeWindow({ ticks, durationSeconds, roles: {} });
      const panel = analysed(window, [], [], { ...options, timeoutSeconds: 10, nowMs: window.endMs });
      expect(panel.gaps.map(({ cause }) => cause)).toEqual(['timeout']);
      expect(panel.finding).toMatchObject({ code: 'target-hanging', severity: 'critical' });
    }
  );

  it('a pace that is slower for five scrapes leaves no holes, a hole in it is one', () => {
    const every = (ticks: number, times: number): Tick[] =>
      Array.from({ length: times }, () => ['ok' as const, ...repeat(null, ticks - 1)]).flat();
    const paced = [...every(2, 12), ...every(4, 5), ...every(2, 12)];
    expect(analysed(handMadeWindow({ ticks: paced, roles: {} }), [], [], options).gaps).toEqual([]);
    const stopped = [...every(2, 12), ...every(4, 2), ...repeat(null, 9), ...every(4, 3), ...every(2, 12)];
    expect(analysed(handMadeWindow({ ticks: stopped, roles: {} }), [], [], options).gaps)
      .toMatchObject([{ cause: 'collector' }]);
  });

  it('answers that are no samples are quoted, the most frequent of them', () => {
    const ticks: Tick[] = [...repeat('ok', 20), 'http', 'http', ...repeat('ok', 20), 'format', ...repeat('ok', 20)];
    const panel = analysed(handMadeWindow({ ticks, roles: {} }), [], [], options);
    expect(panel.finding.evidence.flat())
      .toContainEqual({ text: expect.stringMatching(/: The scrape failed: http\.$/) as string });
    expect(panel.gaps.map(({ cause }) => cause)).toEqual(['unknown', 'unknown']);
    expectGolden('scrapes', 'answers that are no samples', withGaps(panel));
  });

  it('tells ticks that were left out from scrapes that failed', () => {
    const durationSeconds = new Array<number>(60).fill(0.004);
    durationSeconds[29] = 1.4;
    const ticks = [...repeat('ok', 30), 'skipped' as const, ...repeat('ok', 29)];
    const panel = analysed(
      handMadeWindow({ ticks, durationSeconds, roles: {} }), [], [], { ...options, timeoutSeconds: 5 }
    );
    expect(panel.finding).toMatchObject({ code: 'scrapes-skipped', severity: 'info', moment: START + 29 });
    expect(quantitiesOf(panel.finding).slice(0, 2)).toEqual([60, 1]);
    expectGolden('scrapes', 'one scrape skipped', withGaps(panel));
  });

  it.each<[string, Tick[], string, string[]]>([
    ['an empty window', [], 'nothing-scraped', []],
    ['three scrapes', repeat('ok', 3), 'too-little-data', ['Wait about 7 s.']],
  ])('is unknown for %s', (name, ticks, code, steps) => {
    const { finding, durationSeconds } = analysed(handMadeWindow({ ticks, roles: {} }), [], [], options);
    expect(finding).toMatchObject({ code, severity: 'unknown' });
    expect(finding.actions.map(({ step }) => step)).toEqual(steps);
    expectGolden('scrapes', name, finding);
    if (ticks.length === 0) expect(durationSeconds).toEqual({ p50: null, p99: null, max: null });
  });

  it('states no duration of a scrape that nobody measured: the one of a bundle', () => {
    const panel = analysed(handMadeWindow({ ticks: ['ok'], durationSeconds: [0], roles: {} }), [], [], options);
    expect(panel.scrapes).toMatchObject({ total: 1, failed: 0 });
    expect(panel.durationSeconds).toEqual({ p50: null, p99: null, max: null });
    expect(panel.points.durationSeconds).toEqual([null]);
    expect(panel.figures.filter(({ name, value }) => name.startsWith('Duration') && value !== null)).toEqual([]);
  });
});
