import { describe, expect, it } from 'vitest';
import type { PanelFinding, PanelName, Severity } from '../../../core/contract/contract.ts';
import { finding } from '../../../core/finding.ts';
import { findingSpells, spellSentence, windowParts, type JudgedPart } from './findingSpells.ts';

/** 2026-11-20 14:00:00 UTC. */
const START = 1_795_183_200;
const found = (panel: PanelName, severity: Severity, sentence = `${panel} ${severity}`): PanelFinding => (
  { ...finding({ code: 'test', severity, claim: [{ text: sentence }] }), panel, figures: {} }
);
const parts = (...states: PanelFinding[][]): JudgedPart[] =>
  states.map((findings, i) => ({ start: START + 300 * i, end: START + 300 * (i + 1), findings }));

describe('the parts of a window', () => {
  it.each<[what: string, from: number, seconds: number, interval: number, bounds: number[]]>([
    [
      '20 min from an odd second: 5 min each at round times, ends a little longer or shorter', 62, 1_200, 1,
      [62, 300, 600, 900, 1_262],
    ],
    [
      'an hour: 5 min each', 0, 3_600, 1,
      [0, 300, 600, 900, 1_200, 1_500, 1_800, 2_100, 2_400, 2_700, 3_000, 3_300, 3_600],
    ],
    ['a day: 2 h each', 0, 86_400, 1, Array.from({ length: 13 }, (_, i) => i * 7_200)],
    ['an hour scraped each 15 s: 15 min each, for 60 scrapes a part', 0, 3_600, 15, [0, 900, 1_800, 2_700, 3_600]],
    ['four minutes: none', 0, 240, 1, []],
  ])('%s', (_what, from, seconds, interval, bounds) => {
    const made = windowParts({ start: START + from, end: START + from + seconds }, interval);
    expect(made.length === 0 ? [] : [...made.map(({ start }) => start - START), (made.at(-1)?.end ?? 0) - START])
      .toEqual(bounds);
    for (const [i, part] of made.entries()) if (i > 0) expect(part.start).toBe(made[i - 1]?.end);
  });
});

describe('spells', () => {
  it('begin and end with the parts in which a panel warns; worse is another spell', () => {
    const spells = findingSpells(parts(
      [found('memory', 'ok')], [found('memory', 'warning', 'first')], [
        found('memory', 'info'), found('memory', 'warning'),
      ], [found('memory', 'critical'), found('memory', 'warning')], [found('memory', 'info')],
    ));
    expect(
      spells.map(({ panel, severity, start, end, parts: count, sentence }) =>
        [panel, severity, start - START, end - START, count, sentence])
    ).toEqual([
      ['memory', 'warning', 300, 900, 2, 'first'], ['memory', 'critical', 900, 1_200, 1, 'memory critical'],
    ]);
  });

  it('are parted by a part that could not be judged, and panels do not join', () => {
    const spells = findingSpells(
      parts(
        [found('scrapes', 'warning'), found('gc-cpu', 'ok')],
        [found('scrapes', 'unknown'), found('gc-cpu', 'warning')], [found('scrapes', 'warning')]
      )
    );
    expect(spells.map(({ panel, start }) => [panel, start - START]))
      .toEqual([['scrapes', 0], ['gc-cpu', 300], ['scrapes', 600]]);
  });

  it('are none where nothing changed, and none of starts, which have rows of their own', () => {
    expect(findingSpells(parts([found('scrapes', 'warning')], [found('scrapes', 'warning')]))).toEqual([]);
    expect(findingSpells(parts([found('wal-replay', 'critical')], []))).toEqual([]);
    expect(findingSpells([])).toEqual([]);
  });

  it('say what the spell as a whole says, and where that is milder, what its first part did', () => {
    const [spell] = findingSpells(parts([found('memory', 'warning', 'part')], [found('memory', 'warning')], []));
    if (spell === undefined) throw new Error('no spell');
    expect(spellSentence(spell, [found('memory', 'critical', 'whole'), found('scrapes', 'critical')])).toBe('whole');
    expect(spellSentence(spell, [found('memory', 'info', 'whole')])).toBe('At first: part');
  });
});
