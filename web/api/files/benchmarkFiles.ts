/** Outputs of go test -bench and of time among dropped files. */
export interface NamedText { name: string; text: string }

const RESULT = /^Benchmark\S{0,1000}[ \t]+\d+[ \t]+[\d.]/m;
/** GNU time, its -v form, bash and POSIX, zsh, BSD and macOS. */
const TIME = new RegExp([
  /\duser\s+[\d.]+system\s/, /^[ \t]*User time \(seconds\):/, /^real[ \t]+\d/, /\ds? user [\d.]+s? system \d+% cpu /,
  /^[ \t]+[\d.]+ real\s+[\d.]+ user\s+[\d.]+ sys/,
].map(({ source }) => source).join('|'), 'm');
/** Enough to come past what a build prints before the first result. */
const SNIFFED_BYTES = 256 * 1024;

/** Which of some files hold outputs of go test -bench or of time, told by what is in them, and which do not. */
export async function sortBenchmarks<F extends Pick<File, 'slice'>>(
  files: readonly F[]
): Promise<{ benchmarks: F[]; others: F[] }> {
  const isOne = await Promise.all(files.map(async (file) => {
    const head = await file.slice(0, SNIFFED_BYTES).text();
    return !head.includes('\0') && (RESULT.test(head) || TIME.test(head));
  }));
  return { benchmarks: files.filter((_, i) => isOne[i]), others: files.filter((_, i) => !isOne[i]) };
}

export async function readTexts(files: readonly File[]): Promise<NamedText[]> {
  return Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })));
}
