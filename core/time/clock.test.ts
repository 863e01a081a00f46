import { expect, it } from 'vitest';
import { systemClock } from './clock.ts';

it('tells the time of the machine', () => {
  const [beforeMs, nowMs, afterMs] = [Date.now(), systemClock.nowMs(), Date.now()];
  expect(nowMs >= beforeMs && nowMs <= afterMs).toBe(true);
  const earlierMs = systemClock.steadyMs();
  expect(systemClock.steadyMs()).toBeGreaterThanOrEqual(earlierMs);
});

it('runs a timer once, an interval again and again, and neither after it was cancelled', async () => {
  const ran: string[] = [];
  const cancelled = systemClock.after(1, () => { ran.push('cancelled'); });
  cancelled();
  await new Promise<void>((resolve) => { systemClock.after(2, () => { ran.push('once'); resolve(); }); });
  await new Promise<void>((resolve) => {
    let times = 0;
    const cancel = systemClock.every(1, () => {
      ran.push('again');
      if (++times === 3) { cancel(); resolve(); }
    });
  });
  await systemClock.sleep(5);
  expect(ran).toEqual(['once', 'again', 'again', 'again']);
});

it('sleeps no longer than until its signal', async () => {
  const controller = new AbortController();
  const sleeping = systemClock.sleep(3_600_000, controller.signal);
  controller.abort();
  await sleeping;
  await systemClock.sleep(3_600_000, controller.signal);
});

it('keeps the process running with its timers, but not with those of the background', () => {
  const kept = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = kept();
  const { background } = systemClock;
  const cancels = [background.after(3_600_000, () => undefined), background.every(3_600_000, () => undefined)];
  expect(kept()).toBe(before);
  cancels.push(systemClock.after(3_600_000, () => undefined), systemClock.every(3_600_000, () => undefined));
  expect(kept()).toBe(before + 2);
  for (const cancel of cancels) cancel();
  expect(kept()).toBe(before);
});
