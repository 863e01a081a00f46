import { expect, it } from 'vitest';
import { withVerdict } from '../../../parts/verdicts/verdicts.ts';
import { lookAtText } from '../../../look/look.ts';
import { recognize } from '../../../recognize.ts';
import { EXPECTED, hasExpectedOverlaps } from './expectedOverlaps.ts';

const at = (minute: number, rest: string, level = 'info'): string =>
  `ts=2026-01-02T03:${10 + minute}:00.123Z caller=a.go:1 level=${level} component=tsdb msg="${rest}`;
const block = (minute: number, isLate: boolean): string =>
  at(minute, `write block" mint=1767312000000 maxt=1767319200000 duration=9ms ooo=${String(isLate)}`);
const WARNING = at(5, 'Found overlapping blocks during compaction" ulid=01J56RMS5J8N3W0ZC2KTVD7PBG', 'warn');
const said = (...lines: string[]): string => {
  const text = lines.join('\n');
  const whole = recognize(new TextEncoder().encode(text));
  return withVerdict({ ...whole, pasted: null }, lookAtText(text, '')).interest ?? '';
};

it('blocks of samples out of order explain the warning, and the log names no fault', () => {
  const facts = said(block(1, false), block(2, true), WARNING, block(9, false));
  expect(facts).toContain('name no fault');
  expect(facts).toContain(EXPECTED);
  expect(facts).not.toContain('It logged the warning');
});

it('without such blocks it is a warning', () => {
  expect(hasExpectedOverlaps([block(1, false), WARNING])).toBe(false);
  expect(said(block(1, false), WARNING, block(9, false))).toContain('Found overlapping blocks');
});
