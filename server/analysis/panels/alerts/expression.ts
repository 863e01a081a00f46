/**
 * Expressions of alerts, evaluated over recorded samples as PromQL evaluates them: each is built from the functions
 * below, one for each of PromQL's that the alerts use. A series that is missing has no value: nothing about it fires.
 * Pure.
 */
import type { Labels } from '../../../../core/contract/terms/targetKind.ts';
import type { Role } from '../../../data/metrics/roleNames.ts';
import { changesOf, increaseOver, predictLinear, type RangeSamples } from './extrapolate.ts';

export interface VectorSample { labels: Labels; value: number }
export type Vector = readonly VectorSample[];

/** The samples that an expression reads. */
export interface AlertSamples {
  /** Returns each series of the role with its samples in `(endMs - rangeMs, endMs]`; omits those without one. */
  range(role: Role, endMs: number, rangeMs: number): { labels: Labels; samples: RangeSamples }[];
  /** Returns each series of the role with its newest value, at most 5 minutes old, that the last answer contained. */
  instant(role: Role, atMs: number): Vector;
  /** Returns whether scrapes were answered (1) or not (0). */
  up(endMs: number, rangeMs: number): RangeSamples;
}

export interface Expression {
  /** All roles that it reads. */
  roles: readonly Role[];
  at(samples: AlertSamples, atMs: number): Vector;
}

type RangeFunction = (samples: RangeSamples, endMs: number, rangeMs: number) => number | null;

function overRange(role: Role, seconds: number, value: RangeFunction): Expression {
  const rangeMs = seconds * 1000;
  return {
    roles: [role],
    at: (samples, atMs) => samples.range(role, atMs, rangeMs).flatMap(({ labels, samples: own }) => {
      const result = value(own, atMs, rangeMs);
      return result === null ? [] : [{ labels, value: result }];
    }),
  };
}

export const increase = (role: Role, seconds: number): Expression => overRange(role, seconds, increaseOver);
export const rate = (role: Role, seconds: number): Expression => overRange(role, seconds, (samples, endMs, rangeMs) => {
  const rise = increaseOver(samples, endMs, rangeMs);
  return rise === null ? null : rise / (rangeMs / 1000);
});
export const maxOverTime = (role: Role, seconds: number): Expression =>
  overRange(role, seconds, ({ values }) => values.reduce((most, one) => Math.max(most, one), -Infinity));
export const minOverTime = (role: Role, seconds: number): Expression =>
  overRange(role, seconds, ({ values }) => values.reduce((least, one) => Math.min(least, one), Infinity));
const mean = ({ values }: RangeSamples): number => values.reduce((sum, one) => sum + one, 0) / values.length;
export const avgOverTime = (role: Role, seconds: number): Expression => overRange(role, seconds, mean);
export const changes = (role: Role, seconds: number): Expression => overRange(role, seconds, changesOf);
export const predicted = (role: Role, seconds: number, aheadSeconds: number): Expression =>
  overRange(role, seconds, (samples, endMs) => predictLinear(samples, endMs, aheadSeconds));

/** Computes `avg_over_time(up[...])` of the server itself. */
export const avgUp = (seconds: number): Expression => ({
  roles: [],
  at: (samples, atMs) => {
    const up = samples.up(atMs, seconds * 1000);
    return up.values.length === 0 ? [] : [{ labels: {}, value: mean(up) }];
  },
});

export const instant = (role: Role): Expression => ({
  roles: [role], at: (samples, atMs) => samples.instant(role, atMs),
});

/** Keeps only the series whose labels have these values and drops these labels, as after `on (...)`. */
export const where = (inner: Expression, labels: Labels): Expression => {
  const wanted = Object.entries(labels);
  return {
    roles: inner.roles,
    at: (samples, atMs) => inner.at(samples, atMs)
      .filter((one) => wanted.every(([name, value]) => one.labels[name] === value))
      .map((one) => ({ ...one, labels: without(one.labels, Object.keys(labels)) })),
  };
};

/** Sets the labels, in place of all others. */
export const labelled = (inner: Expression, labels: Labels): Expression => ({
  roles: inner.roles, at: (samples, atMs) => inner.at(samples, atMs).map(({ value }) => ({ labels, value })),
});

/** Keeps the series whose value passes; PromQL's comparison with a number. */
function keep(inner: Expression, passes: (value: number) => boolean): Expression {
  return { roles: inner.roles, at: (samples, atMs) => inner.at(samples, atMs).filter(({ value }) => passes(value)) };
}
export const above = (inner: Expression, bound: number): Expression => keep(inner, (value) => value > bound);
export const below = (inner: Expression, bound: number): Expression => keep(inner, (value) => value < bound);
export const atMost = (inner: Expression, bound: number): Expression => keep(inner, (value) => value <= bound);
export const equals = (inner: Expression, bound: number): Expression => keep(inner, (value) => value === bound);
export const differs = (inner: Expression, bound: number): Expression => keep(inner, (value) => value !== bound);
export const times = (inner: Expression, factor: number): Expression => ({
  roles: inner.roles,
  at: (samples, atMs) => inner.at(samples, atMs).map((one) => ({ ...one, value: one.value * factor })),
});

type Pair = (left: number, right: number) => number | null;

/** Combines values with the same labels of the two sides; null drops the pair. */
function matched(left: Expression, right: Expression, pair: Pair): Expression {
  return {
    roles: [...left.roles, ...right.roles],
    at: (samples, atMs) => {
      const byLabels = new Map(right.at(samples, atMs).map((one) => [keyOf(one.labels), one.value]));
      return left.at(samples, atMs).flatMap(({ labels, value }) => {
        const other = byLabels.get(keyOf(labels));
        const result = other === undefined ? null : pair(value, other);
        return result === null ? [] : [{ labels, value: result }];
      });
    },
  };
}
export const dividedBy = (left: Expression, right: Expression): Expression => matched(left, right, (a, b) => a / b);
export const plus = (left: Expression, right: Expression): Expression => matched(left, right, (a, b) => a + b);
export const minus = (left: Expression, right: Expression): Expression => matched(left, right, (a, b) => a - b);
export const exceeds = (left: Expression, right: Expression): Expression =>
  matched(left, right, (a, b) => (a > b ? a : null));
export const and = (left: Expression, right: Expression): Expression => matched(left, right, (a) => a);

/**
 * Divides each series of `many` by the one with its labels besides `label`, where that is above 0:
 * `/ ignoring (label) group_left`.
 */
export const shareOf = (many: Expression, label: string, one: Expression): Expression => ({
  roles: [...many.roles, ...one.roles],
  at: (samples, atMs) => {
    const totals = new Map(one.at(samples, atMs).map(({ labels, value }) => [keyOf(without(labels, [label])), value]));
    return many.at(samples, atMs).flatMap(({ labels, value }) => {
      const total = totals.get(keyOf(without(labels, [label]))) ?? 0;
      return total > 0 ? [{ labels, value: value / total }] : [];
    });
  },
});

/** Subtracts each series of `many` from the one value (without labels): `- ignoring (...) group_right`. */
export const minusEach = (one: Expression, many: Expression): Expression => ({
  roles: [...one.roles, ...many.roles],
  at: (samples, atMs) => {
    const [single] = one.at(samples, atMs);
    return single === undefined ? []
      : many.at(samples, atMs).map(({ labels, value }) => ({ labels, value: single.value - value }));
  },
});

export const or = (left: Expression, right: Expression): Expression => ({
  roles: [...left.roles, ...right.roles],
  at: (samples, atMs) => {
    const first = left.at(samples, atMs);
    const known = new Set(first.map(({ labels }) => keyOf(labels)));
    return [...first, ...right.at(samples, atMs).filter(({ labels }) => !known.has(keyOf(labels)))];
  },
});

/** Computes `sum without (label)` or `min without (label)`. */
function aggregated(inner: Expression, label: string, combine: (a: number, b: number) => number): Expression {
  return {
    roles: inner.roles,
    at: (samples, atMs) => {
      const groups = new Map<string, VectorSample>();
      for (const one of inner.at(samples, atMs)) {
        const labels = without(one.labels, [label]);
        const group = groups.get(keyOf(labels));
        groups.set(keyOf(labels), { labels, value: group === undefined ? one.value : combine(group.value, one.value) });
      }
      return [...groups.values()];
    },
  };
}
export const sumWithout = (label: string, inner: Expression): Expression => aggregated(inner, label, (a, b) => a + b);
// Same as in PromQL: NaN counts only if there is no other value.
export const minWithout = (label: string, inner: Expression): Expression =>
  aggregated(inner, label, (a, b) => (a < b || Number.isNaN(b) ? a : b));

function without(labels: Labels, names: readonly string[]): Labels {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => !names.includes(name)));
}

/** Returns the same key for the same labels, in any order. */
export function keyOf(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
