/** Detects outputs of go test -bench, of time and of benchmark programs in JSON by their content. Pure. */
/** A result line. A value has a unit after it: `BenchmarkA 100 90 -10.00%` is a row of benchcmp. */
const RESULT = new RegExp(
  String.raw`^(?:[^\n"]{0,200}[ \t|\]>])?Benchmark\S{0,1000}[ \t]+\d+[ \t]+[\d.]\S{0,40}[ \t]+`
    + String.raw`(?![-+\u2212]?[\d.]{1,20}[%x]?[ \t]*\r?$)\S`,
  'm'
);
/** An event of `go test -json`, which splits a result between its name and its numbers. */
const EVENT = new RegExp([
  /^[ \t]*\{"(?:Time|Action|ImportPath)":[^\n]{1,500}/, /"Output":"(?:Benchmark|[^"\n]{0,1000} ns\/op)/,
].map(({ source }) => source).join(''), 'm');
/** Outputs of GNU time, its -v form, bash and POSIX, zsh, BSD and macOS, csh, fish. */
const TIME = new RegExp([
  /\duser\s+[\d.,]+system\s/, /^[ \t]*(?:\|.{0,200}\bUser|User) time \(seconds\):/, /^real[ \t]+\d/,
  /^[ \t]{1,20}real[ \t]{1,20}\d{1,6}(?:m ?\d|[.,]\d)/,
  /\ds? user [\d.,]+s? system \d+% cpu /,
  /^[ \t]+[\d.,]+ real\s+[\d.,]+ user\s+[\d.,]+ sys/,
  // csh and fish.
  /\du \d{1,12}[.,]\d{1,3}s \d[\d:.,]{0,20} \d{1,6}(?:[.,]\d)?%/,
  /^[ \t]{0,20}Executed in[ \t]{1,20}\d[\d.,]{0,12}[ \t]{1,20}(?:secs|millis|micros|mins|hours)\b/,
].map(({ source }) => source).join('|'), 'm');

/** Characters in which the keys of results in JSON are. */
const MARKED_CHARS = 64 * 1024;
/** Keys by which results in JSON are recognized; `benchmarks/` reads them. */
const JSON_MARKS: readonly (readonly [program: string, ...marks: RegExp[]])[] = [
  ['JMH', /"jmhVersion"\s*:/, /"primaryMetric"\s*:/],
  ['pytest-benchmark', /"machine_info"\s*:/, /"benchmarks"\s*:/],
  ['Google Benchmark', /"context"\s*:/, /"benchmarks"\s*:/, /"(?:real_time|error_occurred)"\s*:/],
  ['hyperfine', /"results"\s*:\s*\[\s*\{\s*"command"\s*:/],
  ['Criterion', /^\s{0,100}\{\s{0,100}"(?:mean"\s*:\s*\{\s*"confidence_interval"|sampling_mode"\s*:)/,
    /"(?:median_abs_dev|iters)"\s*:/],
  ['BenchmarkDotNet', /"HostEnvironmentInfo"\s*:/, /"Benchmarks"\s*:\s*\[/],
];

/** Returns the program whose results in JSON a text holds; null for other texts. */
export function jsonBenchmarkProgram(text: string): string | null {
  const head = text.slice(0, MARKED_CHARS).replace(/^\uFEFF/, '');
  if (!/^\s{0,100}[[{]/.test(head)) return null;
  return JSON_MARKS.find(([, ...marks]) => marks.every((mark) => mark.test(head)))?.[0] ?? null;
}

const matches = (pattern: RegExp, text: string): boolean => pattern.test(text);

/**
 * Returns whether a text without NUL has benchmark results, also in events, after a prefix or in JSON, or `time`.
 * `fits`: does the same as to test a pattern.
 */
export function isBenchmarkText(text: string, fits = matches): boolean {
  return !text.includes('\0')
    && (fits(RESULT, text) || fits(TIME, text) || fits(EVENT, text) || jsonBenchmarkProgram(text) !== null);
}

/** Returns whether a text has a line such as `BenchmarkA-8  100  12.5 ns/op`, also after a prefix. */
export const hasResult = (text: string, fits = matches): boolean => fits(RESULT, text);
