/**
 * Runs something once after a delay; the result cancels it. An argument, so that the loop can be tested without
 * waiting.
 */
export type SetTimer = (run: () => void, delayMs: number) => () => void;

export const systemTimer: SetTimer = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  return () => { clearTimeout(timer); };
};
