import { expect, it } from 'vitest';
import { readScrape } from '../readScrape.ts';
import { scrapesCompared } from './twoScrapes.ts';

const GIB = 2 ** 30;
interface Heap { rss: number; inUse: number; idle: number; released: number; cpu: number; compactions?: number }

const scrape = ({ rss, inUse, idle, released, cpu, compactions = 5 }: Heap, version: string): string => [
  `go_info{version="${version}"} 1`, 'process_start_time_seconds 1700000000', `process_cpu_seconds_total ${cpu}`,
  `process_resident_memory_bytes ${rss * GIB}`, `go_memstats_heap_inuse_bytes ${inUse * GIB}`,
  `go_memstats_heap_idle_bytes ${idle * GIB}`, `go_memstats_heap_released_bytes ${released * GIB}`,
  `go_memstats_next_gc_bytes ${inUse * 1.5 * GIB}`, `prometheus_tsdb_compactions_total ${compactions}`,
].join('\n');
const compared = (before: Heap, after: Heap, version = 'go1.15.6'): string => scrapesCompared(
  { name: 'a.txt', samples: readScrape(scrape(before, version)).samples },
  { name: 'b.txt', samples: readScrape(scrape(after, version)).samples }
) ?? '';
const FULL: Heap = { rss: 10, inUse: 9, idle: 1, released: 0.5, cpu: 100 };
const EMPTY: Heap = { rss: 9.5, inUse: 4, idle: 6, released: 5.5, cpu: 200, compactions: 6 };

it('memory that Go has freed with MADV_FREE stays in RSS and is no leak', () => {
  expect(compared(FULL, EMPTY)).toBe('b.txt is later than a.txt, of the same process. The Go heap in use fell from '
    + '9 GiB to 4 GiB, resident memory only from 10 GiB to 9.5 GiB: what RSS still has is memory that Go has freed, '
    + 'and no leak. Of 6 GiB of idle heap, 5.5 GiB are returned to the system (512 MiB before): Go 1.15 frees with '
    + 'MADV_FREE on Linux, so RSS has those pages until the system needs them. Judge by heap_inuse, or the working set '
    + 'of the container; to see it in RSS, set GODEBUG=madvdontneed=1 or use a build with Go 1.16 or later. The next '
    + 'GC begins at 6 GiB of heap (13.5 GiB before), so the heap may grow to that again: plan memory for that and for '
    + 'the 9 GiB of the first scrape. 1 compaction ran between them.');
});

it('a later Go does not free so, and idle heap may not be returned yet', () => {
  expect(compared(FULL, EMPTY, 'go1.22.1')).not.toContain('MADV_FREE');
  expect(compared(FULL, { ...EMPTY, released: 0.5 }, 'go1.22.1'))
    .toContain('5.5 GiB are idle heap that Go has not returned yet');
});

it('a heap and resident memory that change together are not explained so', () => {
  expect(compared(FULL, { ...EMPTY, rss: 5 })).toContain('Resident memory went from 10 GiB to 5 GiB.');
  expect(compared(FULL, { ...FULL, cpu: 200 })).not.toContain('heap in use');
});

it('resident memory that rises without the heap is other memory', () => {
  expect(compared(EMPTY, { ...EMPTY, rss: 14, cpu: 300 }))
    .toContain('Resident memory rose from 9.5 GiB to 14 GiB, and the Go heap in use went from 4 GiB to 4 GiB, so most');
});
