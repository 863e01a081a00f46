import { describe, expect, it } from 'vitest';
import { claimMistakes, claimOfSentence, finding, storedFinding, ownWord } from './finding.ts';
import {
  at, bytes, cores, count, joined, onPage, parts, quantity, range, ratio, render, renderAnswer, seconds,
} from './text/parts.ts';

/** 2026-11-20 16:49:00 UTC. */
const TIME = 1_795_193_340;

describe('parts', () => {
  it('are written with a template: words grow together, pieces of nothing leave nothing', () => {
    expect(parts`${null}GC takes ${ratio(0.09)} of CPU${''}, a cycle every ${seconds(6.7)}.`).toEqual([
      { text: 'GC takes ' }, { quantity: 0.09, unit: 'ratio' }, { text: ' of CPU, a cycle every ' },
      { quantity: 6.7, unit: 'seconds' }, { text: '.' },
    ]);
    expect(joined([parts`one`, null, '', parts`${count(2, 'gap')}`], '; '))
      .toEqual([{ text: 'one; ' }, { quantity: 2, unit: 'count' }, { text: ' gaps' }]);
  });
  it.each([
    ['a moment with its zone', [at(TIME)], '16:49:00 UTC'],
    ['a range in one unit', [range(43, 75, 'seconds')], '43 s to 75 s'],
    ['a size', [bytes(1.25 * 2 ** 30)], '1.25 GiB'],
    ['a longer duration', [seconds(4_500)], '1h 15m'],
    [
      'one and many', [...count(1, 'segment'), { text: ', ' }, ...count(1234, 'series', 'series')],
      '1 segment, 1,234 series',
    ],
    ['cores', [cores(0.4236)], '0.424 cores'],
  ])('render %s', (_what, text, said) => { expect(render(text)).toBe(said); });
  it('on the page keep a figure with its unit on one line', () => {
    expect(render(parts`up to ${bytes(2 ** 20)} now`, onPage('utc'))).toBe('up to 1\u00a0MiB now');
  });
  it('a medium escapes words and figures alike', () => {
    expect(render(parts`<b> ${quantity(3, 'count')}`, { zone: 'utc', escape: (text) => text.replaceAll('<', '&lt;') }))
      .toBe('&lt;b> 3');
  });
  it('of an answer are written where its strings stand; what has none stays the same object', () => {
    const quiet = { series: [1, 2], note: 'none' };
    const answer = {
      quiet, finding: { claim: parts`${bytes(1024)}`, sentence: 'old' },
      gaps: [{ parts: parts`at ${at(TIME)}`, sentence: 'old' }], note: 'old', noteParts: parts`${seconds(2)}`,
    };
    const written = renderAnswer(answer, onPage('utc'));
    expect(written).toMatchObject(
      { finding: { sentence: '1\u00a0KiB' }, gaps: [{ sentence: 'at 16:49:00\u00a0UTC' }], note: '2\u00a0s' }
    );
    expect(written.quiet).toBe(quiet);
    expect(renderAnswer(quiet, onPage('utc'))).toBe(quiet);
    const figures = { parts: [0.1, null], steps: [{ parts: [null] }, { parts: [{ name: 'heap', bytes: 5 }] }] };
    expect(renderAnswer(figures, onPage('utc'))).toBe(figures);
  });
});

describe('a finding', () => {
  it('has its claim in UTC as its sentence', () => {
    expect(finding({ code: 'down', severity: 'critical', claim: parts`Down since ${at(TIME)}.`, moment: TIME }))
      .toMatchObject({
      sentence: 'Down since 16:49:00 UTC.', time: TIME, confidence: 'sure', evidence: [], actions: [],
    });
  });
  it('without enough data is too early', () => {
    expect(finding({ code: 'too-little-data', severity: 'unknown', claim: parts`Too little data.` }).confidence)
      .toBe('too-early');
  });
  it.each([
    ['21 words', [{ text: 'word '.repeat(21) }], 1],
    ['four numbers, one of them in words', parts`1 of ${quantity(2, 'count')} at ${at(TIME)} for ${seconds(3)}`, 1],
    ['a p value', parts`GC moves with CPU (p < 0.001).`, 1],
    [
      'a version and a function name are no numbers',
      parts`v2.42 of func1 takes ${seconds(1)}, ${seconds(2)}, ${seconds(3)}`, 0,
    ],
    ['twenty words and three numbers', parts`${seconds(1)} ${seconds(2)} ${seconds(3)} ${'word '.repeat(14)}`, 0],
  ])('may not claim %s', (_what, claim, mistakes) => { expect(claimMistakes(claim)).toHaveLength(mistakes); });
  it('that an older version stored is completed', () => {
    expect(storedFinding({ severity: 'warning', sentence: 'Old words.', time: 5 }))
      .toMatchObject({ code: 'stored', claim: [{ text: 'Old words.' }], moment: 5, sentence: 'Old words.' });
    expect([null, 'x', { severity: 'bad', sentence: '' }, { severity: 'ok' }].map(storedFinding))
      .toEqual([null, null, null, null]);
  });
  it.each([
    ['target-down', 'unknown', 'No answer'], ['target-replaying', 'unknown', 'Replaying'],
    ['memory-no-limit', 'unknown', 'No limit known'], ['target-down', 'critical', undefined],
    ['too-little-data', 'unknown', undefined],
  ] as const)('%s of severity %s has the word %s', (code, severity, word) => {
    expect(ownWord({ code, severity })).toBe(word);
  });
});

describe('a sentence as the claim of a page', () => {
  const front = 'Two goroutines seem to wait for each other (a deadlock), for 12m';
  const long = `${front}: goroutine 71 waits for a mutex in store.Debit (a.go:1), called by store.Post; goroutine 98 `
    + 'waits for the lock in store.Entry.';

  it('ends early if it is too long, with the whole as evidence', () => {
    expect(claimOfSentence(long)).toEqual({ claim: [{ text: `${front}.` }], evidence: [[{ text: long }]] });
  });

  it('stays whole where it would end before the values that it announces', () => {
    const whole = `Counters of failures and drops above 0: 1 in dial_failed_total (${'a="b",'.repeat(9)}x) and `
      + '2 in a b c d e f g h i j k l m n o p q r s t.';
    expect(claimOfSentence(whole)).toEqual({ claim: [{ text: whole }], evidence: [] });
  });

  it('stays whole if it is short, and where it would end within a quotation', () => {
    for (const whole of ['It has 9 goroutines: 2 wait.', `The error "a b c d: ${'e '.repeat(30)}" occurs.`])
      expect(claimOfSentence(whole)).toEqual({ claim: [{ text: whole }], evidence: [] });
  });
});
