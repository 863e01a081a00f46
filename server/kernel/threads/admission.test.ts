import { describe, expect, it } from 'vitest';
import { Admission, type AdmissionLimits } from './admission.ts';
import { ManualClock } from '../../../testdata/time/manualClock.ts';
import { ClientDisconnected, runInContext } from './requestContext.ts';

const LIMITS: AdmissionLimits = { maxBytes: 100, maxWaiting: 4, maxWaitingOfOne: 2, waitMs: 60_000 };
const clock = new ManualClock();

function of<T>(client: string, work: () => T, signal = new AbortController().signal): T {
  return runInContext({ client, signal }, work);
}

describe('admission', () => {
  it('admits while the bytes fit, alone also more, and the next as soon as one leaves', async () => {
    const gate = new Admission(LIMITS, clock);
    const first = await gate.enter(500);
    expect(first).not.toBeNull();
    const second = gate.enter(60);
    expect(gate.load).toEqual({ running: 1, waiting: 1, bytes: 500 });
    first?.();
    first?.();
    expect(await second).not.toBeNull();
    expect(gate.load).toEqual({ running: 1, waiting: 0, bytes: 60 });
  });

  it('gives the next turn to the client with the least under way, however many another has waiting', async () => {
    const gate = new Admission({ ...LIMITS, maxWaiting: 10, maxWaitingOfOne: 8 }, clock);
    const order: string[] = [];
    const enter = (client: string): Promise<() => void> => of(client, async () => {
      const leave = await gate.enter(50);
      order.push(client);
      return leave ?? (() => undefined);
    });
    const leaving = [await enter('greedy'), await enter('greedy')];
    const waiting = [enter('greedy'), enter('greedy'), enter('modest'), enter('greedy')];
    leaving[0]?.();
    await waiting[2];
    expect(order).toEqual(['greedy', 'greedy', 'modest']);
    leaving[1]?.();
    await waiting[0];
    expect(order.at(-1)).toBe('greedy');
    (await waiting[2])?.();
    (await waiting[0])?.();
    await Promise.all(waiting);
  });

  it('turns away what would wait beyond the bounds of one client, and of all', async () => {
    const gate = new Admission(LIMITS, clock);
    const leave = await gate.enter(100);
    const waiting = ['a', 'a', 'b', 'b'].map((client) => of(client, () => gate.enter(100)));
    expect(await of('a', () => gate.enter(1))).toBeNull();
    expect(await of('c', () => gate.enter(1))).toBeNull();
    leave?.();
    for (const one of waiting) (await one)?.();
    expect(gate.load).toEqual({ running: 0, waiting: 0, bytes: 0 });
  });

  it('turns away what waited too long', async () => {
    const gate = new Admission(LIMITS, clock);
    await gate.enter(100);
    const waiting = gate.enter(100);
    await clock.advance(59_999);
    expect(gate.load).toMatchObject({ running: 1, waiting: 1 });
    await clock.advance(1);
    expect(await waiting).toBeNull();
    expect(gate.load).toMatchObject({ running: 1, waiting: 0 });
  });

  it('forgets whoever left while waiting, and refuses one that left before', async () => {
    const gate = new Admission(LIMITS, clock);
    const leave = await gate.enter(100);
    const leaving = new AbortController();
    const waiting = of('a', () => gate.enter(100), leaving.signal);
    leaving.abort(new ClientDisconnected('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(of('a', () => gate.enter(1), leaving.signal)).rejects.toThrow('gone');
    leave?.();
    expect(gate.load).toEqual({ running: 0, waiting: 0, bytes: 0 });
  });

  it('gives the place of one that leaves just when its turn came to the next', async () => {
    const gate = new Admission(LIMITS, clock);
    const leave = await gate.enter(100);
    const leaving = new AbortController();
    const waiting = of('a', () => gate.enter(100), leaving.signal);
    const next = of('b', () => gate.enter(100));
    leave?.();
    leaving.abort(new ClientDisconnected('gone'));
    await expect(waiting).rejects.toThrow('gone');
    expect(gate.load).toEqual({ running: 1, waiting: 0, bytes: 100 });
    (await next)?.();
    expect(gate.load).toEqual({ running: 0, waiting: 0, bytes: 0 });
  });
});
