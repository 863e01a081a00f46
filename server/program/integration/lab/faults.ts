import { appendFileSync } from 'node:fs';

/**
 * Notes a fault of the program under test beside the results of its tests, so that a failure in the same file is final
 * and does not run again. Does nothing where no runner of tests asked for it.
 */
export function noteFault(what: string): void {
  const file = process.env.TSDBSCOPE_TEST_RESULTS;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ type: 'fault', atMs: Date.now(), what })}\n`);
}

/** Notes errors and stacks that the program prints. */
export function noteFaultsOf(text: string): void {
  const line = text.split('\n').find((one) => /\blevel=error\b/.test(one) || /^\s+at .+:\d+:\d+\)?$/.test(one));
  if (line !== undefined) noteFault(`tsdbscope printed: ${line.trim().slice(0, 300)}`);
}
