/** Parses the bytes of one scrape into samples to store and an outcome that describes the target. */
import { atOnce, type Steps } from '../../../../core/steps.ts';
import { detectTarget, type DetectedTarget } from '../../metrics/detectTarget.ts';
import { NODE_UP } from '../../metrics/nodeNames.ts';
import { DEFAULT_LIMITS } from '../../metrics/exposition/expositionTypes.ts';
import type { ParsedExposition } from '../../metrics/exposition/expositionTypes.ts';
import { ExpositionParser } from '../../metrics/exposition/parseExposition.ts';
import { roleSelectors, roleValues } from '../../metrics/roles.ts';
import { FIGURE_ROLES } from '../../metrics/scrapeFigures.ts';
import type { ScrapeError } from '../../metrics/series.ts';
import type { Labels } from '../../../../core/contract/terms/targetKind.ts';
import type { RawScrape, ScrapeOutcome, TargetDescription } from '../dataStore.ts';
import { parsedBytes, samplesWithin } from '../partitions/memoryShare.ts';
import { NodeIntake } from './nodeIntake.ts';
import type { SampleBatch } from '../partitions/headPartition.ts';
import type { StoredScrape } from '../partitions/scrapeList.ts';
import { WatchedSeries } from './watchedSeries.ts';

export interface TakenScrape {
  scrape: StoredScrape;
  samples: SampleBatch | null;
  /** Series that the collector adds, by name (`extras`), and those of the target's node_exporter (`beside`). */
  extras: Record<string, number>;
  beside: SampleBatch | null;
  outcome: ScrapeOutcome;
}

type Known = Pick<TargetDescription, 'kind' | 'version' | 'goVersion'>;

/** Results that depend only on the series of an answer; most answers have the same series as the previous one. */
interface Layout {
  series: SampleBatch['series'];
  detected: DetectedTarget;
  /** Places of the series that figures are read from. */
  figures: readonly number[];
}

const OUTCOME_ROLES = ['ready', 'processStartSeconds', 'samplesAppended', ...FIGURE_ROLES] as const;
/** Metric names of the outcome roles, for targets of every kind. */
const FIGURE_NAMES = new Set(roleSelectors(null, OUTCOME_ROLES));

/** Searching this many series for roles takes several milliseconds. */
const MANY_SERIES = 20_000;

/** Intake of one target; caches its series and its last body. */
export class ScrapeIntake {
  private readonly parser = new ExpositionParser();
  private readonly node = new NodeIntake();
  private readonly watched = new WatchedSeries();
  private layout: Layout | null = null;
  /** Estimated memory of what is cached. */
  heldBytes = 0;

  /**
   * Takes a scrape. `known`: from earlier scrapes, kept if this one fails. `roomBytes`: memory for its cached series.
   */
  take(raw: RawScrape, known: Known, roomBytes = Infinity): TakenScrape {
    return atOnce(this.taking(raw, known, roomBytes));
  }

  /** Like `take`, in steps; one scrape at a time. */
  *taking(raw: RawScrape, known: Known, roomBytes = Infinity): Steps<TakenScrape> {
    const parsed = raw.body && !raw.error ? yield* this.parsing(raw.body, raw.contentType, roomBytes) : null;
    if (parsed !== null && parsed.series.length > MANY_SERIES) yield;
    const error: ScrapeError | null = raw.error
      ?? (parsed === null ? { kind: 'other', message: 'The scrape returned no body.' } : null)
      ?? (parsed?.error ? { kind: 'format', message: parsed.error } : null);
    const samples = error ? null : parsed;
    const layout = samples ? this.layoutOf(samples) : null;
    const detected = layout?.detected ?? null;
    // A build without version labels must not clear the version from the API.
    const kind = detected?.kind ?? known.kind;
    const outcome: ScrapeOutcome = {
      samples: samples?.series.length ?? 0,
      badLines: parsed?.badLines ?? [],
      badLineCount: parsed?.badLineCount ?? 0,
      kind,
      version: detected?.version || known.version,
      goVersion: detected?.goVersion || known.goVersion,
      processStartSeconds: null,
      samplesAppended: null,
      ready: null,
      figures: null,
      watched: new Map(),
      error,
      stored: false,
      workSeconds: 0,
    };
    const repeated = samples?.isRepeated ?? false;
    if (samples && layout) {
      const { ready, processStartSeconds, samplesAppended, ...figures } = roleValues(
        OUTCOME_ROLES, kind, pairs(samples, layout.figures), raw.startMs
      );
      outcome.ready = ready === undefined ? null : ready === 1;
      outcome.processStartSeconds = processStartSeconds ?? null;
      outcome.samplesAppended = samplesAppended ?? null;
      if (!repeated) outcome.figures = figures;
      outcome.watched = this.watched.values(samples, raw.watch ?? []);
    }
    const scrape: StoredScrape = {
      startMs: raw.startMs,
      // Whole nanoseconds: more is noise, and recordings can carry it exactly.
      durationSeconds: Math.round(raw.durationSeconds * 1e9) / 1e9,
      status: raw.status,
      bytes: error ? 0 : raw.body?.length ?? 0,
      error,
      repeated,
    };
    if (raw.node === undefined) return { scrape, samples, extras: raw.extras, beside: null, outcome };
    const node = yield* this.node.taking(raw.node);
    outcome.node = { samples: node.samples?.series.length ?? 0, error: node.error };
    return {
      scrape, samples, extras: { ...raw.extras, [NODE_UP]: node.samples ? 1 : 0 }, beside: node.samples, outcome,
    };
  }

  private layoutOf({ series }: SampleBatch): Layout {
    if (this.layout?.series === series) return this.layout;
    const detected = detectTarget(series);
    const figures: number[] = [];
    for (const [i, { name }] of series.entries()) if (FIGURE_NAMES.has(name)) figures.push(i);
    this.layout = { series, detected, figures };
    return this.layout;
  }

  private *parsing(body: Uint8Array, contentType: string, roomBytes: number): Steps<ParsedExposition> {
    const most = samplesWithin(roomBytes, body.length);
    const parsed = yield* this.parser.parsing(body, contentType, most);
    const remembered = this.parser.rememberedSeries;
    const lineLength = body.length / Math.max(1, parsed.series.length);
    this.heldBytes = parsed.series.length === 0 ? parsedBytes(remembered, 0) + this.parser.keptBytes
      : parsedBytes(remembered, remembered * lineLength);
    if (most >= DEFAULT_LIMITS.maxSamples || !/^More than \d+ samples/.test(parsed.error ?? '')) return parsed;
    return {
      ...parsed,
      error: `Its answer (${Math.ceil(body.length / 2 ** 20)} MiB) is larger than there is memory for beside the other `
        + 'targets; scrape it with a separate tsdbscope.',
    };
  }
}

/** Yields the same object each time with new contents, for readers that do not keep it. */
function* pairs(
  samples: SampleBatch, places: readonly number[]
): Iterable<{ name: string; labels: Labels; value: number }> {
  const pair: { name: string; labels: Labels; value: number } = { name: '', labels: {}, value: NaN };
  for (const i of places) {
    const series = samples.series[i];
    if (series === undefined) continue;
    pair.name = series.name;
    pair.labels = series.labels;
    pair.value = samples.values[i] ?? NaN;
    yield pair;
  }
}
