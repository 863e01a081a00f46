import { expect, it } from 'vitest';
import { metricFacts, scrapeFacts } from '../../outputs/metricFacts.ts';
import { readScrape } from '../readScrape.ts';
import { scrapesCompared } from '../two/twoScrapes.ts';

type Values = Readonly<Record<string, number>>;

const text = (values: Values): string =>
  Object.entries(values).map(([name, value]) => `${name} ${value}`).join('\n');
const compared = (one: Values, other: Values): string => scrapesCompared(
  { name: 'a.prom', samples: readScrape(text(one)).samples },
  { name: 'b.prom', samples: readScrape(text(other)).samples }
) ?? '';
const facts = (values: Values): string => scrapeFacts(text(values)) ?? '';

const FIRST: Values = {
  'process_start_time_seconds': 1_700_000_000, 'vm_app_uptime_seconds': 90_000,
  'vm_app_version{version="vmstorage-2025-tags-v1.120.0-cluster",short_version="v1.120.0"}': 1,
  'vm_rows_added_to_storage_total': 4_000_000, 'vm_slow_row_inserts_total': 400_000,
  'vm_new_timeseries_created_total': 9000, 'vm_hourly_series_limit_rows_dropped_total': 0,
  'vm_daily_series_limit_rows_dropped_total': 0, 'vm_concurrent_insert_limit_timeout_total': 0,
  'vm_cache_entries{type="storage/tsid"}': 1_000_000, 'vm_cache_entries{type="storage/hour_metric_ids"}': 3_000_000,
  'vm_cache_size_bytes{type="storage/tsid"}': 1_072_000_000,
  'vm_cache_size_max_bytes{type="storage/tsid"}': 1_073_741_824,
  'vm_cache_requests_total{type="storage/tsid"}': 4_000_000, 'vm_cache_misses_total{type="storage/tsid"}': 400_000,
  'vm_concurrent_insert_capacity': 16, 'vm_concurrent_insert_current': 3, 'process_cpu_seconds_total': 5000,
};
const LATER: Values = {
  ...FIRST, 'vm_app_uptime_seconds': 90_030, 'vm_rows_added_to_storage_total': 5_000_000,
  'vm_slow_row_inserts_total': 1_000_000, 'vm_new_timeseries_created_total': 9060,
  'vm_cache_requests_total{type="storage/tsid"}': 5_000_000, 'vm_cache_misses_total{type="storage/tsid"}': 1_000_000,
  'vm_concurrent_insert_current': 16, 'process_cpu_seconds_total': 5120,
};

it('two scrapes: the share of slow inserts between them, its cache, that it is no churn, and the step', () => {
  const said = compared(FIRST, LATER);
  expect(said).toContain('b.prom is 30 s later than a.prom, of the same process. 60 % of the rows between them were '
    + 'slow inserts, where less than 5 % is usual: 600,000 of 1,000,000 (33,333 rows per second); since the '
    + 'start 20 %.');
  expect(said).toContain('The cache storage/tsid is full (1,022 MiB of 1 GiB, 99.8 %). It holds 1,000,000 entries for '
    + '3,000,000 active series. 60 % of its lookups miss');
  expect(said).toContain('New series (60, 2 per second) are only 0.01 % of them: churn is not the cause.');
  expect(said).toContain('All 16 concurrent inserts are in use, and no insert timed out. It uses 4 cores.');
  expect(said).toContain('Give vmstorage more memory, add vmstorage nodes, or store fewer active series');
});

it('one scrape: ratios since the start, and no all-clear by counters of failures', () => {
  const said = facts(FIRST);
  expect(said).toContain('10 % of the rows since the start were slow inserts');
  expect(said).toContain('two scrapes, opened together, show the present share');
  expect(said).not.toContain('counters of failures are 0');
  expect(metricFacts(text(FIRST))).toContain('10 % of the rows since the start were slow inserts');
});

it('few slow inserts are said as few', () => {
  const said = facts({ ...FIRST, 'vm_slow_row_inserts_total': 20_000 });
  expect(said).toContain('Of 4,000,000 rows since the start, 0.5 % were slow inserts');
  expect(said).not.toContain('Give vmstorage');
});

it('slow inserts of new series are churn; those soon after a start may be of empty caches', () => {
  const free = { ...FIRST, 'vm_cache_size_bytes{type="storage/tsid"}': 300_000_000 };
  const churn = facts({ ...free, 'vm_new_timeseries_created_total': 300_000 });
  expect(churn).toContain('New series (300,000) are 75 % of them: series come and go (churn).');
  expect(churn).toContain('Find the label that changes');
  expect(facts({ ...free, 'vm_app_uptime_seconds': 600 })).toContain('started less than an hour ago');
});

it('another full cache, and a disk with little free space', () => {
  const said = facts({
    ...FIRST, 'vm_slow_row_inserts_total': 10, 'vm_cache_size_bytes{type="indexdb/tagFiltersToMetricIDs"}': 100_000_000,
    'vm_cache_size_max_bytes{type="indexdb/tagFiltersToMetricIDs"}': 100_000_000,
    'vm_cache_requests_total{type="indexdb/tagFiltersToMetricIDs"}': 10_000,
    'vm_cache_misses_total{type="indexdb/tagFiltersToMetricIDs"}': 6000,
    'vm_free_disk_space_bytes{path="/d"}': 10 * 2 ** 30, 'vm_data_size_bytes{type="storage/big"}': 90 * 2 ** 30,
  });
  expect(said).toContain('The cache indexdb/tagFiltersToMetricIDs is full (95.4 MiB), and 60 % of its lookups miss.');
  expect(said).toContain('Its disk has 10 GiB free beside 90 GiB of data: VictoriaMetrics recommends at least 20 %');
});

it('the free space of a read-only storage is told once', () => {
  const said = facts({
    ...FIRST, 'vm_storage_is_read_only{path="/d"}': 1, 'vm_free_disk_space_bytes{path="/d"}': 1_000_000,
    'vm_data_size_bytes{type="storage/big"}': 90 * 2 ** 30,
  });
  expect(said).toMatch(/^Its storage is read-only/);
  expect(said).not.toContain('for merges');
});
