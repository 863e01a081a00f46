/** The DataStore in this very thread: the sample store with the panels on top. The data worker serves it. */
import type { CompactionHerd, CompactionLog, HostView, PanelByName, PanelFinding, PanelName, SampleSeries, StorageStatus, MeasuredLog, MeasuredReplay } from '../../../core/contract/contract.ts';
import type { TargetFacts } from '../../../core/contract/facts.ts';
import { readHistory } from '../../metrics/queryMatrix.ts';
import type { Labels } from '../../../core/contract/targetKind.ts';
import { fail, ok } from '../../../core/result.ts';
import type { Result } from '../../../core/result.ts';
import type { DataStore, ExportedSamples, HistoryAnswers, IncidentExport, IncidentImport, PanelQuery, PanelQuestion, RawScrape, ScrapeOutcome, StoredTarget } from '../../store/dataStore.ts';
import { exportIncident } from '../../store/exchange/exportIncident.ts';
import { exportRecording } from '../../store/exchange/exportRecording.ts';
import { importIncident } from '../../store/exchange/importIncident.ts';
import { importRecording } from '../../store/exchange/importRecording.ts';
import { SampleStore } from '../../store/samples/sampleStore.ts';
import type { SampleStoreOptions } from '../../store/samples/sampleStore.ts';
import { readReplayLog, readReplays } from './replays.ts';
import { readCompactionLog } from './compactionLogs.ts';
import { readFindings, readHerd, readHost, readPanel } from './panels.ts';

export class LocalDataStore implements DataStore {
  /** Logs are read one after the other: each may be 128 MiB of text once it is unpacked. */
  private logs: Promise<unknown> = Promise.resolve();

  private constructor(private readonly store: SampleStore) {}

  static async open(options: SampleStoreOptions): Promise<Result<LocalDataStore>> {
    const store = await SampleStore.open(options);
    return store.ok ? ok(new LocalDataStore(store.value)) : store;
  }

  putTarget(target: { name: string; url: string | null; recording: boolean; labels: Labels }): Promise<Result<StoredTarget>> {
    return this.store.putTarget(target);
  }

  putFacts(target: string, facts: TargetFacts): Promise<Result<null>> {
    return Promise.resolve(this.store.putFacts(target, facts));
  }

  targets(): Promise<StoredTarget[]> {
    return this.store.targets();
  }

  removeTarget(target: string): Promise<Result<null>> {
    return this.store.removeTarget(target);
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- a throw for an unknown target must become a rejection
  async record(target: string, scrape: RawScrape): Promise<ScrapeOutcome> {
    return this.store.record(target, scrape);
  }

  panel<P extends PanelName>(panel: P, query: PanelQuestion): Promise<Result<PanelByName[P]>> {
    return readPanel(this.store, panel, query);
  }

  findings(query: PanelQuestion): Promise<Result<PanelFinding[]>> {
    return readFindings(this.store, query);
  }

  addHistory(target: string, { answers, ownLabels, offsetMs }: HistoryAnswers): Promise<Result<{ rows: number; firstMs: number | null }>> {
    const read = readHistory(answers, ownLabels, offsetMs);
    if (typeof read === 'string') return Promise.resolve(fail('bad_data', read));
    const added = this.store.addHistory(target, read);
    return Promise.resolve(added.ok ? ok({ rows: read.scrapes.length, firstMs: read.scrapes.startMs[0] ?? null }) : added);
  }

  host(query: PanelQuery): Promise<Result<HostView>> {
    return readHost(this.store, query);
  }

  compactionHerd(queries: PanelQuery[]): Promise<Result<CompactionHerd>> {
    return readHerd(this.store, queries);
  }

  compactionLog(bytes: Uint8Array, target: string | null): Promise<Result<CompactionLog>> {
    return this.inTurn(() => readCompactionLog(this.store, bytes, target));
  }

  replays(query: { target: string; startMs: number; endMs: number; live: boolean; memoryLimitBytes?: number | undefined }): Promise<Result<MeasuredReplay[]>> {
    return readReplays(this.store, query);
  }

  replayLog(bytes: Uint8Array): Promise<Result<MeasuredLog>> {
    return this.inTurn(() => readReplayLog(bytes));
  }

  samples(target: string, match: string, startMs: number, endMs: number, limitValues: number): Promise<Result<SampleSeries[]>> {
    return this.store.samples(target, match, startMs, endMs, limitValues);
  }

  importRecording(name: string, file: string, replace: boolean): Promise<Result<StoredTarget>> {
    return importRecording(this.store, name, file, replace);
  }

  exportRecording(target: string, startMs: number, endMs: number, file: string): Promise<Result<number>> {
    return exportRecording(this.store, target, { startMs, endMs, file });
  }

  exportIncident(options: IncidentExport): Promise<Result<ExportedSamples>> {
    return exportIncident(this.store, options);
  }

  importIncident(parts: IncidentImport): Promise<Result<StoredTarget>> {
    return importIncident(this.store, parts);
  }

  status(): Promise<StorageStatus> {
    return Promise.resolve(this.store.status());
  }

  onStatus(listener: (status: StorageStatus) => void): void {
    this.store.onStatus(listener);
  }

  close(): Promise<void> {
    return this.store.close();
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.logs.then(work);
    this.logs = turn.catch(() => undefined);
    return turn;
  }
}
