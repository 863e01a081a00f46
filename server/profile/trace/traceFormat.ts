/**
 * The format of execution traces of Go 1.22 or later: kinds of events and the number of their arguments, limits of
 * batches. From internal/trace/tracev2 (events.go, spec.go) and internal/trace/version of Go 1.26.
 */

/** Kinds of events that the reader uses; the number is the byte in the file. */
export const EV = {
  eventBatch: 1, stacks: 2, stack: 3, strings: 4, string: 5, cpuSamples: 6, cpuSample: 7, frequency: 8,
  procsChange: 9, procStart: 10, procStop: 11, procSteal: 12, procStatus: 13,
  goCreate: 14, goCreateSyscall: 15, goStart: 16, goDestroy: 17, goDestroySyscall: 18, goStop: 19, goBlock: 20,
  goUnblock: 21, goSyscallBegin: 22, goSyscallEnd: 23, goSyscallEndBlocked: 24, goStatus: 25,
  stwBegin: 26, stwEnd: 27,
  gcActive: 28, gcBegin: 29, gcEnd: 30, sweepActive: 31, sweepBegin: 32, sweepEnd: 33,
  assistActive: 34, assistBegin: 35, assistEnd: 36, heapAlloc: 37, heapGoal: 38, goLabel: 39,
  goSwitch: 45, goSwitchDestroy: 46, goCreateBlocked: 47, goStatusStack: 48,
  experimentalBatch: 49, sync: 50, clockSnapshot: 51, endOfGeneration: 52,
} as const;

/** States of a goroutine, as in events. */
export const GO = { runnable: 1, running: 2, syscall: 3, waiting: 4 } as const;
/** States of a P, as in events. */
export const PROC = { running: 1, idle: 2, syscall: 3, abandoned: 4 } as const;

/** Maximum sizes of a batch, and of a string of the table. */
export const MAX_BATCH_BYTES = 65_536;
export const MAX_STRING_BYTES = 1024;
export const MAX_STACK_FRAMES = 128;

/** Number of arguments after the time, from event 9 (ProcsChange) to 48 (GoStatusStack). */
const TIMED = [
  2, 2, 0, 3, 2, 3, 1, 2, 0, 0, 2, 2, 3, 2, 0, 0, 3, 2, 0, 1, 2, 1, 1, 1, 2, 1, 1, 0, 1, 1, 1, 4, 2, 3, 3, 4, 2, 2, 3,
  4,
];
/** Arguments of the allocation experiment, from event 128 on; part of ordinary batches. */
const EXPERIMENTAL = [3, 3, 1, 2, 2, 1, 2, 2, 1];
const FIRST_TIMED = 9;
const FIRST_EXPERIMENTAL = 128;
const LAST_OF_122 = 44;

/** Returns by kind how many numbers follow the time; 255 if no event with a time has that kind in this version. */
export function argumentCounts(minor: number): Uint8Array {
  const counts = new Uint8Array(256).fill(255);
  TIMED.forEach((count, i) => { if (minor >= 23 || FIRST_TIMED + i <= LAST_OF_122) counts[FIRST_TIMED + i] = count; });
  if (minor >= 23) EXPERIMENTAL.forEach((count, i) => { counts[FIRST_EXPERIMENTAL + i] = count; });
  return counts;
}

const HEADER = /^go 1\.(\d{1,2}) trace\0\0\0/;
export const HEADER_BYTES = 16;

/**
 * Returns the minor version of Go's trace format in the first 16 bytes, 26 for `go 1.26 trace`; null: no execution
 * trace.
 */
export function traceMinor(bytes: Uint8Array): number | null {
  const start = String.fromCharCode(...bytes.subarray(0, HEADER_BYTES));
  const minor = HEADER.exec(start)?.[1];
  return minor === undefined ? null : Number(minor);
}

/** Formats that this reader supports. Go 1.24 writes that of 1.23. */
export const READ_VERSIONS: readonly number[] = [22, 23, 25, 26];
