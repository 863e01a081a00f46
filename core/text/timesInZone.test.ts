import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerInZone, timesInZone } from './timesInZone.ts';

const at = (text: string): number => Date.parse(text) / 1000;
const autumn = { start: at('2026-11-20T16:27:38Z'), end: at('2026-11-20T16:47:48Z') };

describe('times of a sentence, read in Berlin', () => {
  const before = process.env['TZ'];
  beforeAll(() => { process.env['TZ'] = 'Europe/Berlin'; });
  afterAll(() => { if (before === undefined) delete process.env['TZ']; else process.env['TZ'] = before; });

  test.each([
    ['a clock time', 'the slowest 233 ms at 16:30:46 UTC. 1 gap', 'the slowest 233 ms at 17:30:46 UTC+01:00. 1 gap', autumn],
    ['two of them', 'ran from 16:31:00 UTC to 16:31:05 UTC', 'ran from 17:31:00 UTC+01:00 to 17:31:05 UTC+01:00', autumn],
    ['a date and minutes', 'runs since 2026-11-20 23:30 UTC.', 'runs since 2026-11-21 00:30 UTC+01:00.', autumn],
    ['one across midnight', 'at 23:30:00 UTC', 'at 00:30:00 UTC+01:00', { start: at('2026-11-20T23:00:00Z'), end: at('2026-11-21T01:00:00Z') }],
    ['one soon after the window', 'next at 16:49:00 UTC', 'next at 17:49:00 UTC+01:00', autumn],
    ['one before the clocks change', 'at 00:30:00 UTC', 'at 02:30:00 UTC+02:00', { start: at('2026-10-25T00:00:00Z'), end: at('2026-10-25T02:00:00Z') }],
    ['one after they changed', 'at 01:30:00 UTC', 'at 02:30:00 UTC+01:00', { start: at('2026-10-25T00:00:00Z'), end: at('2026-10-25T02:00:00Z') }],
    ['a text that names another zone', 'at 16:30:46 UTC+02:00', 'at 16:30:46 UTC+02:00', autumn],
    ['no time at all', 'UTC is a zone, 99:99:99 UTC is none', 'UTC is a zone, 99:99:99 UTC is none', autumn],
  ])('%s', (_name, text, expected, span) => {
    expect(timesInZone(text, 'local', span)).toBe(expected);
    expect(timesInZone(text, 'utc', span)).toBe(text);
  });

  test('an answer keeps its shape and its numbers, and is the same object where it names no time', () => {
    const answer = { finding: { sentence: 'at 16:30:46 UTC', time: 5 }, time: [1, 2], values: [null, 3], gaps: [{ sentence: 'none' }], missing: null };
    const read = answerInZone(answer, 'local', autumn);
    expect(read).toEqual({ ...answer, finding: { sentence: 'at 17:30:46 UTC+01:00', time: 5 } });
    expect(read.time).toBe(answer.time);
    expect(read.gaps).toBe(answer.gaps);
    expect(answerInZone(answer.gaps, 'local', autumn)).toBe(answer.gaps);
  });
});
