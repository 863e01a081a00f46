import type { Feature, Opened } from '../../kernel/feature.ts';
import type { OpenReplicas } from '../../kernel/files/replicatedStore.ts';
import { LogStore } from './logStore.ts';
import { fileRecognizer, type FileLooks } from './recognizeClient.ts';

/** Files are recognized and laid side by side in a separate thread. */
export interface OpenedLogs extends Opened, FileLooks { logs: LogStore }

/** Recognizes opened files, and stores logs that name no target. */
export const logsFeature: Feature<{ openReplica: OpenReplicas }, OpenedLogs> = {
  name: 'logs',
  async open({ dataDir, faults, threadFile }, { openReplica }) {
    const logs = await LogStore.open(dataDir, faults.notice, openReplica);
    const { close, ...looks } = fileRecognizer(threadFile('recognizeWorker'));
    return { logs, ...looks, stop: () => Promise.all([close(), logs.settled()]) };
  },
};
