import { describe, expect, it } from 'vitest';
import { parseSelector, RegexWorkError } from './seriesSelector.ts';

const series = { name: 'http_requests_total', labels: { code: '200', handler: '/metrics', odd: 'a"b,c}d' } };

describe('parseSelector matches', () => {
  const rows: { selector: string; matches: boolean }[] = [
    { selector: 'http_requests_total', matches: true },
    { selector: ' http_requests_total {}', matches: true },
    { selector: 'http_requests', matches: false },
    { selector: 'http_requests_total{code="200"}', matches: true },
    { selector: "http_requests_total{code='200',}", matches: true },
    { selector: 'http_requests_total{code!="200"}', matches: false },
    { selector: '{code=~"2.."}', matches: true },
    { selector: '{code=~"2"}', matches: false },
    { selector: '{code=~"4..|2.."}', matches: true },
    { selector: '{handler!~"/api.*", code="200"}', matches: true },
    { selector: '{__name__=~"http_.+"}', matches: true },
    { selector: '{missing=""}', matches: true },
    { selector: '{toString=""}', matches: true },
    { selector: '{odd="a\\"b,c}d"}', matches: true },
    { selector: '{"code"="200"}', matches: true },
    { selector: '{code=~"(?:2|3)(0+)"}', matches: true },
    { selector: '{handler=~"/(api|metrics)?"}', matches: true },
    { selector: '{handler=~"(?i)/METRICS"}', matches: true },
    { selector: '{code=~"2|20"}', matches: false },
    { selector: '{"http_requests_total"}', matches: true },
    { selector: '{"http_requests_total", code="200"}', matches: true },
    { selector: '{code="200", \'http_requests_total\' ,}', matches: true },
    { selector: '{"http_requests"}', matches: false },
  ];
  it.each(rows)('$selector: $matches', ({ selector, matches }) => {
    const parsed = parseSelector(selector);
    expect(parsed.ok && parsed.value(series)).toBe(matches);
  });
});

describe('parseSelector refuses, with a sentence', () => {
  const rows: { selector: string; says: RegExp }[] = [
    { selector: '', says: /names no series/ },
    { selector: '{}', says: /names no series/ },
    { selector: 'a{b=c}', says: /character 3/ },
    { selector: 'a{b="c"', says: /character 2/ },
    { selector: 'rate(a[5m])', says: /character 5: .*one selector, without a function/ },
    { selector: '{"a" "b"}', says: /character 2/ },
    { selector: '{"a"', says: /character 1/ },
    { selector: 'a{b="c" d="e"}', says: /cannot be read/ },
    { selector: 'a b', says: /character 3/ },
    { selector: '{a=~"("}', says: /is not a regular expression: a \( has no \)/ },
    { selector: '{a=~"x)|(y"}', says: /is not a regular expression: unexpected \)/ },
    { selector: '{a=~"(?=x)y"}', says: /look-around/ },
    { selector: 'a'.repeat(5000), says: /longer than/ },
  ];
  it.each(rows)('$selector', ({ selector, says }) => {
    const parsed = parseSelector(selector);
    expect(parsed.ok ? '' : parsed.error.message).toMatch(says);
  });
});

describe('parseSelector with an expression made to hang', () => {
  const value = 'a'.repeat(5000);
  const rows = [`${'(.|.)'.repeat(50)}x`, '(a+)+b', '(a|a)*b', `${'a*'.repeat(100)}b`, `${'.*'.repeat(30)}b`];
  it.each(rows)('%s: is answered', (pattern) => {
    const parsed = parseSelector(`{odd=~"${pattern}"}`);
    expect(parsed.ok && parsed.value({ name: 'x', labels: { odd: value } })).toBe(false);
  });

  it('that takes too long in all: the work ends with an error of its own', () => {
    const parsed = parseSelector('{odd=~"(.?){1000}[xy]"}');
    const testAll = (): void => {
      for (let series = 0; series < 10_000; series++) if (parsed.ok)
        parsed.value({ name: 'x', labels: { odd: `${series} ${value}` } });
    };
    expect(testAll).toThrow(RegexWorkError);
  });
});
