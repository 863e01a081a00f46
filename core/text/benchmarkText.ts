/** Outputs of go test -bench and of time, recognized by what is in them. Pure. */
const RESULT = /^(?:[^\n"]{0,200}[ \t|\]>])?Benchmark\S{0,1000}[ \t]+\d+[ \t]+[\d.]/m;
/** An event of `go test -json`, which splits a result between its name and its numbers. */
const EVENT = new RegExp(
  /^[ \t]*\{"(?:Time|Action|ImportPath)":[^\n]{1,500}/.source + /"Output":"(?:Benchmark|[^"\n]{0,1000} ns\/op)/.source,
  'm'
);
/** GNU time, its -v form, bash and POSIX, zsh, BSD and macOS. */
const TIME = new RegExp([
  /\duser\s+[\d.]+system\s/, /^[ \t]*User time \(seconds\):/, /^real[ \t]+\d/, /\ds? user [\d.]+s? system \d+% cpu /,
  /^[ \t]+[\d.]+ real\s+[\d.]+ user\s+[\d.]+ sys/,
].map(({ source }) => source).join('|'), 'm');

/** True for text with a result of a benchmark, also as events or after a prefix, or an output of `time`; no NUL. */
export function isBenchmarkText(text: string): boolean {
  return !text.includes('\0') && (RESULT.test(text) || TIME.test(text) || EVENT.test(text));
}
