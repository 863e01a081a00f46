import { expect, it } from 'vitest';
import { dropReason, refusedSpans } from './limiterSpans.ts';

const at = (clock: string, text: string, rest = ''): string => `2026-01-02T${clock}Z\twarn\ta.go:1\t${text}\t{${rest}}`;
const REFUSES = 'Memory usage is above soft limit. Refusing data.';

it('tells when data were refused, and that they still are', () => {
  expect(refusedSpans([
    at('03:00:00', REFUSES), at('03:01:00', 'Memory usage back within limits. Resuming normal operation.'),
    at('04:00:00', REFUSES), at('04:00:09', 'Scrape commit failed'),
  ])).toBe(' from 03:00:00 UTC for 60 s, and from 04:00:00 UTC to the end of the lines');
  expect(refusedSpans([at('03:00:00', REFUSES)])).toBe('');
});

it('tells why an exporter lost data', () => {
  const drop = (error: string): string =>
    at('03:00:00', 'Exporting failed. Dropping data.', `"error": "${error}", "dropped_items": 7`);
  expect(dropReason([drop('context deadline exceeded')])).toContain('did not answer in time');
  expect(dropReason([drop('bad request')])).toBe(' The error given is "bad request".');
  expect(dropReason([])).toBe('');
});
