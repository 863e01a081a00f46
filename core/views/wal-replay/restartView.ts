/** Predicted cost of a restart, as bars on a time axis; pure. */
import type { RestartCost } from '../../contract/contract.ts';
import { formatBytes, formatClock, formatSeconds, formatValue } from '../../text/format.ts';
import { render } from '../../text/parts.ts';
import { aboutSeconds } from '../../text/timeLeft.ts';
import type { Zone } from '../../text/zone.ts';

/** Multiple of the rest of the bars beyond which a deadline would flatten them. */
const FARTHEST_DEADLINE = 1.6;

export interface RestartView {
  /** Rows; `from`, `middle`, `to` are 0 to 1 of the axis; without bounds `from` and `to` are null. */
  rows: { key: string; label: string; from: number | null; middle: number; to: number | null; text: string }[];
  /** Time at which the startup probe kills it; `at` is null beyond the axis. */
  deadline: { at: number | null; text: string; isExceeded: boolean } | null;
  /** Memory text; null without a figure. */
  memory: string | null;
  basis: string;
}

/** Returns the view. `budgetSeconds`: time limit of the startup probe; null if not known. */
export function restartView(restart: RestartCost, budgetSeconds: number | null, zone: Zone): RestartView {
  const { seconds, afterCompaction: later, peakBytes: peak, limitBytes, memoryRisk, chunks } = restart;
  const end = Math.max(seconds.high, 1);
  const isNear = budgetSeconds !== null && budgetSeconds <= FARTHEST_DEADLINE * end;
  const whole = Math.max(end, isNear ? budgetSeconds : 0);
  return {
    rows: [
      {
        key: 'now', label: 'Now', from: seconds.low / whole, middle: seconds.median / whole, to: seconds.high / whole,
        text: render(aboutSeconds(seconds)),
      },
      ...later === null ? [] : [{
        key: 'later', label: `After the compaction at ${formatClock(later.time, zone)}`, from: null,
        middle: later.seconds / whole, to: null, text: `about ${formatSeconds(later.seconds)}`,
      }],
    ],
    deadline: budgetSeconds === null ? null : {
      at: isNear ? budgetSeconds / whole : null, isExceeded: budgetSeconds < seconds.high,
      text: `startup probe ends it after ${formatSeconds(budgetSeconds)}`,
    },
    memory: peak === null ? null : `Memory would reach about ${formatBytes(peak.median)} (${formatBytes(peak.low)} to ${
      formatBytes(peak.high)})${limitBytes === null ? '; no limit is known' : ` of ${formatBytes(limitBytes)}`}${
      memoryRisk === 'high' ? ': it may be killed' : memoryRisk === 'low' ? ': close to the limit' : ''}.`,
    basis: restart.basis === 'starts'
      ? `Estimated for a head of ${formatValue(chunks, 'count')} chunks, from its own starts in this window.`
      : `Estimated for a head of ${formatValue(chunks, 'count')} chunks, from starts of other servers.`,
  };
}
