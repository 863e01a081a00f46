import { describe, expect, it } from 'vitest';
import { alternativesOf } from './alternatives.ts';

describe('the alternatives of a pattern', () => {
  it.each<[string, RegExp, readonly string[]]>([
    ['are divided outside of groups', /checkpoint(?:a|b)|(segment|chunk)\d|series/,
      ['checkpoint(?:a|b)', '(segment|chunk)\\d', 'series']],
    ['are not divided within classes, or at escaped marks', /check[|)\]]point|segment\|[^|]\(|series[^]|chunk/,
      ['check[|)\\]]point', 'segment\\|[^|]\\(', 'series[^]', 'chunk']],
    ['may be empty', /checkpoint||segment/, ['checkpoint', '', 'segment']],
    ['are one if a group is referred to', /(check)point\1|segment/, ['(check)point\\1|segment']],
  ])('%s', (_, pattern, sources) => {
    expect(alternativesOf(pattern)?.map(({ source }) => source)).toEqual(sources);
  });

  it('each have what they need', () => {
    expect(alternativesOf(/checkpoint|WAL|segment\s\d/)?.map(({ needs }) => needs))
      .toEqual([[['checkpoint']], null, [['segment 0']]]);
  });

  it('tell nothing if none of them needs anything', () => {
    expect(alternativesOf(/WAL|\d+/)).toBeNull();
    expect(alternativesOf(new RegExp('checkpoint|segment', 'v'))).toBeNull();
  });
});
