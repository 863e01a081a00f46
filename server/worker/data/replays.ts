/** Reads the starts that a target's samples or a log hold, each as it is kept. */
import { measureReplays } from '../../panels/wal-replay/replayHistory.ts';
import { analyseReplayLogInSteps } from '../../panels/wal-replay/replayLogAnswer.ts';
import type { MeasuredLog, MeasuredReplay } from '../../../core/contract/contract.ts';
import type { Role } from '../../metrics/roleNames.ts';
import { roleSelectors, roleWindow } from '../../metrics/roles.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { SampleStore } from '../../store/samples/sampleStore.ts';
import { runCooperatively } from '../../threads/cooperative.ts';
import { plainText } from './compactionLogs.ts';

/** Only these are read, so that a day of a target costs little. */
const ROLES: Role[] = [
  'cpuSeconds', 'residentBytes', 'processStartSeconds', 'samplesAppended', 'headSeries', 'seriesCreated',
    'headMinTimeMs', 'headMaxTimeMs', 'blocksLoaded',
  'memoryLimitBytes', 'hostTotalBytes', 'ready', 'replaySeconds', 'walSegmentCurrent', 'walCorruptions', 'walBytes',
    'replaySegmentMin', 'replaySegmentMax', 'replaySegmentCurrent', 'replaySegmentTimeSeconds', 'replayRunTimeSeconds',
    'targetReady',
  'compactions', 'compactionSeconds', 'compactionRunning', 'headGcRuns', 'headGcSeconds', 'headTruncations',
    'walTruncateRuns', 'walTruncateSeconds', 'checkpointCreations', 'blocksBytes',
];

/**
 * From the recorded samples alone: what the target's own query API told of the time before is too coarse for a start.
 */
export async function readReplays(
  store: SampleStore,
  query: { target: string; startMs: number; endMs: number; live: boolean; memoryLimitBytes?: number | undefined }
): Promise<Result<MeasuredReplay[]>> {
  const target = await store.target(query.target);
  if (!target.ok) return target;
  const { kind, version, facts } = target.value;
  const names = new Set(roleSelectors(kind, ROLES));
  const window = await store.window(query.target, query.startMs, query.endMs, (series) => names.has(series.name));
  return window.ok ? ok(
    measureReplays(
      roleWindow(window.value, kind, version), { ...facts, configuredLimitBytes: query.memoryLimitBytes }, query.live
    )
  ) : window;
}

export async function readReplayLog(bytes: Uint8Array): Promise<Result<MeasuredLog>> {
  const text = await plainText(bytes);
  if (!text.ok) return text;
  const read = await runCooperatively(analyseReplayLogInSteps(text.value));
  if ('replays' in read) return ok(read);
  const seen = read.unreadable === 0 ? 'The file is empty'
    : `None of its ${read.unreadable.toLocaleString('en-US')} lines has a time and a message`;
  return fail(
    'bad_data', `${seen}; open the log of a Prometheus as it was written: logfmt ` + '(ts=... msg=...), slog (time=... '
      + `msg=...) or JSON, plain or gzip.${beginningOf(text.value)}`
  );
}

/**
 * What the file says instead, where that is text: a server that does not know a flag ends with a line that is no log
 * line.
 */
function beginningOf(bytes: Uint8Array): string {
  const line = new TextDecoder().decode(bytes.subarray(0, 4096)).split('\n').map((one) => one.trim())
    .find((one) => one !== '');
  return line === undefined || /[\p{Cc}\p{Cn}\ufffd]/u.test(line) ? ''
    : ` It begins: "${line.length > 200 ? `${line.slice(0, 200)}…` : line}"`;
}
