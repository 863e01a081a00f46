import { expect, it } from 'vitest';
import { readScrape } from './readScrape.ts';
import { remoteWriteFacts } from './remoteWrite.ts';

const LABELS = '{remote_name="far",url="http://x/write"}';
const told = (...lines: string[]): string[] => remoteWriteFacts(readScrape(lines.map((line) =>
  `prometheus_remote_storage_${line}`).join('\n')).samples);

it('a queue that is behind and lacks shards', () => {
  expect(told(`shards${LABELS} 50`, `shards_max${LABELS} 50`, `shards_desired${LABELS} 91.4`,
    'highest_timestamp_in_seconds 1700000900', `queue_highest_sent_timestamp_seconds${LABELS} 1700000000`)[0])
    .toContain('Remote write (far) is 15m behind, and wants 91.4 shards and may have 50 (max_shards): the receiver ');
});

it('a queue that keeps up is not reported', () => {
  expect(told(`shards${LABELS} 5`, `shards_max${LABELS} 50`, `shards_desired${LABELS} 4.4`,
    'highest_timestamp_in_seconds 1700000010', `queue_highest_sent_timestamp_seconds${LABELS} 1700000000`)).toEqual([]);
  expect(told('highest_timestamp_in_seconds 1700000010', `queue_highest_sent_timestamp_seconds${LABELS} 0`))
    .toEqual([]);
  expect(told('samples_total 5')).toEqual([]);
});
