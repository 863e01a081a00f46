/** What a test of a real server throws where neither success nor failure is proved. */

/** The machine did not give what the check relies on: it proves nothing, and may run again by itself. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive';
}

/** Runs a check. Where it fails and `unmet` tells what the machine did not give, the result is inconclusive. */
export async function relyingOn(unmet: () => string | null, check: () => unknown): Promise<void> {
  try {
    await check();
  } catch (error) {
    const reason = unmet();
    if (reason === null) throw error;
    throw new Inconclusive(reason, { cause: error });
  }
}

const TICK_MS = 100;
/** Timers of a machine with a core to spare are late by less. */
const MAX_LATE_MS = 1_000;

/** `unmet` of `relyingOn`: how long this machine, or this process, stood still since then. */
export function watchStandstills(): { unmet: () => string | null; stop: () => void } {
  let [lastMs, longestMs] = [performance.now(), 0];
  const look = (): void => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - lastMs - TICK_MS);
    lastMs = nowMs;
  };
  const timer = setInterval(look, TICK_MS);
  return {
    unmet: () => {
      look();
      return longestMs < MAX_LATE_MS ? null : `This machine stood still for ${(longestMs / 1000).toFixed(1)} s.`;
    },
    stop: () => { clearInterval(timer); },
  };
}
