import { describe, expect, it } from 'vitest';
import type { ChartModel } from '../../../core/views/charts/chartModel.ts';
import { timeTicks, valueAxis } from './axis.ts';

function model(unit: ChartModel['unit'], top: number, more: Partial<ChartModel> = {}): ChartModel {
  return {
    label: '', unit, x: { kind: 'time', values: [0, 1], min: 0, max: 1 },
    lines: [{ key: 'a', label: 'a', colour: 'cpu', style: 'line', values: [top / 2, top] }], marks: [], spans: [],
    stepSeconds: 1, ...more,
  };
}

describe('the axis of values', () => {
  it.each<[string, ChartModel['unit'], number, string, string[]]>([
    ['cores', 'cores', 1.2, 'cores', ['0', '0.5', '1', '1.5']],
    ['bytes in the unit of the largest', 'bytes', 1.1 * 1024 ** 3, 'GiB', ['0', '0.5', '1', '1.5']],
    ['milliseconds in words', 'seconds', 0.233, 'milliseconds', ['0', '50', '100', '150', '200', '250']],
    ['minutes in words', 'seconds', 3000, 'minutes', ['0', '10', '20', '30', '40', '50', '60']],
    ['a share in percent', 'ratio', 0.9, 'percent', ['0', '20', '40', '60', '80', '100']],
    ['counts never in halves', 'count', 2, 'segments', ['0', '1', '2']],
    ['seconds where nothing was measured', 'seconds', 0, 'seconds', ['0', '0.2', '0.4', '0.6', '0.8', '1']],
    ['nothing at all', 'cores', 0, 'cores', ['0', '0.2', '0.4', '0.6', '0.8', '1']],
  ])('%s', (_name, unit, top, words, texts) => {
    const axis = valueAxis(model(unit, top), 190, 'segments');
    expect([axis.unitWords, axis.ticks.map(({ text }) => text)]).toEqual([words, texts]);
    expect(axis.max).toBeGreaterThanOrEqual(top);
  });
  it('between two given ends', () => {
    const axis = valueAxis(model('none', 0.5, { yMin: -1, yMax: 1 }), 190, 'correlation r');
    expect([axis.min, axis.max, axis.unitWords, axis.ticks.map(({ text }) => text)])
      .toEqual([-1, 1, 'correlation r', ['−1', '−0.5', '0', '0.5', '1']]);
  });
  it('has room for every mark', () => {
    for (const height of [60, 96, 120, 190]) for (const top of [0.003, 0.7, 3, 17, 999, 123_456, 7e9])
      for (const unit of ['cores', 'bytes', 'seconds', 'count', 'ratio'] as const) {
      expect(valueAxis(model(unit, top), height).ticks.length, `${unit} ${top} ${height}`)
        .toBeLessThanOrEqual(height / 24 + 1);
    }
  });
});

describe('the axis of time', () => {
  const clock = (min: number, max: number, most: number): string[] =>
    timeTicks({ kind: 'time', values: [], min, max }, most).map(({ text }) => text);
  const at = Date.UTC(2026, 10, 20, 23, 59, 30) / 1000;

  it('marks round times in UTC whatever the zone of the server', () => {
    expect(clock(at - 3570, at + 30, 7)).toEqual(['23:00', '23:10', '23:20', '23:30', '23:40', '23:50', '11-21']);
  });
  it('has seconds where a minute is too long, and days where a window is', () => {
    expect(clock(at, at + 60, 5)).toEqual(['23:59:30', '23:59:45', '00:00:00', '00:00:15', '00:00:30']);
    expect(clock(at, at + 6 * 86_400, 7)).toEqual(['11-21', '11-22', '11-23', '11-24', '11-25', '11-26']);
  });
  it('never has more than there is room for', () => {
    for (const span of [1, 10, 77, 600, 3600, 86_400, 15 * 86_400, 400 * 86_400]) for (const most of [2, 5, 12])
      expect(clock(at, at + span, most).length).toBeLessThanOrEqual(most + 1);
  });
  it('counts from the moment itself where there is no clock', () => {
    expect(timeTicks({ kind: 'lag', values: [], min: -10, max: 10 }, 5).map(({ text }) => text))
      .toEqual(['−10s', '−5s', '0', '5s', '10s']);
  });
});
