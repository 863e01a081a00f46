/** Entry point of the thread that records: it owns the sample store, and runs no reader's queries. */
import { workerData } from 'node:worker_threads';
import { systemClock } from '../../../../core/time/clock.ts';
import { ok } from '../../../../core/result.ts';
import { Faults } from '../../../kernel/files/faults.ts';
import { log } from '../../../kernel/logging/log.ts';
import { SampleStore } from '../../../data/store/samples/sampleStore.ts';
import { ownMemory } from '../../../kernel/threads/calls.ts';
import { serve } from '../../../kernel/threads/serve.ts';
import type { DataWorkerMethods, DataWorkerOptions } from './dataMessages.ts';
import { recorderOf, recordingStoreOf } from './recordingStore.ts';

// The options come from dataClient.ts of the same build.
const opened = await SampleStore.open({
  ...(workerData as DataWorkerOptions), faults: new Faults(log.warn), clock: systemClock,
});
if (opened.ok) {
  const store = recordingStoreOf(opened.value);
  const tell = serve<DataWorkerMethods>({
    ...recorderOf(opened.value), ...store, opened: async () => ok(await store.status()),
    memory: () => Promise.resolve(ok(ownMemory())),
  });
  store.onStatus(tell);
} else {
  serve<Pick<DataWorkerMethods, 'opened'>>({ opened: () => Promise.resolve(opened) });
}
