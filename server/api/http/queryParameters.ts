import type { Request } from 'express';
import type { ProfileFilters } from '../../../core/contract/contract.ts';
import { parseDurationMs } from '../../../core/text/durations.ts';
import { badData } from './errors.ts';

/** What has query parameters: a request, or an embed's question in its words. */
export type Queried = Pick<Request, 'query'>;

/** One value of a query parameter; undefined when absent or empty. Throws bad_data when it stands twice. */
export function text(req: Queried, name: string, maxLength = 1000): string | undefined {
  const value = req.query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw badData(`"${name}" must stand once.`);
  if (value.length > maxLength) throw badData(`"${name}" is longer than ${maxLength} characters.`);
  return value;
}

/** A date alone is its start in UTC. A time needs its zone: without one it would be that of whoever runs the server. */
const RFC3339 = /^\d{4}-\d\d-\d\d(?:[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d))?$/;
const SECONDS = /^-?\d+(?:\.\d*)?(?:[eE]\+?\d{1,2})?$/;

/** RFC 3339 or Unix seconds -> ms since the epoch. */
export function timeMs(req: Queried, name: string): number | undefined {
  // A plus sign that was not percent-encoded arrives as a space.
  const value = text(req, name)?.replace(/ (?=\d\d:\d\d$)/, '+');
  return value === undefined ? undefined : readTimeMs(name, value);
}

/** The year 5138; from here on a number is taken for milliseconds. */
const LEAST_MS_AS_SECONDS = 1e11;

/** As `timeMs`, of a text from elsewhere. Throws bad_data with the name. */
export function readTimeMs(name: string, value: string): number {
  if (SECONDS.test(value) && Number(value) >= LEAST_MS_AS_SECONDS) {
    throw badData(`"${name}"="${value.slice(0, 100)}" is not a time; write RFC 3339 or Unix seconds${Number(value) < 1e14 ? ' (these look like milliseconds)' : ''}.`);
  }
  const ms = SECONDS.test(value) ? Math.round(Number(value) * 1000) : RFC3339.test(value) ? Date.parse(value) : NaN;
  if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) throw badData(`"${name}"="${value.slice(0, 100)}" is not a time; write RFC 3339 or Unix seconds.`);
  return ms;
}

/** `15s`, `2h` or seconds -> ms. */
export function durationMs(req: Queried, name: string): number | undefined {
  const value = text(req, name);
  if (value === undefined) return undefined;
  const ms = parseDurationMs(value);
  if (ms === null || ms <= 0) throw badData(`"${name}"="${value}" is not a duration; write e.g. 15s, 2h or seconds.`);
  return ms;
}

export function wholeNumber(req: Queried, name: string, max: number): number | undefined {
  const value = text(req, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > max) throw badData(`"${name}"="${value}" is not a whole number from 0 to ${max}.`);
  return number;
}

export function ratio(req: Queried, name: string): number | undefined {
  const value = text(req, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!(number >= 0 && number <= 1)) throw badData(`"${name}"="${value}" is not a number from 0 to 1.`);
  return number;
}

export function flag(req: Queried, name: string): boolean | undefined {
  const value = text(req, name);
  if (value === undefined) return undefined;
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw badData(`"${name}"="${value}": write true or false.`);
}

export function oneOf<T extends string>(req: Queried, name: string, allowed: readonly T[]): T | undefined {
  const value = text(req, name);
  if (value === undefined) return undefined;
  const found = allowed.find((word) => word === value);
  if (found === undefined) throw badData(`"${name}"="${value}" is not one of ${allowed.join(', ')}.`);
  return found;
}

const FILTER_NAMES = ['focus', 'ignore', 'hide', 'show', 'show_from', 'tagfocus', 'tagignore'] as const;

export function profileFilters(req: Queried): ProfileFilters {
  const filters: ProfileFilters = {};
  for (const name of FILTER_NAMES) {
    const value = text(req, name);
    if (value !== undefined) filters[name] = value;
  }
  const granularity = oneOf(req, 'granularity', ['functions', 'files', 'lines', 'filefunctions', 'addresses']);
  if (granularity !== undefined) filters.granularity = granularity;
  const noinlines = flag(req, 'noinlines');
  if (noinlines !== undefined) filters.noinlines = noinlines;
  return filters;
}
