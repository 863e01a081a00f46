import { describe, expect, it } from 'vitest';
import { unwrap } from '../testdata/profiles/oracles.ts';
import { compileRegex, ExpressionTooSlow } from './regex.ts';

/** Returns the CPU time of this process, which other processes do not affect. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

describe('regular expressions as in go tool pprof', () => {
  it.each([
    ['a plain word anywhere', 'append', 'tsdb.(*memSeries).append', true],
    ['escaped punctuation', '^runtime\\.', 'runtime.scanobject', true],
    ['a dot that must be a dot', '^runtime\\.', 'runtimeXscan', false],
    ['case told apart', 'MEMSERIES', 'tsdb.(*memSeries).append', false],
    ['case ignored', '(?i)MEMSERIES', 'tsdb.(*memSeries).append', true],
    ['case ignored in one group only', '(?i:MEM)series', 'memSeries', false],
    ['case ignored in a class', '(?i)[M-N]EM', 'mem', true],
    ['flags end with their group', '(?:(?i)a)b', 'AB', false],
    ['one of several', 'foo|bar|', 'x', true],
    ['a named group', '(?P<name>fib)$', 'main.fib', true],
    ['both anchors', '\\Amain\\.fib\\z', 'main.fib', true],
    ['end of text is not before a newline', 'fib$', 'fib\n', false],
    ['end of line with (?m)', '(?m)fib$', 'fib\nx', true],
    ['a dot is no newline', 'a.b', 'a\nb', false],
    ['a dot is a newline with (?s)', '(?s)a.b', 'a\nb', true],
    ['quoted text', '\\Q(*Head).\\E', 'tsdb.(*Head).Init', true],
    ['counted repetition', '^a{2,3}$', 'aaaa', false],
    ['a brace that counts nothing', 'a{,2}', 'a{,2}', true],
    ['lazy repetition', '^a+?b$', 'aaab', true],
    ['a POSIX class', '^[[:alpha:]_]+$', 'some_name', true],
    ['a negated POSIX class', '^[[:^digit:]]+$', 'abc1', false],
    ['a Unicode class', '\\p{Greek}', 'mainΣ', true],
    ['a short Unicode class', '^\\pL+$', 'é', true],
    ['word boundaries', '\\bappend\\b', 'x.append(y)', true],
    ['no word boundary inside', '\\bppend', 'append', false],
    ['a bracket first in a class', '[]]', ']', true],
    ['a dash last in a class', '^[a-]+$', 'a-a', true],
    ['hex and octal characters', '^\\x41\\x{42}\\103$', 'ABC', true],
    ['an astral character is one character', '^.$', '\u{1f525}', true],
    ['an empty repetition', '^(a*)*$', 'aaa', true],
  ])('%s: %s', (_what, pattern, text, matches) => {
    expect(unwrap(compileRegex('focus', pattern)).test(text)).toBe(matches);
  });

  it.each([
    ['an open group', '(a', 'focus is not a regular expression: a ( has no )'],
    ['a closed group too many', 'a)', 'unexpected )'],
    ['an open class', '[a', 'ends too early'],
    ['look-ahead', 'a(?=b)', 'look-around'],
    ['look-behind', '(?<=a)b', 'look-around'],
    ['a back reference', '(a)\\1', '\\1 is not known'],
    ['nothing to repeat', '*a', 'nothing stands before the *'],
    ['repeated twice', 'a**', 'two repetitions'],
    ['too many repetitions', 'a{1001}', 'at most 1000'],
    ['repetitions multiplied', '((a{1000}){1000}){1000}', 'too large'],
    ['nothing repeated a billion times', '((((){1000}){1000}){1000}){1000}', 'too large'],
    ['a range upside down', '[z-a]', 'upside down'],
    ['more instructions than allowed', '.{1000}'.repeat(25), 'too large'],
    ['a long expression', 'a'.repeat(3000), 'shorten'],
    ['deep nesting', '('.repeat(660) + ')*'.repeat(660), 'nested'],
    ['an unknown class', '\\p{Klingon}', 'not known'],
  ])('refuses %s', (_what, pattern, words) => {
    expect(
      compileRegex('focus', pattern)
    ).toMatchObject({ ok: false, error: { errorType: 'bad_data', message: expect.stringContaining(words) as string } });
  });

  it('is not slowed by an expression that hangs backtracking engines', () => {
    const started = cpuMs();
    expect(unwrap(compileRegex('focus', '^(a+)+$')).test(`${'a'.repeat(20_000)}b`)).toBe(false);
    expect(cpuMs() - started).toBeLessThan(2000);
  });

  it('gives up with a sentence once it took two seconds by its clock, and costs nothing where it has none', () => {
    let nowMs = 0;
    const clock = (): number => (nowMs += 450);
    const matcher = unwrap(compileRegex('focus', '(?:a?){3}a{3}', clock));
    for (const text of ['aaa', 'b', 'aaa', 'aaaa', 'c']) matcher.test(text);
    expect(() => matcher.test('d')).toThrow(new ExpressionTooSlow(
      'focus takes too long on what it is tried on ("(?:a?){3}a{3}"); use fewer repetitions, or a shorter expression'
    ));
    const untimed = unwrap(compileRegex('focus', 'a'));
    for (let i = 0; i < 100; i++) untimed.test(`${i}`);
  });
});
