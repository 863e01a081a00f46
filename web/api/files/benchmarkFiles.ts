/** Outputs of go test -bench and of time among dropped files. */
import { isBenchmarkText } from '../../../core/text/benchmarkText.ts';

export interface NamedText { name: string; text: string }

/** Bytes to inspect: enough to skip what a build prints before the first result. */
const SNIFFED_BYTES = 256 * 1024;

/** Returns which files are outputs of go test -bench or of time, by their content, and which are not. */
export async function sortBenchmarks<F extends Pick<File, 'slice'>>(
  files: readonly F[]
): Promise<{ benchmarks: F[]; others: F[] }> {
  const isOne = await Promise.all(files.map(async (file) => {
    const head = await file.slice(0, SNIFFED_BYTES).text();
    return isBenchmarkText(head);
  }));
  return { benchmarks: files.filter((_, i) => isOne[i]), others: files.filter((_, i) => !isOne[i]) };
}

export async function readTexts(files: readonly File[]): Promise<NamedText[]> {
  return Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })));
}
