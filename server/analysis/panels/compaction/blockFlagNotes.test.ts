import { describe, expect, it } from 'vitest';
import { blockFlagNotes } from './blockFlagNotes.ts';

const prometheus = { kind: 'prometheus', version: '2.53.1' } as const;
const flags = (min?: string, max?: string): Record<string, string> => ({
  ...(min === undefined ? {} : { 'storage.tsdb.min-block-duration': min }),
  ...(max === undefined ? {} : { 'storage.tsdb.max-block-duration': max }),
});

describe('what the flags say of the blocks', () => {
  it.each([
    ['the defaults', flags('2h', '36h'), 7200, []],
    ['nothing known', undefined, null, []],
    [
      '1 h, as half past the hour', flags('1h', '36h'), 3600,
      [/block range is 1h \(from --storage.*cut 30m past each .* up to 1h 30m.*shorter range saves memory/],
    ],
    ['4 h', flags('4h'), 14_400, [/longer range means a larger head/]],
    ['2 min, told from the head alone', {}, 120, [/block range is 2m \(from its head\)/]],
    ['both 2 h, as a Thanos sidecar wants it', flags('2h', '2h'), 7200, [/merges none, as a Thanos sidecar/]],
    ['2 h and 4 h', flags('2h', '4h'), 7200, [/longest block \(4h\) is shorter than three of 2h: no merge fits/]],
    ['flags that are none', flags('soon', '-1h'), 7200, []],
  ])('%s', (_case, given, rangeSeconds, sentences) => {
    const notes = blockFlagNotes(
      prometheus, given, rangeSeconds === null ? null : { ms: rangeSeconds * 1000, source: 'flags' }
    );
    expect(notes).toHaveLength(sentences.length);
    sentences.forEach((sentence, i) => { expect(notes[i]).toMatch(sentence); });
  });

  it('and the version of the log: before 2.4 it is written out every 10 s', () => {
    expect(blockFlagNotes({ kind: 'prometheus', version: '2.3.2' }, flags('2h'), null))
      .toEqual([expect.stringContaining('every 10 s')]);
    for (const version of ['2.4.0', '2.42.0+ds', '3.0.0', '1.8.2', ''])
      expect(blockFlagNotes({ kind: 'prometheus', version }, flags('2h'), null)).toEqual([]);
  });

  it('of another kind of target, nothing', () => {
    expect(blockFlagNotes({ kind: 'victoriametrics', version: '2.3' }, flags('1h'), { ms: 120_000, source: 'blocks' }))
      .toEqual([]);
  });
});
