/**
 * Values of one sample type, and sums of them. Doubles while every possible sum is exact (below 2^53 in magnitude),
 * else 64-bit integers that wrap like the reference's; only the final sum is then rounded to the nearest double.
 */
import type { Profile } from './profile.ts';

export interface Column {
  /** One value for each sample; nearest doubles if `exact` is set. */
  numbers: Float64Array;
  exact: BigInt64Array | null;
}

/** Sums by slot (a function, a tree node). */
export interface Sums {
  add(slot: number, sample: number): void;
  /** Returns the nearest double of the sum; exact below 2^53. */
  value(slot: number): number;
}

export function columnOf(profile: Profile, type: number): Column {
  const width = profile.sampleTypes.length;
  const numbers = new Float64Array(profile.sampleCount);
  for (let sample = 0; sample < numbers.length; sample++) numbers[sample] = profile.values[sample * width + type] ?? 0;
  if (magnitude(numbers) <= Number.MAX_SAFE_INTEGER) return { numbers, exact: null };
  const exact = new BigInt64Array(numbers.length);
  for (let sample = 0; sample < exact.length; sample++) {
    const cell = sample * width + type;
    exact[sample] = profile.exactValues?.[cell] ?? BigInt(profile.values[cell] ?? 0);
  }
  return { numbers, exact };
}

/** Returns the sum of absolute values. */
export function magnitude(numbers: Float64Array): number {
  let sum = 0;
  for (const value of numbers) sum += Math.abs(value);
  return sum;
}

/**
 * Multiplies every value by `ratio`, each rounded separately, half away from zero: the reference's `ScaleN`. 1 changes
 * nothing.
 */
export function scaleColumn(column: Column, ratio: number): Column {
  if (ratio === 1) return column;
  const numbers = column.numbers.map((value) => roundHalfAway(value * ratio));
  if (magnitude(numbers) <= Number.MAX_SAFE_INTEGER) return { numbers, exact: null };
  return { numbers, exact: BigInt64Array.from(numbers, (value) => BigInt.asIntN(64, BigInt(value))) };
}

export function roundHalfAway(value: number): number {
  const rounded = Math.sign(value) * Math.round(Math.abs(value));
  return rounded === 0 ? 0 : rounded;
}

export function sumsOf(column: Column, slots: number): Sums {
  const { exact, numbers } = column;
  if (exact !== null) {
    const sums = new BigInt64Array(slots);
    return {
      add(slot, sample) { sums[slot] = (sums[slot] ?? 0n) + (exact[sample] ?? 0n); },
      value: (slot) => Number(sums[slot] ?? 0n),
    };
  }
  const sums = new Float64Array(slots);
  return {
    add(slot, sample) { sums[slot] = (sums[slot] ?? 0) + (numbers[sample] ?? 0); },
    value: (slot) => sums[slot] ?? 0,
  };
}

/** Returns the signed sum of a column. */
export function sumOf(column: Column): number {
  const sums = sumsOf(column, 1);
  for (let sample = 0; sample < column.numbers.length; sample++) sums.add(0, sample);
  return sums.value(0);
}

/**
 * Returns the base of shares: the sum of magnitudes or, if the profile is a saved difference, that of its base (samples
 * labelled `pprof::base`), like the reference's computeTotal.
 */
export function totalOf(profile: Profile, column: Column): number {
  const base = baseSamples(profile);
  let total = 0;
  let baseTotal = 0;
  for (let sample = 0; sample < column.numbers.length; sample++) {
    const value = Math.abs(column.numbers[sample] ?? 0);
    total += value;
    if (base(sample)) baseTotal += value;
  }
  return baseTotal > 0 ? baseTotal : total;
}

function baseSamples(profile: Profile): (sample: number) => boolean {
  const { start, key, text, strings } = profile.labels;
  const baseKey = strings.indexOf('pprof::base');
  const baseValue = strings.indexOf('true');
  if (baseKey < 0 || baseValue < 0) return () => false;
  return (sample) => {
    for (let label = start[sample] ?? 0; label < (start[sample + 1] ?? 0); label++) {
      if (key[label] === baseKey && text[label] === baseValue) return true;
    }
    return false;
  };
}
