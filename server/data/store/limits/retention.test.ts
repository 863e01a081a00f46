import { describe, expect, it } from 'vitest';
import { partitionsToDelete, RetentionAge } from './retention.ts';

const HOUR = 3_600_000;
const at = (hour: number, recording = false) =>
  ({ path: `${hour}`, startMs: hour * HOUR, endMs: (hour + 2) * HOUR, bytes: 100, recording });

describe('partitionsToDelete', () => {
  const rows: {
    name: string; partitions: ReturnType<typeof at>[]; total: number; hours: number; bytes: number; gone: string[]
  }[] = [
    {
      name: 'keeps everything within both limits', partitions: [at(0), at(2)], total: 200, hours: 100, bytes: 1000,
      gone: [],
    },
    {
      name: 'deletes what ended before the retention time', partitions: [at(4), at(0), at(2)], total: 300, hours: 7,
      bytes: 1000, gone: ['0'],
    },
    {
      name: 'keeps a partition of which a part is young enough', partitions: [at(0)], total: 100, hours: 8,
      bytes: 1000, gone: [],
    },
    {
      name: 'deletes the oldest of all targets until the size fits', partitions: [at(4), at(0), at(2)], total: 350,
      hours: 100, bytes: 200, gone: ['0', '2'],
    },
    {
      name: 'counts recordings but leaves them', partitions: [at(0, true), at(2), at(4)], total: 300, hours: 100,
      bytes: 250, gone: ['2'],
    },
    { name: 'leaves old recordings', partitions: [at(0, true)], total: 100, hours: 1, bytes: 1, gone: [] },
  ];
  it.each(rows)('$name', ({ partitions, total, hours, bytes, gone }) => {
    const limits = { nowMs: 10 * HOUR, retentionMs: hours * HOUR, retentionBytes: bytes };
    expect(partitionsToDelete(partitions, total, limits).map((one) => one.path)).toEqual(gone);
  });
});

describe('how old data may get', () => {
  const told = (steps: readonly (readonly [steadyHours: number, wallHours: number])[]): number[] => {
    let steady = 0;
    const age = new RetentionAge(7, () => steady);
    return steps.map(([steadyHours, wallHours]) => {
      steady = steadyHours * HOUR;
      return age.limitMs(wallHours * HOUR);
    });
  };

  it.each<[string, (readonly [number, number])[], number[]]>([
    [
      'nothing is too old in the hour after the clock was set ahead by a month',
      [[1, 501], [1.1, 1221.1], [1.2, 501.2], [2.05, 502.05], [2.2, 502.2]], [7, Infinity, Infinity, Infinity, 7],
    ],
    ['a clock that is set right by seconds, or back, is believed', [[1, 501], [1.01, 501.02], [1.02, 400]], [7, 7, 7]],
    ['a month that has passed has passed', [[1, 501], [721, 1221]], [7, 7]],
  ])('%s', (_name, steps, limits) => {
    expect(told(steps)).toEqual(limits);
  });
});
