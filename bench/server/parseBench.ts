/** Throughput of the exposition parser against the npm package parse-prometheus-text-format, in the same run. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import parsePrometheusTextFormat from 'parse-prometheus-text-format';
import { ExpositionParser } from '../../server/data/metrics/exposition/parseExposition.ts';
import { readRecordingLines, recordings } from '../../testdata/loadRecording.ts';
import { medianOf, type BenchRow } from '../benchRow.ts';

const MIN_RATIO = 3;
const ROUNDS = 11;
const BODIES = 60;

/**
 * A row each for the recording's bodies as scraped one after the other, for the same with a parser that knows nothing
 * yet, and for a whole body with its HELP and TYPE lines. Ours starts from bytes, as from the network; theirs from
 * text.
 */
export async function parseBench(): Promise<BenchRow[]> {
  const lines = readRecordingLines(recordings.load).filter(({ status }) => status === 200);
  const middle = Math.floor(lines.length / 2);
  const bodies = lines.slice(middle, middle + BODIES).map(({ body }) => body ?? '');
  const file = new URL('../../testdata/recordings/prom-2.42-metrics.txt.gz', import.meta.url);
  const whole = Array.from({ length: 20 }, () => gunzipSync(readFileSync(file)).toString('utf8'));
  const warm = new ExpositionParser();
  return Promise.resolve([
    compare('parse the recording\'s bodies, one parser for all', bodies, (body) => warm.parse(body).series.length),
    compare('parse them, a new parser for each', bodies, (body) => new ExpositionParser().parse(body).series.length,
      // Work that is done once per target, not once per scrape.
      { leastRatio: 0 }),
    compare('parse a whole body with its comments, one parser for all', whole, (body) => warm.parse(body).series.length,
      { sameSamples: false }),
  ]);
}

/**
 * `sameSamples` false: the package keeps one label set of a histogram or summary with a TYPE line, so its samples are
 * fewer; ours have to be the body's sample lines all the same.
 */
function compare(
  name: string, texts: string[], parse: (body: Uint8Array) => number,
  { sameSamples = true, leastRatio = MIN_RATIO }: { sameSamples?: boolean; leastRatio?: number } = {},
): BenchRow {
  const bytes = texts.map((text) => Buffer.from(text));
  const total = bytes.reduce((sum, { length }) => sum + length, 0);
  const ours: number[] = [];
  const theirs: number[] = [];
  let oursCounted = 0;
  let theirsCounted = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    // By turns, so that what else the machine does falls on both.
    theirs.push(secondsOf(() => { theirsCounted = sumOf(texts, (text) => countSamples(text)); }));
    ours.push(secondsOf(() => { oursCounted = sumOf(bytes, parse); }));
  }
  const ratio = medianOf(theirs.map((seconds, round) => seconds / (ours[round] ?? Number.NaN)));
  const speed = (seconds: number[]): string => `${(total / 1e6 / medianOf(seconds)).toFixed(0)} MB/s`;
  const sampleLines = sumOf(
    texts, (text) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length
  );
  const same = oursCounted === sampleLines && (!sameSamples || oursCounted === theirsCounted);
  return {
    name,
    measured: `${ratio.toFixed(1)}x (${speed(ours)} against ${speed(theirs)}), `
      + `${oursCounted} samples of ${sampleLines} lines, against ${theirsCounted}`,
    bar: `${leastRatio > 0 ? `>= ${leastRatio}x, ` : ''}${sameSamples ? 'same samples' : 'every sample'}`,
    pass: ratio >= leastRatio && same,
  };
}

/** Samples of the package's answer: it folds summaries and histograms into one entry. */
function countSamples(text: string): number {
  let count = 0;
  for (const { metrics } of parsePrometheusTextFormat(text)) {
    for (const { value, count: observed, sum, buckets, quantiles } of metrics) {
      if (value !== undefined) count += 1;
      if (observed !== undefined) count += 1;
      if (sum !== undefined) count += 1;
      count += Object.keys(buckets ?? {}).length + Object.keys(quantiles ?? {}).length;
    }
  }
  return count;
}

function secondsOf(work: () => void): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}

function sumOf<T>(items: T[], count: (item: T) => number): number {
  return items.reduce((sum, item) => sum + count(item), 0);
}
