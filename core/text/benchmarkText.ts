/** Outputs of go test -bench and of time, recognized by what is in them. Pure. */
const RESULT = /^Benchmark\S{0,1000}[ \t]+\d+[ \t]+[\d.]/m;
/** GNU time, its -v form, bash and POSIX, zsh, BSD and macOS. */
const TIME = new RegExp([
  /\duser\s+[\d.]+system\s/, /^[ \t]*User time \(seconds\):/, /^real[ \t]+\d/, /\ds? user [\d.]+s? system \d+% cpu /,
  /^[ \t]+[\d.]+ real\s+[\d.]+ user\s+[\d.]+ sys/,
].map(({ source }) => source).join('|'), 'm');

/** True where a text holds a result of a benchmark or an output of `time`, and no NUL. */
export function isBenchmarkText(text: string): boolean {
  return !text.includes('\0') && (RESULT.test(text) || TIME.test(text));
}
