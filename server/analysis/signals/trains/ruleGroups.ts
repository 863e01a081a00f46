/** Rule groups over a window: cost, failures, missed evaluations, and how close to their interval they run. Pure. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { RuleGroup, TargetTrain, WindowTrains } from '../../../../core/contract/contract.ts';
import type { LabelledSeries, Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { phaseDifference } from '../../../../core/statistics/circular.ts';
import { median } from '../../../../core/statistics/quantiles.ts';
import { targetAheadMs } from '../compaction/targetClock.ts';
import { freshScrapes } from '../windowFrame.ts';
import type { PulseTrain } from './pulseTrain.ts';
import { MAX_GROUPS, readingsOfGroups, trainsOfGroups } from './trainsOfWindow.ts';
import type { PulseReading } from './trainsFromReadings.ts';

/** Minimum number of evaluations and minimum time for a drift. */
const MIN_DRIFT_READINGS = 9;
const MIN_DRIFT_MS = 10 * 60_000;

/** Returns trains and rule groups from windows with TRAIN_ROLES and RULE_GROUP_ROLES: consecutive parts of one time. */
export function windowTrains(windows: readonly RoleWindow[]): WindowTrains {
  const known = readingsOfGroups(windows);
  const counters = {
    evaluations: rises(windows, 'ruleGroupIterations'), missed: rises(windows, 'ruleIterationsMissed'),
    failures: rises(windows, 'ruleFailures'), rules: lastValues(windows, 'ruleGroupRules'),
  };
  const groups = [...known].flatMap(([key, { subject, readings }]): RuleGroup[] => {
    const last = readings.at(-1);
    if (last === undefined) return [];
    // Skips those of an earlier interval, irrelevant for how close to this interval it runs.
    const own = readings.filter(({ periodMs }) => periodMs === last.periodMs);
    const longest = longestOf(own);
    const intervalSeconds = last.periodMs / 1000;
    const medianMs = median(own.map(({ widthMs }) => widthMs));
    const medianSeconds = medianMs === null ? null : medianMs / 1000;
    const maxSeconds = longest === null ? null : longest.widthMs / 1000;
    return [{
      name: subject.name, file: subject.file ?? '', intervalSeconds, rules: counters.rules.get(key) ?? null,
      medianSeconds, maxSeconds, maxStart: longest === null ? null : longest.startMs / 1000,
      lastStart: last.startMs / 1000, busyRatio: medianSeconds === null ? null : medianSeconds / intervalSeconds,
      nearRatio: maxSeconds === null ? null : maxSeconds / intervalSeconds,
      evaluations: counters.evaluations.get(key) ?? null, missed: counters.missed.get(key) ?? null,
      failures: counters.failures.get(key) ?? null, driftSecondsPerHour: driftOf(own), details: null,
    }];
  }).sort((a, b) => (b.busyRatio ?? -1) - (a.busyRatio ?? -1));
  const last = windows.at(-1);
  return {
    trains: trainsOfGroups(known).map(inSeconds), groups: groups.slice(0, MAX_GROUPS),
    omitted: Math.max(0, groups.length - MAX_GROUPS),
    aheadSeconds: last === undefined ? 0 : targetAheadMs(last) / 1000,
  };
}

export function inSeconds(train: PulseTrain): TargetTrain {
  const { kind, name, file, instance, periodMs, phaseMs, phaseErrorMs, widthMs, sinceMs, untilMs } = train;
  return {
    kind, name, file, instance, periodSeconds: periodMs / 1000, phase: phaseMs / 1000,
    phaseErrorSeconds: phaseErrorMs / 1000, widthSeconds: widthMs > 0 ? widthMs / 1000 : null,
    since: sinceMs / 1000, until: untilMs === null ? null : untilMs / 1000,
  };
}

function longestOf(readings: readonly PulseReading[]): PulseReading | null {
  let longest: PulseReading | null = null;
  for (const one of readings) if (one.widthMs > (longest?.widthMs ?? -1)) longest = one;
  return longest;
}

/** Returns the drift between the medians of the first and the last third of the starts, robust against late ones. */
function driftOf(readings: readonly PulseReading[]): number | null {
  const third = Math.floor(readings.length / 3);
  if (readings.length < MIN_DRIFT_READINGS) return null;
  const { startMs: firstMs, periodMs } = elementAt(readings, 0);
  const middleOf = (part: readonly PulseReading[]): { atMs: number; offMs: number } => ({
    atMs: median(part.map(({ startMs }) => startMs)) ?? NaN,
    offMs: median(part.map(({ startMs }) => phaseDifference(startMs, firstMs, periodMs))) ?? NaN,
  });
  const [early, late] = [middleOf(readings.slice(0, third)), middleOf(readings.slice(-third))];
  const spanMs = late.atMs - early.atMs;
  return spanMs >= MIN_DRIFT_MS ? 3600 * (late.offMs - early.offMs) / spanMs : null;
}

/** Returns how much the counter of each group rose; after a fall it restarts at 0. */
function rises(windows: readonly RoleWindow[], role: Role): Map<string, number> {
  const risen = new Map<string, number>();
  const before = new Map<string, number>();
  eachValue(windows, role, (key, value) => {
    const last = before.get(key);
    risen.set(key, (risen.get(key) ?? 0) + (last === undefined ? 0 : value >= last ? value - last : value));
    before.set(key, value);
  });
  return risen;
}

function lastValues(windows: readonly RoleWindow[], role: Role): Map<string, number> {
  const last = new Map<string, number>();
  eachValue(windows, role, (key, value) => { last.set(key, value); });
  return last;
}

function eachValue(
  windows: readonly RoleWindow[], role: Role, use: (key: string, value: number) => void
): void {
  for (const window of windows) {
    const fresh = freshScrapes(window.scrapes);
    for (const { labels, values, present } of window.labelled(role)) {
      const key = labels['rule_group'];
      if (key !== undefined) eachFresh({ values, present }, fresh, (value) => { use(key, value); });
    }
  }
}

function eachFresh(
  { values, present }: Pick<LabelledSeries, 'values' | 'present'>, fresh: Int32Array, use: (value: number) => void
): void {
  for (const row of fresh) {
    const value = numberAt(values, row);
    if (present[row] === 1 && Number.isFinite(value)) use(value);
  }
}
