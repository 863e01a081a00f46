/** Tests what is said of scrapes whose series the storage has lost, and of the task before the first failed one. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const START = Date.UTC(2022, 0, 5, 6, 0, 0);
const line = (second: number, rest: string): string =>
  `ts=${new Date(START + second * 1000).toISOString()} caller=a.go:1 ${rest}`;
const begins = (version: string): string =>
  line(0, `level=info msg="Starting Prometheus" version="(version=${version}, branch=HEAD, revision=ab)"`);
const AGENT = line(1, 'level=info msg="Agent WAL storage started"');
const GC = line(7200, 'level=info msg="series GC completed" duration=4.1ms');
const failed = (second: number, port: number, err = 'not found'): string => line(second, 'level=warn '
  + `component="scrape manager" scrape_pool=a target=http://10.0.0.1:${port}/metrics msg="Appending scrape report `
  + `failed" err="${err}"`);
const FAILED = Array.from({ length: 6 }, (_, i) => failed(7212 + 10 * i, 9100 + (i % 2)));

describe('scrapes whose series the storage has lost', () => {
  it('of an agent: what was before, what it means and what ends it', () => {
    const said = of(begins('2.32.0-rc.0'), AGENT, GC, ...FAILED);
    expect(said).toContain('It runs as an agent. What is not found is the series that a scrape refers to, which');
    expect(said).toContain('update to 2.32.0 or later');
    expect(said).toContain('The first line "Appending scrape report failed" came 12 s after a series GC (at 08:00:00 '
      + 'UTC), 2h after the start.');
  });

  it('of a later agent or of a server, without that version', () => {
    expect(of(begins('2.45.1'), AGENT, GC, ...FAILED)).not.toContain('2.32.0');
    const said = of(begins('2.31.1'), ...FAILED);
    expect(said).toContain('What is not found is the series');
    expect(said).not.toMatch(/agent|came 12 s after/);
  });

  it('other errors of an append are not of that kind', () => {
    expect(of(begins('2.32.0-rc.0'), AGENT, ...FAILED.map((one) => one.replace('not found', 'out of bounds'))))
      .not.toContain('What is not found');
  });
});

describe('what came before the first of many faults', () => {
  const faults = Array.from({ length: 5 }, (_, i) => line(4000 + 15 * i, 'level=warn component="scrape manager" '
    + `scrape_pool=b msg="Error on ingesting samples with different value but same timestamp" num_dropped=${i + 3}`));
  const RELOAD = (second: number): string =>
    line(second, 'level=info msg="Completed loading of configuration file" filename=/p.yml');

  it('a reload', () => {
    expect(of(begins('2.44.0'), RELOAD(2), RELOAD(3985), ...faults)).toContain('"Error on ingesting samples with '
      + 'different value but same timestamp" came 15 s after a reload of the configuration (at 07:06:25 UTC), 1h 6m '
      + 'after the start.');
  });

  it('not one that belongs to the start, was long before, or happened without a fault before', () => {
    expect(of(begins('2.44.0'), RELOAD(3990), ...faults.slice(0, 4))).not.toContain('came');
    expect(of(begins('2.44.0'), RELOAD(2), ...faults)).not.toContain('came');
    expect(of(begins('2.44.0'), RELOAD(3000), ...faults)).not.toContain('came');
    expect(of(begins('2.44.0'), RELOAD(3000), RELOAD(3985), ...faults)).not.toContain('came');
  });
});
