/** The start as one bar on a time axis: phases so far, its expected end, the probe's deadline; pure. */
import type { RestartCost, WalReplayPanel } from '../../contract/contract.ts';
import { memoryRisk } from '../../memoryRisk.ts';
import { formatSeconds } from '../../text/format.ts';
import { render } from '../../text/parts.ts';
import { timeLeft } from '../../text/timeLeft.ts';
import { goneSince, phaseBars, sinceStart, type PhaseBar } from './walReplayView.ts';

/** Multiple of the rest of the bar beyond which a deadline would flatten it and is only written. */
const FARTHEST_DEADLINE = 1.6;

export interface ReplayBar {
  /** Phases; `from` and `to` are 0 to 1 of the bar. */
  phases: (PhaseBar & { from: number; to: number })[];
  /** End of the phases: now, or the end of the start. */
  doneTo: number;
  /** Forecast interval of its end; null once it is over, and without a forecast. */
  expected: { from: number; to: number; text: string } | null;
  /** Time at which the startup probe kills it; `at` is null beyond the bar. */
  deadline: { at: number | null; text: string; isExceeded: boolean } | null;
}

/** Returns the bar; null without a phase. `budgetSeconds`: time limit of the startup probe; null if not known. */
export function replayBar(panel: WalReplayPanel, budgetSeconds: number | null): ReplayBar | null {
  const phases = sinceStart(panel.phases);
  if (phases.length === 0) return null;
  const elapsed = Math.max(1e-3, phases.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0));
  const eta = panel.state === 'replaying' && goneSince(panel) === null ? panel.etaSeconds : null;
  const end = elapsed + (eta?.high ?? 0);
  // The probe counts from the start of the process, where the bar begins.
  const deadline = budgetSeconds;
  const isNear = deadline !== null && deadline <= FARTHEST_DEADLINE * end;
  const whole = Math.max(end, isNear ? deadline : 0);
  let from = 0;
  return {
    phases: phaseBars(phases).map((phase) => {
      const to = from + (phase.shareRatio * elapsed) / whole;
      const placed = { ...phase, from, to };
      from = to;
      return placed;
    }),
    doneTo: elapsed / whole,
    expected: eta === null ? null : {
      from: (elapsed + eta.low) / whole, to: end / whole,
      text: `expected end: ${render(timeLeft(eta))}`,
    },
    deadline: deadline === null ? null : {
      at: isNear ? deadline / whole : null, isExceeded: deadline < elapsed,
      text: `startup probe ends it after ${formatSeconds(deadline)}`,
    },
  };
}

/**
 * Returns the panel with a container limit typed by the reader: the lower of it and GOMEMLIMIT replaces the limit of
 * the configuration or the host. The risk follows the server's rule.
 */
export function withTypedLimit(panel: WalReplayPanel, typedBytes: number | null): WalReplayPanel {
  const { memory, restart } = panel;
  if (typedBytes === null || (memory.limitSource === 'gomemlimit' && (memory.limitBytes ?? Infinity) < typedBytes))
    return panel;
  const { projectedPeakBytes: bytes, projectedHighBytes } = memory;
  const risk = memoryRisk(bytes === null ? null : { bytes, highBytes: projectedHighBytes ?? bytes }, typedBytes);
  return {
    ...panel, memory: { ...memory, limitBytes: typedBytes, limitSource: 'configured', risk },
    ...(restart === undefined || restart === null ? {} : { restart: withLimit(restart, typedBytes) }),
  };
}

function withLimit(restart: RestartCost, limitBytes: number): RestartCost {
  const { peakBytes: peak } = restart;
  const projected = peak === null ? null : { bytes: peak.median, highBytes: peak.high };
  return { ...restart, limitBytes, memoryRisk: memoryRisk(projected, limitBytes) };
}
