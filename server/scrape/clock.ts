/** Time and timers as an argument, so that the loop can be tested without waiting. */
export interface Clock {
  /** ms since the epoch. */
  now(): number;
  setTimer(run: () => void, delayMs: number): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer: (run, delayMs) => {
    const timer = setTimeout(run, delayMs);
    return () => { clearTimeout(timer); };
  },
};
