import { expect, it } from 'vitest';
import { systemClock } from '../../../core/time/clock.ts';
import { ManualClock } from '../../../testdata/time/manualClock.ts';
import { OwnCost, type PartUse } from './ownCost.ts';

function use(part: string, cpuSeconds: number | null, rssBytes = 100): PartUse {
  return { part, memory: { rssBytes, heapBytes: 10, externalBytes: 1, cpuSeconds } };
}

it('CPU is a mean of the last five minutes; a part that began again counts from there', () => {
  const clock = new ManualClock();
  let parts = [use('main', 1), use('data', 0.5), use('reader live', 10, 50), use('reader bulk', null, 7)];
  const cost = new OwnCost({ parts: () => parts, clock });
  expect(cost.view()).toMatchObject({ measuredSeconds: 0, cpuCores: null, residentBytes: 157, eventLoop: null });
  cost.read();
  clock.suspend(100_000);
  parts = [use('main', 11), use('data', 5.5), use('reader live', 2, 50)];
  cost.read();
  clock.suspend(100_000);
  parts = [use('main', 21), use('data', 10.5), use('reader live', 7, 50)];
  cost.read();
  const view = cost.view();
  expect(view.parts).toEqual([
    { part: 'main', cpuCores: 0.1, heapBytes: 10, externalBytes: 1, residentBytes: 100 },
    { part: 'data', cpuCores: 0.05, heapBytes: 10, externalBytes: 1, residentBytes: null },
    { part: 'reader live', cpuCores: 0.05, heapBytes: 10, externalBytes: 1, residentBytes: 50 },
  ]);
  // Threads are part of the program.
  expect(view).toMatchObject({ measuredSeconds: 200, residentBytes: 150 });
  expect(view.cpuCores).toBeCloseTo(0.15, 9);
  clock.suspend(800_000);
  cost.read();
  expect(cost.view()).toMatchObject({ measuredSeconds: 0, cpuCores: null });
});

it('the lag is what the main thread makes wait', async () => {
  const cost = new OwnCost({ parts: () => [], clock: systemClock });
  cost.start();
  await new Promise((resume) => setTimeout(resume, 250));
  const end = performance.now() + 400;
  while (performance.now() < end);
  await new Promise((resume) => setTimeout(resume, 250));
  cost.read();
  cost.stop();
  const { eventLoop } = cost.view();
  expect(eventLoop?.maxSeconds).toBeGreaterThan(0.25);
  expect(eventLoop?.p50Seconds).toBeLessThanOrEqual(eventLoop?.p99Seconds ?? 0);
});
