/** Tests what is judged of a log of which no line names a fault, and of the question above it. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const loki = (time: string, rest: string, level = 'info'): string =>
  `level=${level} ts=2026-01-02T03:${time}Z caller=main.go:1 ${rest}`;
const START = [
  loki('00:00', 'msg="Starting Loki" version="(version=2.9.4, branch=HEAD)"'), loki('00:02', 'msg="Loki started"'),
];
const STOP = loki('20:00', 'msg="=== received SIGINT/SIGTERM ==="');

describe('a log', () => {
  it('of a start up to ready, and of one that is not ready where it ends', () => {
    expect(of(...START)).toMatch(/The lines show a start up to ready, and name no fault\.$/);
    expect(of(START[0] ?? '', loki('00:01', 'msg="server listening on addresses"')))
      .toMatch(/They do not show that it became ready: those that follow would\.$/);
  });

  it('of a whole run, and of an end alone', () => {
    expect(of(...START, STOP, loki('20:01', 'msg="Loki stopped"')))
      .toMatch(/The lines show a whole run and name no fault: a start, and an end in order on a signal\.$/);
    expect(of(loki('10:00', 'msg="uploading tables"'), STOP, loki('20:01', 'msg="Loki stopped"')))
      .toContain('it ended in order; who told it to stop is not in them');
  });

  it('of a short time', () => {
    const two = (seconds: string): string =>
      of(loki('10:00', 'msg="uploading tables"'), loki(`10:${seconds}`, 'msg="cleaning tables"'));
    expect(two('05')).toMatch(/ 5 s is too short a time to judge by\.$/);
    expect(two('55')).not.toContain('too short');
  });

  it('with an error or a warning is not judged so', () => {
    expect(of(...START, loki('00:03', 'msg="disk is slow"', 'warn'))).not.toMatch(/no fault/);
    expect(of(...START, loki('00:03', 'msg="flush failed"'))).not.toMatch(/no fault/);
    expect(of(...START, loki('00:03', 'msg="flush failed" err="no space left on device"', 'error')))
      .not.toMatch(/no fault/);
  });

  it('with a request that failed or was slow is not judged so', () => {
    expect(of(...START, loki('09:03', 'msg="request" status=504'))).not.toMatch(/no fault/);
    expect(of(...START, loki('09:03', 'msg="query" latency=slow duration=58s status=200'))).not.toMatch(/no fault/);
    expect(of(...START, loki('09:03', 'msg="request" status=200'))).toMatch(/no fault/);
  });

  it('the status of a unit that is active, with and without lines of its log', () => {
    const STATUS = [
      '● loki.service - Loki', '     Active: active (running) since Sat 2026-01-03 08:00:00 UTC; 1h ago',
      '   Main PID: 1201 (loki)',
    ];
    expect(of(...STATUS)).toContain('The unit is active; no line of its log is in the text (journalctl -u loki).');
    expect(of(...STATUS, ...[1, 2].map((minute) => `Jan 03 08:0${minute}:00 h loki[1201]: ${
      loki('00:02', 'msg="uploading tables"')}`)))
      .toContain('The lines name no fault, and the unit is active; journalctl -u loki has the lines before.');
  });
});

describe('the question above it', () => {
  it.each([
    ['Why can\'t I reach Loki from Grafana?', 'The text does not answer the question about reaching it: ask for it'],
    ['Why does it start so slowly?', 'about the start: see the log from the first line of the process'],
    ['Why does it need so much memory?', 'about memory: see a heap profile (/debug/pprof/heap)'],
    ['Why do I see no logs in Grafana any more?', 'about missing data: see /targets (lastError)'],
    ['It takes a lot of disk. Is this normal?', 'about the disk: see du of the data folder'],
    ['Is this normal for a new instance?', 'nothing in the text says that it is not.'],
  ])('%s', (question, answer) => { expect(of(question, '', '```', ...START, '```')).toContain(answer); });

  it('is not answered beside a fault, without a question, or by a text that is about it', () => {
    const prometheus = (time: string, message: string): string =>
      `ts=2026-01-02T03:${time}Z caller=main.go:1 level=info msg="${message}"`;
    const start = of('Why is it slow to start?', '', '```', prometheus('00:00', 'Starting Prometheus Server'),
      prometheus('00:02', 'Server is ready to receive web requests.'), '```');
    expect(start).toContain('a start up to ready');
    expect(start).not.toContain('does not answer');
    expect(of('Why is it slow?', '', '```', ...START, loki('00:03', 'msg=a err="disk full"', 'error'), '```'))
      .not.toContain('does not answer');
    expect(of('This is what it logs.', '', '```', ...START, '```')).not.toContain('question');
    expect(of('Why is so much memory used?', '', '   total  used  free  shared  buff/cache  available',
      'Mem:  8000  1000  3000  1  4000  6000', 'Swap:  0  0  0')).not.toContain('does not answer');
  });
});

describe('a later success', () => {
  const am = (second: number, rest: string, level: string): string =>
    `ts=2026-01-02T03:00:0${second}Z caller=notify.go:1 level=${level} component=dispatcher ${rest}`;
  const FAILED =
    am(1, 'receiver=a integration=slack[0] msg="Notify attempt failed, will retry later" err="EOF"', 'warn');
  const sent = (receiver: string): string =>
    am(5, `receiver=${receiver} integration=slack[0] msg="Notify success" attempts=2`, 'info');

  it('of the same notification: that is over', () => {
    expect(of(FAILED, sent('a'))).toMatch(
      /That is over: the notification was sent at 2026-01-02T03:00:05Z \("Notify success"\), and no error follows\.$/
    );
  });

  it('not of another one, or beside another error', () => {
    expect(of(FAILED, sent('b'))).not.toContain('That is over');
    expect(of(FAILED, sent('a'), am(7, 'msg="snapshot failed" err="no space left on device"', 'error')))
      .not.toContain('That is over');
  });

  it('not one of each of two processes, or beside a complaint of something else', () => {
    const first = (second: number): string => am(second, 'receiver=a integration=slack[0] aggrGroup="{}:{a=\\"1\\"}" '
      + 'attempts=1 msg="Notify attempt failed, will retry later" err="EOF"', 'warn');
    const own = (second: number): string => am(second,
      'receiver=a integration=slack[0] aggrGroup="{}:{a=\\"1\\"}" msg="Notify success" attempts=9', 'info');
    expect(of(first(1), own(5))).toContain('That is over');
    expect(of(first(1), own(5), first(2), own(6))).not.toContain('That is over');
    expect(of('We got two tickets for each of these alerts on that day.', '', FAILED, sent('a')))
      .not.toContain('That is over');
  });
});

describe('a question beside other facts', () => {
  const STACKS = ['--- Execution profile ---', 'Total samples       : 400', 'skipped             : 100 (25.00%)', '',
    '--- 6000 bytes (6.00%), 9 samples', '--- 4000 bytes (4.00%), 3 samples'];

  it('on the lines of async-profiler is answered', () => {
    const said = of('Why are 25% skipped?', 'I am curious why the sum of percentages is less than 100.',
      'We use -XX:TLABSize=10 here.', '', ...STACKS);
    expect(said).toContain('On the skipped samples: async-profiler skips one if too many threads');
    expect(said).toContain('with -XX:TLABSize=10 nearly each allocation is one');
    expect(said).toContain('On the sum of the shares: those listed are 10 %');
    expect(of('It is our service.', '', ...STACKS)).not.toContain('On the ');
  });

  it('on a resource that a fault does not name is open', () => {
    const failed = ['```', 'ts=2026-01-02T03:04:05Z caller=manager.go:1 level=error component="rule manager" group=a '
      + 'msg="Evaluating rule failed" err="many-to-many matching not allowed"', '```'];
    expect(of('Why does it need so much memory?', '', ...failed))
      .toContain('The question about memory is open: see a heap');
    expect(of('Why does this rule fail?', '', ...failed)).not.toContain('is open');
  });
});
