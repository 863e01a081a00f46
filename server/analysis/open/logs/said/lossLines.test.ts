/** Tests that warnings which count losses are reported beside other errors, and which queue is full. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const at = (second: number): string => new Date(Date.UTC(2025, 3, 2, 8, 0, second)).toISOString();
const line = (second: number, level: string, rest: string): string =>
  `ts=${at(second)} caller=notifier.go:527 level=${level} ${rest}`;
const unsent = (second: number, host: string, error: string): string => line(second, 'error', 'component=notifier '
  + `alertmanager=https://${host}/api/v2/alerts count=40 msg="Error sending alerts" `
  + `err="Post \\"https://${host}/api/v2/alerts\\": ${error}"`);
const dropped = (second: number, count: number): string => line(second, 'warn',
  `component=notifier msg="Alert notification queue full, dropping alerts" num_dropped=${count}`);
const LATE = 'context deadline exceeded';
const FILL = Array.from({ length: 60 }, (_, i) => line(i, 'info', `component=web msg="line ${i}"`));

describe('alerts that are dropped because an Alertmanager does not answer', () => {
  const sends = [0, 15, 30, 45, 60].map((second) => unsent(second, 'am-2.example:9093', LATE));

  it('with their number, and whom it concerns', () => {
    const said = of(...FILL, ...sends, dropped(47, 210), dropped(62, 305));
    expect(said).toMatch(/^It dropped 515 alerts from \S+:47Z to 2025-04-02T08:01:02Z \(34\.3 per second\): the w/);
    expect(said).toContain(': the warning "Alert notification queue full, dropping alerts" occurs 2 times. Alerts were '
      + 'dropped because sending them takes too long');
    expect(said).toContain(' The error "Error sending alerts" ');
    expect(said).toContain('while am-2.example:9093 does not answer, alerts for any other one are dropped, too. The '
      + 'lines show requests of at most 40 alerts, one about every 15 s, and the first alerts dropped 47 s after the '
      + 'first failed request. Bring am-2.example:9093 back, or take it out of alerting');
    expect(said).toContain('--alertmanager.notification-queue-capacity');
  });

  it('also as old versions log it', () => {
    const old = (second: number, level: string, msg: string, rest: string): string =>
      `time="${at(second).replace('.000', '')}" level=${level} msg="${msg}" ${rest}source="notifier.go:280"`;
    const url = 'http://am-2:9093/api/v1/alerts';
    const failed = [1, 11, 21].map((second) => old(
      second, 'error', `Error sending alerts: Post ${url}: ${LATE}`, `alertmanager="${url}" count=8 `
    ));
    const said = of(...failed, old(31, 'warning', 'Alert notification queue full, dropping 12 alerts', ''),
      old(36, 'warning', 'Alert notification queue full, dropping 31 alerts', ''));
    expect(said).toMatch(/^It dropped 43 alerts from \S+:31Z to 2025-04-02T08:00:36Z: the /);
  });

  it('not if it refuses at once, or has a queue of its own', () => {
    const refused = [0, 15, 30].map((second) => unsent(second, 'am-2.example:9093', 'connection refused'));
    expect(of(...refused, dropped(47, 210))).not.toContain('one queue');
    const own = line(47, 'warn', 'component=notifier alertmanager=https://am-2.example:9093/api/v2/alerts '
      + 'msg="Alert notification queue full, dropping alerts" count=77');
    const said = of(...FILL, ...sends, own);
    expect(said).not.toContain('one queue');
    expect(said).toContain('(count=77)');
  });
});

it('samples that are dropped beside an error of another kind, once', () => {
  const lost = (second: number, count: number): string => line(second, 'warn', 'component="scrape manager" '
    + `scrape_pool=a msg="Error on ingesting out-of-order samples" num_dropped=${count}`);
  const said = of(...FILL, line(61, 'error', 'msg="Failed to keep it" err="x"'), lost(62, 11), lost(63, 14));
  expect(said).toMatch(/^It dropped 25 samples from .{40,60}Z: the warning "Error on ingesting /);
  expect(said).toContain(' It logged the error "Failed to keep it"');
  expect(said.split('out-of-order samples')).toHaveLength(2);
});

it('warnings without a count of losses stay behind an error', () => {
  const said = of(...FILL, line(61, 'error', 'msg="Failed to keep it" err="x"'),
    line(62, 'warn', 'msg="slow request" count=3'), line(63, 'warn', 'msg="nothing was skipped" num_dropped=0'));
  expect(said).not.toMatch(/slow request|skipped/);
});

describe('losses before other errors', () => {
  const lost = (second: number, count: number): string =>
    line(second, 'warn', `msg="Discarding it" discarded_spans=${count}`);

  it('with the noun of their key, slow ones per minute or hour', () => {
    const said = of(...FILL, line(1, 'error', 'msg="Failed to keep it" err="x"'), lost(2, 7), lost(902, 5));
    expect(said).toMatch(/^It discarded 12 spans from \S+ to \S+ \(48 per hour\): the warning "Discarding it" /);
  });

  it('behind what ended the program, and behind errors if it was a single small one', () => {
    const end = line(61, 'error', 'msg="Opening storage failed" err="lock DB directory: resource temporarily '
      + 'unavailable"');
    expect(of(...FILL, end, lost(2, 7), lost(3, 5))).not.toMatch(/^It discarded/);
    const failed = line(1, 'error', 'msg="Failed to keep it" err="x"');
    expect(of(...FILL, failed, lost(2, 7))).toMatch(/^It logged the error/);
  });
});

it('a loss that the facts tell behind another warning comes first, with its cause, once', () => {
  const failed = [1, 2, 3].map((second) => line(second, 'warn', 'msg="Appending scrape report failed" err="out of x"'));
  const lost = [1, 31].map((second) => line(second, 'warn', 'msg="Error on ingesting out-of-order samples" '
    + 'num_dropped=60'));
  const said = of(...failed, ...lost);
  expect(said).toMatch(/^It logged the warning "Error on ingesting out-of-order samples" \(num_dropped=120 in /);
  expect(said).toContain(' to 2025-04-02T08:00:31Z (4 per second).');
  expect(said.split('out-of-order samples')).toHaveLength(2);
});

it('lost samples come before more lost exemplars, and a count of all lines before is not added up', () => {
  const lost = (second: number, what: string, count: number): string =>
    line(second, 'warn', `msg="Error on ingesting out-of-order ${what}" num_dropped=${count}`);
  const exemplars = [1, 11, 21].map((second) => lost(second, 'exemplars', 900));
  expect(of(...exemplars, lost(3, 'samples', 40), lost(33, 'samples', 50)))
    .toMatch(/^It logged the warning "Error on ingesting out-of-order samples" \(num_dropped=90 in 2 lines\)/);
  const all = [2, 32].map((second) => line(second, 'warn', `msg="queue of spans" dropped_spans_total=${second}`));
  expect(of(...FILL, line(1, 'error', 'msg="Failed to keep it" err="x"'), ...all)).toMatch(/^It logged the error "/);
});
