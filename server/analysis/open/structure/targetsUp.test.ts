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

const down = (name: string, lastError: string): object => ({
  ...target('web', `http://${name}/metrics`, 'down'), labels: { job: 'web', instance: name }, lastError,
});

it('two targets with different faults, each with what its own means', () => {
  const facts = said(down('a:1', 'Get "http://a:1/metrics": dial tcp: lookup a on 10.0.0.10:53: no such host'),
    down('b:1', 'Get "http://b:1/metrics": context deadline exceeded'), target('node', 'http://c:1/metrics')) ?? '';
  expect(facts).toMatch(/^The target web \(a:1\) was down: Get .{1,80}no such host\. [A-Z].{20}/);
  expect(facts).toMatch(/ The target web \(b:1\) was down: Get "[^"]+": context deadline exceeded\. A target did /);
});

it('many targets by the kinds of their faults, the most frequent first', () => {
  const late = ['a', 'b', 'c', 'd', 'e'].map((name) => down(`${name}:1`, `Get "http://${name}:1/": context deadline `
    + 'exceeded'));
  const facts = said(down('z:1', 'server returned HTTP status 401 Unauthorized'), ...late) ?? '';
  expect(facts).toMatch(/^The targets web \(a:1\), web \(b:1\), web \(c:1\) and 2 others were down, the first with /);
  expect(facts).toContain(' The target web (z:1) was down: server returned HTTP status 401 Unauthorized.');
});
