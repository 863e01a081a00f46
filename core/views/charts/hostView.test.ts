import { describe, expect, it } from 'vitest';
import type { HostView, Target } from '../../contract/contract.ts';
import { restingIndex } from './chartModel.ts';
import { diskBusyChart, disksText, heatColumns, hostChart, nodeTrouble, swapChart, swapText } from './hostView.ts';

const none = [null, null, null];

function view(more: Partial<HostView> = {}): HostView {
  return {
    range: { start: 100, end: 106, step: 1, scrapes: 3 }, state: 'up', sentence: 'The host used 1.5 of 2 cores …',
    asked: 3, answered: 3, gapSpans: [], cores: 2,
    perCore: [
      { core: '0', meanRatio: 0.5, busyRatio: [null, 0.25, 0.75] },
      { core: '1', meanRatio: 1, busyRatio: [null, 1, 1] },
    ], disks: ['vda'], figures: [], missing: [],
    series: {
      time: [101.01, 102.002, 105], busyCores: [null, 1.25, 1.75], hottestRatio: [null, 1, 1],
      hottestRatioMax: [null, 1, 1], stolenCores: [null, 0, 0.01],
      diskReadBytesPerSecond: [null, 0, 5], diskWrittenBytesPerSecond: [null, 1e6, 2e6], diskBusyRatio: none,
      cachedBytes: [1e9, 1e9, 1e9], freeBytes: none, availableBytes: none,
      swapUsedBytes: [0, 0, 0], swappedBytesPerSecond: none, cpuPressureRatio: none, ioPressureRatio: none,
      memoryPressureRatio: none,
    },
    ...more,
  };
}

const target = (node: Target['node']): Target =>
  ({ effectiveIntervalSeconds: 1, ...(node === undefined ? {} : { node }) }) as Target;

describe('the host on a page', () => {
  it('draws each core thin, the busiest bold and the mean of all as a share', () => {
    const chart = hostChart(view(), 'cores', [], []);
    expect(chart?.lines.map(({ key, style }) => [key, style]))
      .toEqual([['core-0', 'thin'], ['core-1', 'thin'], ['hottest', 'line'], ['mean', 'dash']]);
    expect(chart?.lines.at(-1)?.values).toEqual([null, 0.625, 0.875]);
    expect(chart?.yMax).toBe(1);
  });

  it.each<[string, number, [number, number][], number]>([
    ['reach its end', 175, [], 2], ['end before it', 190, [[105.5, 190]], -1],
  ])('says where the lines of the host %s', (_how, end, spans, resting) => {
    const chart = hostChart(view({ range: { start: 100, end, step: 1, scrapes: 3 } }), 'memory', [], []);
    expect(chart?.spans.map((span) => [span.start, span.end])).toEqual(spans);
    expect(chart?.lines.map((line) => restingIndex(chart, line))).toEqual([resting]);
  });

  it('leaves single cores out where there are too many lines', () => {
    const cores = Array.from(
      { length: 17 }, (_, i) => ({ core: String(i), meanRatio: 0.1, busyRatio: [0.1, 0.1, 0.1] })
    );
    expect(hostChart(view({ perCore: cores }), 'cores', [], [])?.lines.map(({ key }) => key))
      .toEqual(['hottest', 'mean']);
  });

  it('omits what the node_exporter does not report, and swap where none is used', () => {
    expect(hostChart(view(), 'memory', [], [])?.lines.map(({ key }) => key)).toEqual(['cached']);
    expect(hostChart(view(), 'waiting', [], [])).toBeNull();
    expect(diskBusyChart(view(), [])).toBeNull();
  });

  it.each([
    ['nothing where it is not told', none, false, null],
    ['that nothing was swapped', [null, 0, 0], false, /did not swap/],
    ['that it was little', [null, 0, 40_960], true, /at most 41 kB\/s: too little/],
    [
      'a warning with how often and how much', [0, 2e6, 5e6, 0], true,
      /^Warning: the host swapped during 50 % of this window, at most 5 MB\/s\./,
    ],
  ])('says of swap %s, with a lane where there was some', (_what, swapped, hasLane, words) => {
    const one = view({ series: { ...view().series, swappedBytesPerSecond: swapped } });
    expect(swapChart(one)?.lines.map(({ key, values }) => [key, values]) ?? null)
      .toEqual(hasLane ? [['swapped', swapped]] : null);
    if (words === null) expect(swapText(one)).toBeNull();
    else expect(swapText(one)).toMatch(words);
  });

  it('draws nothing where no node_exporter answered', () => {
    for (const part of ['cores', 'disks', 'memory', 'waiting'] as const)
      expect(hostChart(view({ state: 'off' }), part, [], [])).toBeNull();
  });

  it('lays each core under the axis of the chart: no hole between neighbours '
    + 'that jitter, one where nothing was scraped', () => {
    const cores = (busyRatio: (number | null)[], time: number[]) =>
      heatColumns(view({ perCore: [{ core: '0', meanRatio: 0.5, busyRatio }], series: { ...view().series, time } }), 0);
    expect(cores([null, 0.25, null, 0.75], [101.01, 102.002, 103, 105])).toEqual([null, null, 0.25, null, null, 0.75]);
    // In coarse history a point represents the time since the previous one.
    expect(cores([0.5, 0.25, 0.75], [100, 102, 105])).toEqual([0.5, 0.25, 0.25, 0.75, 0.75, 0.75]);
    expect(heatColumns(view({ series: { ...view().series, time: [101.99, 103.001, 104.02] } }), 1))
      .toEqual([null, null, 1, 1, 1, null]);
  });

  it('names the disks that were counted', () => {
    expect(disksText(view())).toBe('Disk: vda; all processes of the host.');
    expect(disksText(view({ disks: [] }))).toBe('');
  });

  it.each([
    ['nothing where none is configured', undefined, null],
    ['nothing before it was asked', { url: 'http://a:9100', lastScrape: null, effectiveIntervalSeconds: 1 }, null],
    [
      'nothing while it answers',
      { url: 'http://a:9100', lastScrape: { time: 1, durationSeconds: 0.1, error: null }, effectiveIntervalSeconds: 1 },
      null,
    ],
    [
      'that it fails',
      {
        url: 'http://a:9100', lastScrape: { time: 1, durationSeconds: 0.1, error: 'It refused.' },
        effectiveIntervalSeconds: 1,
      },
      /fail; scrapes of the target itself are not affected\. It refused\.$/,
    ],
    [
      'that it is slow',
      { url: 'http://a:9100', lastScrape: { time: 1, durationSeconds: 1.5, error: null }, effectiveIntervalSeconds: 4 },
      /slow \(1\.5 s\), so it is scraped only every 4 s/,
    ],
  ])('says of the node_exporter %s', (_what, node, words) => {
    const text = nodeTrouble(target(node));
    if (words === null) expect(text).toBeNull();
    else expect(text).toMatch(words);
  });
});
