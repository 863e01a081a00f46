import { describe, expect, it } from 'vitest';
import { gcCpuPanel } from '../../../web/testdata/panels.ts';
import { aroundChart, aroundText, gapsChart, linkWord, varianceText } from './gcCycleView.ts';

const panel = gcCpuPanel();

describe('the picture around one cycle', () => {
  it('has the mean with its band, the quiet level and a quarter of GOMAXPROCS above it', () => {
    const chart = aroundChart(panel);
    expect(chart?.lines.map(({ key, values }) => [key, values[10]]))
      .toEqual([['mean', 1.3], ['quiet', 0.5], ['budget', 1]]);
    expect(chart?.lines[0]).toMatchObject({ bandLabel: '95 % interval', low: panel.around?.lowCores });
    expect(chart?.marks[0]?.times).toEqual([0]);
  });

  it('leaves out a budget far above what is drawn, or not known', () => {
    expect(aroundChart({ ...panel, budgetCores: 16 })?.lines.map(({ key }) => key)).toEqual(['mean', 'quiet']);
    expect(aroundChart({ ...panel, budgetCores: null })?.lines).toHaveLength(2);
    expect(aroundChart({ ...panel, around: null })).toBeNull();
  });

  it('says what a cycle costs, how long its CPU lasts, and how overlapping ones were taken', () => {
    if (panel.around === null) throw new Error('the made-up answer has one');
    expect(aroundText(panel.around)).toBe(
      'A cycle takes 1.4 s of CPU (95 % interval 1.2 s to 1.6 s), measured on 15 cycles '
        + 'outside compactions; its CPU lasts about 1.6 s.'
    );
    expect(aroundText({ ...panel.around, overlapping: 4, lengthSeconds: null }))
      .toMatch(/compactions; 4 had another cycle within 10 readings/);
  });
});

describe('the times between cycles', () => {
  it('stand at the middle of their bins, two minutes marked where it is in reach', () => {
    const chart = gapsChart(panel.gaps);
    expect(chart?.x).toMatchObject({ min: 0, max: 128 });
    expect(chart?.x.values[18]).toBe(37);
    expect(chart?.marks[0]?.times).toEqual([120]);
    expect(gapsChart({ ...panel.gaps, binSeconds: 0.05 })).toMatchObject({ x: { max: 1 }, marks: [{ times: [] }] });
  });

  it('are no picture without a gap', () => {
    expect(gapsChart({ ...panel.gaps, counts: [] })).toBeNull();
  });
});

it('a link is a word, and compaction is named as what confounds it', () => {
  expect(panel.links.map(linkWord)).toEqual(['follows GC', 'not significant']);
  expect(panel.links.slice(0, 1).map((link) => linkWord({ ...link, linked: null }))).toEqual(['too little data']);
  expect(varianceText(panel.variance))
    .toBe('GC explains 65 % of the CPU variance outside compactions. Including them, '
      + 'compaction alone explains 68 % and GC adds 15 %: '
    + 'cycles cluster in compactions, so GC alone would appear to explain 49 %.');
  expect(varianceText({ ...panel.variance, compaction: null }))
    .toBe('GC explains 49 % of the CPU variance; no compaction in the window.');
  expect(varianceText({ gcOutsideCompactions: null, gc: null, compaction: null, gcBeyondCompaction: null })).toBeNull();
});
