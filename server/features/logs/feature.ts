import type { Result } from '../../../core/result.ts';
import type { Recognized } from '../../analysis/open/recognize.ts';
import type { Feature, Opened } from '../../kernel/feature.ts';
import type { OpenReplicas } from '../../kernel/files/replicatedStore.ts';
import { LogStore } from './logStore.ts';
import { fileRecognizer } from './recognizeClient.ts';

export interface OpenedLogs extends Opened {
  logs: LogStore;
  /** Recognizes the type of a file, in a separate thread. */
  recognize: (file: string, name: string) => Promise<Result<Recognized>>;
}

/** Recognizes opened files, and stores logs that name no target. */
export const logsFeature: Feature<{ openReplica: OpenReplicas }, OpenedLogs> = {
  name: 'logs',
  async open({ dataDir, faults, threadFile }, { openReplica }) {
    const logs = await LogStore.open(dataDir, faults.notice, openReplica);
    const recognizer = fileRecognizer(threadFile('recognizeWorker'));
    return { logs, recognize: recognizer.recognize, stop: () => Promise.all([recognizer.close(), logs.settled()]) };
  },
};
