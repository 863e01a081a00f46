/**
 * Reads what remote write stored back from an engine, where a question reaches further back than the local store. What
 * was read is kept with the readers until the program ends.
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
   * Where several tsdbscopes share targets: whether another one scrapes it now, so that all of it is in the engine. Any
   * of them may have scraped it while this one did not.
   */
  isElsewhere?: ((target: string) => boolean) | undefined;
  clock: Clock;
}

/** Aligned; at 1 s and 300 series some 7 MB of JSON. */
const CHUNK_MS = 900_000;
const MIN_CHUNK_MS = 60_000;
/** Of one question: the newest part of a longer one. */
const MAX_CHUNKS = 96;
const AT_ONCE = 3;
/** After an answer that is none, the engine is not asked again for so long. */
const REST_MS = 10_000;
/** Remote write may be behind: what is newer is not taken for complete. */
const SETTLED_MS = 120_000;
/** A lease is longer: a shorter hole in the recording cannot be the time of another tsdbscope. */
const HOLE_MS = 10_000;
/** Holes are looked for again when the window ends so much later. */
const HOLES_AGAIN_MS = 60_000;
const FAULT = 'engine-read';

/** `completeToMs`: what is older was in the engine when it was asked. */
interface Chunk { reading: Promise<boolean>; isRunning: boolean; completeToMs: number }

type Span = Pick<PanelQuery, 'target' | 'startMs' | 'endMs'>;

export class EngineReads {
  private readonly client: TargetClient;
  /** By target and chunk: what was read, or is being read. */
  private readonly chunks = new Map<string, Chunk>();
  /** By target, up to where holes of its recording were looked for. */
  private readonly searched = new Map<string, { fromMs: number; toMs: number; holes: Hole[] }>();
  private restUntilMs = 0;

  constructor(private readonly options: EngineReadsOptions) {
    this.client = new TargetClient(options.access, { clock: options.clock });
  }

  /** Resolves when what the engine has of the window is with the readers, or cannot be had. */
  reach(span: Span): Promise<void> {
    return this.reachSeries(span, false);
  }

  /** The same of every series, for files of samples. */
  reachWhole(span: Span): Promise<void> {
    return this.reachSeries(span, true);
  }

  private async reachSeries({ target: name, startMs, endMs }: Span, isWhole: boolean): Promise<void> {
    const target = (await this.options.data.targets()).find((one) => one.name === name);
    if (target === undefined || target.recording) return;
    const spans = await this.missing(target, startMs, Math.min(endMs, this.options.clock.nowMs()));
    /** Begins of chunks, each with the time up to which it is needed; the newest first. */
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

  /** Times of the window that are not stored here and may be in the engine, ascending. */
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
      // The read that follows meets the same trouble, and says it.
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

  /** `neededMs`: up to where its rows are wanted. */
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

/** Of the series that panels read. */
function namesFor(kind: TargetKind): string[] {
  return [...Object.values(SCRAPE_RECORDS), ...roleSelectors(kind, PANEL_ROLES)];
}

/** The same reads, each after what the engine has of its windows was read. */
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
  // The rest is of the object below, which answers names that it is asked for.
  return Object.assign(Object.create(data) as D, reads);
}
