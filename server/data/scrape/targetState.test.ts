import { describe, expect, it } from 'vitest';
import type { ScrapeErrorKind, TargetKind } from '../../../core/contract/terms/targetKind.ts';
import { initialStatus, nextStatus, type Observation, type TargetStatus } from './targetState.ts';

type Untimed = Observation extends infer O ? (O extends Observation ? Omit<O, 'timeMs'> : never) : never;

const metrics = (
  ready: boolean | null, processStartSeconds: number | null = 100, kind: TargetKind = 'prometheus'
): Untimed => ({ type: 'metrics', kind, ready, processStartSeconds });
const metricsFailed = (error: ScrapeErrorKind): Untimed => ({ type: 'metricsFailed', error });
const ready = (status: number, stopping: boolean | null = null): Untimed => ({ type: 'ready', status, stopping });
const readyFailed = (error: ScrapeErrorKind): Untimed => ({ type: 'readyFailed', error });
const replay = (min: number, max: number, current: number): Untimed =>
  ({ type: 'walReplay', replay: { min, max, current } });
const segmentsGone: Untimed = { type: 'walReplay', replay: { min: 0, max: 0, current: 0 }, isReset: true };
const repeat = (times: number, seen: Untimed): Untimed[] => Array.from({ length: times }, () => seen);

/** One observation a second, from 1 s on; the states passed through, without repeats. */
function walk(observations: Untimed[]): { path: string; last: TargetStatus } {
  let status = initialStatus(0);
  const states: string[] = [status.state];
  for (const [index, seen] of observations.entries()) {
    status = nextStatus(status, { ...seen, timeMs: (index + 1) * 1000 });
    if (status.state !== states.at(-1)) states.push(status.state);
  }
  return { path: states.join(' '), last: status };
}

const CASES: [name: string, observations: Untimed[], path: string][] = [
  ['a Prometheus that is up when first asked', [ready(200), metrics(true)], 'down up'],
  [
    'a Prometheus without readiness gauge waits for the word of /-/ready',
    [metrics(null), metrics(null), ready(200), metrics(null)], 'down up',
  ],
  ['a Prometheus 1.x, without /-/ready', [ready(404), metrics(null)], 'down up'],
  [
    'a start without WAL: {0,0,0} is no replay', [ready(503), replay(0, 0, 0), metrics(false), ready(200)],
    'down starting up',
  ],
  [
    'a replay, up by /-/ready',
    [
      ready(503), replay(0, 0, 0), metrics(false), replay(0, 34, 0), replay(0, 34, 20), metrics(false),
      replay(0, 34, 34), ready(200), metrics(true),
    ],
    'down starting replaying up',
  ],
  [
    'a replay, up by the gauge', [ready(503), replay(0, 34, 3), metrics(false), metrics(true)],
    'down starting replaying up',
  ],
  [
    'segments are reset for the WBL: still replaying',
    [ready(503), replay(0, 34, 34), replay(0, 0, 0), replay(0, 1, 1), metrics(false)], 'down starting replaying',
  ],
  [
    'what walreplay leaves standing after a replay is no replay',
    [ready(200), metrics(true), replay(0, 34, 34), metrics(true)], 'down up',
  ],
  [
    'answers slowly in its replay',
    [
      ready(503), replay(0, 9, 1), ...repeat(5, metricsFailed('timeout')), ready(503),
      ...repeat(5, metricsFailed('timeout')), ready(503), metrics(false),
    ],
    'down starting replaying',
  ],
  [
    'kill -9 and restart',
    [
      metrics(true), metricsFailed('reset'), metricsFailed('refused'), ready(503), replay(0, 5, 2),
      metrics(false, 200), ready(200), metrics(true, 200),
    ],
    'down up down starting replaying up',
  ],
  [
    'a restart quicker than a tick, seen by its start time',
    [metrics(true), ready(503), metrics(false, 200), ready(503), replay(0, 3, 1), ready(200)],
    'down up starting replaying up',
  ],
  [
    'a restart quicker than a tick, metrics starved: two words of /-/ready tell',
    [metrics(true), ready(503), metricsFailed('timeout'), ready(503), replay(0, 3, 1)], 'down up starting replaying',
  ],
  [
    'a restart of a target without readiness gauge', [ready(200), metrics(null), metrics(null, 300), ready(200)],
    'down up starting up',
  ],
  [
    'shutting down, said by the header (3.x)',
    [metrics(true), ready(503, true), metrics(false), metricsFailed('refused')], 'down up stopping down',
  ],
  ['shutting down, gauge still 1', [metrics(true), ready(503, true), metrics(true), metrics(true)], 'down up stopping'],
  [
    'shutting down without the header (2.x): not ready in the same process',
    [metrics(true), ready(503), metrics(false)], 'down up stopping',
  ],
  [
    'shutting down, then another process', [metrics(true), ready(503, true), metrics(true, 200), metrics(true, 200)],
    'down up stopping up',
  ],
  [
    'a Thanos that loses readiness is not stopping',
    [ready(200), metrics(null, 100, 'thanos'), ready(503), metrics(null, 100, 'thanos')], 'down up starting',
  ],
  [
    'shutting down, then another process whose metrics are starved',
    [metrics(true), ready(503, true), replay(1, 5, 5), segmentsGone, metricsFailed('timeout'), ready(503)],
    'down up stopping starting',
  ],
  ['a server that is up names no segments for once', [metrics(true), segmentsGone, metrics(true)], 'down up'],
  ['VictoriaMetrics', [ready(200), metrics(null, 100, 'victoriametrics')], 'down up'],
  [
    'a plain Go program that drops unknown paths', [...repeat(3, readyFailed('reset')), metrics(null, 100, 'go')],
    'down up',
  ],
  [
    'a collector that redirects /-/ready',
    [...repeat(3, readyFailed('redirect')), metrics(null, null, 'otel-collector')], 'down up',
  ],
  ['one slow answer changes nothing', [metrics(true), metricsFailed('timeout'), metrics(true)], 'down up'],
  ['silent for more than 10 s is down', [metrics(true), ...repeat(12, metricsFailed('timeout'))], 'down up down'],
  [
    'slow metrics, but /-/ready answers: not down',
    [metrics(true), ...[1, 2, 3, 4, 5].flatMap(() => [...repeat(3, metricsFailed('timeout')), ready(200)])], 'down up',
  ],
  ['never reachable', [metricsFailed('dns'), metricsFailed('refused'), metricsFailed('tls')], 'down'],
  ['a web page in its place', [ready(200), metricsFailed('format'), ready(200), metricsFailed('format')], 'down'],
  [
    'metrics replaced by an error page: down after three',
    [metrics(true), metricsFailed('http'), metricsFailed('http'), metricsFailed('http')], 'down up down',
  ],
  ['one error page: still up', [metrics(true), metricsFailed('http'), metrics(true)], 'down up'],
  [
    'metrics closed while it starts: starting, not down', [ready(503), ...repeat(5, metricsFailed('http'))],
    'down starting',
  ],
  ['skipped scrapes alone show nothing', [metrics(true), ...repeat(20, metricsFailed('skipped'))], 'down up'],
  [
    'one timeout after ten seconds of skipped scrapes is silence',
    [metrics(true), ...repeat(10, metricsFailed('skipped')), metricsFailed('timeout')], 'down up down',
  ],
];

describe('nextStatus', () => {
  it.each(CASES)('%s', (_, observations, path) => {
    expect(walk(observations).path).toBe(path);
  });

  it('says since when the state holds', () => {
    expect(walk([metrics(true), metrics(true), metricsFailed('refused'), metricsFailed('refused')]).last.sinceMs)
      .toBe(3000);
  });

  it.each<[name: string, observations: Untimed[], restarts: number]>([
    ['no restart when the start time is first learnt', [metrics(true)], 0],
    ['none when the kernel shifts it by a second', [metrics(true, 100), metrics(true, 101), metrics(true, 100)], 0],
    ['none when it is not given now and then', [metrics(true, 100), metrics(true, null), metrics(true, 100)], 0],
    ['one for another start time', [metrics(true, 100), metrics(true, 160), metrics(true, 160)], 1],
    ['one across an outage', [metrics(true, 100), metricsFailed('refused'), metrics(true, 160)], 1],
    ['none when only the network was gone', [metrics(true, 100), metricsFailed('refused'), metrics(true, 100)], 0],
  ])('counts restarts: %s', (_, observations, restarts) => {
    expect(walk(observations).last.restarts).toBe(restarts);
  });
});
