/**
 * Reads recorded samples outside the recorder and without its memory: sealed partitions from their files, heads from
 * copies that it keeps up to date by asking for additions.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import { fail, firstLine, ok, type Result } from '../../../../core/result.ts';
import { Faults } from '../../../kernel/files/faults.ts';
import { MEMBERS } from '../../incident/incidentFormat.ts';
import { joinWindows } from '../../metrics/joinWindows.ts';
import type { WindowPart } from '../../metrics/joinWindows.ts';
import type { TargetWindow } from '../../metrics/series.ts';
import type { Hole, StoredTarget, TargetDescription } from '../dataStore.ts';
import type { DuckEngine } from '../partitions/duckEngine.ts';
import { guarded } from '../partitions/partitionSources.ts';
import type { PartitionSummary } from '../partitions/partitionRead.ts';
import type { SealedPartition } from '../partitions/sealedPartition.ts';
import { sealedSource } from '../partitions/sealedPartition.ts';
import { isOfFile, storageFailure } from '../partitions/storageError.ts';
import { readWindow, type SeriesFilter } from '../partitions/windowRead.ts';
import type { Recorder, ToldView } from '../recorder.ts';
import { isOfEngine } from '../samples/dataFolder.ts';
import { readHistoryFile } from '../samples/historyFile.ts';
import { writeTargetFile } from '../samples/targetFile.ts';
import { TargetStore } from '../samples/targetStore.ts';
import { EngineFiles } from './engineFiles.ts';
import { EngineHistory } from './engineHistory.ts';
import { HistoryFolder } from './historyFolder.ts';
import { readSamples, type MatchedSeries } from './sampleRead.ts';
import { MAX_TARGETS, TargetCopy } from './targetCopy.ts';

export interface SampleReaderOptions {
  engine: DuckEngine;
  recorder: Recorder;
  /** Folder of its own for recordings during import; on the disk of the data folder. */
  workFolder: string;
  /** Folder shared by all readers. */
  historyFolder: string;
  partitionMs?: number;
  /** Throws if the work is cancelled; called before each read. */
  check?: () => void;
}

/** Description of its target that an import writes besides the samples. */
export type ImportedDescription = Omit<TargetDescription, 'id' | 'name' | 'recording'>;

/** `known`: copy to read first, instead of asking the recorder. */
interface WindowQuestion { startMs: number; endMs: number; filter: SeriesFilter; known?: TargetCopy }

/** One target as last reported by the recorder: windows are read from that, without asking again. */
export interface TargetReading {
  /** Current description, including spans that a window could not read. */
  readonly target: StoredTarget;
  /** Reads a window, see SampleReader.joinedWindow. */
  joinedWindow(
    startMs: number, endMs: number, filter: SeriesFilter
  ): Promise<Result<{ window: TargetWindow; parts: WindowPart[] }>>;
}

const PARTITION_MS = 2 * 3_600_000;
const CUT_SCRAPES = 600;
const NO_MEMORY = 'There is not enough memory to read this much at once; choose a shorter range or fewer series.';

export class SampleReader {
  /** Copies by target name, the most recently used last. */
  private readonly copies = new Map<string, TargetCopy>();
  private readonly history: HistoryFolder;
  private readonly engineHistory: EngineHistory;
  private readonly engineFiles: EngineFiles;

  constructor(private readonly options: SampleReaderOptions) {
    // The newest scrape of an engine's answer may have only some of its series yet.
    this.history = new HistoryFolder(options.historyFolder, undefined, isOfEngine);
    this.engineHistory = new EngineHistory(options.historyFolder, this.history);
    this.engineFiles = new EngineFiles(options.historyFolder);
  }

  async target(name: string): Promise<Result<StoredTarget>> {
    const copy = await this.copy(name);
    return copy.ok ? ok(copy.value.target) : copy;
  }

  /** Asks the recorder once for all windows of a question, or not at all if `told` suffices. */
  async reading(name: string, told?: ToldView): Promise<Result<TargetReading>> {
    const asked = await this.copy(name, told);
    if (!asked.ok) return asked;
    let copy = asked.value;
    return ok({
      get target() {
        return copy.target;
      },
      joinedWindow: async (startMs, endMs, filter) => {
        const read = await this.joined(name, { startMs, endMs, filter, known: copy });
        if (read.ok) ({ copy } = read.value);
        return read;
      },
    });
  }

  putFacts(target: string, facts: TargetFacts): Promise<Result<null>> {
    return this.options.recorder.putFacts(target, facts);
  }

  /** Reads a window, see `read`. */
  async window(name: string, startMs: number, endMs: number, filter: SeriesFilter): Promise<Result<TargetWindow>> {
    const read = await this.read(name, { startMs, endMs, filter });
    return read.ok ? ok(read.value.window) : read;
  }

  /**
   * Reads a window (see readWindow), the newest scrapes included. A partition that cannot be read is reported to the
   * recorder, which skips it; one that the recorder can read fails the window: it must not look like a gap. too_large:
   * no memory.
   */
  private async read(
    name: string, { startMs, endMs, filter, known }: WindowQuestion
  ): Promise<Result<{ window: TargetWindow; copy: TargetCopy }>> {
    const { engine, recorder, check } = this.options;
    const tried = new Set<string>();
    for (;;) {
      check?.();
      const copy = known !== undefined && tried.size === 0 ? ok(known) : await this.copy(name);
      if (!copy.ok) return copy;
      let failed: { sealed: SealedPartition; error: unknown } | null = null;
      const inRange = (one: { startMs: number; endMs: number }): boolean =>
        one.endMs > startMs && one.startMs < endMs;
      const { sealed: all, heads, contents } = copy.value;
      const sources = [
        ...all.filter(inRange).map((sealed) =>
          guarded(sealedSource(engine, sealed, contents), (error) => { failed ??= { sealed, error }; })),
        ...heads.filter(inRange).map((head) => head.source()),
      ];
      try {
        return ok({ window: await readWindow(sources, startMs, endMs, filter), copy: copy.value });
      } catch (error) {
        // Assigned in a callback, which the compiler does not see.
        const bad = failed as { sealed: SealedPartition; error: unknown } | null;
        if (storageFailure(error) === 'memory') return fail('too_large', NO_MEMORY);
        if (bad === null || bad.error !== error || !isOfFile(error)) throw error;
        const { path } = bad.sealed;
        if (tried.has(path)) return fail(
          'internal', `The stored file ${path} could not be read (${firstLine(error)}); try again in a few seconds.`
        );
        tried.add(path);
        await engine.detach(path);
        const reported = await recorder.unreadable(name, path);
        if (!reported.ok) return reported;
      }
    }
  }

  /** Reads like `window`, and adds the target's own history where nothing was recorded. */
  async joinedWindow(
    name: string, startMs: number, endMs: number, filter: SeriesFilter
  ): Promise<Result<{ window: TargetWindow; parts: WindowPart[] }>> {
    return this.joined(name, { startMs, endMs, filter });
  }

  private async joined(
    name: string, question: WindowQuestion
  ): Promise<Result<{ window: TargetWindow; parts: WindowPart[]; copy: TargetCopy }>> {
    const recorded = await this.read(name, question);
    if (!recorded.ok) return recorded;
    const { startMs, endMs, filter } = question;
    const { window, copy } = recorded.value;
    const engine = await this.engineHistory.window(copy.target.id, startMs, endMs, filter);
    const whole = joinWindows(window, engine, 'recorded').window;
    return ok({ ...joinWindows(whole, await this.historyOf(copy, startMs, endMs, filter)), copy });
  }

  /** Reads like `window`, and adds all series that an engine has for times not stored here. */
  async wholeWindow(name: string, startMs: number, endMs: number, filter: SeriesFilter): Promise<Result<TargetWindow>> {
    const recorded = await this.read(name, { startMs, endMs, filter });
    if (!recorded.ok) return recorded;
    const { window, copy } = recorded.value;
    const engine = await this.engineFiles.window(copy.target.id, startMs, endMs, filter);
    return ok(joinWindows(window, engine, 'recorded').window);
  }

  /** Reads only the target's own history; null if none is held. */
  async historyWindow(name: string, startMs: number, endMs: number): Promise<Result<TargetWindow | null>> {
    const copy = await this.copy(name);
    return copy.ok ? ok(await this.historyOf(copy.value, startMs, endMs, () => true)) : copy;
  }

  /** Adds an answer of the target's query API; of two answers for the same time one is kept. */
  async addHistory(name: string, part: TargetWindow): Promise<Result<null>> {
    const known = await this.target(name);
    if (!known.ok) return known;
    await this.history.add(known.value.id, part);
    return ok(null);
  }

  /** Adds what remote write stored in an engine, equivalent to local samples. `whole`: see EngineAnswers. */
  async addRecorded(
    name: string, part: TargetWindow, whole?: { startMs: number; endMs: number }
  ): Promise<Result<null>> {
    const known = await this.target(name);
    if (!known.ok) return known;
    const { id } = known.value;
    await (whole === undefined ? this.engineHistory.add(id, part) : this.engineFiles.add(id, whole, part));
    return ok(null);
  }

  /** Implements DataReads for samples stored here. */
  async holes(
    name: string, { startMs, endMs, leastMs }: { startMs: number; endMs: number; leastMs: number }
  ): Promise<Result<Hole[]>> {
    const read = await this.window(name, startMs, endMs, () => false);
    if (!read.ok) return read;
    const edges = [startMs, ...read.value.scrapes.startMs, endMs];
    return ok(edges.flatMap((edge, i) => {
      const before = edges[i - 1] ?? edge;
      return edge - before >= leastMs ? [{ startMs: before, endMs: edge }] : [];
    }));
  }

  samples(
    name: string, match: string, range: { startMs: number; endMs: number; limitValues: number }
  ): Promise<Result<MatchedSeries[]>> {
    const read = async (startMs: number, endMs: number, filter: SeriesFilter): Promise<TargetWindow> => {
      const window = await this.wholeWindow(name, startMs, endMs, filter);
      if (!window.ok) throw new ReadFailed(window);
      return window.value;
    };
    return readSamples(read, match, range).catch((error: unknown) => {
      if (error instanceof ReadFailed) return error.result;
      throw error;
    });
  }

  /** Stores a recording as a target of its own, all or nothing; `fill` writes it. */
  async adopt(
    name: string, fill: (store: TargetStore, folder: string) => Promise<Result<ImportedDescription>>
  ): Promise<Result<StoredTarget>> {
    const { recorder, engine, workFolder, partitionMs = PARTITION_MS } = this.options;
    const may = await recorder.mayAdopt(name);
    if (!may.ok) return may;
    const folder = join(workFolder, `import-${randomUUID()}`);
    await mkdir(workFolder, { recursive: true, mode: 0o700 });
    const summaries = new Map<string, PartitionSummary>();
    try {
      const store = await TargetStore.open({
        engine, folder, target: name, summaries, partitionMs, cutScrapes: CUT_SCRAPES,
        // At time 0 no partition ends by the clock: the recording's own times decide.
        now: () => 0,
        faults: new Faults((sentence) => { void recorder.notice(sentence); }),
      });
      try {
        const filled = await fill(store, folder);
        if (!filled.ok) return filled;
        await store.extent();
        const target = { ...filled.value, id: randomUUID(), name, recording: true };
        await writeTargetFile(folder, target, { summaries, openHeads: [] });
      } finally {
        await store.close();
      }
      return await recorder.adopt(name, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private async copy(name: string, told?: ToldView): Promise<Result<TargetCopy>> {
    const copy = this.copies.get(name) ?? new TargetCopy(name, this.options.recorder);
    this.copies.delete(name);
    this.copies.set(name, copy);
    for (const oldest of [...this.copies.keys()].slice(0, -MAX_TARGETS)) this.copies.delete(oldest);
    if (told !== undefined && copy.take(told)) return ok(copy);
    const now = await copy.refresh();
    if (now.ok) return ok(copy);
    this.copies.delete(name);
    return now;
  }

  private async historyOf(
    { target: { id, name, incident }, folder }: TargetCopy, startMs: number, endMs: number, filter: SeriesFilter
  ): Promise<TargetWindow | null> {
    if (incident !== undefined && incident.manifest.contents.historyScrapes > 0) {
      try {
        await this.history.addOnce(id, MEMBERS.history, () => readHistoryFile(join(folder, MEMBERS.history)));
      } catch (error) {
        const what = `The history of the incident ${JSON.stringify(name)} cannot be read`;
        await this.options.recorder.notice(`${what}; only its recorded samples are shown. (${firstLine(error)})`);
      }
    }
    return this.history.window(id, startMs, endMs, filter);
  }
}

/** Carries a failed read where it cannot be returned. */
export class ReadFailed extends Error {
  constructor(readonly result: Extract<Result<never>, { ok: false }>) {
    super(result.error.message);
  }
}
