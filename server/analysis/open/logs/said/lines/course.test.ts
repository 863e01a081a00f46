/** Tests how an error is said to go over time. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const START = Date.parse('2026-01-02T03:00:00Z') / 1000;
const at = (seconds: number): string => new Date((START + seconds) * 1000).toISOString();
const line = (seconds: number, rest: string): string => `ts=${at(seconds)} caller=a.go:1 ${rest}`;
const failed = (seconds: number): string => line(seconds, 'level=error msg="cannot reach it" err="connection refused"');
const usual = (seconds: number): string => line(seconds, 'level=info msg="flushed"');
const said = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const episode = (from: number, to: number): string[] =>
  Array.from({ length: Math.floor((to - from) / 10) + 1 }, (_, i) => failed(from + 10 * i));

it('in episodes of one length, with the silence between them', () => {
  expect(said(...episode(0, 300), ...episode(5000, 5300), ...episode(9000, 9301))).toContain(
    'occurs 93 times from 2026-01-02T03:00:00Z to 2026-01-02T05:35:00Z, in 3 episodes of 5m each: from 03:00:00Z, '
    + '04:23:20Z and 05:30:00Z on, with none for 1h 18m and 1h 2m between them.'
  );
});

it('in episodes that are only about equal, of which the end of the log cuts the last', () => {
  const two = said(usual(-1), ...episode(0, 1120), ...episode(5000, 6090));
  expect(two).toContain('in 2 episodes of 18m 10s to 18m 40s: 03:00:00Z to 03:18:40Z (113 times) and 04:23:20Z to ');
  expect(two).toContain('; it goes on to the end of the log');
});

it('in episodes that begin at equal distances, and of several lengths', () => {
  expect(said(...episode(0, 300), ...episode(3600, 3700), ...episode(7200, 7600)))
    .toContain(', in 3 episodes of 100 s to 6m 40s, one every 1h: 03:00:00Z to 03:05:00Z (31 times), 04:00:00Z to ');
  const burst = (second: number): string[] => [0.1, 0.2, 0.3].map((part) => failed(second + part));
  expect(said(...burst(0), ...burst(3600), ...burst(7200)))
    .toContain(', in 3 bursts of less than 1 s, one every 1h.');
});

it('at multiples of a period', () => {
  expect(said(...[0, 300, 900, 1800, 2101].map(failed)))
    .toContain(', each 5m or a multiple of it after the one before, as by a timer.');
  expect(said(...[0, 300, 900, 1850, 2101].map(failed))).not.toContain('multiple');
});

it('over before the end of the log, or not', () => {
  expect(said(...episode(0, 100), usual(400))).toContain('2026-01-02T03:01:40Z; the log goes on for 5m without it).');
  expect(said(...episode(0, 100), usual(105))).not.toContain('the log goes on');
  expect(said(...episode(0, 100), '...', usual(400))).not.toContain('the log goes on');
  expect(said(...episode(0, 100), `Start Time:   ${at(400)}`)).not.toContain('the log goes on');
  const ofOther = usual(400).replace(/^/, 'b-1 | ');
  expect(said(...episode(0, 100).map((one) => `a-1 | ${one}`), ofOther)).not.toContain('the log goes on');
  const mixed = episode(0, 100).flatMap((one, i) => [one, usual(10 * i + 1)]);
  expect(said(...mixed)).toContain('2026-01-02T03:01:40Z; it goes on to the end of the log).');
  expect(said(...episode(0, 100))).not.toContain('end of the log');
});

it('a few gaps that differ are both given', () => {
  const three = (gap: number): string => said(failed(0), failed(10_000), failed(10_000 + gap));
  expect(three(10_400)).toContain('is repeated every 2h 47m to 2h 53m (3 times');
  expect(three(10_010)).toContain('is repeated every 2h 47m (3 times');
});

it('of refused connections that are over, not to see whether the other side runs', () => {
  expect(said(...episode(0, 100), usual(400))).toContain('Nothing listened at that address then');
  expect(said(...episode(0, 100), usual(105))).toContain('rejects it: see whether the other side runs');
});
