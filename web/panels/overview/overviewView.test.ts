import { expect, test } from 'vitest';
import type { PanelFinding, Severity } from '../../../server/api/contract.ts';
import { belowHeadline, checkedText, headline, historyText, rangeAround, worstFirst } from './overviewView.ts';

const finding = (severity: Severity, sentence: string, time: number | null = null): PanelFinding => ({ panel: 'scrapes', severity, sentence, time, figures: {} });

test('worst first, equal ones in the order they came, OK last', () => {
  const order = worstFirst([finding('ok', 'a'), finding('unknown', 'b'), finding('warning', 'c'), finding('critical', 'd'), finding('warning', 'e'), finding('info', 'f')]);
  expect(order.map(({ sentence }) => sentence).join('')).toBe('dcebfa');
});

test('the headline is the worst finding, or what was checked and is quiet', () => {
  expect(headline([finding('ok', 'x'), finding('warning', 'gaps')], 'noon').sentence).toBe('gaps');
  expect(headline([finding('ok', 'x'), { ...finding('ok', 'y'), panel: 'gc-cpu' }], '14:00 to 15:00')).toEqual({ severity: 'ok', sentence: 'All quiet: checked Scrapes, GC & CPU, each alone and together, over 14:00 to 15:00.', time: null });
  expect(headline([], 'noon').severity).toBe('unknown');
});

test('the finding that is the headline is not listed again', () => {
  expect(belowHeadline([finding('ok', 'a'), finding('warning', 'b')]).map(({ sentence }) => sentence)).toEqual(['a']);
  expect(belowHeadline([finding('ok', 'a'), finding('ok', 'b')])).toHaveLength(2);
  expect(belowHeadline([])).toEqual([]);
});

test('not enough data is never an all-clear', () => {
  expect(headline([finding('ok', 'x'), finding('unknown', 'too few scrapes')], 'noon').severity).toBe('unknown');
});

test('a finding with a moment links to the window around it, another keeps the range', () => {
  expect(rangeAround(finding('warning', 'x', 1_000), { start: 0, end: 3_600 }, null)).toEqual({ kind: 'absolute', start: 700, end: 1_300 });
  expect(rangeAround(finding('warning', 'x'), { start: 0, end: 3_600 }, { kind: 'relative', seconds: 900 })).toEqual({ kind: 'relative', seconds: 900 });
});

test('what was checked and what could not be stand apart; a panel with several findings is named once', () => {
  expect(checkedText([finding('warning', 'a'), finding('info', 'b'), { ...finding('unknown', 'c'), panel: 'memory' }])).toBe('Checked: Scrapes. Not enough data: Memory & capacity.');
  expect(checkedText([finding('ok', 'a')])).toBe('Checked: Scrapes.');
});

test('the history of a target in one line, whatever its state', () => {
  expect(historyText(null, 'utc')).toBeNull();
  expect(historyText({ state: 'waiting', since: null, reason: null }, 'utc')).toMatch(/is asked for once it is up/);
  expect(historyText({ state: 'reading', since: 1_800_000_000, reason: null }, 'utc')).toMatch(/being read, so far back to 2027-01-15 08:00:00/);
  expect(historyText({ state: 'read', since: 1_800_000_000, reason: null }, 'utc')).toBe('The time before this recording is from its own history, back to 2027-01-15 08:00:00.');
  expect(historyText({ state: 'unavailable', since: null, reason: 'It does not scrape itself.' }, 'utc')).toBe('Nothing from before this recording: It does not scrape itself.');
});
