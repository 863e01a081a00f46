/**
 * States at the end of a window: conditions that make every other statement about it irrelevant. One of them is the
 * headline, whatever else was found, and becomes more serious the longer it lasts; see docs/reference/overview.md.
 * Codes of its own: `restart-loop`, `writes-failing`, `storage-read-only`, `host-disk-full`, `host-out-of-cpu`,
 * `host-out-of-memory`.
 */
import type {
  PanelByName, PanelFinding, PanelName, Severity, ShortageNow,
} from '../../../../core/contract/contract.ts';
import { finding } from '../../../../core/finding.ts';
import { at, count, parts, seconds } from '../../../../core/text/parts.ts';
import {
  fewerNeighbours, freeTheDisk, moreCpu, moreHostMemory, raiseMemory, readLastLog, stopScraping,
} from '../../advice/steps.ts';

/** Panel findings that are a state, the most informative first. */
const PANEL_STATES: readonly { panel: PanelName; codes: readonly string[] }[] = [
  { panel: 'wal-replay', codes: ['start-died', 'start-stalled'] },
  { panel: 'scrapes', codes: ['target-hanging', 'target-failing', 'target-down'] },
  { panel: 'wal-replay', codes: ['replay-running', 'start-running', 'target-down'] },
  { panel: 'scrapes', codes: ['target-replaying'] },
];
/** Minimum starts of a loop, and maximum time between them, and from the last one to the window's end. */
const LOOP_STARTS = 3;
const LOOP_SECONDS = 600;
/** A shortage is critical from this age on. */
const LONG_SHORTAGE_SECONDS = 60;

/** States at the end of the window, in the order to name them. */
export interface States {
  /** Reason that the target does not answer, or replays: it starts again and again. */
  before: PanelFinding[];
  /** Panel whose own finding is a state; null: none is. */
  panel: PanelName | null;
  after: PanelFinding[];
}

/**
 * Returns the states. `isNow`: the window ends now; in a past window, only a start that is running at its end is a
 * state. If two panels report one condition, only the more informative one is named.
 */
export function statesOf(answers: PanelByName, isNow: boolean): States {
  const stated = PANEL_STATES.find(({ panel, codes }) => codes.includes(answers[panel].finding.code));
  const loop = isNow ? restartLoop(answers) : null;
  return {
    before: loop === null ? [] : [loop], panel: stated?.panel ?? null,
    after: answers.scrapes.shortagesNow.map(shortage),
  };
}

/** Reports several failed starts in a row; `start-died` reports a single one. */
function restartLoop({ scrapes, 'wal-replay': replay }: PanelByName): PanelFinding | null {
  const { end } = scrapes.range;
  const times = scrapes.restarts.map(({ time }) => time).sort((a, b) => b - a);
  let starts = 0;
  let first = end;
  for (const time of times) {
    if (first - time > LOOP_SECONDS) break;
    first = time;
    starts++;
  }
  const last = times[0];
  if (starts < LOOP_STARTS || last === undefined) return null;
  const isShort = replay.memory.risk === 'high' || replay.memory.killed !== null;
  return {
    ...finding({
      code: 'restart-loop', severity: 'critical', moment: last,
      claim: parts`The target restarts in a loop: ${count(starts, 'start')} within ${
        seconds(end - first)}, the last at ${at(last)}.`,
      evidence: [replay.finding.claim],
      actions: [readLastLog, ...(isShort ? [raiseMemory] : []), stopScraping],
    }),
    panel: 'wal-replay', restsOn: ['scrapes', 'wal-replay'],
    figures: { startsCount: starts, loopSeconds: end - first },
  };
}

interface ShortageWords { code: string; what: string; isCritical?: true; actions: PanelFinding['actions'] }

const SHORTAGES: Readonly<Record<ShortageNow['cause'], ShortageWords>> = {
  'writes-failing': {
    code: 'writes-failing', what: 'The target has failed to write its WAL', isCritical: true, actions: [freeTheDisk],
  },
  'read-only': {
    code: 'storage-read-only', what: 'The target’s storage has been read-only, its disk nearly full,',
    isCritical: true, actions: [freeTheDisk],
  },
  'disk-full': { code: 'host-disk-full', what: 'The host’s disk has been full', actions: [freeTheDisk] },
  'host-cpu': {
    code: 'host-out-of-cpu', what: 'The host has been out of CPU', actions: [fewerNeighbours, moreCpu],
  },
  swap: { code: 'host-out-of-memory', what: 'The host has been out of memory', actions: [moreHostMemory] },
};

function shortage({ cause, since, seconds: age, detail }: ShortageNow): PanelFinding {
  const { code, what, isCritical, actions } = SHORTAGES[cause];
  const severity: Severity = isCritical === true || age >= LONG_SHORTAGE_SECONDS ? 'critical' : 'warning';
  return {
    ...finding({
      code, severity, moment: since, evidence: [detail], actions,
      claim: parts`${what} for ${seconds(age)}, since ${at(since)}.`,
    }),
    panel: 'scrapes', restsOn: ['scrapes'], figures: { ageSeconds: age },
  };
}
