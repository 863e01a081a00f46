import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { influxCache } from './influxCache.ts';

const ERROR = 'run: open server: open tsdb store: failed to open shard 9: cache maximum memory size exceeded';
const files = [1, 2, 3, 4].map((number) =>
  `[cacheloader] 2016/05/06 10:00:0${number * 2} reading file /w/wal/db/rp/9/_0000${number}.wal, size 10485760`);
const said = (...around: readonly string[]): string => recognize(new TextEncoder().encode(
  ['It fails:', '', '```', ...files, ERROR, '```', '', ...around, '', 'influxdb 0.10.2'].join('\n')
)).interest ?? '';

it('the files that the text counts stand against the limit that it shows', () => {
  const facts = said('```', '$ ls /w/wal/db/rp/9 | wc -l', '60', '$ grep cache-max /etc/influxdb/influxdb.conf',
    '  cache-max-memory-size = 104857600', '```');
  expect(facts).toContain('The WAL of shard 9 does not fit into the cache, which a start fills with it. The 4 files '
    + 'that it read have 40 MiB, and the limit is 100 MiB');
  expect(facts).toContain('The folder has 60 files, which at that size are 600 MiB, 6 times the limit; to read them '
    + 'all takes about 2m. Raise cache-max-memory-size above that for the start');
  expect(facts).not.toContain('The text says');
});

it('without a count or a limit the step stays', () => {
  const facts = said('What can I do?');
  expect(facts).toContain('The 4 files that it read have 40 MiB. Raise cache-max-memory-size for the start');
  expect(facts).toContain('Do not delete the WAL');
});

it('a shard that is left closed: the size of its own files against the default', () => {
  const read = [7, 8].flatMap((shard) => [1, 2].map((number) => '[cacheloader] 2016/03/02 10:00:01 reading file '
    + `/w/wal/db/rp/${shard}/_0000${number}.wal, size 300000000`)).join('\n');
  const facts = influxCache('The error "Failed to open shard: 8: [shard 8] cache maximum memory size exceeded". The '
    + 'shard 8 was not opened, because its WAL does not fit into cache-max-memory-size when it is read.',
  read, 'InfluxDB');
  expect(facts).toBe('The 2 files that it read have 572 MiB, more than the 500 MiB that these versions allow without a '
    + 'setting. Until it is opened, its points can be neither read nor written. Do not delete that WAL: its points are '
    + 'in no other file.');
});

it('a full cache of a server that runs is another matter', () => {
  expect(influxCache('The error "cache-max-memory-size exceeded: (105/100)" occurs 3 times.', '', 'InfluxDB'))
    .toBeNull();
  expect(influxCache(`It ended with "${ERROR}".`, '', 'Telegraf')).toBeNull();
});
