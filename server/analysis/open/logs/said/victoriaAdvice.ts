/** Gives advice on errors of VictoriaMetrics by the flags and words in them. Pure. */
import { FREE_SPACE, READ_ONLY } from '../messages/databases/ofVictoriaMetrics.ts';

/** Advice by the flags and words in the message. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/-search\.max(?:UniqueTimeseries|Series)|matching timeseries exceeds/,
    'A query selects more series than its limit: narrow its selectors before you raise the limit, which costs memory.'],
  [/-promscrape\.maxScrapeSize/,
    'The answer of that target is larger than -promscrape.maxScrapeSize, so its scrape is dropped.'],
  [/-search\.maxSamplesPer(?:Query|Series)/, 'A query reads more samples than its limit: shorten its range.'],
  [/-search\.maxMemoryPerQuery|-memory\.allowed/, 'A query needs more memory than it is allowed: shorten its range, or '
    + 'select fewer series.'],
  [/-search\.maxQueryDuration|timeout exceeded/, 'A query takes longer than it is allowed: shorten its range, or '
    + 'select fewer series.'],
  [/-search\.maxConcurrentRequests|-maxConcurrentInserts|-insert\.maxQueueDuration/,
    'More requests run at once than its limit allows: see what they wait for, such as CPU, the disk, heavy queries or '
      + 'slow senders, before you raise the limit.'],
  [/read-only mode|minFreeDiskSpaceBytes/, `${READ_ONLY}: ${FREE_SPACE}.`],
];

/** Returns advice on an error by the flags and words of VictoriaMetrics in it; null without them. */
export const victoriaAdvice = (error: string): string | null =>
  ADVICE.find(([pattern]) => pattern.test(error))?.[1] ?? null;
