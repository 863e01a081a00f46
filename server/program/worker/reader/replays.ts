/** Reads the starts from a target's samples or a log, each in its stored form. */
import { measureReplays } from '../../../analysis/panels/wal-replay/replayHistory.ts';
import { analyseReplayLogInSteps } from '../../../analysis/panels/wal-replay/replayLogAnswer.ts';
import type { MeasuredLog, MeasuredReplay } from '../../../../core/contract/contract.ts';
import type { Role } from '../../../data/metrics/roleNames.ts';
import { roleSelectors, roleWindow } from '../../../data/metrics/roles.ts';
import { ok, type Result } from '../../../../core/result.ts';
import type { SampleReader } from '../../../data/store/read/sampleReader.ts';
import { runCooperatively } from '../../../kernel/threads/cooperative.ts';
import { LOG_FORMATS, plainText } from './compactionLogs.ts';
import { notALog } from './notALog.ts';

/** Only these roles are read, so that a day of a target is cheap to read. */
const ROLES: Role[] = [
  'cpuSeconds', 'residentBytes', 'processStartSeconds', 'samplesAppended', 'headSeries', 'seriesCreated',
  'headMinTimeMs', 'headMaxTimeMs', 'blocksLoaded', 'memoryLimitBytes', 'hostTotalBytes', 'ready', 'replaySeconds',
  'walSegmentCurrent', 'walCorruptions', 'walBytes', 'replaySegmentMin', 'replaySegmentMax', 'replaySegmentCurrent',
  'replaySegmentTimeSeconds', 'replayRunTimeSeconds', 'targetReady',
  'startStep', 'startStepSite', 'startStepTimeSeconds',
  'compactions', 'compactionSeconds',
  'compactionRunning', 'headGcRuns', 'headGcSeconds', 'headTruncations', 'walTruncateRuns', 'walTruncateSeconds',
  'checkpointCreations', 'blocksBytes',
];

/** Uses recorded samples only: the history from the target's own query API is too coarse for a start. */
export async function readReplays(
  store: SampleReader,
  query: { target: string; startMs: number; endMs: number; live: boolean; memoryLimitBytes?: number | undefined }
): Promise<Result<MeasuredReplay[]>> {
  const target = await store.target(query.target);
  if (!target.ok) return target;
  const { kind, version, facts } = target.value;
  const names = new Set(roleSelectors(kind, ROLES));
  const window = await store.window(query.target, query.startMs, query.endMs, (series) => names.has(series.name));
  if (!window.ok) return window;
  const known = { ...facts, configuredLimitBytes: query.memoryLimitBytes };
  return ok(measureReplays(roleWindow(window.value, kind, version), known, query.live));
}

export async function readReplayLog(bytes: Uint8Array): Promise<Result<MeasuredLog>> {
  const text = await plainText(bytes);
  if (!text.ok) return text;
  const read = await runCooperatively(analyseReplayLogInSteps(text.value));
  if ('replays' in read) return ok(read);
  return notALog(text.value, read.unreadable, LOG_FORMATS, beginningOf(text.value));
}

/**
 * Returns the first line of the file if it is text: a server that rejects a flag exits with a line that is not a log
 * line.
 */
function beginningOf(bytes: Uint8Array): string | undefined {
  const line = new TextDecoder().decode(bytes.subarray(0, 4096)).split('\n').map((one) => one.trim())
    .find((one) => one !== '');
  return line === undefined || /[\p{Cc}\p{Cn}\ufffd]/u.test(line) ? undefined
    : `It begins: "${line.length > 200 ? `${line.slice(0, 200)}…` : line}"`;
}
