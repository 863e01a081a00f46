import { describe, expect, it } from 'vitest';
import { statements } from '../../../../../core/finding.ts';
import { analyse, only } from '../../../../../testdata/measuredLog.ts';

const line = (time: string, rest: string): string =>
  `level=info ts=2026-01-02T${time}Z caller=main.go:1 ${rest}`;
const START = (time: string): string[] => [
  line(`${time}.000`, 'msg="Starting Prometheus" version="(version=2.5.0, branch=HEAD)"'),
  line(`${time}.001`, 'msg="Starting TSDB ..."'), line(`${time}.900`, 'msg="TSDB started"'),
  line(`${time}.950`, 'msg="Server is ready to receive web requests."'),
];
const STOP = (time: string): string[] => [
  line(`${time}.000`, 'msg="Received SIGTERM, exiting gracefully..."'),
  line(`${time}.010`, 'msg="Stopping scrape manager..."'), line(`${time}.029`, 'msg="See you next time!"'),
];
const said = (...lines: string[]): string => statements(analyse(lines.join('\n')).finding).join(' ');

describe('a stop above a start', () => {
  const PROMPT = '[root@web prom]# ';
  it('with later stamps: nothing is computed across, and a prompt is no source', () => {
    const [told = '', ...rest] = STOP('10:13:12');
    const [first = '', ...others] = START('10:08:01');
    const text = said(`${PROMPT}pkill prometheus`, `${PROMPT}${told}`, ...rest, `${PROMPT}ss -nalt`,
      `${PROMPT}./prometheus &`, '[2] 16178', `${PROMPT}${first}`, ...others);
    expect(text).toMatch(/^The start took 950 ms\. /);
    expect(text).toContain('Above the start, the text has a stop of a server at 10:13:12 UTC, which took 29 ms. The '
      + 'start stands below it, but its stamps are 5m 11s earlier: the clock was set back, or they are not one '
      + 'sequence, so that nothing is computed across them.');
    expect(text).not.toMatch(/before it was ready|root@web/);
  });

  it('also where the text has only its first and last line', () => {
    const [told = ''] = STOP('10:13:12');
    const [first = ''] = START('10:08:01');
    expect(said(told, first)).not.toMatch(/told to stop after/);
  });

  it('with earlier stamps: how long the server was down', () => {
    expect(said(...STOP('10:08:01'), ...START('10:08:05')))
      .toContain('a stop of a server at 10:08:01 UTC, which took 29 ms; the start began 3.97 s after that.');
  });

  it('is none where a server gives up, or where the newest line comes first', () => {
    expect(said(
      line('10:00:00.000', 'msg="Stopping scrape manager..."'),
      line('10:00:00.100', 'err="opening storage failed: lock DB directory: resource temporarily unavailable"'),
    )).not.toContain('Above the start');
    expect(said(...[...START('10:08:01'), ...STOP('10:13:12')].toReversed())).not.toContain('Above the start');
  });
});

it('a later capture of an earlier stop does not end the start above it', () => {
  const { ending } = only([...START('10:08:01'), '```', 'Before that:', '```', ...STOP('10:02:00')].join('\n'));
  expect(ending).toBe('Ready after 950 ms.');
});

it('starts whose stamps go back are said to, and end nothing of each other', () => {
  const begun = START('10:30:00').slice(0, 2);
  const { finding, replays } = analyse([...begun, ...START('10:08:01'), ...START('10:50:00')].join('\n'));
  expect(replays.map(({ outcome }) => outcome)).toEqual(['unknown', 'finished', 'finished']);
  expect(statements(finding).join(' '))
    .toContain('In the text, the start at 10:08:01 UTC stands below lines that are ');
});

it('a start below the stop of the one above it, which is later', () => {
  const { finding } = analyse([...START('10:00:00'), ...STOP('10:05:00'), ...START('10:04:00')].join('\n'));
  expect(statements(finding).join(' '))
    .toContain('In the text, the start at 10:04:00 UTC stands below lines that are 60 s later: ');
});

describe('a start of which the text shows the beginning, and much later lines', () => {
  const head = line('10:00:08.000', 'msg="head GC completed" duration=170ms').replace('01-02', '01-07');
  it('the text goes on; the storage was opened', () => {
    expect(said('The start:', '```', ...START('10:00:00').slice(0, 3), '```', 'Some days later:', '```', head, '```'))
      .toMatch(/^Its storage was opened after 900 ms; the lines do not show when the server became ready, and the te/);
    expect(said('It starts:', '```', ...START('10:00:00').slice(0, 3), '```', 'That is all.'))
      .toMatch(/^Its storage was opened after 900 ms; the lines do not show when the server became ready\./);
  });
});

describe('an end that Kubernetes reports beside the log', () => {
  const described = (reason: string, code: number, ...log: string[]): string => [
    '    Last State:  Terminated', `      Reason:    ${reason}`, '      Message:   duration=0s',
    ...log, '', `      Exit Code:    ${code}`, '      Started:      Fri, 02 Jan 2026 10:07:00 +0000',
    '      Finished:     Fri, 02 Jan 2026 10:10:47 +0000',
    '  Warning  Unhealthy  20m (x7 over 24m)  kubelet  Startup probe failed: HTTP probe failed with statuscode: 503',
    '  Warning  BackOff    17m (x6 over 21m)  kubelet  Back-off restarting failed container a in pod b_c(d)',
  ].join('\n');

  it('has its time and its reason from the state, not from the events', () => {
    const { finding } = only(described('OOMKilled', 137, ...START('10:08:01').slice(2)));
    expect(statements(finding).join(' ')).toMatch(
      /^It became ready and was killed 2m 45s later: OOM kill\. Kubernetes reports: OOMKilled, exit code 137\. It/
    );
    expect(statements(finding).join(' ')).not.toMatch(/probe|Its phases|beginning of its start/);
  });

  it('of a start that did not become ready', () => {
    expect(only(described('Error', 143, ...START('10:08:01').slice(0, 2))).ending)
      .toMatch(/^The start was told to stop after 2m 46s, before it was ready\. Kubernetes reports: Error, exit code/);
  });

  it('of a run before the log ends nothing in it', () => {
    expect(only(described('OOMKilled', 137, ...START('10:20:00'))).ending).toBe('Ready after 950 ms.');
  });
});
