/** Says how long GC stops the program, by the two terminations in each cycle of a trace. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';

/** The stop-the-world pauses of a cycle, ms. */
export interface Stop { sweepMs: number; termMs: number; number: number }

/** Stops from here on are long for Go in every cycle, and shorter ones than the second are not worth a sentence. */
const LONG_MS = 5;
const MIN_TOLD_MS = 1;
const MIN_CYCLES = 2;
/** Between these portions of their range, values are reported as one. */
const SAME = 1.02;

const wholeMs = ({ sweepMs, termMs }: Stop): number => sweepMs + termMs;

/** Returns `17 ms to 18 ms`, or one of both if they are about the same. */
function spanOf(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return most <= SAME * least ? formatSeconds(most / 1000) : `${formatSeconds(least / 1000)} to ${
    formatSeconds(most / 1000)}`;
}

/** Returns a sentence that leads if every cycle stops the program for long; null otherwise. */
export function longStops(stops: readonly Stop[]): string | null {
  if (stops.length < MIN_CYCLES || stops.some((one) => wholeMs(one) < LONG_MS)) return null;
  const [term, sweep] = [stops.map(({ termMs }) => termMs), stops.map(({ sweepMs }) => sweepMs)];
  const [part, own] = Math.min(...term) >= LONG_MS ? ['mark', term] : ['sweep', sweep];
  const of = Math.min(...own) >= LONG_MS ? `, of which ${part} termination takes ${spanOf(own)}` : '';
  return `Each of its ${stops.length} cycles stops the program for ${spanOf(stops.map(wholeMs))}${of}; less than `
    + `${formatSeconds(MIN_TOLD_MS / 1000)} is usual: see how many goroutines and threads it has, whether its CPU is `
    + 'throttled, and whether a newer version of Go does better.';
}

/** Returns the longest stop, if it is worth a sentence and long stops do not lead. `isStart`: another fact leads. */
export function longestStop(stops: readonly Stop[], isStart: boolean): string | null {
  const most = stops.reduce<Stop | null>((a, b) => (a !== null && wholeMs(a) >= wholeMs(b) ? a : b), null);
  return most === null || wholeMs(most) < MIN_TOLD_MS || (!isStart && longStops(stops) !== null) ? null
    : `The longest stop of the program is ${formatSeconds(wholeMs(most) / 1000)} (gc ${most.number}).`;
}
