/** Tests what the error of a failed scrape means, and a timeout that an exporter takes as final. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { finalTimeout, isFinalTimeout } from './finalTimeouts.ts';
import { isScrapeMeaning, scrapeMeaning } from './failedScrapes.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

describe('a failed scrape', () => {
  const line = (second: number, error: string): string => `level=debug ts=2026-01-02T03:04:0${second}Z `
    + `caller=scrape.go:703 component="scrape manager" scrape_pool=hosts target=http://h:9100/metrics `
    + `msg="Scrape failed" err="${error}"`;

  it.each([
    ['context deadline exceeded', 'compare the time with scrape_timeout'],
    ['Get \\"http://h:9100/metrics\\": dial tcp 10.0.0.1:9100: i/o timeout', 'No connection to the target came about'],
    ['server returned HTTP status 404 Not Found', 'look at metrics_path'],
    ['server returned HTTP status 500 Internal Server Error', 'an error of its own'],
    ['Get \\"http://h:9100/metrics\\": dial tcp 10.0.0.1:9100: connect: connection refused', 'Nothing listens at that'],
  ])('%s', (error, step) => { expect(of(line(1, error), line(6, error))).toContain(step); });

  it('is none of another message, and its meaning is known as one', () => {
    expect(scrapeMeaning('Scrape commit failed\ncontext deadline exceeded')).toBeNull();
    expect(scrapeMeaning('Scrape failed\nEOF')).toBeNull();
    expect(isScrapeMeaning(scrapeMeaning('Scrape failed\ncontext deadline exceeded') ?? '')).toBe(true);
  });
});

describe('a timeout of the Collector', () => {
  const line = (error: string): string => '2026-01-02T03:04:05.006Z\terror\texporterhelper/queue_sender.go:97\t'
    + `Exporting failed. Dropping data.\t{"kind": "exporter", "data_type": "metrics", "name": "prometheusremotewrite", `
    + `"error": "${error}", "dropped_items": 42}`;

  it.each(['Permanent error: context deadline exceeded',
    'Permanent error: Permanent error: Post \\"http://a/api/v1/push\\": context deadline exceeded (Client.Timeout '
      + 'exceeded while awaiting headers)'])('that is final: %s', (error) => {
    expect(of(line(error))).toContain('takes that as permanent, so it does not send these data again');
    expect(of(line(error))).toContain('it lost 42 items');
  });

  it('that is none, or a refusal, has another meaning', () => {
    expect(finalTimeout('context deadline exceeded')).toBeNull();
    expect(finalTimeout('Permanent error: rpc error: code = InvalidArgument')).toBeNull();
    expect(isFinalTimeout(finalTimeout('Permanent error: context deadline exceeded') ?? '')).toBe(true);
  });
});
