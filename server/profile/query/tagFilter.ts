/**
 * Compiles `tagfocus` and `tagignore`: `key=regex`, `regex` (against `key:value`), several separated by commas, or a
 * range of a numeric tag (`32kb`, `:64kb`, `4mb:`, `12kb:64mb`).
 * https://github.com/google/pprof/blob/main/internal/driver/driver_focus.go
 */
import { ok, type Result } from '../../../core/result.ts';
import { at, type Profile } from '../decode/profile.ts';
import type { Matcher } from '../../../core/regex.ts';
import { timedRegex } from './timedRegex.ts';
import { scaleUnit } from './units.ts';

/** Returns whether a sample matches. */
export type TagTest = (sample: number) => boolean;

export function compileTagFilter(name: string, filter: string | undefined, profile: Profile): Result<TagTest | null> {
  if (filter === undefined || filter === '') return ok(null);
  const equals = filter.indexOf('=');
  const key = equals < 0 ? '' : filter.slice(0, equals);
  const value = filter.slice(equals + 1);

  const inRange = parseRange(value);
  if (inRange !== null) {
    const units = numericUnits(profile);
    return ok((sample) => someLabel(profile, sample, (labelKey, text, number) =>
      text === null && (key === '' || labelKey === key) && inRange(number, units.get(labelKey) ?? '')));
  }

  const matchers: Matcher[] = [];
  for (const part of value.split(',')) {
    const matcher = timedRegex(name, part);
    if (!matcher.ok) return matcher;
    matchers.push(matcher.value);
  }
  if (key === '') {
    return ok((sample) => matchers.every((matcher) =>
      someLabel(profile, sample, (labelKey, text) => text !== null && matcher.test(`${labelKey}:${text}`))));
  }
  return ok((sample) => someLabel(profile, sample, (labelKey, text) =>
    text !== null && labelKey === key && matchers.some((matcher) => matcher.test(text))));
}

/** `text` is null for a numeric label, whose value is then `number`. */
function someLabel(
  profile: Profile, sample: number, test: (key: string, text: string | null, number: number) => boolean
): boolean {
  const { start, key, text, number, strings } = profile.labels;
  for (let label = at(start, sample); label < at(start, sample + 1); label++) {
    const textRow = at(text, label);
    if (test(strings[at(key, label)] ?? '', textRow < 0 ? null : (strings[textRow] ?? ''), Number(number[label] ?? 0n)))
      return true;
  }
  return false;
}

/**
 * Returns units by key: the first one written with it; without any, `alignment` and `request` are in bytes, and other
 * keys are their own unit.
 */
export function numericUnits(profile: Profile): Map<string, string> {
  const { key, text, unit, strings } = profile.labels;
  const units = new Map<string, string>();
  const keys = new Set<string>();
  for (let label = 0; label < text.length; label++) {
    if (at(text, label) >= 0) continue;
    const name = strings[at(key, label)] ?? '';
    keys.add(name);
    const unitName = strings[at(unit, label)] ?? '';
    if (unitName !== '' && !units.has(name)) units.set(name, unitName);
  }
  for (const name of keys) {
    if (!units.has(name)) units.set(name, name === 'alignment' || name === 'request' ? 'bytes' : name);
  }
  return units;
}

type RangeTest = (value: number, unit: string) => boolean;

function parseRange(filter: string): RangeTest | null {
  const found = /^(:)?([+-]?\d+)([A-Za-z]+)?(:)?(?:([+-]?\d+)([A-Za-z]+)?)?$/.exec(filter);
  if (found === null) return null;
  const [, before, first = '', firstUnit = '', after, second, secondUnit = ''] = found;
  if (second !== undefined && (before !== undefined || after === undefined)) return null;
  if (before !== undefined && after !== undefined) return null;
  const low = scaleUnit(Number(first), firstUnit, firstUnit);
  const within = (test: (scaled: number) => boolean): RangeTest => (value, unit) => {
    const scaled = scaleUnit(value, unit, low.unit);
    return scaled.unit === low.unit && test(scaled.value);
  };
  if (second !== undefined) {
    const high = scaleUnit(Number(second), secondUnit, low.unit);
    return high.unit === low.unit ? within((value) => value >= low.value && value <= high.value) : null;
  }
  if (before !== undefined) return within((value) => value <= low.value);
  if (after !== undefined) return within((value) => value >= low.value);
  return within((value) => value === low.value);
}
