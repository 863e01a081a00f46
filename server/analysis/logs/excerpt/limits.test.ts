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
