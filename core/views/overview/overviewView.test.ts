import { expect, test } from 'vitest';
import type { PanelFinding, Severity, Target, TargetState } from '../../contract/contract.ts';
import { claimMistakes, finding as made, worstFirst } from '../../finding.ts';
import {
  belowHeadline, checkedText, headline, historyText, inWordsOf, nextCompaction, othersInTrouble, momentPatch, secondary,
  troubledFirst,
} from './overviewView.ts';

const finding = (severity: Severity, text: string, moment: number | null = null): PanelFinding => (
  { ...made({ code: 'x', severity, claim: [{ text }], moment }), panel: 'scrapes', figures: {} }
);

test('worst first, equal ones in the order they came, OK last', () => {
  const order = worstFirst([
    finding('ok', 'a'), finding('unknown', 'b'), finding('warning', 'c'), finding('critical', 'd'),
    finding('warning', 'e'), finding('info', 'f'),
  ]);
  expect(order.map(({ sentence }) => sentence).join('')).toBe('dcebfa');
});

test('a state comes before what is worse', () => {
  const state = { ...finding('warning', 'b'), isState: true };
  const order = worstFirst([finding('critical', 'a'), state, finding('ok', 'c')]);
  expect(order.map(({ sentence }) => sentence).join('')).toBe('bac');
});

test('the headline is the worst finding, or what was checked and is quiet', () => {
  expect(headline([finding('ok', 'x'), finding('warning', 'gaps')], 'noon').sentence).toBe('gaps');
  expect(headline([finding('ok', 'x'), { ...finding('ok', 'y'), panel: 'gc-cpu' }], '14:00 to 15:00')).toMatchObject({
    code: 'all-quiet', severity: 'ok',
    evidence: [
      [{ text: expect.stringContaining('Scrapes, GC & CPU') as string }], [{ text: 'Window: 14:00 to 15:00.' }],
    ],
  });
  expect(headline([], 'noon')).toMatchObject({ code: 'nothing-checked', severity: 'unknown' });
});

test('the headline of a start has the time left that its picture has', () => {
  const replay = (left: string): PanelFinding => ({
    ...finding('warning', `Replaying the WAL: about ${left} left.`), panel: 'wal-replay', isState: true,
  });
  const all = [finding('ok', 'x'), replay('25 s')];
  expect(headline(inWordsOf(all, 'wal-replay', replay('23 s')), null).sentence)
    .toBe('Replaying the WAL: about 23 s left.');
  // A start that is over meanwhile is another finding.
  expect(inWordsOf(all, 'wal-replay', { ...replay('23 s'), code: 'y' })).toEqual(all);
});

test('memory without a known limit is no lack of data, and named beside an all-clear', () => {
  const memory = { ...finding('unknown', 'memory is 1 GiB'), code: 'memory-no-limit', panel: 'memory' as const };
  expect(headline([finding('ok', 'x'), memory], null)).toMatchObject({
    code: 'all-quiet', severity: 'ok', sentence: 'All quiet: nothing wrong found; no memory limit is known.',
  });
  expect(headline([finding('info', 'a note'), memory], null).sentence).toBe('a note');
  expect(belowHeadline([finding('ok', 'x'), memory])).toContain(memory);
  expect(checkedText([memory, finding('ok', 'x')])).not.toContain('Not enough data');
});

test('the finding that is the headline is not listed again', () => {
  expect(belowHeadline([finding('ok', 'a'), finding('warning', 'b')]).map(({ sentence }) => sentence)).toEqual(['a']);
  expect(belowHeadline([finding('ok', 'a'), finding('ok', 'b')])).toHaveLength(2);
  expect(belowHeadline([])).toEqual([]);
});

test('spikes lead where nothing is wrong, whatever lacks data; a warning or a state leads before them', () => {
  const spikes = { ...finding('info', 'spikes'), code: 'cpu-spikes' };
  const lacking = { ...finding('unknown', 'no compaction'), panel: 'compaction' as const };
  expect(headline([lacking, spikes, finding('ok', 'x')], 'noon').sentence).toBe('spikes');
  expect(headline([finding('warning', 'gaps'), spikes], 'noon').sentence).toBe('gaps');
  const hangs = { ...finding('warning', 'hangs'), isState: true };
  expect(headline([finding('critical', 'a'), hangs, spikes], 'noon').sentence).toBe('hangs');
  expect(belowHeadline([lacking, spikes]).map(({ sentence }) => sentence)).toEqual(['no compaction']);
  expect(secondary([finding('warning', 'a'), finding('warning', 'b')])?.sentence).toBe('b');
  expect(secondary([finding('warning', 'a'), hangs])).toBeNull();
});

test('a shortage of CPU leads before spikes that no known event explains, and only before those', () => {
  const limited = { ...finding('info', 'CPU-limited'), code: 'cpu-limited' };
  const spikes = (unexplained: number | null): PanelFinding => ({
    ...finding('info', 'spikes'), code: 'cpu-spikes', figures: { unexplainedShareOfSpikeCpuRatio: unexplained },
  });
  expect(headline([spikes(1), limited], null).sentence).toBe('CPU-limited');
  expect(secondary([spikes(1), limited])?.sentence).toBe('spikes');
  expect(headline([spikes(0.2), limited], null).sentence).toBe('spikes');
  expect(headline([spikes(null), limited], null).sentence).toBe('spikes');
  expect(headline([spikes(1), finding('info', 'a note')], null).sentence).toBe('spikes');
});

test('under a headline that is not about the spikes in the picture stands what they come from', () => {
  const spikes = { ...finding('info', 'spikes'), code: 'cpu-spikes' };
  const full = { ...finding('critical', 'no core is free'), code: 'host-out-of-cpu', isState: true };
  const down = { ...finding('critical', 'no answer'), code: 'target-down', isState: true };
  expect(secondary([full, finding('critical', 'a'), spikes])?.sentence).toBe('spikes');
  expect(secondary([finding('warning', 'gaps'), finding('warning', 'b'), spikes])?.sentence).toBe('spikes');
  expect(secondary([full, finding('critical', 'a')])).toBeNull();
  expect(secondary([down, spikes])).toBeNull();
  expect(secondary([spikes, finding('ok', 'a')])).toBeNull();
});

test('a panel that has nothing to say but a state that is named is not listed', () => {
  const down = { ...finding('critical', 'no answer'), isState: true };
  const [same, other] = [finding('unknown', 'no answer'), finding('unknown', 'no data')];
  expect(belowHeadline([down, same, other])).toEqual([other]);
  expect(belowHeadline([same, other])).toEqual([other]);
});

test('the next compaction, while it lies ahead', () => {
  const one = { ...finding('ok', 'x'), figures: { nextHeadCompactionTimestamp: 1_000 } };
  expect(nextCompaction([finding('ok', 'y'), one], 'up', 990)).toBe(1_000);
  expect(nextCompaction([one], 'up', 1_001)).toBeNull();
  expect(nextCompaction([], 'up', 990)).toBeNull();
});

test.each<TargetState>(['replaying', 'starting', 'down', 'stopping'])('none while the target is %s', (state) => {
  const one = { ...finding('ok', 'x'), figures: { nextHeadCompactionTimestamp: 1_000 } };
  expect(nextCompaction([one], state, 990)).toBeNull();
});

test('not enough data is never an all-clear', () => {
  const healthy = [
    finding('ok', 'x'), { ...finding('info', 'y'), panel: 'gc-cpu' as const },
    { ...finding('unknown', 'No head compaction in this window'), panel: 'compaction' as const },
  ];
  expect(headline(healthy, '14:00 to 15:00')).toMatchObject({
    code: 'nothing-wrong', severity: 'unknown',
    claim: [{ text: expect.stringContaining('not enough data to judge compaction') as string }],
    evidence: [[{ text: 'Checked: Scrapes, GC & CPU.' }], [{ text: 'Window: 14:00 to 15:00.' }]],
  });
  expect(claimMistakes(headline(healthy, '14:00 to 15:00').claim)).toEqual([]);
  expect(belowHeadline(healthy).map(({ sentence }) => sentence))
    .toEqual(['No head compaction in this window', 'y', 'x']);
  expect(headline([{ ...finding('unknown', 'nothing scraped'), panel: 'compaction' }], 'noon').sentence)
    .toBe('nothing scraped');
  expect(headline([finding('ok', 'x'), finding('unknown', 'too few scrapes')], 'noon').severity).toBe('unknown');
});

test('of a single scrape, what it shows leads; it is never an all-clear', () => {
  const single = (severity: Severity, text: string): PanelFinding =>
    ({ ...finding(severity, text), code: 'one-scrape', panel: 'memory' });
  const [memory, gc, ok] = [single('info', 'memory now'), single('unknown', 'no cycles'), finding('ok', 'no start')];
  expect(headline([ok, gc, memory, finding('info', 'chunks wait')], null).sentence).toBe('chunks wait');
  expect(headline([ok, gc, memory], null).sentence).toBe('memory now');
  expect(headline([gc, ok], null)).toMatchObject({ code: 'one-scrape', severity: 'unknown' });
  expect(headline([gc, ok, memory, finding('warning', 'near its limit')], null).sentence).toBe('near its limit');
});

test('a link to a moment keeps the window of its finding and shows what lies around it', () => {
  expect(momentPatch(finding('warning', 'x', 1_000), { start: 0, end: 3_600 }))
    .toEqual({ range: { kind: 'absolute', start: 0, end: 3_600 }, at: 1_000, aroundSeconds: 300 });
  expect(momentPatch(finding('warning', 'x'), { start: 0, end: 3_600 })).toEqual({});
});

test('what was checked and what could not be stand apart; a panel with several findings is named once', () => {
  expect(checkedText([finding('warning', 'a'), finding('info', 'b'), { ...finding('unknown', 'c'), panel: 'memory' }]))
    .toBe('Checked: Scrapes. Not enough data: Memory & capacity.');
  expect(checkedText([finding('ok', 'a')])).toBe('Checked: Scrapes.');
});

const target = (name: string, state: TargetState, more: Partial<Target> = {}): Target => ({
  name, url: `http://${name}:9090/`, kind: 'prometheus', version: '2.42.0', goVersion: 'go1.19', state,
  stateSince: null, lastScrape: null, scrapeIntervalSeconds: 1,
  effectiveIntervalSeconds: 1, recorded: null, blockRangeSeconds: null, history: null, labels: {}, ...more,
});

test('targets that do not serve stand first, and are counted beside a target that does', () => {
  const all = [
    target('a', 'up'), target('b', 'recorded'), target('c', 'replaying'), target('d', 'down'), target('e', 'down'),
    target('f', 'up'),
  ];
  expect(troubledFirst(all).map(({ name }) => name).join('')).toBe('decafb');
  expect(othersInTrouble(all, 'a').words).toBe('2 down, 1 replaying');
  expect(othersInTrouble(all, 'd').targets.map(({ name }) => name)).toEqual(['e', 'c']);
  expect(othersInTrouble([target('a', 'up'), target('b', 'recorded')], 'a').targets).toEqual([]);
});

test('the history of a target in one line, whatever its state', () => {
  expect(historyText(null, 'utc')).toBeNull();
  expect(historyText({ state: 'waiting', since: null, reason: null }, 'utc')).toMatch(/is read once it is up/);
  expect(historyText({ state: 'reading', since: 1_800_000_000, reason: null }, 'utc'))
    .toMatch(/being read, so far back to 2027-01-15 08:00:00/);
  expect(historyText({ state: 'read', since: 1_800_000_000, reason: null }, 'utc'))
    .toBe('The time before this recording comes from its own history, back to 2027-01-15 08:00:00.');
  expect(historyText({ state: 'unavailable', since: null, reason: 'It does not scrape itself.' }, 'utc'))
    .toBe('Nothing from before this recording: It does not scrape itself.');
});
