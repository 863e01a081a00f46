/** Entry point of the thread that owns the samples: opens the store, answers requests, tells of its health. */
import { parentPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { DataReply, DataRequest, DataWorkerOptions } from './dataMessages.ts';
import { LocalDataStore } from './localDataStore.ts';
import { samplesJson } from './samplesJson.ts';

function call(store: LocalDataStore, request: DataRequest): Promise<unknown> {
  switch (request.method) {
    case 'putTarget': return store.putTarget(...request.args);
    case 'putFacts': return store.putFacts(...request.args);
    case 'targets': return store.targets(...request.args);
    case 'removeTarget': return store.removeTarget(...request.args);
    case 'record': return store.record(...request.args);
    case 'panel': return store.panel(...request.args);
    case 'findings': return store.findings(...request.args);
    case 'addHistory': return store.addHistory(...request.args);
    case 'host': return store.host(...request.args);
    case 'compactionHerd': return store.compactionHerd(...request.args);
    case 'compactionLog': return store.compactionLog(...request.args);
    case 'replays': return store.replays(...request.args);
    case 'replayLog': return store.replayLog(...request.args);
    case 'samples': return store.samples(...request.args).then(samplesJson);
    case 'importRecording': return store.importRecording(...request.args);
    case 'exportRecording': return store.exportRecording(...request.args);
    case 'exportIncident': return store.exportIncident(...request.args);
    case 'importIncident': return store.importIncident(...request.args);
    case 'status': return store.status(...request.args);
    case 'close': return store.close(...request.args);
  }
}

async function serve(port: MessagePort, options: DataWorkerOptions): Promise<void> {
  const tell = (reply: DataReply): void => { port.postMessage(reply); };
  const opened = await LocalDataStore.open(options);
  if (!opened.ok) {
    tell({ type: 'started', result: opened });
    port.close();
    return;
  }
  const store = opened.value;
  store.onStatus((status) => { tell({ type: 'status', status }); });
  port.on('message', (request: DataRequest) => {
    call(store, request).then(
      (value) => { tell({ type: 'answer', id: request.id, value }); },
      (error: unknown) => { tell({ type: 'thrown', id: request.id, message: error instanceof Error ? error.stack ?? error.message : String(error) }); },
    ).finally(() => {
      if (request.method === 'close') port.close();
    });
  });
  tell({ type: 'started', result: { ok: true, value: await store.status() } });
}

// The options come from dataClient.ts of the same build.
if (parentPort) void serve(parentPort, workerData as DataWorkerOptions);
