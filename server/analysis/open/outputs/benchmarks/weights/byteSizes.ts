/** Weighs rows that allocate more and rows that allocate less by their bytes, which shares hide. Pure. */
import { formatBytes, formatNumber } from '../../../../../../core/text/format.ts';

interface Row { name: string; base: number | null; change: number }

const OF_BYTES = /^(?:B|bytes|alloc)\/op$/;
/** Change in each direction from which they are weighed, and factor between the largest amounts. */
const MUCH = 0.05;
const FAR = 10;
const DECIMAL: readonly (readonly [number, string])[] = [[1e9, 'GB'], [1e6, 'MB'], [1e3, 'kB'], [1, 'B']];

/** Returns bytes in the multiples of the table: of 1,000 in the older form of benchstat, else of 1,024. */
function bytesText(bytes: number, unit: string): string {
  if (unit !== 'alloc/op') return formatBytes(bytes);
  const [size, word] = DECIMAL.find(([least]) => bytes >= least) ?? [1, 'B'];
  return `${formatNumber(bytes / size)} ${word}`;
}

/** Returns null unless bytes change much both ways, and by far more in one of them. */
export function byteWords(rows: readonly Row[], unit: string | null): string | null {
  if (unit === null || !OF_BYTES.test(unit)) return null;
  const sized = rows.map(({ name, base, change }) => ({ name, change, bytes: Math.abs((base ?? 0) * change) }));
  const most = (own: typeof sized): (typeof sized)[number] | undefined =>
    own.filter(({ change }) => Math.abs(change) >= MUCH).toSorted((a, b) => b.bytes - a.bytes)[0];
  const [up, down] = [most(sized.filter(({ change }) => change > 0)), most(sized.filter(({ change }) => change < 0))];
  if (up === undefined || down === undefined || up.bytes <= 0 || down.bytes <= 0) return null;
  const [large, small, word, other] = up.bytes > down.bytes ? [up, down, 'more', 'less'] : [down, up, 'less', 'more'];
  return large.bytes < FAR * small.bytes ? null : `In bytes ${large.name} has ${bytesText(large.bytes, unit)} ${
    word} per operation, those with ${other} at most ${bytesText(small.bytes, unit)} ${other}: weigh them by how often `
    + 'each runs.';
}
