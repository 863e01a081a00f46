import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const WHOLE = 'ts=2026-01-02T03:04:05Z caller=dedupe.go:9 component=remote level=error remote_name=a '
  + 'url=http://far/api/v1/push msg="non-recoverable error" count=500 err="server returned HTTP status 400 Bad '
  + 'Request: user=team-a: per-user series limit of 1000 exceeded (err-mimir-max-series-per-user). Contact '
  + 'your administrator."';
const END = 'ceeded its rate limit, set to 700 items/s (err-mimir-tenant-max-ingestion-rate). Contact your '
  + 'administrator."';

it('the end of an error above the first whole line is reported with what it means', () => {
  const said = of(END, WHOLE);
  expect(said).toContain('The text begins within another error, whose end says "ceeded its rate limit, set to 700 '
    + 'items/s (err-mimir-tenant-max-ingestion-rate)". A tenant sends more samples');
  expect(recognize(new TextEncoder().encode(`${END}\n${WHOLE}`)).program).toBe('Prometheus');
});

it.each([
  ['a sentence above the log', 'We see err-mimir-tenant-max-ingestion-rate in the log, what is "that"?'],
  ['the end of a value that is not known', 'ceeded its budget (err-own-limit)."'],
])('nothing is added for %s', (_, above) => {
  expect(of(above, WHOLE)).not.toContain('The text begins within');
});
