import { expect, it } from 'vitest';
import { readScrape } from '../readScrape.ts';
import { remoteWriteFacts } from './remoteWrite.ts';

const LABELS = '{remote_name="far",url="http://x/write"}';
const told = (...lines: string[]): string[] => remoteWriteFacts(readScrape(lines.map((line) =>
  `prometheus_remote_storage_${line}`).join('\n')).samples);

it('a queue that is behind and lacks shards', () => {
  expect(told(`shards${LABELS} 50`, `shards_max${LABELS} 50`, `shards_desired${LABELS} 91.4`,
    'highest_timestamp_in_seconds 1700000900', `queue_highest_sent_timestamp_seconds${LABELS} 1700000000`)[0])
    .toContain('Remote write (far) is 15m behind, and wants 91.4 shards and may have 50 (max_shards): the receiver ');
});

it('a queue whose small batches limit it is not one of a slow receiver', () => {
  const queue = [`shards${LABELS} 50`, `shards_max${LABELS} 50`, `shards_desired${LABELS} 60`,
    `max_samples_per_send${LABELS} 500`, `samples_failed_total${LABELS} 0`, `samples_retried_total${LABELS} 0`,
    'highest_timestamp_in_seconds 1700000900', `queue_highest_sent_timestamp_seconds${LABELS} 1700000000`];
  const took = (seconds: number): string[] => [`sent_batch_duration_seconds_sum${LABELS} ${seconds * 1000}`,
    `sent_batch_duration_seconds_count${LABELS} 1000`];
  const [said] = told(...queue, ...took(0.125));
  expect(said).toContain('may have 50 (max_shards): a request takes 125 ms on average and carries at most 500 samples '
    + '(max_samples_per_send), so 50 shards send at most 200,000 samples/s, which may be less than comes in.');
  expect(said).not.toContain('the receiver takes less');
  expect(told(...queue, ...took(4))[0]).toContain('the receiver takes less than is to be sent');
  expect(told(...queue, `samples_retried_total${LABELS} 9`).length).toBe(1);
});

it('a queue that keeps up is not reported', () => {
  expect(told(`shards${LABELS} 5`, `shards_max${LABELS} 50`, `shards_desired${LABELS} 4.4`,
    'highest_timestamp_in_seconds 1700000010', `queue_highest_sent_timestamp_seconds${LABELS} 1700000000`)).toEqual([]);
  expect(told('highest_timestamp_in_seconds 1700000010', `queue_highest_sent_timestamp_seconds${LABELS} 0`))
    .toEqual([]);
  expect(told('samples_total 5')).toEqual([]);
});

it('a full queue that does not start the shards which it may have is stuck, and needs no more of them', () => {
  const [said] = told(`shards${LABELS} 1`, `shards_max${LABELS} 40`, `shards_desired${LABELS} 5.3`,
    `shard_capacity${LABELS} 1000`, `samples_pending${LABELS} 1100`, `samples_failed_total${LABELS} 0`,
    `samples_retried_total${LABELS} 0`, `sent_batch_duration_seconds_sum${LABELS} 50`,
    `sent_batch_duration_seconds_count${LABELS} 1000`, 'highest_timestamp_in_seconds 1700000900',
    `queue_highest_sent_timestamp_seconds${LABELS} 1700000000`);
  expect(said).toContain('Remote write (far) is 15m behind: its queue is full (1,100 samples pending), and it has 1 '
    + 'shard although it wants 5.3 and may have 40.');
  expect(said).toContain('no sample failed, was sent again or dropped');
  expect(said).toContain('took 50 ms on average, so the receiver was not slow');
  expect(said).not.toContain('raise max_shards');
});

it('a queue that is behind with the shards it wants is reported with its errors', () => {
  const [said] = told(`shards${LABELS} 5`, `shards_max${LABELS} 50`, `shards_desired${LABELS} 5.1`,
    `samples_failed_total${LABELS} 0`, `samples_retried_total${LABELS} 7000`,
    'highest_timestamp_in_seconds 1700000900', `queue_highest_sent_timestamp_seconds${LABELS} 1700000600`);
  expect(said).toContain('is 5m behind: it sends less than comes in, or nothing. Since its start, 7,000 samples were '
    + 'sent again.');
  expect(said).not.toContain('max_shards');
});
