/** Tests how much of its line the quotation of a known message has. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { clauseOf } from './clauses.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const MESSAGE = 'database space exceeded';
const clause = (before: string, behind: string): string => {
  const found = clauseOf(`${before}${MESSAGE}${behind}`, MESSAGE, behind);
  return `${found.before}|${found.behind}`;
};

describe('the clause of a message', () => {
  it.each([
    ['the line of a file of YAML', 'parsing p.yml: yaml: line 12: ', '', 'yaml: line 12: |'],
    ['the file right behind it', '', ' charts/a/b.yaml, as before', '| charts/a/b.yaml, as before'],
    ['its figures', '', ': 2147483648 of 2147483648 bytes', '|: 2147483648 of 2147483648 bytes'],
    ['its object', '', ' on member "etcd-2"', '| on member "etcd-2"'],
    ['its labels', '', ' for {job="etcd", pod="etcd-2"}', '| for {job="etcd", pod="etcd-2"}'],
    ['the file before it', 'write /var/lib/etcd/member/wal/7.wal: ', '', 'write /var/lib/etcd/member/wal/7.wal: |'],
    ['the file with its offset', 'Could not write to file "pg_xlog/7" at offset 32768: ', '',
      'file "pg_xlog/7" at offset 32768: |'],
    ['the target of a walk', 'error: error walking target <a/b>: ', '', 'error walking target <a/b>: |'],
    ['the peer that was joined', '[DEBUG] Failed to join 10.1.2.3: ', '', 'Failed to join 10.1.2.3: |'],
    ['no part of a name before a slash', 'the <a/b>: ', '', '|'],
    ['no keys', '', ' in 3 s level=warn took=4s', '| in 3 s'],
    ['no next sentence', 'mvcc: ', ' on etcd-2. It was so for 3 hours', '| on etcd-2'],
    ['nothing without a name or a figure', '', ' for a long while', '|'],
    ['nothing behind a closing mark', '"', '" since 3 hours', '|'],
    ['no mark that stays open', '', ' on etcd-2 (of 3', '| on etcd-2'],
  ])('has %s', (_, before, behind, own) => { expect(clause(before, behind)).toBe(own); });

  it('has no words of a person', () => {
    expect(clause('Since we moved it to the new machines we see ', ' on all of the 3 nodes')).toBe('|');
  });
});

it('is quoted with its message', () => {
  expect(of('- etcdserver: mvcc: database space exceeded on member "etcd-2", 2147483648 of 2147483648 bytes'))
    .toContain('database space exceeded on member \'etcd-2\', 2147483648 of 2147483648 bytes" of etcd');
});

it('is quoted with its object up to the next message', () => {
  const said = of('Error: YAML parse error on a/templates/b.yaml: error converting YAML to JSON: yaml: line 7: mapping '
    + 'values are not allowed in this context');
  expect(said).toContain('"YAML parse error on a/templates/b.yaml: error converting YAML to JSON: yaml: line 7" of ');
  expect(said).toContain('"yaml: line 7: mapping values are not allowed in this context"');
});

it('of many characters is shortened', () => {
  const [, quote = ''] = /"([^"]+)"/.exec(of(`- mvcc: database space exceeded: ${'quota of 3, '.repeat(40)}`)) ?? [];
  expect(quote.length).toBeLessThanOrEqual(200);
  expect(quote).toContain('database space exceeded');
});

it('what the operating system refused first comes before what follows from it', () => {
  const full = 'DETAIL:  Could not write to file "pg_subtrans/000B" at offset 32768: No space left on device.';
  const ended = 'WARNING:  terminating connection because of crash of another server process';
  const at = (said: string, words: string): number => said.toLowerCase().indexOf(words);
  const [one, other] = [of(full, ended), of(ended, full)];
  expect(at(one, 'no space left')).toBeGreaterThan(-1);
  expect(at(one, 'no space left')).toBeLessThan(at(one, 'because of crash'));
  expect(at(other, 'because of crash')).toBeLessThan(at(other, 'no space left'));
});
