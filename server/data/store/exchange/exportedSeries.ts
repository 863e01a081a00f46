/** Yields a window's series one after the other, each complete, for formats that group samples by series. */
import { fail, ok, type Result } from '../../../../core/result.ts';
import { parseSelector, RegexWorkError, type SeriesMatch } from '../../../../core/seriesSelector.ts';
import type { Labels } from '../../../../core/contract/terms/targetKind.ts';
import type { SamplesExport } from '../dataStore.ts';
import { engineLabels, targetLabels } from '../../wire/engineLabels.ts';
import { seriesKey } from '../partitions/headPartition.ts';
import type { StoredSeries } from '../partitions/headPartition.ts';
import type { SeriesFilter } from '../partitions/windowRead.ts';
import { present, type Values } from '../read/sampleRead.ts';
import { ReadFailed, type SampleReader } from '../read/sampleReader.ts';

export type ExportedWindow = Omit<SamplesExport, 'format'>;

export interface ExportedSeries {
  name: string;
  /** The labels that remote write sends, with `__name__`, sorted by name. */
  labels: [name: string, value: string][];
  values: Values;
}

/** Values read at once: 9 bytes each in memory, and 16 more while they are written. */
const BATCH_CELLS = 1_000_000;

/** Returns series by name, then by labels, each with its values in the window. Omits series without any value. */
export async function exportedSeries(
  reader: SampleReader, { target, startMs, endMs, match }: ExportedWindow
): Promise<Result<AsyncGenerator<ExportedSeries>>> {
  const selector = match === null ? ok<SeriesMatch>(() => true) : parseSelector(match);
  if (!selector.ok) return selector;
  const known = await reader.target(target);
  if (!known.ok) return known;
  const own = targetLabels(target, known.value.labels);
  const found = new Map<string, StoredSeries>();
  try {
    const window = await reader.wholeWindow(target, startMs, endMs, (series) => {
      if (selector.value(series)) found.set(seriesKey(series, series.extra), series);
      return false;
    });
    if (!window.ok) return window;
    const { startMs: times, length } = window.value.scrapes;
    if (length === 0) return ok(batches(reader, [], { target, startMs, endMs, length }));
    // Excludes scrapes that are added from now on.
    const range = { target, startMs, endMs: (times[length - 1] ?? 0) + 1, length };
    return ok(batches(reader, inOrder(found, own), range));
  } catch (error) {
    if (!(error instanceof RegexWorkError)) throw error;
    return fail('too_large', 'The regular expression takes too long on this many series; name the metric instead.');
  }
}

interface Wanted { key: string; name: string; labels: [name: string, value: string][]; isExtra: boolean }

function inOrder(found: ReadonlyMap<string, StoredSeries>, own: Labels): Wanted[] {
  const all = Array.from(found, ([key, series]) => (
    { key, name: series.name, labels: engineLabels(series, own, {}), isExtra: series.extra }
  ));
  const rank = ({ labels, isExtra }: Wanted): string => JSON.stringify([labels, isExtra]);
  const ranks = new Map(all.map((one) => [one, rank(one)]));
  return all.sort((a, b) => compare(a.name, b.name) || compare(ranks.get(a) ?? '', ranks.get(b) ?? ''));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

async function* batches(
  reader: SampleReader, wanted: readonly Wanted[],
  { target, startMs, endMs, length }: { target: string; startMs: number; endMs: number; length: number },
): AsyncGenerator<ExportedSeries> {
  const size = Math.max(1, Math.floor(BATCH_CELLS / Math.max(1, length)));
  for (let from = 0; from < wanted.length; from += size) {
    const batch = wanted.slice(from, from + size);
    const keys = new Set(batch.map(({ key }) => key));
    const [first, last] = [batch[0]?.name ?? '', batch.at(-1)?.name ?? ''];
    // Most series differ in their name; then the key is not computed.
    const filter: SeriesFilter = (series) => (
      series.name >= first && series.name <= last && keys.has(seriesKey(series, series.extra))
    );
    const plain = await read(reader, filter, { target, startMs, endMs, isExtra: false });
    const extras = batch.some(({ isExtra }) => isExtra)
      ? await read(reader, filter, { target, startMs, endMs, isExtra: true }) : null;
    for (const window of [plain, extras])
      if (window !== null && window.count !== length) throw new Error('the data were deleted meanwhile');
    for (const { key, name, labels, isExtra } of batch) {
      const values = (isExtra ? extras : plain)?.byKey.get(key);
      if (values !== undefined) yield { name, labels, values };
    }
  }
}

/** Reads scraped series or added ones: both may have equal names and labels, and a window does not distinguish them. */
async function read(
  reader: SampleReader, filter: SeriesFilter,
  { target, startMs, endMs, isExtra }: { target: string; startMs: number; endMs: number; isExtra: boolean },
): Promise<{ count: number; byKey: Map<string, Values> }> {
  const window = await reader.wholeWindow(target, startMs, endMs, (one) => one.extra === isExtra && filter(one));
  if (!window.ok) throw new ReadFailed(window);
  const { value } = window;
  return {
    count: value.scrapes.length,
    byKey: new Map(value.series.map((one) => [seriesKey(one, isExtra), present(value, one)])),
  };
}
