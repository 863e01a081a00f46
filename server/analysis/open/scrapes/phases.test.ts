/** Tests which phase of a probe or part of a scrape is reported as the slow one. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const http = (times: Readonly<Record<string, number>>): string[] => [
  '# TYPE probe_http_duration_seconds gauge',
  ...Object.entries(times).map(([phase, seconds]) => `probe_http_duration_seconds{phase="${phase}"} ${seconds}`),
];
const success = ['# TYPE probe_success gauge', 'probe_success 1'];
const total = (seconds: number): string[] =>
  ['# TYPE probe_duration_seconds gauge', `probe_duration_seconds ${seconds}`];

describe('the slow phase of a probe', () => {
  it('is the lookup of the name, at the timeout of a resolver', () => {
    const said = of(...total(10.31),
      ...http({ connect: 0.1, processing: 0.08, resolve: 10.02, tls: 0.09, transfer: 0 }));
    expect(said.startsWith('The phase resolve took 10 s of the 10.3 s of the probe (97.2 %, probe_http_duration_seconds'
      + '); connect 100 ms, tls 90 ms, processing 80 ms. The lookup of the name is slow')).toBe(true);
    expect(said).toContain('5 s is how long a resolver mostly waits');
    expect(said).toContain('(probe_success) is not in the text.');
  });

  it.each([
    ['connect', 3.05, 'a lost first packet is sent again'], ['processing', 7.5, 'first byte of its answer'],
    ['tls', 2.2, 'handshake'], ['transfer', 4, 'body of the answer'],
  ])('%s: %d s', (phase, seconds, words) => {
    const said = of(...success, ...total(seconds + 0.2), ...http({ resolve: 0.01, [phase]: seconds, other: 0.1 }));
    expect(said).toContain(`The phase ${phase} took `);
    expect(said).toContain(words);
    expect(said).not.toContain('is not in the text');
  });

  it('of a lookup that is no multiple of that timeout names no timeout', () => {
    const said = of(...success, ...total(2.6), ...http({ resolve: 2.4, connect: 0.1 }));
    expect(said).toContain('The lookup of the name is slow');
    expect(said).not.toContain('5 s is how long');
  });

  it.each([
    ['short ones', [...success, ...total(0.6), ...http({ resolve: 0.5, connect: 0.1 })]],
    ['several that take as long', [...success, ...total(4), ...http({ resolve: 1.3, connect: 1.3, tls: 1.3 })]],
    ['those of several targets', [...success, 'probe_http_duration_seconds{instance="a",phase="connect"} 4',
      'probe_http_duration_seconds{instance="b",phase="connect"} 5']],
    ['the quantiles of a summary', [...success, '# TYPE a_duration_seconds summary',
      'a_duration_seconds{phase="x",quantile="0.5"} 9', 'a_duration_seconds{phase="y",quantile="0.5"} 1']],
  ])('is not told of %s', (_, lines) => { expect(of(...lines)).not.toContain('The phase '); });
});

it('of a probe without phases, the lookup of the name', () => {
  const lookup = (seconds: number): string => `probe_dns_lookup_time_seconds ${seconds}`;
  expect(of(...success, ...total(5.1), lookup(5.01)))
    .toContain('The phase resolve took 5.01 s of the 5.1 s of the probe (98.2 %, probe_dns_lookup_time_seconds). The ');
  expect(of(...success, ...total(5.1), lookup(0.01))).not.toContain('The phase ');
});

it('of a probe that gave up, how much of its time no phase has', () => {
  const gaveUp = ['probe_success 0', 'probe_http_status_code 0', ...total(9.5)];
  const waited = 'The phases that the probe reached account for 5 ms of its 9.5 s: it waited for the next one until ';
  expect(of(...gaveUp, ...http({ resolve: 0.005, connect: 0, tls: 0 }))).toContain(waited);
  expect(of('probe_success 0', 'probe_http_status_code 500', ...total(9.5), ...http({ resolve: 0.005, connect: 0 })))
    .not.toContain('it waited for the next one');
});

it('of an exporter, the collector that takes most of the scrape', () => {
  const said = of(
    '# TYPE node_scrape_collector_duration_seconds gauge',
    'node_scrape_collector_duration_seconds{collector="cpu"} 0.01',
    'node_scrape_collector_duration_seconds{collector="nfs"} 9.8',
    'node_scrape_collector_duration_seconds{collector="time"} 0.002'
  );
  expect(said).toContain('The collector nfs took 9.8 s of the 9.81 s of all 3 parts together (99.9 %, node_scrape_');
});

it('a status that is an error, of a probe whose verdict was not copied', () => {
  const lines = [...total(0.4), 'probe_http_status_code 503'];
  expect(of(...lines)).toContain('The target answered with HTTP status 503.');
  expect(of(...lines, ...success)).not.toContain('The target answered');
});
