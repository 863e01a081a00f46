/** Finds figures of a line that are close to a limit in the same line, whatever its level is. Pure; bounded. */
import { formatNumber } from '../../../../../core/text/format.ts';
import { ends } from '../../look/factTools.ts';
import { atTime, type Entry } from './entries.ts';

/** Minimum share of a limit that counts as near it. */
const NEAR_RATIO = 0.9;
/** Minimum limit; smaller ones, as of workers or of retries, are reached in usual work. */
const MIN_LIMIT = 100;
const NUMBER = /^\d{1,15}(?:\.\d{1,9})?$/;
/** Bounds of what an item may be, and no amounts that fill up; attempts end at their limit by themselves. */
const NOT_FILLED = /segment|time|mint|maxt|seq|version|level|port|attempt|retr|shard|backoff|id$|index|offset|min/i;
const LIMIT = /^(?:max|limit)[_-]?(?=[A-Za-z])|[_-]?(?:max|limit|capacity)$/i;

export interface Filled { key: string; limitKey: string; value: number; limit: number; entry: Entry }

const plain = (key: string): string => key.toLowerCase().replaceAll(/[_-]/g, '');

/** Returns the figures that have a limit of their own name, the fullest first. */
export function limitsOf(entries: readonly Entry[]): Filled[] {
  return entries.flatMap((entry) => {
    const keys = Object.entries(entry.fields).filter(([key, value]) => NUMBER.test(value) && !NOT_FILLED.test(key));
    return keys.flatMap(([limitKey, limit]): Filled[] => {
      const base = plain(limitKey.replace(LIMIT, ''));
      if (!LIMIT.test(limitKey) || base === '') return [];
      return keys.filter(([key]) => key !== limitKey && plain(key) === base)
        .map(([key, value]) => ({ key, limitKey, value: Number(value), limit: Number(limit), entry }));
    });
  }).filter(({ limit }) => limit >= MIN_LIMIT).sort((a, b) => b.value / b.limit - a.value / a.limit);
}

export const shareText = ({ value, limit }: Filled): string => {
  const percent = 100 * value / limit;
  // A limit that is not reached is not said to be.
  return percent < 100 && percent > 99.9 ? 'just below 100 %' : `${formatNumber(percent)} %`;
};

/** Returns the fullest figure with its limit; null if none is close to one. */
export function nearLimits(entries: readonly Entry[]): string | null {
  const [first] = limitsOf(entries).filter(({ value, limit }) => value >= NEAR_RATIO * limit);
  if (first === undefined) return null;
  const { key, limitKey, value, limit, entry } = first;
  return `${key} is at ${shareText(first)} of its limit: ${value.toLocaleString('en-US')} of ${
    limit.toLocaleString('en-US')} (${limitKey})${atTime(entry)}, in the line "${ends(entry.message)}". See what `
    + 'empties it, and whether it grows.';
}
