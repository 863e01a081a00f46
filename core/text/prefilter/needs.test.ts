import { describe, expect, it } from 'vitest';
import { neededTexts } from './needs.ts';

describe('what a text must have for a pattern to match', () => {
  it.each<[string, RegExp, readonly (readonly string[])[]]>([
    ['characters without their case', /Starting Prometheus/, [['starting prometheus']]],
    ['each of several words', /caller=(?:wal_watcher|wlog)\.go/, [['caller=wal_watcher.go'], ['caller=wlog.go']]],
    ['digits and blanks, whichever they are', /\d{4}-\d\d[T ]\d+:\s+x/, [['0000-00t0'], ['0000-00 0']]],
    ['the blank before a line', /^kind: \S/m, [[' kind: ']]],
    ['the blank behind a line', /^quit: yes$/m, [[' quit: yes ']]],
    ['both cases as one', /[Ss]tarting tsdb\b/, [['starting tsdb']]],
    ['an optional part or none', /foo(?:bar)?bazz/, [['foobarbazz'], ['foobazz']]],
    ['what stands before and behind a gap', /component=.{0,9}tsdb"/, [['component=', 'tsdb"']]],
    ['one of what stands ahead', /^(?=[^]*prometheus\[)(?=[^]*thanos)/, [['prometheus[']]],
    ['nothing of what must not be there', /(?!foobar)bazz(?!=)(?<!foobar)/, [['bazz']]],
    ['nothing of what is behind it', /(?<=foobar)bazz/, [['bazz']]],
    ['what is repeated, as often as it must be', /(?:abc){2,}/, [['abcabc']]],
    ['what is repeated, in any order', /(?:caller|source){2}/, [['caller'], ['source']]],
    ['escapes as what they stand for', /\x41\u0042cd\tef\/\.\[/, [['abcd ef/.[']]],
    ['one of several characters', /"(?:ts|level)"[:=]/, [['"ts":'], ['"ts"='], ['"level":'], ['"level"=']]],
    ['the longest text between gaps', /a+bc+defghi+jk+lm/, [['cdefghi']]],
  ])('%s', (_, pattern, needs) => { expect(neededTexts(pattern)).toEqual(needs); });

  it.each<[string, RegExp]>([
    ['a short word', /\bWAL\b/], ['a short word beside a long one', /wal|checkpoint/], ['classes', /[a-z]+\w\S[^x].\D/],
    ['what may be left out', /(?:checkpoint)*(?:segment){0,5}/], ['a part that is another one', /(x)\1\1\1\1/],
    ['sets of Unicode', new RegExp('checkpoint', 'v')], ['letters of Unicode without their case', /checkpoint/iu],
    ['ranges of classes', new RegExp(String.raw`[a-z][\d-z][0-9a-f][\w-][^]`)],
  ])('nothing is known of %s', (_, pattern) => { expect(neededTexts(pattern)).toBeNull(); });

  it('too many ways are not told apart', () => {
    const ways = /(?:[abcd][abcd][abcd][abcd][abcd]|efghij)(?:caller|source)=/;
    expect(neededTexts(ways)).toEqual([['caller='], ['source=']]);
  });
});
