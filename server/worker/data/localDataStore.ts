/** The DataStore in this thread: the sample store with the panels on top. The data worker serves it. */
import { fail, ok, type Result } from '../../../core/result.ts';
import { SerialQueue } from '../../../core/serialQueue.ts';
import { readHistory } from '../../metrics/queryMatrix.ts';
import type { DataStore } from '../../store/dataStore.ts';
import { exportIncident } from '../../store/exchange/exportIncident.ts';
import { exportRecording } from '../../store/exchange/exportRecording.ts';
import { importIncident } from '../../store/exchange/importIncident.ts';
import { importRecording } from '../../store/exchange/importRecording.ts';
import { SampleStore, type SampleStoreOptions } from '../../store/samples/sampleStore.ts';
import { readCompactionLog } from './compactionLogs.ts';
import { readFindings, readHerd, readHost, readPanel } from './panels.ts';
import { readReplayLog, readReplays } from './replays.ts';

export async function openLocalDataStore(options: SampleStoreOptions): Promise<Result<DataStore>> {
  const opened = await SampleStore.open(options);
  return opened.ok ? ok(dataStoreOf(opened.value)) : opened;
}

function dataStoreOf(store: SampleStore): DataStore {
  /** One at a time: each may be 128 MiB of text when decompressed. */
  const logs = new SerialQueue();
  return {
    putTarget: (target) => store.putTarget(target),
    putFacts: (target, facts) => Promise.resolve(store.putFacts(target, facts)),
    targets: () => store.targets(),
    removeTarget: (target) => store.removeTarget(target),
    // eslint-disable-next-line @typescript-eslint/require-await -- a throw must become a rejection
    record: async (target, scrape) => store.record(target, scrape),
    panel: (panel, query) => readPanel(store, panel, query),
    findings: (query) => readFindings(store, query),
    addHistory: (target, { answers, ownLabels, offsetMs }) => {
      const read = readHistory(answers, ownLabels, offsetMs);
      if (typeof read === 'string') return Promise.resolve(fail('bad_data', read));
      const added = store.addHistory(target, read);
      const { length, startMs } = read.scrapes;
      return Promise.resolve(added.ok ? ok({ rows: length, firstMs: startMs[0] ?? null }) : added);
    },
    host: (query) => readHost(store, query),
    compactionHerd: (queries) => readHerd(store, queries),
    compactionLog: (bytes, target) => logs.run(() => readCompactionLog(store, bytes, target)),
    replays: (query) => readReplays(store, query),
    replayLog: (bytes) => logs.run(() => readReplayLog(bytes)),
    samples: (target, match, startMs, endMs, limitValues) => store.samples(target, match, startMs, endMs, limitValues),
    importRecording: (name, file, replace) => importRecording(store, name, file, replace),
    exportRecording: (target, startMs, endMs, file) => exportRecording(store, target, { startMs, endMs, file }),
    exportIncident: (options) => exportIncident(store, options),
    importIncident: (parts) => importIncident(store, parts),
    status: () => Promise.resolve(store.status()),
    onStatus: (listener) => { store.onStatus(listener); },
    close: () => store.close(),
  };
}
