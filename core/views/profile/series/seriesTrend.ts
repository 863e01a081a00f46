/** Computes what several profiles of one program measure over time, and which way it goes. Pure. */
import type { Amount } from './seriesPlaces.ts';

/** A profile of a series. */
export interface SeriesPoint {
  name: string;
  /** Time in Unix seconds; null if it is not known. */
  time: number | null;
  /** Duration of what it measured; null for a moment, and for what adds up since the start of the process. */
  seconds: number | null;
  amount: Amount;
}

/** `type` and `unit`: of the compared values, as pprof names them. */
export interface SeriesOf { kind: string; type: string; unit: string }

/**
 * Values in the order of the profiles. `moment`: of each profile; `rate`: of each, per second of it; `between`: what
 * was added from each profile to the next, per second if their times are known.
 */
export interface Measured { how: 'moment' | 'rate' | 'between'; unit: string; values: readonly Amount[] }
/** `at`: index of the profile that has less than the one before it, so that the process restarted. */
export interface Restarted { how: 'restart'; at: number }

export type Trend = 'rising' | 'falling' | 'same' | 'mixed';

const AT_A_MOMENT = /^(?:inuse_(?:space|objects)|space|goroutine|goroutineleak|threadcreate)$/;
const ADDING_UP = /^(?:alloc_(?:space|objects)|delay|contentions)$/;
const NANOS: Readonly<Record<string, number>> = {
  nanoseconds: 1, ns: 1, microseconds: 1e3, us: 1e3, milliseconds: 1e6, ms: 1e6, seconds: 1e9, s: 1e9,
};
/** Share of a total that adds up by which the next one may be less because of rounding. */
const ROUNDING = 0.001;
/** Share of the largest value by which values may differ and are about the same: at a moment, and of rates. */
const SAME_AT_MOMENT = 0.05;
const SAME_OF_RATES = 0.1;
/** Number of goroutines below which a difference is not reported. */
const FEW = 10;
/** Share of the largest value below which a step is level. */
const NO_STEP = 0.005;

const scaled = ({ total, places }: Amount, factor: number): Amount => ({
  total: total * factor, places: new Map([...places].map(([place, value]) => [place, value * factor])),
});

function difference(after: Amount, before: Amount): Amount {
  const places = new Map(after.places);
  for (const [place, value] of before.places) places.set(place, (places.get(place) ?? 0) - value);
  return { total: after.total - before.total, places };
}

/** Returns the unit of a rate and the factor that converts to it; waits become goroutines at a time. */
function rateOf({ type, unit }: SeriesOf): { unit: string; factor: number } {
  const nanos = NANOS[unit];
  if (nanos === undefined) return { unit: `${unit}/s`, factor: 1 };
  return { unit: type === 'cpu' ? 'cores' : 'count', factor: nanos / 1e9 };
}

/** Returns null for values without a rule: of other types, and CPU without its duration. */
export function measured(of: SeriesOf, points: readonly SeriesPoint[]): Measured | Restarted | null {
  const durations = points.flatMap(({ seconds }) => (seconds !== null && seconds > 0 ? [seconds] : []));
  const isTimed = durations.length === points.length;
  const isTime = NANOS[of.unit] !== undefined;
  if (isTimed && (ADDING_UP.test(of.type) || (of.type === 'cpu' && isTime))) {
    const { unit, factor } = rateOf(of);
    return {
      how: 'rate', unit, values: points.map(({ amount, seconds }) => scaled(amount, factor / (seconds ?? 1))),
    };
  }
  if (durations.length > 0) return null;
  if (AT_A_MOMENT.test(of.type)) return { how: 'moment', unit: of.unit, values: points.map(({ amount }) => amount) };
  return ADDING_UP.test(of.type) ? between(of, points) : null;
}

function between(of: SeriesOf, points: readonly SeriesPoint[]): Measured | Restarted {
  const values: Amount[] = [];
  const gaps = points.slice(1).map(({ time }, i) => {
    const earlier = points[i]?.time ?? null;
    return time === null || earlier === null || time <= earlier ? null : time - earlier;
  });
  const areTimed = !gaps.includes(null);
  const { unit, factor } = rateOf(of);
  for (const [i, point] of points.entries()) {
    const last = points[i - 1];
    if (last === undefined) continue;
    if (point.amount.total < last.amount.total * (1 - ROUNDING)) return { how: 'restart', at: i };
    const added = difference(point.amount, last.amount);
    values.push(areTimed ? scaled(added, factor / (gaps[i - 1] ?? 1)) : added);
  }
  return { how: 'between', unit: areTimed ? unit : of.unit, values };
}

/** Returns how many steps go up, down and nowhere. */
export function stepsOf(values: readonly number[]): { up: number; down: number; flat: number } {
  const least = NO_STEP * Math.max(...values.map(Math.abs));
  const steps = values.slice(1).map((value, i) => value - (values[i] ?? value));
  const [up, down] = [steps.filter((step) => step > least).length, steps.filter((step) => step < -least).length];
  return { up, down, flat: steps.length - up - down };
}

/** `isOfGoroutines`: a few more or less are not a trend. */
export function trendOf({ how, values }: Measured, isOfGoroutines: boolean): Trend {
  const totals = values.map(({ total }) => total);
  const [least, most] = [Math.min(...totals), Math.max(...totals)];
  const same = (how === 'moment' ? SAME_AT_MOMENT : SAME_OF_RATES) * most;
  if (most - least <= Math.max(same, isOfGoroutines ? FEW : 0)) return 'same';
  const { up, down } = stepsOf(totals);
  return up === totals.length - 1 ? 'rising' : down === totals.length - 1 ? 'falling' : 'mixed';
}

/** Returns the indices of the two values to compare, the earlier first: first and last, or lowest and highest. */
export function extremesOf({ values }: Measured, trend: Trend): [first: number, second: number] {
  if (trend !== 'mixed') return [0, values.length - 1];
  const totals = values.map(({ total }) => total);
  const ends = [totals.indexOf(Math.min(...totals)), totals.indexOf(Math.max(...totals))].toSorted((a, b) => a - b);
  return [ends[0] ?? 0, ends[1] ?? 0];
}

/** The function with most of a change. `isEach`: whether it changed the same way in each step. */
export interface Mover { place: string; change: number; share: number; isEach: boolean }

/** Returns the functions that changed most in the direction of the total, the largest first. */
export function moversOf({ values }: Measured, [from, to]: readonly [number, number]): Mover[] {
  const [first, last] = [values[from], values[to]];
  if (first === undefined || last === undefined || first.total === last.total) return [];
  const change = last.total - first.total;
  const sign = Math.sign(change);
  return [...new Set([...first.places.keys(), ...last.places.keys()])].map((place): Mover => {
    const own = values.slice(from, to + 1).map(({ places }) => places.get(place) ?? 0);
    const moved = (own.at(-1) ?? 0) - (own[0] ?? 0);
    return {
      place, change: moved, share: moved / change,
      isEach: own.slice(1).every((value, i) => sign * (value - (own[i] ?? 0)) > 0),
    };
  }).filter(({ share }) => share > 0).toSorted((a, b) => b.share - a.share);
}
