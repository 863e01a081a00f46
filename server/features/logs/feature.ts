import type { Result } from '../../../core/result.ts';
import type { Recognized } from '../../analysis/open/recognize.ts';
import type { Feature, Opened } from '../../kernel/feature.ts';
import type { OpenReplicas } from '../../kernel/files/replicatedStore.ts';
import { LogStore } from './logStore.ts';
import { fileRecognizer } from './recognizeClient.ts';

export interface OpenedLogs extends Opened {
  logs: LogStore;
  /** Says what a file is, in a thread of its own. */
  recognize: (file: string, name: string) => Promise<Result<Recognized>>;
}

/** What opened files are, and the logs among them that name no target. */
export const logsFeature: Feature<{ openReplica: OpenReplicas }, OpenedLogs> = {
  name: 'logs',
  async open({ dataDir, faults, threadFile }, { openReplica }) {
    const logs = await LogStore.open(dataDir, faults.notice, openReplica);
    const recognizer = fileRecognizer(threadFile('recognizeWorker'));
    return { logs, recognize: recognizer.recognize, stop: () => Promise.all([recognizer.close(), logs.settled()]) };
  },
};
