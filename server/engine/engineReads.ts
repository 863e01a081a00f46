/**
 * Reads what remote write stored back from an engine, where a question reaches further back than the local store. What
 * was read is kept with the readers until the program ends.
 */
import type { Labels } from '../../core/contract/targetKind.ts';
import { firstLine, type Result } from '../../core/result.ts';
import type { HttpAccess } from '../config/configTypes.ts';
import type { Faults } from '../files/faults.ts';
import { SCRAPE_RECORDS } from '../metrics/engineMatrix.ts';
import { roleSelectors } from '../metrics/roles.ts';
import { ROLE_TABLE } from '../metrics/roleTable.ts';
import type { Role } from '../metrics/roleNames.ts';
import { TargetClient } from '../scrape/httpClient.ts';
import type { DataReads, PanelQuery, StoredTarget } from '../store/dataStore.ts';
import { targetLabels } from '../wire/engineLabels.ts';
import { askEngine } from './askEngine.ts';

export interface EngineReadsOptions {
  access: HttpAccess;
  externalLabels: Labels;
  data: Pick<DataReads, 'addRecorded'> & { targets(): Promise<StoredTarget[]> };
  faults: Faults;
  /** Whether another tsdbscope scrapes it: all of it is in the engine. */
  isElsewhere?: (target: string) => boolean;
}

/** Aligned; at 1 s and 300 series some 7 MB of JSON. */
const CHUNK_MS = 900_000;
const LEAST_CHUNK_MS = 60_000;
/** Of one question: the newest part of a longer one. */
const MAX_CHUNKS = 96;
const AT_ONCE = 3;
/** After an answer that is none, the engine is not asked again for so long. */
const REST_MS = 10_000;
/** Remote write may be behind: what is newer is not taken for complete. */
const SETTLED_MS = 120_000;
const FAULT = 'engine-read';

export class EngineReads {
  private readonly client: TargetClient;
  /** By target and chunk: what was read, or is being read. */
  private readonly chunks = new Map<string, Promise<boolean>>();
  private restUntilMs = 0;

  constructor(private readonly options: EngineReadsOptions) {
    this.client = new TargetClient(options.access);
  }

  /** Resolves when what the engine has of the window is with the readers, or cannot be had. */
  async reach({ target: name, startMs, endMs }: Pick<PanelQuery, 'target' | 'startMs' | 'endMs'>): Promise<void> {
    const target = (await this.options.data.targets()).find((one) => one.name === name);
    if (target === undefined || target.recording) return;
    const isElsewhere = this.options.isElsewhere?.(name) === true;
    const untilMs = Math.min(endMs, isElsewhere ? Infinity : target.firstMs ?? Infinity, Date.now());
    const starts: number[] = [];
    for (let at = Math.floor((untilMs - 1) / CHUNK_MS) * CHUNK_MS; at > startMs - CHUNK_MS; at -= CHUNK_MS)
      starts.push(at);
    const waiting = starts.slice(0, MAX_CHUNKS);
    const next = async (): Promise<void> => {
      for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) await this.chunk(target, at);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }

  close(): void {
    this.client.close();
  }

  private async chunk(target: StoredTarget, startMs: number): Promise<void> {
    const key = `${target.id} ${startMs}`;
    let reading = this.chunks.get(key);
    if (reading === undefined) {
      if (Date.now() < this.restUntilMs) return;
      reading = this.read(target, startMs, startMs + CHUNK_MS);
      this.chunks.set(key, reading);
    }
    const isWhole = await reading;
    if (!isWhole || startMs + CHUNK_MS > Date.now() - SETTLED_MS) this.chunks.delete(key);
  }

  private async read(target: StoredTarget, startMs: number, endMs: number): Promise<boolean> {
    const { faults, data, externalLabels } = this.options;
    const own = { ...externalLabels, ...targetLabels(target.name, target.labels) };
    const answer = await this.ask(target, own, { startMs, endMs });
    if (!answer.ok && answer.error.errorType === 'too_large' && endMs - startMs >= 2 * LEAST_CHUNK_MS) {
      const middleMs = (startMs + endMs) / 2;
      return await this.read(target, startMs, middleMs) && this.read(target, middleMs, endMs);
    }
    const added = answer.ok ? await data.addRecorded(target.name, { answers: [answer.value], own }) : answer;
    if (added.ok) {
      faults.mended(FAULT);
      return true;
    }
    this.restUntilMs = Date.now() + REST_MS;
    faults.set(FAULT, `Samples cannot be read back from ${this.client.where} (${firstLine(added.error.message)}); `
      + 'older windows show only what is stored here. Check storage.query_url.');
    return false;
  }

  private ask(
    { kind }: StoredTarget, own: Labels, { startMs, endMs }: { startMs: number; endMs: number }
  ): Promise<Result<Uint8Array>> {
    const names = [...Object.values(SCRAPE_RECORDS), ...roleSelectors(kind, Object.keys(ROLE_TABLE) as Role[])];
    return askEngine(this.client, { names, own, startMs, endMs });
  }
}

/** The same reads, each after what the engine has of its windows was read. */
export function readThrough<D extends DataReads>(data: D, engine: Pick<EngineReads, 'reach'>): D {
  const after = async <T>(queries: readonly PanelQuery[], read: () => Promise<T>): Promise<T> => {
    for (const query of queries) await engine.reach(query);
    return read();
  };
  const reads: Pick<DataReads, 'panel' | 'findings' | 'lines' | 'cpuSplit' | 'host' | 'compactionHerd'> = {
    panel: (panel, question) => after([question], () => data.panel(panel, question)),
    findings: (question) => after([question], () => data.findings(question)),
    lines: (query) => after([query], () => data.lines(query)),
    cpuSplit: (query, profiles) => after([query], () => data.cpuSplit(query, profiles)),
    host: (query) => after([query], () => data.host(query)),
    compactionHerd: (queries) => after(queries, () => data.compactionHerd(queries)),
  };
  // The rest is of the object below, which answers names that it is asked for.
  return Object.assign(Object.create(data) as D, reads);
}
