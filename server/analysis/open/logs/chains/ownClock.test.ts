/** Tests that samples which the server stamped itself show its own clock as the cause. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const scrape = (second: number, pool: string, target: string, rest: string): string => `ts=2024-02-03T04:05:0${second}.`
  + `100Z caller=scrape.go:1700 level=warn component="scrape manager" scrape_pool=${pool} target=http://${target}/`
  + `metrics ${rest}`;
const DROPPED = 'msg="Error on ingesting samples that are too old or are too far into the future" num_dropped=12';

it.each([
  ['a scrape report', [scrape(1, 'node', '10.0.0.7:9100', 'msg="Appending scrape report failed" err="out of bounds"')]],
  ['its own metrics', [scrape(1, 'node', '10.0.0.7:9100', DROPPED), scrape(2, 'self', 'localhost:9090', DROPPED)]],
  ['the result of a rule', ['ts=2024-02-03T04:05:06.100Z caller=manager.go:700 level=warn component="rule manager" '
    + 'group=a msg="Rule evaluation result discarded" err="out of bounds" sample="{} => 1"']],
])('of %s', (_of, lines) => {
  const said = of(...lines);
  expect(said).toMatch(/^Prometheus sets the time of some of these samples by its own clock/);
  expect(said).toContain('prometheus_tsdb_head_max_time');
  expect(said).not.toContain('clocks of');
});

it('not of a target alone', () => {
  const said = of(scrape(1, 'node', '10.0.0.7:9100', DROPPED));
  expect(said).not.toContain('by its own clock');
  expect(said).toContain('compare the clocks of target and server');
});

const unordered = (port: number): string => 'time="2016-03-02T10:00:01Z" level=warning msg="Scrape health sample '
  + `discarded" error="sample timestamp out of order" sample=up{instance="10.0.0.1:${port}", job="node"} => 1 `
  + '@[1456912801] source="scrape.go:500"';

it('its own samples of several targets are out of order', () => {
  const said = of('After each reboot it logs this:', unordered(9100), unordered(9104));
  expect(said).toMatch(/^The clock of this host went back around the reboot that the text names, by these lines: /);
  expect(said).toContain('here of 2 targets, so no exporter sent a wrong time');
});

it('those of one target may be of two scrapes', () => {
  expect(of(unordered(9100))).toMatch(/^Either the clock of this host went back, or the target is scraped twice with /);
});
