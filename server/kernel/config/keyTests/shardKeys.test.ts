import { expect, it } from 'vitest';
import { parseConfigText } from '../configFile.ts';
import { readShard } from '../shardKeys.ts';

it('reads which of how many', () => {
  expect(readShard('2/5', '--shard')).toEqual({ number: 2, of: 5, leaseMs: 30_000 });
  expect(parseConfigText('c.yml', 'shard: 1/3\nshard_lease: 10s\n').shard)
    .toEqual({ text: '1/3', where: 'c.yml:1: shard', leaseMs: 10_000 });
});

const WRONG = ['', '2', '0/5', '6/5', '1/101', '-1/5', '2/5/6', 'a/b', '1/0'];

it.each(WRONG)('refuses %j and says what to write', (text) => {
  expect(() => readShard(text, '--shard')).toThrow(/^--shard ".*": write which of how many this one is/);
});

it('refuses a lease that is too short', () => {
  expect(() => parseConfigText('c.yml', 'shard: 1/3\nshard_lease: 1s\n')).toThrow('must be at least 3s');
});
