/**
 * Series selectors as in PromQL: `name`, `name{a="b",c!="d",e=~"x.*",f!~"y"}`, `{__name__=~"go_.+"}`.
 * Rules: https://prometheus.io/docs/prometheus/latest/querying/basics/#instant-vector-selectors
 */
import type { Labels } from '../metrics/series.ts';
import { fail, ok } from '../result.ts';
import type { Result } from '../result.ts';

const MAX_LENGTH = 4096;
const MAX_MATCHERS = 32;
const MAX_REPETITIONS = 3;
const MAX_WAYS = 1e7;
const NAME = /[a-zA-Z_:][a-zA-Z0-9_:]*/y;
const MATCHER = /\s*(?:([a-zA-Z_][a-zA-Z0-9_]*)|("(?:[^"\\]|\\.)*"))\s*(=~|!~|!=|=)\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*/y;

export type SeriesMatch = (series: { name: string; labels: Labels }) => boolean;

/** A label that a series lacks counts as "". Regular expressions match the whole value. */
export function parseSelector(text: string): Result<SeriesMatch> {
  if (text.length > MAX_LENGTH) return fail('bad_data', `The selector is longer than ${MAX_LENGTH} characters.`);
  const source = text.trim();
  const tests: SeriesMatch[] = [];
  NAME.lastIndex = 0;
  const name = NAME.exec(source)?.[0];
  if (name) tests.push((series) => series.name === name);
  let at = name?.length ?? 0;
  while (source[at] === ' ') at++;
  if (at < source.length) {
    const matchers = parseMatchers(source, at);
    if (!matchers.ok) return matchers;
    tests.push(...matchers.value);
  }
  if (tests.length === 0) return fail('bad_data', 'The selector names no series; write e.g. go_goroutines or {job="prometheus"}.');
  return ok((series) => tests.every((test) => test(series)));
}

function parseMatchers(source: string, open: number): Result<SeriesMatch[]> {
  const wrong = (at: number): Result<SeriesMatch[]> =>
    fail('bad_data', `The selector cannot be read at character ${at + 1}: expected name{label="value",...}.`);
  if (source[open] !== '{' || !source.endsWith('}')) return wrong(open);
  const tests: SeriesMatch[] = [];
  let at = open + 1;
  const end = source.length - 1;
  while (source.slice(at, end).trim() !== '') {
    MATCHER.lastIndex = at;
    const found = MATCHER.exec(source);
    if (!found || MATCHER.lastIndex > end) return wrong(at);
    const [, plain, quoted, operator = '=', value = '""'] = found;
    const test = matcher(plain ?? unquote(quoted ?? '""'), operator, unquote(value));
    if (!test.ok) return test;
    tests.push(test.value);
    if (tests.length > MAX_MATCHERS) return fail('bad_data', `The selector has more than ${MAX_MATCHERS} label matchers.`);
    at = MATCHER.lastIndex;
    if (at < end && source[at] !== ',') return wrong(at);
    if (at < end) at++;
  }
  return ok(tests);
}

function matcher(label: string, operator: string, value: string): Result<SeriesMatch> {
  const read: (series: { name: string; labels: Labels }) => string = label === '__name__'
    ? (series) => series.name
    : (series) => (Object.hasOwn(series.labels, label) ? series.labels[label] ?? '' : '');
  if (operator === '=') return ok((series) => read(series) === value);
  if (operator === '!=') return ok((series) => read(series) !== value);
  const pattern = wholeMatch(value);
  if (!pattern.ok) return pattern;
  const wanted = operator === '=~';
  return ok((series) => pattern.value(read(series)) === wanted);
}

/**
 * RE2, which PromQL means, cannot take exponential time; JavaScript's engine can. So an expression that repeats a
 * group or refers back is refused, repetitions are few, and a value so long that trying all ways to share it out
 * among them would take seconds counts as not matching.
 */
function wholeMatch(pattern: string): Result<(value: string) => boolean> {
  if (/\)[*+{?]/.test(pattern) || /\\[1-9k]|\(\?[=!<]/.test(pattern)) {
    return fail('bad_data', `The expression ${JSON.stringify(pattern)} repeats a group, looks around or refers back, which is not supported here; write it without.`);
  }
  const repetitions = pattern.match(/[*+{]/g)?.length ?? 0;
  if (pattern.length > 256 || repetitions > MAX_REPETITIONS) {
    return fail('bad_data', `The expression is too long or has more than ${MAX_REPETITIONS} repetitions; write a simpler one.`);
  }
  try {
    const whole = new RegExp(`^(?:${pattern})$`, 's');
    return ok((value) => value.length ** repetitions <= MAX_WAYS && whole.test(value));
  } catch {
    return fail('bad_data', `${JSON.stringify(pattern)} is no valid regular expression.`);
  }
}

function unquote(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/gs, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped === 't' ? '\t' : escaped));
}
