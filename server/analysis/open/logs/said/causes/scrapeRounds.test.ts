/** Tests of which pool failed scrapes are, and of how many targets by their times. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { scrapeRounds } from './scrapeRounds.ts';

const line = (seconds: number, target = 'h:9100'): string =>
  `level=debug ts=${new Date(Date.UTC(2026, 0, 2, 3, 4) + seconds * 1000).toISOString()} caller=scrape.go:703 `
  + `component="scrape manager" scrape_pool=hosts target=http://${target}/metrics msg="Scrape failed" `
  + 'err="context deadline exceeded"';
const at = (...seconds: number[]): string[] => seconds.map((one) => line(one));

describe('failed scrapes', () => {
  it('of two targets with one name, by their times', () => {
    expect(scrapeRounds(at(3.2, 17.9, 18.2, 32.9, 33.2, 47.9))).toBe('By their times the failed scrapes are of 2 '
      + 'targets of the pool hosts, of which the lines have one URL: each is scraped every 15 s, and fails each time.');
  });

  it('of one target', () => {
    expect(scrapeRounds(at(1, 11, 21, 31)))
      .toBe('The target is of the pool hosts, and each of its scrapes, every 10 s, fails.');
  });

  it('of several targets, which their lines name', () => {
    expect(scrapeRounds([line(1), line(2, 'g:9100'), line(11)]))
      .toBe('The failed scrapes are of 2 targets of the pool hosts.');
  });

  it('without a pattern only name the pool', () => {
    expect(scrapeRounds(at(1, 12, 40, 41.5))).toBe('The target is of the pool hosts.');
    expect(scrapeRounds(at(1))).toBe('The target is of the pool hosts.');
  });

  it('are not reported of other lines', () => {
    expect(scrapeRounds([line(1).replace('Scrape failed', 'Scrape commit failed')])).toBeNull();
  });

  it('are part of what a log tells', () => {
    const text = at(3.2, 17.9, 18.2, 32.9, 33.2, 47.9).map((one) => `prometheus  | ${one}`).join('\n');
    expect(recognize(new TextEncoder().encode(text)).interest)
      .toMatch(/scrape_timeout\. .*2 targets of the pool hosts, /);
  });
});
