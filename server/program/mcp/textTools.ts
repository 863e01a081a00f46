/** Tools for texts that an agent has: the log of a start, outputs of benchmarks. Neither is stored. */
import { Type as T } from 'typebox';
import { ApiError } from '../../../core/client/apiClient.ts';
import { readReplayLog } from '../worker/reader/replays.ts';
import { findingOf, tool, type Tool } from './tool.ts';

const MAX_TEXT = 4 * 2 ** 20;

export const TEXT_TOOLS: readonly Tool[] = [
  tool({
    name: 'replay_log',
    description: 'Reads the starts in a log of Prometheus 2.x or 3.x: phases of the WAL replay, how each ended.',
    input: { log: T.String({ maxLength: MAX_TEXT, description: 'The text of the log.' }) },
    run: async ({ page }, { log }) => {
      const read = await readReplayLog(Buffer.from(log));
      if (!read.ok) throw new ApiError('http', read.error.message, 0, read.error.errorType);
      const { finding, replays, notes } = read.value;
      return {
        data: {
          finding: findingOf(finding),
          starts: replays.map(({ start, version, outcome, ending, totalSeconds, phases }) => ({
            start: new Date(start * 1000).toISOString(), version, outcome, ending, totalSeconds,
            phases: phases.map(({ name, durationSeconds, segments }) => ({ name, durationSeconds, segments })),
          })),
          notes,
        },
        link: page('/wal-replay', {}),
      };
    },
  }),
  tool({
    name: 'compare_benchmarks',
    description: 'Compares two outputs of go test -bench as benchstat does: medians with intervals, change, p-value.',
    input: {
      before: T.String({ maxLength: MAX_TEXT, description: 'Output of go test -bench.' }),
      after: T.String({ maxLength: MAX_TEXT }),
    },
    run: async ({ api, page }, json) => {
      const { finding, units, notes } = await api.post('/benchmarks', { json });
      return {
        data: {
          finding: findingOf(finding),
          units: units.map(({ unit, rows, geomean }) => ({
            unit, geomeanDeltaRatio: geomean.deltaRatio,
            rows: rows.map(({ name, before, after, deltaRatio, pValue }) => ({
              name, before: before?.centerText, beforeRange: before?.rangeText, after: after?.centerText,
              afterRange: after?.rangeText, deltaRatio, pValue,
            })),
          })),
          notes,
        },
        link: page('/benchmarks', {}),
      };
    },
  }),
];
