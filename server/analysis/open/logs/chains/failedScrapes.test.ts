/** Tests what is told of a scrape that vmagent could not make. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const said = (reason: string, labels = 40): string => recognize(new TextEncoder().encode([
  '2026-01-02T03:04:01.000Z\tinfo\tVictoriaMetrics/lib/promscrape/scraper.go:1\treading scrape configs',
  '2026-01-02T03:04:05.000Z\twarn\tVictoriaMetrics/lib/promscrape/scrapework.go:377\tcannot scrape target '
    + `"http://db.test:9104/metrics" ({instance="${'a'.repeat(labels)}",job="db"}) 1 out of 1 times during `
    + `-promscrape.suppressScrapeErrorsDelay=0s; the last error: cannot read data: cannot scrape `
    + `"http://db.test:9104/metrics": Get "http://db.test:9104/metrics": ${reason}`,
].join('\n'))).interest ?? '';

it.each([40, 1200])('EOF: the target closed the connection, with labels of %d characters', (labels) => {
  const facts = said('EOF', labels);
  expect(facts).toContain('"http://db.test:9104/metrics" ({job="db",');
  expect(facts).toContain('The cause given is "cannot read data: EOF".');
  expect(facts).toContain('The target closed the connection before it answered: look at the log of the exporter');
  expect(facts).not.toContain('same line');
});

it('another reason has its own meaning', () => {
  const facts = said('dial tcp 10.0.0.1:9104: connect: connection refused');
  expect(facts).toContain('Nothing listens at that address');
  expect(facts).not.toContain('closed the connection');
});

it('names the jobs of all targets, which the quotation leaves out', () => {
  const line = (path: string, job: string): string => '2026-01-02T03:04:05.000Z\twarn\t'
    + `VictoriaMetrics/lib/promscrape/scrapework.go:377\tcannot scrape target "http://db.test:9104/${path}" `
    + `({instance="a",job="${job}"}) 1 out of 1 times during -promscrape.suppressScrapeErrorsDelay=0s; the last error: `
    + 'cannot read data: EOF';
  const facts = (...lines: string[]): string =>
    recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
  expect(facts(line('a', 'db-low'), line('b', 'db-high'))).toContain('2 targets could not be scraped: '
    + 'http://db.test:9104/a (job db-low), http://db.test:9104/b (job db-high).');
  expect(facts(line('a', 'db-low'))).toContain('The target is of the job db-low.');
});
