/** Tests the judgement on logs whose errors are harmless or over, and on a healthy GC trace. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const time = (second: number): string => new Date(Date.parse('2026-01-02T03:00:00Z') + 1000 * second).toISOString();

describe('a wait for Prometheus', () => {
  const sidecar = (second: number, level: string, rest: string): string =>
    `level=${level} ts=${time(second)} caller=sidecar.go:1 ${rest}`;
  const waits = (second: number, answer: string): string => sidecar(second, 'warn', 'msg="failed to get Prometheus '
    + `version. Is Prometheus running? Retrying" err="got non-200 response code: ${answer}"`);
  const START = sidecar(0, 'info', 'msg="starting sidecar" peer=');
  const done = sidecar(9, 'info', 'msg="successfully loaded prometheus external labels" external_labels="{a=\\"b\\"}"');
  const upload = sidecar(7200, 'info', 'msg="upload new block" id=01DA788Q8W8J6M7C4T3YQZ1H2F');

  it('that ended is over, and the answer 503 says that it ran', () => {
    const said = of(START, ...[1, 3, 5, 7].map((second) => waits(second, '503, response: Service Unavailable')), done,
      upload);
    expect(said).toMatch(/^Nothing is wrong where the log ends: it waited 8 s for Prometheus, until 2026-01-02T03/);
    expect(said).toContain('Prometheus answered 503 meanwhile: it ran, and was not ready yet');
    expect(said).toContain('No error or warning follows in the 2h after that. The warning "failed to get Prometheus');
  });

  it('is not judged so if it goes on, at the end of the log, or beside another error', () => {
    const four = [1, 3, 5, 7].map((second) => waits(second, '503'));
    expect(of(START, ...four, upload)).not.toContain('Nothing is wrong');
    expect(of(START, ...four, done)).not.toContain('Nothing is wrong');
    expect(of(START, ...four, done, sidecar(99, 'error', 'msg="upload failed" err="EOF"'), upload))
      .not.toContain('Nothing is wrong');
    expect(of(START, ...four, done, upload, 'Last State: Terminated  Reason: OOMKilled'))
      .not.toContain('Nothing is wrong');
    expect(of(START, ...[1, 3].map((second) => waits(second, '404')), done, upload)).not.toContain('answered 503');
  });
});

describe('sends of an agent of VictoriaMetrics', () => {
  const agent = (second: number, level: string, rest: string): string =>
    `${time(second)}\t${level}\tVictoriaMetrics/app/vmagent/remotewrite/client.go:1\t${rest}`;
  const failed = (second: number, size: number, wait: string): string => agent(second, 'error', `couldn't send a block `
    + `with size ${size} bytes to "1:secret-url": write tcp4: broken pipe; re-sending the block in ${wait} seconds`);
  const flushed = agent(900, 'info', 'flushed persistent queue');

  it('that succeeded by a retry', () => {
    expect(of(failed(0, 900, '2.000'), failed(300, 901, '2.000'), flushed)).toMatch(
      /^Little is wrong: no line says that a block failed again, so each of the 2 blocks was sent by a retry, and none /
    );
    expect(of(failed(0, 900, '2.000'), failed(300, 901, '2.000')))
      .toContain('so the first one was sent by a retry; the retry of the last one is not in the lines.');
  });

  it('of which one failed again', () => {
    expect(of(failed(0, 900, '2.000'), failed(2, 900, '4.000'), flushed)).not.toContain('Little is wrong');
    expect(of(failed(0, 900, '2.000'), failed(2, 900, '2.000'), flushed)).not.toContain('Little is wrong');
  });
});

describe('messages of no loss that matters', () => {
  const scrape = (second: number, message: string): string => `ts=${time(second)} caller=scrape.go:1 level=warn `
    + `component="scrape manager" msg="${message}" num_dropped=3`;
  const exemplars = 'Error on ingesting out-of-order exemplars';

  it('exemplars alone, and not beside samples', () => {
    expect(of(scrape(1, exemplars), scrape(16, exemplars))).toMatch(/^Little is wrong: only exemplars were refused; /);
    expect(of(scrape(1, exemplars), scrape(16, 'Error on ingesting out-of-order samples')))
      .not.toContain('Little is wrong');
  });

  it('a few quarantined series of a server that runs on', () => {
    const old = (second: number, rest: string): string => `time="${time(second).slice(0, 19)}Z" level=${rest}`;
    const set = old(5, 'warning msg="Series quarantined." fingerprint=19 metric="a{}" reason="b" source="a.go:1"');
    const done = old(300, 'info msg="Done checkpointing in-memory metrics and chunks in 12s." source="a.go:1"');
    expect(of(set, done)).toMatch(/^Little is wrong: one series was set aside, and the server runs on \(1 checkpoint /);
    expect(of(set)).not.toContain('Little is wrong');
  });
});

describe('a log that is mostly a GC trace', () => {
  const gc = (n: number, live: number): string => `gc ${8000 + n} @${1000 + 35 * n}.724s 1%: 0.27+356+0.089 ms clock, `
    + `3.2+183/1413/70+0.85 ms cpu, 4305->4385->${live} MB, 4410 MB goal, 9 MB stacks, 2 MB globals, 16 P`;
  const line = (level: string, rest: string): string =>
    `time=2026-03-11T07:00:02.310Z level=${level} source=a.go:1 msg=${rest} component=tsdb`;
  const trace = [2213, 2200, 2224, 2211, 2239, 2230, 2220].map((live, n) => gc(n, live));

  it('that is healthy begins with that', () => {
    const said = of(...trace, line('INFO', '"Head GC completed"'), line('WARN', '"Error on ingesting samples" num=4'));
    expect(said).toMatch(/^Nothing is wrong with garbage collection: it needs little CPU, stops the program for at /);
    expect(said).toMatch(/^[^.]*359 µs per cycle, and the live heap does not grow\. GC takes 0\.0/);
    expect(said).not.toContain('GC needs little CPU in this time');
  });

  it('beside an error, or in a log of other lines, does not', () => {
    expect(of(...trace, line('ERROR', '"compaction failed" err="no space left on device"')))
      .not.toContain('Nothing is wrong');
    expect(of(...trace, ...trace.map((_, i) => line('INFO', `"work ${i}"`)), line('INFO', '"more"')))
      .not.toContain('Nothing is wrong');
  });
});
