/** Cancels a timer; no effect after it has fired. */
export type Cancel = () => void;

/** Time and timers as an argument, so that tests need not wait. */
export interface Clock {
  /** Milliseconds since the epoch; jumps when the machine's clock is set. */
  nowMs: () => number;
  /** Milliseconds since a fixed moment; monotonic. */
  steadyMs: () => number;
  after: (delayMs: number, run: () => void) => Cancel;
  every: (intervalMs: number, run: () => void) => Cancel;
  /** Resolves after `ms`, or as soon as the signal aborts. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** The same clock with timers that do not keep the process running. */
  background: Pick<Clock, 'after' | 'every' | 'sleep'>;
}

/** Resolves after `ms` of the clock, or as soon as the signal aborts. */
export function sleepOn(after: Clock['after'], ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) { resolve(); return; }
    const end = (): void => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = after(ms, end);
    signal?.addEventListener('abort', end);
  });
}

/** Waits for work, but no longer than `ms` of the clock. */
export async function within(clock: Pick<Clock, 'sleep'>, ms: number, work: Promise<unknown>): Promise<void> {
  const controller = new AbortController();
  try {
    await Promise.race([work, clock.sleep(ms, controller.signal)]);
  } finally {
    controller.abort();
  }
}

function systemTimers(isBackground: boolean): Clock['background'] {
  const after: Clock['after'] = (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    if (isBackground) timer.unref();
    return () => { clearTimeout(timer); };
  };
  return {
    after,
    every: (intervalMs, run) => {
      const timer = setInterval(run, intervalMs);
      if (isBackground) timer.unref();
      return () => { clearInterval(timer); };
    },
    sleep: (ms, signal) => sleepOn(after, ms, signal),
  };
}

/** The machine's clock. `background` is not available in a browser. */
export const systemClock: Clock = {
  nowMs: () => Date.now(), steadyMs: () => performance.now(),
  ...systemTimers(false), background: systemTimers(true),
};
