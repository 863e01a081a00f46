/** Tests the state that remote write reports, with a thread that reports what the test sets. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../core/time/clock.ts';
import { Faults } from '../../kernel/files/faults.ts';
import { RemoteWrite } from './remoteWrite.ts';
import type { SenderStatus } from './sender.ts';

const NOW = 1_795_000_000_000;
const GOOD: SenderStatus = {
  name: 'vm', where: 'vm:8428', protocol: 2, storedSamples: 100, refused: { samples: 0, last: null },
  overflowedSamples: 0, damagedFiles: 0, pendingBytes: 0, oldestMs: null, trouble: null,
};

let faults: Faults;
let remote: RemoteWrite;

beforeEach(() => { faults = new Faults(); });
afterEach(() => remote.close());

function reports(...all: Partial<SenderStatus>[]): void {
  runs(`for (const news of ${JSON.stringify(all.map((one) => [{ ...GOOD, ...one }]))}) parentPort.postMessage({ news });
    parentPort.on('message', ({ id }) => { parentPort.postMessage({ id, value: null }); });`);
}
function runs(body: string): void {
  const code = `import { parentPort, threadId } from 'node:worker_threads';\n${body}`;
  remote = new RemoteWrite({
    settings: { engines: [], externalLabels: {}, bufferBytes: 2 ** 30 }, dataDir: '/none', faults,
    clock: { ...systemClock, nowMs: () => NOW },
    workerUrl: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
  });
}
const told = (): string[] => [
  ...faults.report().faults.map(({ message }) => `now: ${message}`), ...faults.report().notices,
];

it('reports an engine that cannot be written once that lasts, with what waits', async () => {
  const reason = 'vm:8428 refused the connection.';
  reports({
    trouble: { reason, sinceMs: NOW - 20_000 }, pendingBytes: 3 * 2 ** 20, oldestMs: NOW - 21_000, protocol: null,
  });
  await expect.poll(told).toEqual([
    'now: Samples do not reach the engine vm at vm:8428: vm:8428 refused the connection. 3 MiB wait in the buffer '
      + '(at most 1 GiB).',
  ]);
  expect(remote.status()).toEqual([{
    name: 'vm', address: 'vm:8428', version: null, sentSamples: 100, refusedSamples: 0, droppedSamples: 0,
    pendingBytes: 3 * 2 ** 20, delaySeconds: 21, failure: reason,
  }]);
});

it('says nothing of a short trouble, and that a buffer overflows at once', async () => {
  const trouble = { reason: 'HTTP 503.', sinceMs: NOW - 1000 };
  reports({ trouble }, { trouble, overflowedSamples: 1234, pendingBytes: 2 ** 30 });
  await expect.poll(told).toEqual([
    'now: Samples do not reach the engine vm at vm:8428: HTTP 503. 1 GiB wait in the buffer (at most 1 GiB). '
      + 'It is full: 1,234 samples are dropped so far.',
  ]);
});

it('keeps what is lost, once each, after the trouble', async () => {
  const refused = { samples: 5, last: { series: 'heap{a="b"}', reason: 'HTTP 400: too long' } };
  reports(
    { trouble: { reason: 'HTTP 503.', sinceMs: NOW - 1000 }, overflowedSamples: 10 },
    { overflowedSamples: 12, damagedFiles: 1, refused }, { overflowedSamples: 12, damagedFiles: 1, refused },
  );
  await expect.poll(told).toEqual([
    'The buffer of remote write (1 GiB) was full: 12 samples were dropped and are not in vm; increase storage.buffer.',
    'A damaged file of the buffer of remote write was passed over: its rest is not in vm.',
    'The engine vm refuses samples of heap{a="b"} (HTTP 400: too long). They are dropped, others are sent; further '
      + 'refusals are only counted in /status.',
  ]);
  expect(remote.status()[0]).toMatchObject({ version: '2.0', failure: null, droppedSamples: 12, refusedSamples: 5 });
});

it('reports what is lost after its thread ended too, which counts from 0 again', async () => {
  // Less than the thread before it reported.
  runs(`parentPort.postMessage({ news: [{ ...${JSON.stringify(GOOD)}, overflowedSamples: 9000 - threadId }] });`);
  await expect.poll(() => told().length).toBeGreaterThanOrEqual(2);
  expect(told()[1]).toMatch(/^The buffer of remote write \(1 GiB\) was full: 8,\d{3} samples were dropped/);
});
