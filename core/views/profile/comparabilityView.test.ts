import { describe, expect, it } from 'vitest';
import { differenceName, helpWords } from './comparabilityView.ts';

describe('the words of the banner', () => {
  it.each([
    ['none', 'Compare means of profiles'], ['sum', 'Compare sums of profiles'],
    ['total', 'Compare at equal totals'], ['duration', 'Compare per second'],
    ['samples-ingested', 'Compare per ingested sample'],
      ['function:x/y/tsdb.(*Head).Init', 'Compare with tsdb.(*Head).Init equal'],
  ] as const)('a click on %s', (normalize, words) => expect(helpWords(normalize)).toBe(words));
  it(
    'name each difference',
    () => expect([differenceName('duration'), differenceName('build-id')]).toEqual(['Duration', 'Build'])
  );
});
