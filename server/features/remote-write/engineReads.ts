/**
 * Reads back from an engine what remote write stored, for queries that reach further back than the local store. The
 * readers keep the samples until the program ends.
 */
import type { Clock } from '../../../core/time/clock.ts';
import type { Labels, TargetKind } from '../../../core/contract/terms/targetKind.ts';
import { firstLine } from '../../../core/result.ts';
import type { HttpAccess } from '../../kernel/config/configTypes.ts';
import type { Faults } from '../../kernel/files/faults.ts';
import { SCRAPE_RECORDS } from '../../data/metrics/engineMatrix.ts';
import { PANEL_ROLES, roleSelectors } from '../../data/metrics/roles.ts';
import { TargetClient } from '../../data/scrape/httpClient.ts';
import type { DataReads, Hole, PanelQuery, StoredTarget } from '../../data/store/dataStore.ts';
import { targetLabels } from '../../data/wire/engineLabels.ts';
import { askEngine } from './askEngine.ts';

export interface EngineReadsOptions {
  access: HttpAccess;
  externalLabels: Labels;
  data: Pick<DataReads, 'addRecorded' | 'holes'> & { targets(): Promise<StoredTarget[]> };
  faults: Faults;
  /**
   * Set if several tsdbscopes share targets: whether another one scrapes the target now, so that all its samples are in
   * the engine. Any of them may have scraped it at times when this one did not.
   */
  isElsewhere?: ((target: string) => boolean) | undefined;
  clock: Clock;
}

/** Length of a chunk, aligned; about 7 MB of JSON at 1 s and 300 series. */
const CHUNK_MS = 900_000;
const MIN_CHUNK_MS = 60_000;
/** Maximum chunks per query; a longer window gets the newest ones. */
const MAX_CHUNKS = 96;
const AT_ONCE = 3;
/** Pause of reads after a failed one. */
const REST_MS = 10_000;
/** Newer samples may be incomplete, because remote write may be behind. */
const SETTLED_MS = 120_000;
/** Shortest gap that another tsdbscope can have scraped, because a lease is longer. */
const HOLE_MS = 10_000;
/** Gaps are searched again when the window ends this much later. */
const HOLES_AGAIN_MS = 60_000;
const FAULT = 'engine-read';

/** `completeToMs`: older samples were in the engine at the time of the query. */
interface Chunk { reading: Promise<boolean>; isRunning: boolean; completeToMs: number }

type Span = Pick<PanelQuery, 'target' | 'startMs' | 'endMs'>;

export class EngineReads {
  private readonly client: TargetClient;
  /** Chunks read or being read, by target and chunk. */
  private readonly chunks = new Map<string, Chunk>();
  /** Gaps of recordings, with the searched span, by target. */
  private readonly searched = new Map<string, { fromMs: number; toMs: number; holes: Hole[] }>();
  private restUntilMs = 0;

  constructor(private readonly options: EngineReadsOptions) {
    this.client = new TargetClient(options.access, { clock: options.clock });
  }

  /** Resolves when the readers have the engine's samples of the window, or these are not available. */
  reach(span: Span): Promise<void> {
    return this.reachSeries(span, false);
  }

  /** Same as `reach` for every series, for files of samples. */
  reachWhole(span: Span): Promise<void> {
    return this.reachSeries(span, true);
  }

  private async reachSeries({ target: name, startMs, endMs }: Span, isWhole: boolean): Promise<void> {
    const target = (await this.options.data.targets()).find((one) => one.name === name);
    if (target === undefined || target.recording) return;
    const spans = await this.missing(target, startMs, Math.min(endMs, this.options.clock.nowMs()));
    /** Starts of chunks, each with the time up to which it is needed; newest first. */
    const needed = new Map<number, number>();
    for (const span of spans.reverse()) {
      const last = Math.floor((span.endMs - 1) / CHUNK_MS) * CHUNK_MS;
      for (let at = last; at > span.startMs - CHUNK_MS && needed.size < MAX_CHUNKS; at -= CHUNK_MS)
        needed.set(at, Math.max(needed.get(at) ?? 0, Math.min(at + CHUNK_MS, span.endMs)));
    }
    const waiting = [...needed];
    const next = async (): Promise<void> => {
      for (let chunk = waiting.shift(); chunk !== undefined; chunk = waiting.shift())
        await this.chunk(target, ...chunk, isWhole);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }

  /** Returns the spans of the window that are not stored here and may be in the engine, ascending. */
  private async missing(target: StoredTarget, startMs: number, endMs: number): Promise<Hole[]> {
    const { isElsewhere } = this.options;
    const { firstMs } = target;
    if (startMs >= endMs) return [];
    if (firstMs === null || isElsewhere?.(target.name) === true) return [{ startMs, endMs }];
    const before = startMs < firstMs ? [{ startMs, endMs: Math.min(endMs, firstMs) }] : [];
    return isElsewhere === undefined || endMs <= firstMs ? before
      : [...before, ...await this.holes(target, Math.max(startMs, firstMs), endMs)];
  }

  private async holes({ id, name }: StoredTarget, startMs: number, endMs: number): Promise<Hole[]> {
    let known = this.searched.get(id);
    if (known === undefined || startMs < known.fromMs || endMs > known.toMs + HOLES_AGAIN_MS) {
      const fromMs = Math.min(startMs, known?.fromMs ?? Infinity);
      const found = await this.options.data.holes({ target: name, startMs: fromMs, endMs, leastMs: HOLE_MS });
      // The following read fails for the same reason and reports it.
      if (!found.ok) return [];
      known = { fromMs, toMs: endMs, holes: found.value };
      this.searched.set(id, known);
    }
    return known.holes.filter((hole) => hole.startMs < endMs && hole.endMs > startMs)
      .map((hole) => ({ startMs: Math.max(hole.startMs, startMs), endMs: Math.min(hole.endMs, endMs) }));
  }

  close(): void {
    this.client.close();
  }

  /** Reads a chunk unless it is complete up to `neededMs`. */
  private async chunk(target: StoredTarget, startMs: number, neededMs: number, isWhole: boolean): Promise<void> {
    const key = `${target.id} ${startMs}${isWhole ? ' whole' : ''}`;
    let chunk = this.chunks.get(key);
    if (chunk === undefined || (!chunk.isRunning && neededMs > chunk.completeToMs)) {
      if (this.options.clock.nowMs() < this.restUntilMs) return;
      const reading = this.read(target, { startMs, endMs: startMs + CHUNK_MS }, isWhole);
      chunk = { reading, isRunning: true, completeToMs: this.options.clock.nowMs() - SETTLED_MS };
      this.chunks.set(key, chunk);
    }
    const isRead = await chunk.reading;
    chunk.isRunning = false;
    if (!isRead && this.chunks.get(key) === chunk) this.chunks.delete(key);
  }

  private async read(target: StoredTarget, { startMs, endMs }: Hole, isWhole: boolean): Promise<boolean> {
    const { faults, data, externalLabels } = this.options;
    const own = { ...externalLabels, ...targetLabels(target.name, target.labels) };
    const answer = await askEngine(
      this.client, { names: isWhole ? ['.+'] : namesFor(target.kind), own, startMs, endMs }
    );
    if (!answer.ok && answer.error.errorType === 'too_large' && endMs - startMs >= 2 * MIN_CHUNK_MS) {
      const middleMs = (startMs + endMs) / 2;
      return await this.read(target, { startMs, endMs: middleMs }, isWhole)
        && this.read(target, { startMs: middleMs, endMs }, isWhole);
    }
    const whole = isWhole ? { whole: { startMs, endMs } } : {};
    const added = answer.ok ? await data.addRecorded(target.name, { answers: [answer.value], own, ...whole }) : answer;
    if (added.ok) {
      faults.mended(FAULT);
      return true;
    }
    this.restUntilMs = this.options.clock.nowMs() + REST_MS;
    faults.set(FAULT, `Samples cannot be read back from ${this.client.where} (${firstLine(added.error.message)}); `
      + 'older windows show only what is stored here. Check storage.query_url.');
    return false;
  }
}

/** Returns the names of the series that panels read. */
function namesFor(kind: TargetKind): string[] {
  return [...Object.values(SCRAPE_RECORDS), ...roleSelectors(kind, PANEL_ROLES)];
}

/** Returns the same reads, each performed after reading its windows from the engine. */
export function readThrough<D extends DataReads>(data: D, engine: Pick<EngineReads, 'reach' | 'reachWhole'>): D {
  const afterWhole = async <T>(span: Span, read: () => Promise<T>): Promise<T> => {
    await engine.reachWhole(span);
    return read();
  };
  const after = async <T>(queries: readonly PanelQuery[], read: () => Promise<T>): Promise<T> => {
    for (const query of queries) await engine.reach(query);
    return read();
  };
  const reads: Pick<DataReads,
    'panel' | 'findings' | 'lines' | 'cpuSplit' | 'host' | 'ruleGroups' | 'compactionHerd' | 'samples'
    | 'exportRecording' | 'exportSamples' | 'exportIncident'
  > = {
    panel: (panel, question) => after([question], () => data.panel(panel, question)),
    findings: (question) => after([question], () => data.findings(question)),
    lines: (query) => after([query], () => data.lines(query)),
    cpuSplit: (query, profiles) => after([query], () => data.cpuSplit(query, profiles)),
    host: (query) => after([query], () => data.host(query)),
    ruleGroups: (query) => after([query], () => data.ruleGroups(query)),
    compactionHerd: (queries) => after(queries, () => data.compactionHerd(queries)),
    samples: (target, match, range) => afterWhole({ target, ...range }, () => data.samples(target, match, range)),
    exportRecording: (target, startMs, endMs) => (
      afterWhole({ target, startMs, endMs }, () => data.exportRecording(target, startMs, endMs))
    ),
    exportSamples: (window) => afterWhole(window, () => data.exportSamples(window)),
    exportIncident: (options) => afterWhole(options, () => data.exportIncident(options)),
  };
  // Other methods come from the object below, which answers any name.
  return Object.assign(Object.create(data) as D, reads);
}
