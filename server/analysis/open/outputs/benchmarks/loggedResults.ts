/** Recognizes the output of go test -bench among the lines that the benchmarked code logs, such as in CI. Pure. */
import { withoutColours } from '../../../logs/logBytes.ts';

/** Number of results that are benchmarks, whatever else is in the text. */
const MIN_RESULTS = 2;
const MAX_LINES = 20_000;
const MAX_LINE = 1500;
/** What a build server, and perhaps a tool before it, puts before a line: a time, a stream, or the container. */
const PREFIX = new RegExp([
  /^(?:[^\t]{1,200}\t[^\t]{1,200}\t)?\[?\d{4}-\d\d-\d\d[T ][\d:.,]{8,18}(?:Z|[+-]\d\d:?\d\d)?\]? (?:\d\d[OE][ +])?/,
  /^#\d{1,6} \d{1,9}\.\d{1,9} /, /^\d\d:\d\d:\d\d(?:[.,]\d{1,9})? {1,2}/, /^[\w./-]{1,200} *\| ?/,
  /^\w{3} [ \d]\d \d\d:\d\d:\d\d \S{1,200} \S{1,200}: /,
].map(({ source }) => `(?:${source})`).join('|'));
const MEASURED = String.raw`\d{1,18}[ \t]{1,80}[\d.]{1,30}(?:e[+-]?\d{1,3})? [^\s\d]\S{0,39}\/op\b`;
const RESULT = new RegExp(String.raw`^Benchmark\S{0,1000}[ \t]{1,80}${MEASURED}`);
/** The rest of a result when a log line came between its name and its numbers. */
const NAME = /^Benchmark\S{0,1000}-\d{1,4}(?:[ \t]|$)/;
const NUMBERS = new RegExp(String.raw`^[ \t]{0,80}${MEASURED}`);
/** Lines that go test prints before and after results. */
const BEFORE = /^(?:goos|pkg): /;
const AFTER = /^(?:PASS[ \t]*$|ok[ \t]{1,8}\S)/;
/** A level of errors: a log that has one is more than results that it quotes without their run. */
const ERROR = /\blevel"?[=:]"?(?:error|fatal|crit)|\t(?:error|fatal|panic)\t|\b(?:ERROR|FATAL)\b/;
/** A crash is more than the results before it. */
const CRASHED = /^(?:panic: |fatal error: |unexpected fault address |SIG[A-Z]{3,5}: )/;

/**
 * Returns whether a text has results of a run of go test that did not crash, also after stamps and log lines: several,
 * or one of a run that is whole.
 */
export function hasLoggedResults(text: string): boolean {
  if (!text.includes('/op') || !/(?:^|\s)Benchmark\S/.test(text)) return false;
  let [results, isBefore, isAfter, isNamed, hasError] = [0, false, false, false, false];
  for (const raw of text.split('\n', MAX_LINES)) {
    const line = withoutColours(raw.slice(0, MAX_LINE).replace(/\r$/, '')).replace(PREFIX, '');
    if (CRASHED.test(line)) return false;
    if (RESULT.test(line) || (isNamed && NUMBERS.test(line))) [results, isNamed] = [results + 1, false];
    else if (NAME.test(line)) isNamed = true;
    isBefore ||= BEFORE.test(line);
    isAfter ||= AFTER.test(line);
    hasError ||= ERROR.test(line);
  }
  return (results >= MIN_RESULTS && (isBefore || isAfter || !hasError)) || (results > 0 && isBefore && isAfter);
}
