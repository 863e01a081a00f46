import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const whatIs = (...lines: string[]): { format: string; said: string } => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { format, said: interest ?? '' };
};
const times = (name: number, connect: number, tls: number, first: number, total: number): string[] => [
  `    time_namelookup:  ${name}s`, `       time_connect:  ${connect}s`, `    time_appconnect:  ${tls}s`,
  ` time_starttransfer:  ${first}s`, '                    ----------', `         time_total:  ${total}s`,
];

describe('the times of curl -w', () => {
  it.each([
    ['the name', times(5, 5.01, 5.02, 5.1, 5.2), /of which 5 s \(96 %\) went to resolve the name\..* DNS server/],
    ['the connection', times(0.001, 3.01, 3.02, 3.1, 3.2), /went to connect\..* firewalls/],
    ['TLS', times(0.001, 0.01, 4, 4.1, 4.2), /went for the TLS handshake\./],
    ['the answer', times(0.001, 0.01, 0, 29.9, 29.91), /first byte of the answer\..* close to 30 s, a usual timeout/],
    ['the transfer', times(0.001, 0.01, 0.02, 0.1, 20), /went to transfer the answer\..* its size/],
    ['no answer', times(0.001, 0, 0, 0, 130), /ended after 2m 10s without an answer: 2m 10s of it went to connect\./],
    ['nothing', times(0.001, 0.01, 0.02, 0.1, 0.12), /Nothing in it is slow\.$/],
  ])('name the phase: %s', (_, lines, said) => {
    const what = whatIs('$ curl -w @format http://10.0.0.1:8428/api', ...lines);
    expect(what.format).toBe('curl-times');
    expect(what.said).toMatch(said);
  });

  it('are read in one line, as JSON, and of several requests', () => {
    const json = '{"time_namelookup": 0.004, "time_connect": 0.005, "time_starttransfer": 0.3, "time_total": 14.2}';
    expect(whatIs(json).said)
      .toMatch(/^The request took 14\.2 s, of which 13\.9 s/);
    expect(whatIs(
      "curl -s -o /dev/null -w 'dns=%{time_namelookup} connect=%{time_connect} ttfb=%{time_starttransfer}' http://a/b",
      'dns=0.001 connect=0.002 ttfb=0.110 total=0.112', 'dns=0.001 connect=3.010 ttfb=3.130 total=3.131',
    ).said).toMatch(/^It times 2 requests, from 112 ms to 3\.13 s\. Of the slowest: The request took 3\.13 s/);
  });

  it('show that a scrape would fail', () => {
    expect(whatIs('curl -w @f localhost:9000/metrics', ...times(0.001, 0.01, 0, 40, 40)).said)
      .toContain('A scrape of it fails at the default scrape_timeout of 10 s');
  });

  it('are not what has a total alone', () => {
    expect(whatIs('connect: 1', 'total: 5', 'free: 3').format).not.toBe('curl-times');
  });
});
