/** Tests which words of a refused request stay when it is shortened. */
import { expect, it } from 'vitest';
import { shortError } from '../shortError.ts';

const MAX = 200;
const ASK = 'contact your Loki administrator to see if the limit can be increased';

it.each([
  ['the answer of Loki', 'server returned HTTP status 429 Too Many Requests (429): Ingestion rate limit exceeded for '
    + 'user fake (limit: 41943040 bytes/sec) while attempting to ingest \'1\' lines totaling \'9350335\' bytes, '
    + `reduce log volume or ${ASK}`,
  'HTTP 429: Ingestion rate limit exceeded for user fake (limit: 41943040 bytes/sec) while attempting to ingest \'1\' '
    + 'lines totaling \'9350335\' bytes'],
  ['what stands behind the advice', 'Maximum active stream limit exceeded when trying to create stream {app="a", '
    + `pod="b"}, reduce the number of active streams (reduce labels or reduce label values), or ${ASK}, user: 'fake'`,
  'Maximum active stream limit exceeded when trying to create stream {app="a", pod="b"}, user: \'fake\''],
  ['one stream', 'Per stream rate limit exceeded (limit: 3MB/sec) while attempting to ingest for stream \'{app="a", '
    + `pod="b"}' totaling 1234B, consider splitting a stream via additional labels or ${ASK}`,
  'Per stream rate limit exceeded (limit: 3MB/sec) while attempting to ingest for stream \'{app="a", pod="b"}\' '
    + 'totaling 1234B'],
  ['numbers of a request', `failed to upload block ${'of a tenant '.repeat(8)}: Please reduce your request rate., `
    + 'status code: 503, request id: 4442587FB7D0A2F9AB12, host id: abcdefghijklmnopqrstuvwxyz0123456789/abcdefgh=',
  `failed to upload block ${'of a tenant '.repeat(8)}: Please reduce your request rate., status code: 503`],
])('keeps %s', (_, whole, short) => { expect(shortError(whole, MAX)).toBe(short); });

it('keeps an amount of the middle, and numbers in the words around it', () => {
  const words = Array.from({ length: 30 }, (_, i) => `word${i}`).join(' ');
  const short = shortError(`${words} (limit: 30, actual: 32) ${words}`, MAX);
  expect(short).toContain(' … (limit: 30, actual: 32) … ');
  expect(short.length).toBeLessThanOrEqual(MAX);
  expect(short).toMatch(/^word0 .* word29$/);
});

const words = (count: number, from = 0): string => Array.from({ length: count }, (_, i) => `word${from + i}`).join(' ');

it.each([
  'would use 1234 bytes, maximum 1000', 'limit: 1500, current: 1501', 'current 20 MiB, limit 10 MiB',
  'memstoreSize=2019989080, blockingMemStoreSize=536870912', 'used_bytes=90001, max_bytes=90000',
  'inflight=30001, max_inflight=30000', 'took=31s limit=30s',
  '7444181649 bytes is greater than the total memory budget for compaction 3514064151 bytes',
  '252090-bytes data exceeding the limit 242040 bytes', '(5005 vs. 4194304)', 'max 1000, got 1234',
  'limit 1000 violated (got 1234)', 'requested: limits.memory=4Gi, used: limits.memory=8Gi, limited: limits.memory=9Gi',
  'limit, set to 10000 items/s with a maximum allowed burst of 200000', '2/861 series', '31/40 parts',
])('keeps both figures of "%s", wherever the cut would be', (amount) => {
  for (const before of [10, 13, 14, 16, 20, 26]) {
    const short = shortError(`${words(before)} ${amount} ${words(40, 100)}`, MAX);
    expect(short).toContain(amount);
    expect(short.length).toBeLessThanOrEqual(MAX);
  }
});

it('keeps the block of an error, unless it shows another one', () => {
  const block = 'block 01FT78CSEX28YT6Z7K138XHX85';
  expect(shortError(`${words(20)} ${block} ${words(20, 50)}`, MAX)).toContain(` … ${block} … `);
  const both = shortError(`${block} ${words(20)} block 01FT1SDHBR223894TWAP86J397 ${words(20, 50)}`, MAX);
  expect(both).toContain(block);
  expect(both).not.toContain('01FT1SDHBR223894TWAP86J397');
});

it('keeps the block beside a figure that would take its place', () => {
  const block = '01FT78CSEX28YT6Z7K138XHX85';
  const figure = '40/900 series';
  const short = shortError(`${words(8)} /data/compact/0@7/${block}: ${figure}: ${words(12, 50)}`, MAX);
  expect(short).toContain(block);
  expect(short).toContain(figure);
  expect(short.length).toBeLessThanOrEqual(MAX);
});

it('does not take another count for a repeated part', () => {
  const part = (count: number): string => `only ${count} of 4 of the ingesters of the ring have answered in time`;
  const parts = `${part(2)}; ${part(1)};`;
  expect(shortError(`${parts} ${part(2)}; ${words(20)}`, 300)).toBe(`${parts} ${words(20)}`);
});

it('keeps what an address answers, and not its parameters', () => {
  const query = 'x'.repeat(200);
  expect(shortError(`Get "http://a:9090/query?query=${query}": 422: {"error":"too many samples"}`, MAX))
    .toBe('Get "http://a:9090/query?…": 422: too many samples');
});
