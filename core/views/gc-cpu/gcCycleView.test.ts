import { describe, expect, it } from 'vitest';
import { answerOf } from '../../../testdata/answers.ts';
import { aroundChart, aroundText, gapsChart, linkWord, varianceText } from './gcCycleView.ts';

const panel = answerOf('gc-cpu');
const { around } = panel;
if (around === null) throw new Error('the stored answer has cycles to look around');

describe('the picture around one cycle', () => {
  it('has the mean with its band, the quiet level and a quarter of GOMAXPROCS above it', () => {
    const chart = aroundChart(panel);
    expect(chart?.x.values).toEqual(around.offsetSeconds);
    expect(chart?.lines.map(({ key, values }) => [key, values[10]])).toEqual(
      [['mean', around.meanCores[10]], ['quiet', around.quietCores], ['budget', around.quietCores + 0.5]]
    );
    expect(chart?.lines[0])
      .toMatchObject({ bandLabel: '95 % interval', low: around.lowCores, high: around.highCores });
    expect(chart?.marks[0]?.times).toEqual([0]);
  });

  it('omits a budget far above what is drawn, or unknown', () => {
    expect(aroundChart({ ...panel, budgetCores: 16 })?.lines.map(({ key }) => key)).toEqual(['mean', 'quiet']);
    expect(aroundChart({ ...panel, budgetCores: null })?.lines).toHaveLength(2);
    expect(aroundChart({ ...panel, around: null })).toBeNull();
  });

  it('says what a cycle costs, how long its CPU lasts, and how overlapping ones were taken', () => {
    const cost = 'A cycle takes 344 ms of CPU (95 % interval 256 ms to 599 ms), measured on 14 cycles '
      + 'outside compactions; ';
    const overlap = '5 had another cycle within 10 readings: each reading counts for the nearer one.';
    expect(aroundText(around)).toBe(`${cost}its CPU lasts about 943 ms; ${overlap}`);
    expect(aroundText({ ...around, overlapping: 0 })).toBe(`${cost}its CPU lasts about 943 ms.`);
    expect(aroundText({ ...around, lengthSeconds: null })).toBe(`${cost}${overlap}`);
  });
});

describe('the times between cycles', () => {
  it('stand at the middle of their bins, two minutes marked where it is in reach', () => {
    const { gaps } = panel;
    const chart = gapsChart(gaps);
    expect(chart?.x).toMatchObject({ min: 0, max: 128 });
    expect(chart?.x.values).toEqual(gaps.counts.map((_, k) => (k + 0.5) * gaps.binSeconds));
    expect(chart?.lines[0]?.values).toEqual(gaps.counts);
    expect(chart?.marks[0]?.times).toEqual([120]);
    expect(gapsChart({ ...gaps, binSeconds: 0.05 })).toMatchObject({ x: { max: 1.5 }, marks: [{ times: [] }] });
  });

  it('are no picture without a gap', () => {
    expect(gapsChart({ ...panel.gaps, counts: [] })).toBeNull();
  });
});

it('a link is a word, and compaction is named as what confounds it', () => {
  expect(panel.links.map((link) => `${link.name}: ${linkWord(link)}`)).toEqual(
    ['process CPU: follows GC', 'scrape duration: not significant', 'samples ingested: not significant']
  );
  expect(panel.links.slice(0, 1).map((link) => linkWord({ ...link, linked: null }))).toEqual(['too little data']);
  expect(varianceText(panel.variance)).toBe(
    'GC explains 69 % of the CPU variance outside compactions. Including them, compaction alone explains 32 % and '
      + 'GC adds 42 %: cycles cluster in compactions, so GC alone would appear to explain 43 %.'
  );
  expect(varianceText({ ...panel.variance, compaction: null }))
    .toBe('GC explains 43 % of the CPU variance; no compaction in the window.');
  expect(varianceText({ gcOutsideCompactions: null, gc: null, compaction: null, gcBeyondCompaction: null })).toBeNull();
});
