/** Entry point of the thread that owns the samples: opens the store, answers requests, reports its health. */
import { workerData } from 'node:worker_threads';
import { ok } from '../../../core/result.ts';
import { Faults } from '../../files/faults.ts';
import { log } from '../../logging/log.ts';
import { serve } from '../../threads/serve.ts';
import type { DataWorkerMethods, DataWorkerOptions } from './dataMessages.ts';
import { openLocalDataStore } from './localDataStore.ts';
import { samplesJson } from './samplesJson.ts';

// The options come from dataClient.ts of the same build.
const opened = await openLocalDataStore(
  { ...(workerData as DataWorkerOptions), faults: new Faults(log.warn) }
);
if (opened.ok) {
  const store = opened.value;
  const tell = serve<DataWorkerMethods>({
    ...store,
    samples: async (...args) => samplesJson(await store.samples(...args)),
    opened: async () => ok(await store.status()),
  });
  store.onStatus(tell);
} else {
  serve<Pick<DataWorkerMethods, 'opened'>>({ opened: () => Promise.resolve(opened) });
}
