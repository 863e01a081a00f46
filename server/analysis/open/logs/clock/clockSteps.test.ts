/** Tests that a log whose stamps go back shows the step of the clock, for samples that are refused since. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const at = (minute: number, second = 0): string => new Date(Date.UTC(2024, 2, 9, 0, minute, second)).toISOString();
const syslog = (time: string, program: string, rest: string): string =>
  `Mar  9 ${time.slice(11, 19)} edge-4 ${program}: ${rest}`;
const prom = (time: string, rest: string): string =>
  syslog(time, 'prometheus[71]', `ts=${time} caller=a.go:1 level=${rest}`);
const refused = (time: string, pool: string, target: string): string => prom(time, 'warn component="scrape manager" '
  + `scrape_pool=${pool} target=http://${target}/metrics msg="Error on ingesting samples that are too old or are too `
  + 'far into the future" num_dropped=44');
const STARTED = [
  prom(at(700), 'info msg="Starting Prometheus Server" version="(version=2.50.1)"'),
  prom(at(700, 2), 'info msg="Server is ready to receive web requests."'),
  prom(at(700, 9), 'info component=tsdb msg="line"'),
];
const SET = syslog(at(610, 1), 'chronyd[9]', 'System clock was stepped by -5400.002 seconds');
const LATER = [
  refused(at(610, 20), 'a', '10.0.0.1:9100'), refused(at(610, 35), 'a', '10.0.0.1:9100'),
  refused(at(610, 50), 'a', '10.0.0.1:9100'),
];

describe('a step of the clock', () => {
  it('is the cause, with its size, the line that reports it, and until when samples are refused', () => {
    const said = of(...STARTED, SET, ...LATER);
    expect(said).toContain('The clock of this host went back by about 1h 30m in these lines, from 11:40:09 to 10:10:01 '
      + '("System clock was stepped by -5400.002 seconds"): Prometheus had stored samples of the later time, ');
    expect(said).toContain('take none until the clock has passed 11:40:09 again.');
    expect(said).toContain('After=time-sync.target');
    expect(said).not.toMatch(/compare the clocks|timestamps of its own/);
  });

  it('also without such a line, if one run of Prometheus shows it', () => {
    expect(of(...STARTED, ...LATER)).toContain('went back by about 1h 30m in these lines, from 11:40:09 to 10:10:20: ');
  });

  it('also of samples that are out of order', () => {
    const said = of(...STARTED, SET, ...LATER.map((line) =>
      line.replace('samples that are too old or are too far into the future', 'out-of-order samples')));
    expect(said).toMatch(/^The clock of this host went back by about 1h 30m in these lines, /);
    expect(said).not.toContain('two targets or senders');
  });

  it('not where only the local time of the envelope changes, or samples were refused before', () => {
    const summer = LATER.map((line) => line.replace('ts=2024-03-09T10', 'ts=2024-03-09T12'));
    expect(of(...STARTED, ...summer)).not.toContain('went back');
    expect(of(...STARTED, LATER[0]?.replaceAll('10:10', '11:42') ?? '', SET, ...LATER)).not.toContain('went back');
  });

  it('not between two runs, in lines that are newest first, or in lines that only go on', () => {
    expect(of(...LATER, ...STARTED)).not.toContain('went back');
    expect(of(...STARTED, ...STARTED.map((line) => line.replaceAll('11:40', '10:09')), ...LATER))
      .not.toContain('went back');
    expect(of(...[...LATER, ...STARTED.map((line) => line.replaceAll('11:40', '10:05'))].toReversed(), SET))
      .not.toContain('went back');
  });
});

it('targets of several pools that are refused at once are not the cause', () => {
  const said = of(refused(at(1), 'a', '10.0.0.1:9100'), refused(at(1, 5), 'b-snmp', '10.0.0.2:9116'),
    refused(at(1, 9), 'a', '10.0.0.3:9100'));
  expect(said).toContain('Targets of 2 scrape pools (a and b-snmp) are refused at once, which the timestamps of '
    + 'one target hardly explain: the clock of this host is or was wrong, ');
  expect(said).toContain('prometheus_tsdb_head_max_time');
  expect(said).not.toContain('timestamps of its own');
  expect(of(refused(at(1), 'a', '10.0.0.1:9100'), refused(at(1, 5), 'a', '10.0.0.2:9116')))
    .toContain('timestamps of its own');
});
