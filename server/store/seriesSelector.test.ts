import { describe, expect, it } from 'vitest';
import { parseSelector } from './seriesSelector.ts';

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
    { selector: 'a{b="c" d="e"}', says: /cannot be read/ },
    { selector: 'a b', says: /character 3/ },
    { selector: '{a=~"("}', says: /no valid regular expression/ },
    { selector: '{a=~"(x+)+y"}', says: /repeats a group/ },
    { selector: `{a=~"${'.*'.repeat(5)}"}`, says: /more than 3 repetitions/ },
    { selector: 'a'.repeat(5000), says: /longer than/ },
  ];
  it.each(rows)('$selector', ({ selector, says }) => {
    const parsed = parseSelector(selector);
    expect(parsed.ok ? '' : parsed.error.message).toMatch(says);
  });
});
