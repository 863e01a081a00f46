/**
 * Reads compactions of Prometheus 2.0 to 2.2, which logs "compact blocks" when one begins: no duration, no block. A run
 * ends at the next line that follows from it.
 */
import type { CompactionRun } from '../../../../../core/contract/facts.ts';
import type { LogLine } from '../../../logs/readLog.ts';

export interface BegunRun { run: CompactionRun; inputs: number }

/** Returns null for a line of a later version, which has the block, and for one without the times of its blocks. */
export function begunRun({ timeMs, message, fields }: LogLine): BegunRun | null {
  if (message.toLowerCase() !== 'compact blocks') return null;
  if (fields.ulid !== undefined || fields.duration !== undefined) return null;
  const [minTimeMs, maxTimeMs, inputs] = [Number(fields.mint), Number(fields.maxt), Number(fields.count)];
  if (!(minTimeMs >= 0) || !(maxTimeMs > minTimeMs) || maxTimeMs > 8.64e15) return null;
  if (!(inputs >= 1 && inputs < 1000)) return null;
  const isHead = inputs === 1;
  return {
    inputs,
    run: {
      source: 'log', kind: isHead ? 'head' : 'merge', startMs: timeMs, endMs: null,
      block: { ulid: '', minTimeMs, maxTimeMs, level: isHead ? 1 : 2, parents: [], samples: null, series: null },
    },
  };
}

export const ofHead = ({ run }: BegunRun): boolean => run.kind === 'head';
