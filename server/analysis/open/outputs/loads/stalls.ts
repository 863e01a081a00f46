/** Finds intervals of a load in which nearly nothing was loaded, between others at its usual rate. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';

/** Share of the median rate below which an interval stands still. */
const STANDS = 0.05;
const MIN_INTERVALS = 5;
/** Share of the intervals up to which a rate is usual. */
const MAX_SHARE = 0.5;

/** `rates`: of intervals, in order; `times`: Unix seconds of each, if known. Returns null without such an interval. */
export function stallFacts(rates: readonly number[], times: readonly number[]): string | null {
  const median = rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)] ?? 0;
  const still = rates.flatMap((rate, i) => (rate < STANDS * median ? [i] : []));
  const [first] = still;
  const last = still.at(-1);
  if (rates.length < MIN_INTERVALS || first === undefined || last === undefined) return null;
  if (still.length > MAX_SHARE * rates.length || last === rates.length - 1) return null;
  const [start, from, to] = [times[0], times[first], times[last]];
  const span = from === to ? `that of ${from}` : `from ${from} to ${to}`;
  const when = start === undefined || from === undefined || to === undefined ? ''
    : ` (${span}, ${formatSeconds(from - start)} after the first row)`;
  return `In ${still.length} of the ${rates.length} intervals nearly nothing was loaded${when}: something stood still, `
    + 'the server or the loader.';
}
