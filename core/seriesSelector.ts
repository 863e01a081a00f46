/**
 * Series selectors like PromQL's: `name`, `name{a="b",c!="d",e=~"x.*",f!~"y"}`, `{__name__=~"go_.+"}`,
 * `{"name with spaces",a="b"}`.
 * Rules: https://prometheus.io/docs/prometheus/latest/querying/basics/#instant-vector-selectors
 */
import { systemClock } from './time/clock.ts';
import type { Labels } from './contract/terms/targetKind.ts';
import { compileRegex } from './regex.ts';
import { fail, ok } from './result.ts';
import type { Result } from './result.ts';

const MAX_LENGTH = 4096;
const MAX_MATCHERS = 32;
/**
 * Time limit of one regular expression over all series: this thread also records, so a selector must not block it
 * longer.
 */
const MAX_EXPRESSION_MS = 2000;
const NAME = /[a-zA-Z_:][a-zA-Z0-9_:]*/y;
/** A metric name with any characters, as in Prometheus 3: quoted, alone before a comma or the end. */
const QUOTED_NAME = /\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*(?=[,}])/y;
const MATCHER =
  /\s*(?:([a-zA-Z_][a-zA-Z0-9_]*)|("(?:[^"\\]|\\.)*"))\s*(=~|!~|!=|=)\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*/y;

/** A regular expression exceeded its time limit. */
export class RegexWorkError extends Error {}

export type SeriesMatch = (series: { name: string; labels: Labels }) => boolean;

/** Parses a selector. A missing label counts as ""; regular expressions match the whole value. */
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
  if (tests.length === 0)
    return fail('bad_data', 'The selector names no series; write e.g. go_goroutines or {job="prometheus"}.');
  return ok((series) => tests.every((test) => test(series)));
}

function parseMatchers(source: string, open: number): Result<SeriesMatch[]> {
  const wrong = (at: number): Result<SeriesMatch[]> =>
    fail(
      'bad_data', `The selector cannot be read at character ${at + 1}: expected name{label="value",...} `
        + '(one selector, without a function, a range or an offset).'
    );
  if (source[open] !== '{' || !source.endsWith('}')) return wrong(open);
  const tests: SeriesMatch[] = [];
  let at = open + 1;
  const end = source.length - 1;
  while (source.slice(at, end).trim() !== '') {
    const read = readMatcher(source, at);
    if (read === null || read.next > end) return wrong(at);
    const test = matcher(read.label, read.operator, read.value);
    if (!test.ok) return test;
    tests.push(test.value);
    if (tests.length > MAX_MATCHERS)
      return fail('bad_data', `The selector has more than ${MAX_MATCHERS} label matchers.`);
    at = read.next;
    if (at < end && source[at] !== ',') return wrong(at);
    if (at < end) at++;
  }
  return ok(tests);
}

function readMatcher(source: string, at: number): { label: string; operator: string; value: string; next: number }
  | null {
  QUOTED_NAME.lastIndex = at;
  const name = QUOTED_NAME.exec(source)?.[1];
  if (name !== undefined)
    return { label: '__name__', operator: '=', value: unquote(name), next: QUOTED_NAME.lastIndex };
  MATCHER.lastIndex = at;
  const found = MATCHER.exec(source);
  if (found === null) return null;
  const [, plain, quoted, operator = '=', value = '""'] = found;
  return { label: plain ?? unquote(quoted ?? '""'), operator, value: unquote(value), next: MATCHER.lastIndex };
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
 * Compiles a test of whole values. RE2 is linear in the value, but many long values can still take too long: the test
 * then throws RegexWorkError.
 */
function wholeMatch(pattern: string): Result<(value: string) => boolean> {
  const name = 'the expression of the selector';
  // Compiles it alone first: "a)|(b" is invalid, but would be valid between the anchors.
  const alone = compileRegex(name, pattern);
  if (!alone.ok) return alone;
  const whole = compileRegex(name, `^(?s:${pattern})$`);
  if (!whole.ok) return whole;
  let leftMs = MAX_EXPRESSION_MS;
  return ok((value) => {
    if (leftMs < 0) throw new RegexWorkError('the expression takes too long');
    const begunMs = systemClock.steadyMs();
    const matched = whole.value.test(value);
    leftMs -= systemClock.steadyMs() - begunMs;
    return matched;
  });
}

function unquote(text: string): string {
  return text.slice(1, -1)
    .replace(/\\(.)/gs, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped === 't' ? '\t' : escaped));
}
