import { describe, expect, it } from 'vitest';
import { readRenames, renameRule, withRenames } from './renames.ts';

describe('readRenames', () => {
  it.each([
    ['a whole name', 'tsdb.(*Head).append:tsdb.(*Head).add', ['tsdb.(*Head).append', 'tsdb.(*Head).add', false]],
    ['pairs of colons belong to names', 'std::vec::push:std::vec::add', ['std::vec::push', 'std::vec::add', false]],
    ['an expression between slashes', '/\\/v2\\.(\\w+)/:.$1', ['\\/v2\\.(\\w+)', '.$1', true]],
    ['an expression whose matches are taken out', '/-fm$/:', ['-fm$', '', true]],
  ] as const)('%s', (_, text, [from, to, isRegex]) => {
    expect(readRenames(text)).toEqual({ ok: true, value: [{ from, to, isRegex }] });
  });
  it('reads one rule a line', () => {
    const read = readRenames('a:b\n\n c:d \n');
    expect(read.ok && read.value.map(({ from, to }) => `${from} ${to}`)).toEqual(['a b', 'c d']);
  });
  it.each(['a', 'a:', ':b', 'a:b:c', '/:b', '/a/b', 'std::vec'])('refuses %s, naming it', (text) => {
    expect(readRenames(text)).toMatchObject(
      { ok: false, error: { errorType: 'bad_data', message: expect.stringContaining(JSON.stringify(text)) as string } }
    );
  });
  it('refuses more than fifty', () => {
    expect(readRenames(Array.from({ length: 51 }, (_, i) => `a${i}:b`).join('\n')).ok).toBe(false);
  });
});

describe('renameRule', () => {
  it.each([
    ['pkg.(*T).f', 'pkg.(*T).g'], ['a:1', 'b'], ['a', 'b:$1'], ['/x', 'y'], ['f[int,string]', 'f[string]'],
  ])('of %s reads back as exactly these names', (from, to) => {
    const read = readRenames(renameRule(from, to));
    if (!read.ok || read.value[0] === undefined) throw new Error('unreadable');
    const [rule] = read.value;
    if (!rule.isRegex) expect(rule).toEqual({ from, to, isRegex: false });
    else {
      expect(new RegExp(rule.from).test(from)).toBe(true);
      expect(from.replace(new RegExp(rule.from), rule.to)).toBe(to);
    }
  });
});

it('a rule that is there is not added again', () => {
  expect(withRenames('a:b', ['c:d', 'a:b'])).toBe('a:b\nc:d');
  expect(withRenames(undefined, ['a:b'])).toBe('a:b');
});
