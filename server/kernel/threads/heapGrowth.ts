/**
 * Sets how V8 lets the heaps of this process grow. V8 reads its flag at each collection, for all threads. Long-lived
 * heaps stay close to their live size. Heaps of threads that answer queries grow by much more and shrink again:
 * collected as eagerly, they take a sixth more CPU for a large profile.
 */
import { setFlagsFromString } from 'node:v8';

let areKeptSmall = false;
let working = 0;

/** Keeps heaps small from now on, except while a thread works. */
export function keepHeapsSmall(): void {
  areKeptSmall = true;
  tell();
}

/** Lets heaps grow until the returned function is called. */
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
