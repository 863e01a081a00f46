/** Tests what is reported for targets that are all up. */
import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const target = (job: string, url: string, health = 'up'): object => ({
  discoveredLabels: { job }, labels: { job }, scrapeUrl: url, lastError: '', lastScrape: '2026-01-02T03:04:05Z', health,
});
const said = (...activeTargets: object[]): string | null =>
  recognize(new TextEncoder().encode(JSON.stringify({ status: 'success', data: { activeTargets } }))).interest;

it('up of an exporter of something else is not the state of that', () => {
  expect(said(target('web', 'http://a:9115/probe?target=b'), target('mysql-a', 'http://a:9104/metrics')))
    .toContain('2 targets, none of them down; of some of them up only says that the exporter answered: see also '
      + 'probe_success and mysql_up');
});

it('others need no such hint', () => {
  expect(said(target('node', 'http://a:9100/metrics'))).not.toContain('see also');
});
