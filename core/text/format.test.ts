import { describe, expect, test } from 'vitest';
import {
  axisScale, counted, cutMiddle, formatAge, formatBand, formatNumber, formatProfileValue, formatValue, formatSeconds,
  formatWindow, timesText, zoneName,
} from './format.ts';
import type { Unit } from '../contract/terms/unit.ts';

describe('a row for every unit', () => {
  const cases: [number | null, Unit, string][] = [
    [0, 'seconds', '0 s'], [4.2e-8, 'seconds', '42 ns'], [0.00082, 'seconds', '820 µs'],
    [0.0432, 'seconds', '43.2 ms'], [0.9999, 'seconds', '1 s'],
    [1.346, 'seconds', '1.35 s'], [124, 'seconds', '2m 4s'], [3_599.6, 'seconds', '1h'], [6_420, 'seconds', '1h 47m'],
    [273_600, 'seconds', '3d 4h'], [-0.5, 'seconds', '−500 ms'],
    [0, 'bytes', '0 B'], [1_023, 'bytes', '1,023 B'], [1_024, 'bytes', '1 KiB'], [1_536, 'bytes', '1.5 KiB'],
    [123_456_789, 'bytes', '118 MiB'], [1_073_741_823, 'bytes', '1 GiB'],
    [1_500, 'bytesPerSecond', '1.5 kB/s'], [999_600, 'bytesPerSecond', '1 MB/s'],
    [1_044.48, 'bytesPerSample', '1.02 KiB/sample'], [1, 'cores', '1 core'], [0.4236, 'cores', '0.424 cores'],
    [0.0005, 'cores', '0.0005 cores'], [2.9e-4, 'cores', '0.29 millicores'], [-1e-6, 'cores', '−0.001 millicores'],
    [0, 'cores', '0 cores'], [2.9e-4, 'coreSeconds', '0.29 core-ms'],
    [0.23, 'ratio', '23 %'], [0.00123, 'ratio', '0.123 %'], [12_345, 'count', '12,345'], [1.5, 'count', '1.5'],
    [3, 'perSecond', '3/s'],
    [0.531, 'segmentsPerSecond', '0.531 segments/s'], [1_795_179_600, 'timestamp', '2026-11-20 13:00:00'],
    [0.7812, 'none', '0.781'],
    [null, 'bytes', '–'], [Number.NaN, 'cores', '–'], [Number.POSITIVE_INFINITY, 'none', '∞'],
  ];
  test.each(cases)('%s %s is %s', (value, unit, text) => expect(formatValue(value, unit, 'utc')).toBe(text));
});

test('numbers keep three significant digits and lose idle zeros', () => {
  expect([0.1 + 0.2, 12.3456, 99.96, 100.4, 1_234_567, -5.55, 0.00001].map(formatNumber))
    .toEqual(['0.3', '12.3', '100', '100', '1,234,567', '−5.55', '1.0e-5']);
});

test('a band whose ends read alike is one value', () => {
  expect(formatBand(0.36, 0.48, 'cores')).toBe('0.36 cores to 0.48 cores');
  expect(formatBand(0.42, 0.42, 'cores')).toBe('0.42 cores');
  expect(formatBand(null, 3, 'cores')).toBe('– to 3 cores');
});

test.each([
  [75_160_000_000, 'nanoseconds', '75.2 s'], [2_048, 'bytes', '2 KiB'], [7_516, 'count', '7,516'],
  [12, 'contentions', '12 contentions'],
])('%s profile %s', (value, unit, text) => {
  expect(formatProfileValue(value, unit)).toBe(text);
});

describe('axes', () => {
  const cases: [Unit, number, number, string][] = [
    ['bytes', 900 * 1_048_576, 1_048_576, 'MiB'], ['bytes', 0, 1, 'B'], ['bytesPerSecond', 2e6, 1e6, 'MB/s'],
    ['seconds', 0.2, 1e-3, 'ms'], ['seconds', 0, 1, 's'],
    ['seconds', 30, 1, 's'], ['seconds', 7_200, 60, 'min'], ['ratio', 1, 0.01, '%'], ['cores', 2, 1, 'cores'],
    ['cores', 4e-4, 1e-3, 'millicores'], ['cores', 0, 1, 'cores'],
  ];
  test.each(
    cases
  )('%s up to %s', (unit, max, divisor, head) => expect(axisScale(unit, max)).toEqual({ divisor, head }));
});

test('windows show the date only where it is needed', () => {
  const noon = 1_795_176_000; // 2026-11-20 12:00 UTC
  expect(formatWindow(noon, noon + 3_600, 'utc', noon + 7_200)).toBe('12:00:00 to 13:00:00');
  expect(formatWindow(noon, noon + 21_600, 'utc', noon + 30_000)).toBe('12:00 to 18:00');
  expect(formatWindow(noon, noon + 3_600, 'utc', noon + 90_000)).toBe('2026-11-20 12:00:00 to 13:00:00');
  expect(formatWindow(noon, noon + 86_400, 'utc', noon)).toBe('2026-11-20 12:00 to 2026-11-21 12:00');
});

test('ages, widths and zones', () => {
  expect([0.4, 12, 300, 10_800, 172_800].map(formatAge))
    .toEqual(['just now', '12 s ago', '5m ago', '3h ago', '2d ago']);
  expect([0.5, 1, 90, 900, 7_200, 604_800].map(formatSeconds)).toEqual(['500 ms', '1 s', '90 s', '15m', '2h', '7d']);
  expect(zoneName('utc', 0)).toBe('UTC');
});

test('function names are cut in the middle', () => {
  expect(cutMiddle('short', 10)).toBe('short');
  const name = 'github.com/prometheus/tsdb.(*Head).processWALSamples';
  expect(cutMiddle(name, 30)).toHaveLength(30);
  expect(cutMiddle(name, 30)).toBe('github.com/….processWALSamples');
});

test('counts one thing and several', () => {
  expect([0, 1, 2, 1204].map((count) => counted(count, 'cycle')))
    .toEqual(['0 cycles', '1 cycle', '2 cycles', '1,204 cycles']);
  expect(counted(1, 'entry', 'entries')).toBe('1 entry');
  expect([1, 2].map(timesText)).toEqual(['once', '2 times']);
});
