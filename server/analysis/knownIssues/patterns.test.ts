import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { EXAMPLES } from '../../../testdata/knownIssues/symptomExamples.ts';
import { knownIssues } from './matchKnownIssues.ts';
import { matches, neededLiteral } from './patterns.ts';

describe('the literal that a pattern needs', () => {
  it.each([
    ['mlock of signal stack failed', 'mlock of signal stack failed'],
    [String.raw`cannot read data in 0\.000 seconds`, 'cannot read data in 0.000 seconds'],
    [String.raw`tsdb\.\(\*Head\)\.Wait`, 'tsdb.(*Head).Wait'],
    ['(?:panic|BUG|FATAL).*error parsing', 'error parsing'],
    ['invalid size.*[Dd]ownsampl|other', ''],
    ['((a|b)c)def', ''],
    ['abc?de', 'ab'],
    ['abc+de', 'ab'],
    ['a{0,3}bc', 'bc'],
    [String.raw`at index \d+ from stream`, ' from stream'],
    [String.raw`\\?"wal`, '"wal'],
    [String.raw`a[(|)\]]bcd`, 'bcd'],
    [String.raw`(?:[(|)\]]|\(x)bcd`, 'bcd'],
    ['^abc$', 'abc'],
    ['.*', ''],
  ])('%s', (pattern, literal) => {
    expect(neededLiteral(pattern)).toBe(literal);
  });

  it('does not change what a pattern of the table finds', () => {
    const issues = knownIssues();
    const patterns = issues.flatMap(({ symptoms, flags = {} }) => [
      ...Object.values(flags),
      ...symptoms.flatMap(({ log, panic, stacks = [] }) => [
        log ?? [], panic?.message ?? [], panic?.functions ?? [], stacks.map(({ functions }) => functions).flat(),
      ].flat()),
    ]);
    const texts = Object.values(EXAMPLES).flatMap((example) => JSON.parse(JSON.stringify([
      example.logLines ?? [], (example.panics ?? []).flatMap(({ message, functions }) => [message, ...functions]),
      (example.stacks ?? []).flatMap(({ functions }) => functions), Object.values(example.flags ?? {}),
    ])) as string[][]).flat();
    expect(patterns.length).toBeGreaterThan(80);
    expect(patterns.filter((one) => neededLiteral(one) !== '').length).toBeGreaterThan(0.9 * patterns.length);
    let found = 0;
    for (const pattern of patterns) for (const text of texts) {
      const expected = new RegExp(pattern).test(text);
      found += expected ? 1 : 0;
      expect(matches(pattern, text), `${pattern} in ${text}`).toBe(expected);
    }
    expect(found).toBeGreaterThan(80);
  });
});

describe('the table that the program reads', () => {
  it('is that of the YAML', () => {
    const folder = join(import.meta.dirname, 'table');
    const entries = readdirSync(folder).flatMap((name) => (
      parse(readFileSync(join(folder, name), 'utf8')) as { project: string; issue: number }[]));
    const byName = (one: { project: string; issue: number }): string => `${one.project} ${one.issue}`;
    const sorted = (all: readonly { project: string; issue: number }[]): unknown[] =>
      all.toSorted((a, b) => byName(a).localeCompare(byName(b)));
    expect(sorted(knownIssues())).toEqual(sorted(entries));
  });
});
