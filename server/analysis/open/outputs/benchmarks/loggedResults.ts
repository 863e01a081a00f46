/** Recognizes the output of go test -bench among the lines that the benchmarked code logs, such as in CI. Pure. */

const MIN_RESULTS = 2;
const MAX_LINES = 20_000;
const MAX_LINE = 1500;
/** The time that a build server, and perhaps a tool before it, puts before a line. */
const STAMP = /^(?:[^\t]{1,200}\t[^\t]{1,200}\t)?\[?\d{4}-\d\d-\d\d[T ][\d:.,]{8,18}(?:Z|[+-]\d\d:?\d\d)?\]? /;
const MEASURED = String.raw`\d{1,18}[ \t]{1,80}[\d.]{1,30}(?:e[+-]?\d{1,3})? [^\s\d]\S{0,39}\/op\b`;
const RESULT = new RegExp(String.raw`^Benchmark\S{0,1000}[ \t]{1,80}${MEASURED}`);
/** The rest of a result when a log line came between its name and its numbers. */
const NAME = /^Benchmark\S{0,1000}-\d{1,4}(?:[ \t]|$)/;
const NUMBERS = new RegExp(String.raw`^[ \t]{0,80}${MEASURED}`);
/** Lines that go test prints around results. */
const AROUND = /^(?:goos: |pkg: |PASS[ \t]*$|ok[ \t]{1,8}\S)/;
/** A crash is more than the results before it. */
const CRASHED = /^(?:panic: |fatal error: |unexpected fault address |SIG[A-Z]{3,5}: )/;

/** Returns whether a text has results of a run of go test that did not crash, also after stamps and log lines. */
export function hasLoggedResults(text: string): boolean {
  if (!text.includes('/op') || !/(?:^|\s)Benchmark\S/.test(text)) return false;
  let [results, isAround, isNamed] = [0, false, false];
  for (const raw of text.split('\n', MAX_LINES)) {
    const line = raw.slice(0, MAX_LINE).replace(/\r$/, '').replace(STAMP, '');
    if (CRASHED.test(line)) return false;
    if (RESULT.test(line) || (isNamed && NUMBERS.test(line))) [results, isNamed] = [results + 1, false];
    else if (NAME.test(line)) isNamed = true;
    isAround ||= AROUND.test(line);
  }
  return isAround && results >= MIN_RESULTS;
}
