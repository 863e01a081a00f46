import { describe, expect, test } from 'vitest';
import { isBefore, versionOf } from './version.ts';

describe('a version', () => {
  test.each(
    [['2.42.0+ds', { major: 2, minor: 42 }], ['v3.1.0', { major: 3, minor: 1 }], ['', null], ['head', null]]
  )('%s', (text, version) => { expect(versionOf(text)).toEqual(version); });

  test.each<[string, number, number, boolean]>([
    ['2.9.2', 2, 10, true], ['v2.9.2', 2, 10, true], ['2.10.0', 2, 10, false], ['1.8.2', 2, 0, true],
    ['3.0.0', 2, 53, false], ['', 2, 53, false], ['head', 2, 53, false],
  ])('%s before %i.%i: %s', (text, major, minor, is) => {
    expect(isBefore(versionOf(text), major, minor)).toBe(is);
  });
});
