/** Says how the period of the samples of perf script changes, which perf adapts to a frequency. Pure. */
import type { Look } from '../../../look/look.ts';

/** The first line of a sample, with its period: `app  9 [002] 203265.377019:  5050505 cycles:P:`. */
const SAMPLE = new RegExp(String.raw`^\S[^\n\t]{0,60}?[ \t]{1,40}(?:\d{1,9}\/)?\d{1,9}[ \t]{1,40}`
  + String.raw`(?:\[\d{1,5}\][ \t]{1,40})?\d{1,9}\.\d{6,9}:[ \t]{1,40}(\d{1,15})[ \t]{1,20}`
  + String.raw`([\w./,=-]{1,100}(?::[A-Za-z]{1,10})?): `, 'gm');
const MIN_SAMPLES = 10;
/** Factor between the smallest and the largest period from which shares of samples and of the event differ. */
const MUCH = 2;
const MAX_SAMPLES = 200_000;

const many = (value: number): string => value.toLocaleString('en-US');

/** Returns null if the periods of the event with the most samples are about the same, or if they are few. */
export function perfPeriods({ text, isCut }: Pick<Look, 'text' | 'isCut'>): string | null {
  const byEvent = new Map<string, number[]>();
  for (const [, period = '', event = ''] of text.matchAll(SAMPLE)) {
    const periods = byEvent.get(event) ?? [];
    byEvent.set(event, periods);
    if (periods.length < MAX_SAMPLES) periods.push(Number(period));
  }
  const [most] = [...byEvent].sort(([, a], [, b]) => b.length - a.length);
  if (isCut || most === undefined || most[1].length < MIN_SAMPLES) return null;
  const [event, periods] = most;
  const [first, last] = [periods[0] ?? 0, periods.at(-1) ?? 0];
  const least = periods.reduce((low, one) => Math.min(low, one), first);
  const largest = periods.reduce((high, one) => Math.max(high, one), 0);
  if (largest < MUCH * least) return null;
  const range = last >= MUCH * first ? `grows from ${many(first)} to ${many(last)}`
    : last * MUCH <= first ? `falls from ${many(first)} to ${many(last)}`
    : `is between ${many(least)} and ${many(largest)}`;
  return `The period of its samples ${range} ${event.replace(/:[A-Za-z]{1,10}$/, '')}, as perf adapts it to the `
    + 'sampling frequency: a sample counts as its period, so shares are not those of numbers of samples.';
}
