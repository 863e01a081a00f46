import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const described = (probe: string, { exit = 2, kills = 4, restarts = 4 } = {}): string[] => [
  'Name:         shop-0', 'Namespace:    a', 'Containers:', '  shop:', '    Image:         example/shop:v1.2.3',
  '    State:          Running', '      Started:      Tue, 04 Mar 2025 06:10:02 +0000',
  '    Last State:     Terminated', '      Reason:       Error', `      Exit Code:    ${exit}`,
  '      Started:      Tue, 04 Mar 2025 06:05:01 +0000', '      Finished:     Tue, 04 Mar 2025 06:10:01 +0000',
  `    Restart Count:  ${restarts}`, `    Liveness:     ${probe}`, 'Events:',
  '  Type     Reason     Age                  From     Message',
  '  ----     ------     ----                 ----     -------',
  '  Warning  Unhealthy  2m (x40 over 22m)    kubelet  Liveness probe failed: Get "http://10.0.0.7:80/health": dial '
    + 'tcp 10.0.0.7:80: connect: connection refused',
  `  Normal   Killing    62s (x${kills} over 20m)  kubelet  Container shop failed liveness probe, will be restarted`,
];
const PROBE = 'http-get http://:80/health delay=30s timeout=5s period=27s #success=1 #failure=10';
const LOG = ['2025-03-04T06:05:01.774Z\tinfo\tVictoriaMetrics/app/vmstorage/main.go:7\topening storage at "/d"',
  '2025-03-04T06:09:59.000Z\tinfo\tVictoriaMetrics/lib/storage/partition.go:9\topened part "/d/data/big/1" in 0.8 s'];
const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it('a container that the probe killed while it opened its data needs a startup probe', () => {
  const said = of(...described(PROBE), '', ...LOG);
  expect(said).toContain('was stopped because its liveness probe failed');
  expect(said).not.toContain('Go panic');
  expect(said).toContain('still opening its data 2 s before that end');
  expect(said).toContain('The liveness probe lets it for about 5m (10 failures, 27 s apart). Add a startupProbe');
});

it('a log that says that it was ready, or of another time, shows no slow start', () => {
  const ready = '2025-03-04T06:05:09.000Z\tinfo\tVictoriaMetrics/app/vmstorage/main.go:9\tsuccessfully opened storage';
  expect(of(...described(PROBE), '', LOG[0] ?? '', ready, LOG[1] ?? '')).not.toContain('still opening');
  expect(of(...described(PROBE), '', LOG[0] ?? '')).not.toContain('still opening');
  expect(of(...described(PROBE))).toContain('If it only starts slowly');
});

it('fewer kills than restarts leave the exit code open; flags are read in the first minute', () => {
  const said = of(...described(PROBE, { kills: 2, restarts: 9 }));
  expect(said).toContain('ended with exit code 2, as after a Go panic; that was 5m after');
});
