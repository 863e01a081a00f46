/** Tests what is judged of pods and containers that run: ready, restarted long ago, started just now. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

describe('a list of pods', () => {
  const pods = (...rows: string[]): string => of('NAME   READY   STATUS    RESTARTS   AGE', ...rows);

  it.each([
    ['all ready', ['mimir-0  2/2  Running  0  5d', 'mimir-1  2/2  Running  0  5d'],
      /without a restart\. Nothing in it names a fault: all are ready\. Errors that a container survives are only/],
    ['one not ready', ['mimir-0  1/2  Running  0  5d', 'mimir-1  2/2  Running  0  5d'],
      /mimir-0 is not ready \(1\/2\), so its readiness probe fails, or it is still starting: see kubectl describe pod/],
    ['restarted long ago', ['mimir-0  2/2  Running  3 (4d2h ago)  5d', 'mimir-1  2/2  Running  0  5d'],
      /All are ready, and the last restart was 4d2h ago, so that is over: see kubectl describe pod \(Last State\)/],
    ['restarted just now', ['mimir-0  2/2  Running  3 (40s ago)  5d', 'mimir-1  2/2  Running  0  5d'],
      /3 restarts\. See why it ended/],
    ['restarted, without a time', ['mimir-0  2/2  Running  3  5d', 'mimir-1  2/2  Running  0  5d'],
      /3 restarts\. See why it ended/],
    ['a finished job', ['mimir-0  2/2  Running  0  5d', 'make-bucket-x  0/1  Completed  0  5d'],
      /^Its 2 pods run without a restart\.$/],
  ])('%s', (_, rows, words) => { expect(pods(...rows)).toMatch(words); });
});

describe('the description of a pod', () => {
  const describe_ = (restarts: number, ...events: string[]): string => of(
    'Name:         mimir-0', 'Namespace:    a', 'Status:       Running', 'Containers:', '  ingester:',
    '    Image:          grafana/mimir:2.11.0', '    State:          Running', '    Ready:          True',
    `    Restart Count:  ${restarts}`, 'Conditions:', '  Type              Status', '  Ready             True ',
    ...events,
  );
  const EVENTS = [
    'Events:', '  Type     Reason     Age   From     Message', '  ----     ------     ----  ----     ---',
  ];

  it('that is ready', () => {
    expect(describe_(0, 'Events:         <none>'))
      .toMatch(/^The pod mimir-0 is ready, without a restart and without events: nothing in it names a fault\./);
    expect(describe_(0, ...EVENTS, '  Normal   Started    5m    kubelet  Started container ingester'))
      .toContain('without a restart and without a warning among its events');
    expect(describe_(2, 'Events:         <none>')).not.toContain('names a fault');
  });

  it('that is ready now, after probes that failed', () => {
    const probe = (kind: string): string =>
      `  Warning  Unhealthy  4m    kubelet  ${kind} probe failed: HTTP probe failed with statuscode: 503`;
    expect(describe_(0, ...EVENTS, probe('Readiness'))).toContain('The pod is ready now and was never restarted');
    expect(describe_(0, ...EVENTS, probe('Liveness'))).not.toContain('is ready now');
  });
});

it('docker ps: what was started again just now', () => {
  const row = (image: string, up: string): string =>
    `8d1f0c2b3a4e   ${image}   "/bin/a"   2 weeks ago   Up ${up}   0.0.0.0:9090->9090/tcp   a`;
  expect(of(row('prom/prometheus', '5 seconds'), row('grafana/grafana', '2 weeks')))
    .toMatch(/prom\/prometheus is up for 5 seconds only, although it was created 2 weeks ago: it was started again/);
  expect(of(row('prom/prometheus', '2 weeks'), row('grafana/grafana', '2 weeks'))).not.toContain('only, although');
});
