import { expect, it } from 'vitest';
import { scrapeFacts } from '../../outputs/metricFacts.ts';
import { readScrape } from '../readScrape.ts';
import { scrapesCompared } from './twoScrapes.ts';

type Values = Readonly<Record<string, number>>;

const QUEUE = '{remote_name="far",url="http://r:9/w"}';
const text = (values: Values): string =>
  Object.entries(values).map(([name, value]) => `${name} ${value}`).join('\n');
const compared = (one: Values, other: Values): string | null => scrapesCompared(
  { name: 'one.txt', samples: readScrape(text(one)).samples },
  { name: 'two.txt', samples: readScrape(text(other)).samples }
);
const remote = (values: Values): Values => Object.fromEntries(Object.entries(values).map(([name, value]) =>
  [`prometheus_remote_storage_${name}${/_in_/.test(name) ? '' : QUEUE}`, value]));
const START = { process_start_time_seconds: 1_700_000_000 };
const FIRST = {
  ...START, ...remote({
    highest_timestamp_in_seconds: 1_700_090_300, queue_highest_sent_timestamp_seconds: 1_700_090_000,
    samples_in_total: 9_000_000, samples_total: 8_880_000, samples_failed_total: 0, samples_retried_total: 0,
    samples_dropped_total: 0, sent_batch_duration_seconds_count: 4440, sent_batch_duration_seconds_sum: 222,
    shards: 2, shards_desired: 7.2, shards_max: 50, samples_pending: 6000, shard_capacity: 2500,
  }),
};
const later = (values: Values): Values => ({ ...FIRST, ...remote({
  highest_timestamp_in_seconds: 1_700_090_330, samples_in_total: 9_012_000, ...values,
}) });

it('a queue that sent nothing while samples came in is stuck, and its state and step are said', () => {
  const said = compared(FIRST, later({}));
  expect(said).toContain('two.txt is 30 s later than one.txt, of the same process. Remote write (far) sent nothing '
    + 'between them, while 12,000 samples came in (400 per second): it stays at 8,880,000 samples in 4,440 '
    + 'requests, and none failed, was sent again or dropped. It is 5m 30s behind, after 5m. 132,000 samples wait');
  expect(said).toContain('Its queue is full (6,000 samples pending), and it stays at 2 shards although it wants 7.2 '
    + 'and may have 50');
  expect(said).toContain('It gets no answer, not even an error');
  expect(compared(later({}), FIRST)).toContain('one.txt is 30 s later than two.txt');
  expect(scrapeFacts(`${text(FIRST)}\n${text(later({}))}`)).toContain('The second scrape is 30 s later than the first');
});

it('a queue whose requests fail is not called stuck', () => {
  const said = compared(FIRST, later({ samples_retried_total: 3000 }));
  expect(said).toContain('3,000 were sent again in that time');
  expect(said).toContain('The receiver refuses the requests, or does not answer');
  expect(said).not.toContain('hangs');
});

it.each([
  [{ samples_total: 8_886_000, sent_batch_duration_seconds_count: 4443,
    queue_highest_sent_timestamp_seconds: 1_700_090_015 },
    'sent 6,000 samples between them (200 per second), and 12,000 came in (400 per second): it falls further '
      + 'behind, from 5m to 5m 15s'],
  [{ samples_total: 8_940_000, sent_batch_duration_seconds_count: 4470,
    queue_highest_sent_timestamp_seconds: 1_700_090_150 },
    'it catches up, from 5m to 3m behind'],
])('a queue that sends is judged by its lag', (values, words) => {
  expect(compared(FIRST, later(values))).toContain(words);
});

it('a queue that falls behind keeps the findings of one scrape, with the figures of the time between', () => {
  const said = compared(FIRST, later({
    samples_total: 8_886_000, queue_highest_sent_timestamp_seconds: 1_700_090_015, shards: 3, samples_pending: 7500,
    sent_batch_duration_seconds_count: 4443, sent_batch_duration_seconds_sum: 282, samples_retried_total: 600,
  }));
  expect(said).toContain('In that time a request took 20 s on average, so the receiver is slow');
  expect(said).toContain('Its queue is full (7,500 samples pending), and it has 3 shards, after 2, although it wants '
    + '7.2 and may have 50, so a larger max_shards does not help. 600 samples were sent again in that time (20 per '
    + 'second), and none failed for good. The WAL keeps samples for about 2h: at this pace the queue is that far '
    + 'behind in 3h 50m, and loses samples from then on.');
  const away = compared(FIRST, later({
    samples_total: 8_940_000, queue_highest_sent_timestamp_seconds: 1_700_090_150,
  }));
  expect(away).not.toContain('The WAL keeps');
});

it('vmagent: a queue that grows while no block is sent', () => {
  const agent = (pending: number, retries: number): Values => ({
    ...START, vm_app_uptime_seconds: 600 + pending / 1e6,
    'vmagent_remotewrite_blocks_sent_total{url="1:secret-url"}': 812,
    'vmagent_remotewrite_pending_data_bytes{path="/q/1",url="1:secret-url"}': pending,
    'vmagent_remotewrite_retries_count_total{url="1:secret-url"}': retries,
  });
  expect(compared(agent(20_971_520, 40), agent(83_886_080, 46))).toContain('vmagent sent no block to 1:secret-url '
    + 'between them, while its queue grew from 20 MiB to 80 MiB, with 6 retries: the storage refuses the blocks');
});

it('other scrapes: what was stored, which failures are new, and a restart between them', () => {
  const one = {
    ...START, prometheus_tsdb_head_samples_appended_total: 1000, prometheus_tsdb_head_max_time: 1_700_000_100_000,
    prometheus_tsdb_compactions_failed_total: 3, go_goroutines: 100,
  };
  const two = {
    ...one, prometheus_tsdb_head_samples_appended_total: 7000, prometheus_tsdb_head_max_time: 1_700_000_160_000,
  };
  expect(compared(one, { ...two, go_goroutines: 900 })).toBe('two.txt is 60 s later than one.txt, of the same process. '
    + 'Between them 6,000 samples were stored (100 per second). No counter of failures rose; those above 0 count older '
    + 'failures. The number of goroutines went from 100 to 900.');
  expect(compared(one, { ...two, prometheus_tsdb_compactions_failed_total: 5 }))
    .toContain('Counters of failures that rose: prometheus_tsdb_compactions_failed_total by 2.');
  expect(compared(one, { ...two, process_start_time_seconds: 1_700_000_120 })).toContain('started at different times');
  expect(compared(one, { up: 1, other_total: 2 })).toBeNull();
});

it('two scrapes of different processes in one text: what each shows by itself', () => {
  const head = (start: number, failed: number): string => [
    '# HELP process_start_time_seconds Start time.', `process_start_time_seconds ${start}`,
    `prometheus_tsdb_compactions_failed_total ${failed}`, 'prometheus_tsdb_head_series 5',
  ].join('\n');
  const said = scrapeFacts(`${head(1_700_000_000, 0)}\n${head(1_700_100_000, 3)}\n`) ?? '';
  expect(said).toContain('are of processes that were started at different times, so counters are not compared.');
  expect(said).toContain('In the first scrape: its head has 5 series.');
  expect(said).toContain('In the second scrape: 3 failed compactions.');
});
