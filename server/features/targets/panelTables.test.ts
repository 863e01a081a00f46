import { describe, expect, it } from 'vitest';
import { panelCells } from './panelTables.ts';
import { csv } from '../../kernel/http/tableFormats.ts';

const panel = {
  range: { start: 1, end: 3 },
  figures: [
    { name: 'GC CPU', value: 0.02, low: null, from: ['a_total', 'b'] }, { name: '=2+2', value: null, note: 'why, not' },
  ],
  cycles: [],
  series: { time: [1, 2, 3], cpuCores: [0.1, null, 0.3] },
  fold: { periodSeconds: 2, offsetSeconds: [0, 1], cpuCores: { mean: [0.1, 0.2], low: [0, null] } },
  correlation: { pearson: 0.7, lags: [{ lagSeconds: -1, r: 0.2 }, { lagSeconds: 0, r: null }] },
};

describe('a panel as a table', () => {
  it.each([
    [
      'its series where no part is named, a gap as an empty cell', undefined,
      'time,cpuCores\r\n1,0.1\r\n2,\r\n3,0.3\r\n',
    ],
    [
      'a list of objects, lists inside a cell, formulas defused', 'figures',
      'name,value,low,from,note\r\nGC CPU,0.02,,a_total b,\r\n\'=2+2,,,,"why, not"\r\n',
    ],
    [
      'lists one object deeper, named by both', 'fold',
      'offsetSeconds,cpuCores.mean,cpuCores.low\r\n0,0.1,0\r\n1,0.2,\r\n',
    ],
    ['an empty list', 'cycles', '\r\n'],
    ['a list inside an object', 'correlation.lags', 'lagSeconds,r\r\n-1,0.2\r\n0,\r\n'],
    ['plain values of an object', 'range', 'start,end\r\n1,3\r\n'],
  ])('%s', (_, part, expected) => {
    expect(csv(panelCells(panel, part))).toBe(expected);
  });

  it('takes its points where it has no series', () => {
    expect(panelCells({ points: [{ time: 1, rssBytes: null }] }, undefined))
      .toEqual({ header: ['time', 'rssBytes'], rows: [[1, null]] });
  });

  it.each(
    ['nothing', '__proto__', 'series.constructor', 'correlation.pearson']
  )('refuses "%s" and names the parts', (part) => {
    expect(() => panelCells(panel, part)).toThrow('available: range, figures, cycles, series, fold, correlation.');
  });
});
