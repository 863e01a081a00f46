/** Tests what is said of a printed heap that is small, and of one that open requests hold. */
import { describe, expect, it } from 'vitest';
import { allocatedWords, smallHeapWords } from './heapRows.ts';
import { tableFacts } from '../tables/tableFacts.ts';

const HEADER = '      flat  flat%   sum%        cum   cum%';

function printed(total: string, ...rows: string[]): string {
  return ['File: shop', 'Type: inuse_space', `Showing nodes accounting for ${total}, 100% of ${total} total`,
    HEADER, ...rows].join('\n');
}

describe('a printed CPU profile', () => {
  it('is led by the collector if that has the highest self value', () => {
    const table = (rows: string[]): string => tableFacts(['File: shop', 'Type: cpu',
      'Showing nodes accounting for 9s, 90% of 10s total', HEADER, ...rows].join('\n')) ?? '';
    const worker = '0 0% 40.00%  5s 50.00%  runtime.gcBgMarkWorker';
    const marking = '4s 40.00% 40.00%  4s 40.00%  runtime.scanobject';
    const work = (seconds: number): string => `${seconds}s ${seconds}0.00% 90.00%  3s 30.00%  example.org/shop.Load`;
    expect(table([marking, work(3), worker]))
      .toMatch(/^Garbage collection takes at least 50 %\. The collector follows/);
    expect(table([work(5), marking, worker])).toMatch(/^Of 10s of cpu in all, example\.org\/shop\.Load has/);
  });
});

describe('a printed heap', () => {
  it('of a few MiB shows no memory problem', () => {
    const row = '1024kB 50.00% 50.00%  1024kB 50.00%  example.org/shop.Load';
    expect(smallHeapWords(printed('2048kB', row)))
      .toMatch(/^The heap in use is small, 2048kB: it shows no memory problem/);
    expect(smallHeapWords(printed('2048MB', row.replaceAll('kB', 'MB')))).toBeNull();
    expect(smallHeapWords(printed('2048kB', row).replace('inuse_space', 'alloc_space'))).toBeNull();
  });

  it('of streams is of the requests that are open at once', () => {
    const streams = '300MB 30.00% 30.00%  300MB 30.00%  '
      + 'google.golang.org/grpc/internal/transport.(*http2Client).newStream';
    const facts = tableFacts(printed('1000MB', streams, '200MB 20.00% 50.00%  200MB 20.00%  runtime.malg',
      '10MB 1.00% 51.00%  600MB 60.00%  example.org/shop.(*Proxy).Values'));
    expect(facts).toContain('At least 50 % is of gRPC streams, goroutines and contexts');
    expect(facts).toContain('shop.(*Proxy).Values has most with what it calls: 600MB (60.00%).');
    expect(tableFacts(printed('1000MB', streams))).not.toContain('open request');
  });
});

it('a printed table of allocations says that these are no memory in use', () => {
  expect(allocatedWords('Type: alloc_space\nShowing nodes')).toMatch(/^Its values are all that was allocated, freed /);
  expect(allocatedWords(printed('2048kB'))).toBeNull();
});
