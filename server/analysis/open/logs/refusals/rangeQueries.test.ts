/** Tests what is reported for range queries by the points that they ask for. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const open = (...lines: string[]) => recognize(new TextEncoder().encode(lines.join('\n')));
const url = (step: string, more = '', path = '/api/v1/query_range'): string =>
  `http://prom.local:9090${path}?query=up&start=1700000000&end=1700604800&step=${step}${more}`;

describe('a range query', () => {
  it('that was refused for its points, beside one that was answered', () => {
    const { format, name, interest } = open(`$ wget '${url('15s')}' -O a`,
      'HTTP request sent, awaiting response... 400 Bad Request', '2023-11-21 10:00:00 ERROR 400: Bad Request.', '',
      `$ wget '${url('2m')}' -O a`,
      'HTTP request sent, awaiting response... 200 OK');
    expect([format, name]).toEqual(['range-query', 'a range query of the HTTP API (Prometheus)']);
    expect(interest).toBe('The range query asks for 40,321 points per series (step=15s over 604,800 s, which is 7d), '
      + 'and Prometheus allows 11,000: it answered with HTTP 400. Take a step of at least 55 s, which is (end - start) '
      + '/ 11,000, or split the range. With step=2m (5,041 points) it answered with 200. wget does not show the body '
      + 'of that answer, which has the reason; curl does.');
  });

  it.each([
    ['a URL in a sentence', `We send ${url('10')} and get nothing back.`, '60,481 points'],
    ['the options of curl', ['curl -sG http://p/prometheus/api/v1/query_range --data-urlencode "query=up" \\',
      '  -d start=2026-01-01T00:00:00Z -d end=2026-01-03T00:00:00Z -d step=5s'].join('\n'), '34,561 points'],
    ['Loki', url('10s', '', '/loki/api/v1/query_range'), 'Loki allows 11,000'],
  ])('in %s', (_, text, words) => { expect(open(text).interest).toContain(words); });

  it.each([
    ['few points', `We send ${url('60s')} and get 400 Bad Request.`],
    ['an answer', `curl -i '${url('10s')}' HTTP/1.1 200 OK`],
    ['a variable as its step', `We send ${url('$step')} and get 400 Bad Request.`],
    ['another limit', url('10s', '', '/select/0/prometheus/api/v1/query_range')],
  ])('is not told of %s', (_, text) => { expect(open(text).format).not.toBe('range-query'); });
});
