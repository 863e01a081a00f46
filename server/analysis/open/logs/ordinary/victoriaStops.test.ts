/** Tests that a stop before a start is reported in that order, and a stop alone as the end. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const line = (time: string, file: string, message: string): string =>
  `Nov 20 ${time.slice(0, 8)} h victoria-metrics-prod[41]: 2026-11-20T${time}Z\tinfo\tVictoriaMetrics/${
    file}\t${message}`;
const STOP = [
  line('17:00:15.374', 'app/victoria-metrics/main.go:71', 'received signal terminated'),
  line('17:00:15.619', 'app/vmstorage/main.go:248', 'successfully closed the storage in 0.244 seconds'),
  line('17:00:15.619', 'app/victoria-metrics/main.go:87', 'the VictoriaMetrics has been stopped in 0.245 seconds'),
];
const START = [
  line('17:02:31.204', 'lib/logger/flag.go:12', 'build version: victoria-metrics-20260111-042148-tags-v1.86.0-0-g21ed'),
  line('17:02:31.204', 'app/victoria-metrics/main.go:48', 'starting VictoriaMetrics at ":8428"...'),
  line('17:02:31.613', 'app/victoria-metrics/main.go:57', 'started VictoriaMetrics in 0.409 seconds'),
];
const factsOf = (lines: readonly string[]): string => recognize(Buffer.from(`${lines.join('\n')}\n`)).interest ?? '';

it.each([
  ['oldest first', [...STOP, '-- Boot 3c1d0a5e9b7f4d1c8a60e2f1b4c7d9a3 --', ...START]],
  ['newest first', [...STOP, '-- Boot 3c1d0a5e9b7f4d1c8a60e2f1b4c7d9a3 --', ...START].toReversed()],
])('a server that was started again, %s', (_, lines) => {
  const said = factsOf(lines);
  expect(said).toMatch(/^It was told to stop at 2026-11-20T17:00:15Z \(received signal terminated\), and stopped /);
  expect(said).toContain('It was started again 2m 16s after the signal, after a boot of the host. It started in 4');
  expect(said).toContain('it was stopped by a signal, and started again up to ready, so it runs where they end.');
  expect(said).not.toMatch(/it ended in order|who told it|the last step/);
});

it('a stop after the start is the end', () => {
  const said = factsOf([...START, ...STOP.map((text) => text.replaceAll('17:00:15', '19:00:15'))]);
  expect(said).toContain('It started in 409 ms. It was told to stop (received signal terminated). It stopped cleanly, '
    + 'in 245 ms.');
  expect(said).not.toContain('started again');
});

it('code of vmstorage in a single server does not make it one', () => {
  expect(recognize(Buffer.from(`${[...STOP, ...START].join('\n')}\n`)).name).not.toContain('vmstorage');
});
