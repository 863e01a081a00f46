/** Everything that a scrape writes to an engine: what was scraped, and the records of the scrape itself. */
import type { ScrapeErrorKind } from '../../../../core/contract/terms/targetKind.ts';
import { SCRAPE_RECORDS } from '../../metrics/engineMatrix.ts';
import type { SampleBatch } from '../partitions/headPartition.ts';
import type { StoredScrape } from '../partitions/scrapeList.ts';
import type { SeriesName } from './outboxRecords.ts';

/** The parts of one scrape that are sent, see TakenScrape. */
export interface SentScrape {
  scrape: StoredScrape;
  samples: SampleBatch | null;
  extras: Record<string, number>;
  beside: SampleBatch | null;
  outcome: { samples: number };
}

const named = (name: string): SeriesName => ({ name, labels: {} });

/** Series that Prometheus itself records for a scrape. */
const OF_SCRAPE = [
  SCRAPE_RECORDS.up, SCRAPE_RECORDS.duration, 'scrape_samples_scraped', 'scrape_samples_post_metric_relabeling',
  SCRAPE_RECORDS.bytes,
].map(named);
/** Series that panels need besides: the status, and whether the body equals the previous one. */
const OF_PANELS = [SCRAPE_RECORDS.status, SCRAPE_RECORDS.repeated].map(named);
/** Series by the reason why a scrape returned no samples. */
const failed = new Map<ScrapeErrorKind, SeriesName>();
const extraNames = new Map<string, SeriesName>();

/** Whether the scrape was skipped, which ends no series. */
export function isSkipped({ scrape }: SentScrape): boolean {
  return scrape.error?.kind === 'skipped';
}

/** The scrape's own records come first, so that no series of the target can be mistaken for them. */
export function scrapeBatches({ scrape, samples, extras, beside, outcome }: SentScrape): SampleBatch[] {
  const batches: SampleBatch[] = [];
  const { error, durationSeconds, bytes, status, repeated } = scrape;
  if (error !== null) batches.push({ series: [failedSeries(error.kind)], values: [1] });
  // A skipped scrape is neither up nor down: Prometheus has no sample there either. And it is reported before the
  // scrape it waited for, whose samples would be out of order after it.
  if (error?.kind === 'skipped') return batches;
  const up = error === null ? 1 : 0;
  const count = samples === null ? 0 : outcome.samples;
  batches.push({
    series: [...OF_SCRAPE, ...OF_PANELS],
    values: [up, durationSeconds, count, count, bytes, status, repeated ? 1 : 0],
  });
  if (samples !== null) batches.push(samples);
  if (beside !== null) batches.push(beside);
  const names = Object.keys(extras);
  if (names.length > 0)
    batches.push({ series: names.map(extraSeries), values: names.map((name) => extras[name] ?? NaN) });
  return batches;
}

function failedSeries(kind: ScrapeErrorKind): SeriesName {
  const known = failed.get(kind) ?? { name: SCRAPE_RECORDS.failed, labels: { kind } };
  failed.set(kind, known);
  return known;
}

/** Returns the same object each time, so that lookups by identity find it. */
function extraSeries(name: string): SeriesName {
  const known = extraNames.get(name) ?? named(name);
  extraNames.set(name, known);
  return known;
}
