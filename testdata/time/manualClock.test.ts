import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ManualClock } from './manualClock.ts';

it('stands still until it is told to go on', async () => {
  const clock = new ManualClock(1000);
  await clock.advance(0);
  expect([clock.nowMs(), clock.steadyMs()]).toEqual([1000, 0]);
  await clock.advance(250);
  expect([clock.nowMs(), clock.steadyMs()]).toEqual([1250, 250]);
});

it('runs what is due in order, each at its own time, and lets promises settle between', async () => {
  const clock = new ManualClock(0);
  const ran: string[] = [];
  const note = (name: string) => (): void => { ran.push(`${name} ${clock.steadyMs()}`); };
  clock.after(30, note('late'));
  clock.after(10, () => {
    note('early')();
    void (async () => {
      for (let i = 0; i < 50; i += 1) await Promise.resolve();
      note('settled')();
      clock.after(5, note('armed by another'));
    })();
  });
  clock.after(10, note('second of that time'));
  await clock.advance(29);
  expect(ran).toEqual(['early 10', 'settled 10', 'second of that time 10', 'armed by another 15']);
  await clock.advance(1);
  expect(ran.at(-1)).toBe('late 30');
});

it('repeats an interval until it is cancelled, also by itself', async () => {
  const clock = new ManualClock();
  const ranMs: number[] = [];
  const cancel = clock.every(10, () => {
    ranMs.push(clock.steadyMs());
    if (ranMs.length === 3) cancel();
  });
  await clock.advance(100);
  expect(ranMs).toEqual([10, 20, 30]);
  expect(clock.pendingMs).toEqual([]);
});

it('sleeps until the time has come or the signal aborts', async () => {
  const clock = new ManualClock();
  const controller = new AbortController();
  const woken: string[] = [];
  void clock.sleep(10).then(() => woken.push('time'));
  void clock.sleep(1000, controller.signal).then(() => woken.push('signal'));
  await clock.advance(10);
  expect(woken).toEqual(['time']);
  controller.abort();
  await clock.advance(0);
  expect(woken).toEqual(['time', 'signal']);
  expect(clock.pendingMs).toEqual([]);
});

it('passes time without running anything, and sets the time of day without a timer noticing', async () => {
  const clock = new ManualClock(1000);
  let ranAtMs: number | null = null;
  clock.after(10, () => { ranAtMs = clock.steadyMs(); });
  clock.suspend(500);
  expect(ranAtMs).toBeNull();
  await clock.advance(0);
  expect(ranAtMs).toBe(500);
  clock.setNowMs(77);
  expect([clock.nowMs(), clock.steadyMs()]).toEqual([77, 500]);
});

it('advances until something holds, with turns for real I/O', async () => {
  const clock = new ManualClock();
  let isRead = false;
  clock.after(20, () => { void readFile(import.meta.filename).then(() => { isRead = true; }); });
  await clock.until(() => isRead);
  expect(clock.steadyMs()).toBeGreaterThanOrEqual(20);
  await expect(clock.until(() => false, 300_000)).rejects.toThrow('() => false');
});

it('tells when somebody waits', async () => {
  const clock = new ManualClock();
  const waited = clock.armed(40);
  clock.after(30, () => undefined);
  setImmediate(() => clock.after(40, () => undefined));
  await waited;
  expect(clock.pendingMs).toEqual([30, 40]);
});
