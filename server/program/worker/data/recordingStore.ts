/** The recording part of the data store, for the main thread and the readers. */
import { ok } from '../../../../core/result.ts';
import type { DataReads, DataStore } from '../../../data/store/dataStore.ts';
import { packView, type Recorder } from '../../../data/store/recorder.ts';
import type { SampleStore } from '../../../data/store/samples/sampleStore.ts';

export type RecordingStore = Omit<DataStore, keyof DataReads>;

export function recordingStoreOf(store: SampleStore): RecordingStore {
  return {
    putTarget: (target) => store.putTarget(target),
    putFacts: (target, facts) => Promise.resolve(store.putFacts(target, facts)),
    targets: () => store.targets(),
    target: (name) => store.target(name),
    removeTarget: (target) => store.removeTarget(target),
    record: (target, scrape) => store.recordInTurn(target, scrape),
    status: () => Promise.resolve(store.status()),
    onStatus: (listener) => { store.onStatus(listener); },
    close: () => store.close(),
  };
}

export function recorderOf(store: SampleStore): Recorder {
  return {
    view: async (target, held) => {
      const view = await store.view(target, held);
      return view.ok ? ok(packView(view.value, held)) : view;
    },
    putFacts: (target, facts) => Promise.resolve(store.putFacts(target, facts)),
    unreadable: (target, path) => store.unreadable(target, path),
    mayAdopt: (name) => Promise.resolve(store.mayAdopt(name)),
    adopt: (name, draft) => store.adopt(name, draft),
    notice: (text) => {
      store.notice(text);
      return Promise.resolve(ok(null));
    },
  };
}
