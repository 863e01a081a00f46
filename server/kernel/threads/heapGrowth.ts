/**
 * How V8 lets the heaps of this process grow. It reads its flag at each collection, for all threads alike. A heap that
 * lives as long as the program stays close to what it holds. Threads that work on a question grow by much more and
 * shrink again: collected as eagerly, they take a sixth more CPU for a large profile.
 */
import { setFlagsFromString } from 'node:v8';

let areKeptSmall = false;
let working = 0;

/** From now on, except while a thread works. */
export function keepHeapsSmall(): void {
  areKeptSmall = true;
  tell();
}

/** A thread works until the returned function is called. */
export function heapsMayGrow(): () => void {
  working++;
  if (working === 1) tell();
  return () => {
    working--;
    if (working === 0) tell();
  };
}

function tell(): void {
  if (areKeptSmall) setFlagsFromString(working === 0 ? '--optimize-for-size' : '--no-optimize-for-size');
}
