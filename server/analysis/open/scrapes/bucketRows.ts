/** Reads the rows of a query that are the cumulative buckets of one histogram, and its quantiles. Pure. */
import { formatNumber } from '../../../../core/text/format.ts';

/** Share of the first bucket from which it is reported, and its percentiles are no more than bounds. */
const MIN_FIRST = 0.1;

const JUMP = 'these buckets, so that two percentiles in neighbouring buckets look like a jump';

interface Row { series: string; value: string }
interface Bucket { le: number; text: string; value: number }

const LE = /(?:^|[{,]\s?)le="([^"]{1,40})",?/;
const MIN_BUCKETS = 4;
const MAX_ASKED = 3;
/** A smaller number with such an ending is of a date. */
const MIN_ASKED = 50;
/** Percentiles that a text asks for: `p99`, `98th percentile`, `histogram_quantile(0.95`. */
const ASKED = new RegExp(String.raw`\bp(\d{2}(?:\.\d{1,3})?)\b|\b(\d{2}(?:\.\d{1,3})?)(?:th|st|nd|rd)\b`
  + String.raw`|histogram_quantile\( ?(0?\.\d{1,5})`, 'gi');
const USUAL = [50, 90, 99];
/** Values that are less larger than the one before are rounded, not of a bucket that is not cumulative. */
const ROUNDING = 1e-6;

/** Returns the buckets by their bounds; null unless all rows are of one histogram and its values only rise. */
function bucketsOf(rows: readonly Row[]): Bucket[] | null {
  const others = new Set(rows.map(({ series }) => series.replace(LE, '')));
  if (rows.length < MIN_BUCKETS || others.size !== 1) return null;
  const buckets = rows.flatMap(({ series, value }): Bucket[] => {
    const text = LE.exec(series)?.[1];
    return text === undefined ? [] : [{ le: /inf/i.test(text) ? Infinity : Number(text), text, value: Number(value) }];
  }).sort((a, b) => a.le - b.le);
  const [first] = buckets;
  const isWhole = first !== undefined && buckets.length === rows.length && first.le > 0
    && buckets.at(-1)?.le === Infinity && buckets.every(({ le, value }, i) =>
    !Number.isNaN(le) && value >= (buckets[i - 1]?.value ?? 0) * (1 - ROUNDING));
  return isWhole ? buckets : null;
}

/** Returns the percentiles that words of the text name; the usual ones without any. */
function askedIn(text: string): number[] {
  const found = [...text.matchAll(ASKED)].map(([, short, long, ratio]) =>
    (ratio === undefined ? Number(short ?? long) : 100 * Number(ratio)));
  const own = [...new Set(found)].filter((one) => one >= MIN_ASKED && one < 100).sort((a, b) => a - b);
  return own.length === 0 ? USUAL : own.slice(-MAX_ASKED);
}

/** Interpolates within a bucket, as histogram_quantile does. */
function quantileIn(
  buckets: readonly Bucket[], percentile: number
): { value: number; from: number; to: Bucket } | null {
  const rank = percentile / 100 * (buckets.at(-1)?.value ?? 0);
  const at = buckets.findIndex(({ value }) => value >= rank);
  const to = buckets[at];
  if (to === undefined) return null;
  const [from, below] = [buckets[at - 1]?.le ?? 0, buckets[at - 1]?.value ?? 0];
  return { value: from + (to.le - from) * (rank - below) / (to.value - below), from, to };
}

/** Returns what the buckets of one histogram say; null for other rows. */
export function bucketFacts(rows: readonly Row[], text: string): string | null {
  const buckets = bucketsOf(rows);
  const all = buckets?.at(-1)?.value ?? 0;
  if (buckets === null || !(all > 0)) return null;
  const [first] = buckets;
  const last = buckets.at(-2);
  const found = askedIn(text).flatMap((percentile) => {
    const one = quantileIn(buckets, percentile);
    return one === null ? [] : [{ percentile, ...one }];
  });
  const finite = found.filter(({ to }) => to.le !== Infinity);
  const said = finite.map(({ percentile, value, from, to }) => (to === buckets[0]
    ? `p${percentile} is at most ${formatNumber(to.le)}`
    : `p${percentile} is ${formatNumber(value)} (between ${formatNumber(from)} and ${formatNumber(to.le)})`));
  const lost = found.filter(({ to }) => to.le === Infinity).map(({ percentile }) => `p${percentile}`);
  const beyond = last === undefined ? 0 : all - last.value;
  const top = buckets.find(({ value }) => value >= all * (1 - ROUNDING));
  return [
    `They are the ${buckets.length} cumulative buckets of one histogram, ${
      Number(all.toPrecision(4)).toLocaleString('en-US')} in all, so that le="+Inf" `
      + 'always has the highest value.',
    said.length === 0 ? null : `By interpolation, as histogram_quantile does it, ${said.join(', ')}: the true values `
      + `may be anywhere within ${said.length === 1 ? 'that bucket' : JUMP}.`,
    first === undefined || first.value < MIN_FIRST * all || finite.some(({ to }) => to === first) ? null
      : `${formatNumber(100 * first.value / all)} % are at most ${formatNumber(first.le)}.`,
    beyond > all * ROUNDING ? `${formatNumber(100 * beyond / all)} % are above the last bound, ${
      formatNumber(last?.le ?? 0)}${lost.length === 0 ? '' : `, and so ${lost.length === 1 ? 'is' : 'are'} ${
      lost.join(' and ')}`}: add larger buckets.`
      : top === undefined || top.le === Infinity ? null : `None is above ${formatNumber(top.le)}.`,
    lost.length > 0 ? null : 'Add bounds there for more exact percentiles, or use native histograms, over a time '
      + 'with enough requests.',
  ].filter((part) => part !== null).join(' ');
}
