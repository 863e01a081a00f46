/** Trains of a target's rule groups from a window's samples: its metrics report when each was last evaluated. */
import { numberAt } from '../../../../core/elementAt.ts';
import type { LabelledSeries, Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { targetAheadMs } from '../compaction/targetClock.ts';
import { findRestarts, freshScrapes } from '../windowFrame.ts';
import type { PulseTrain } from './pulseTrain.ts';
import { addReading, trainsFromReadings, type PulseReading, type SubjectReadings } from './trainsFromReadings.ts';

/** Maximum number of groups with a train; those that use the largest part of their interval are kept. */
export const MAX_GROUPS = 500;
/** Keys longer than this are not of a real file and group. */
const MAX_KEY = 1000;

/** Roles that windows must have for trains; the first four for restarts and the clock of the target. */
export const TRAIN_ROLES: readonly Role[] = [
  'processStartSeconds', 'cpuSeconds', 'gcCycles', 'lastGcSeconds',
  'ruleGroupEvaluatedSeconds', 'ruleGroupLastSeconds', 'ruleGroupIntervalSeconds',
];

/**
 * Returns the trains of rule groups, on our clock, heaviest first, from windows with TRAIN_ROLES. Several windows are
 * consecutive parts of one time; between them, pulses are assumed to continue if the phase is the same.
 */
export function trainsOfWindow(...windows: readonly RoleWindow[]): PulseTrain[] {
  return trainsOfGroups(readingsOfGroups(windows));
}

type GroupReadings = SubjectReadings & { readings: PulseReading[]; goneMs: number[] };

/** Returns the readings of each group by its label, including groups that were not evaluated. */
export function readingsOfGroups(windows: readonly RoleWindow[]): ReadonlyMap<string, GroupReadings> {
  const known = new Map<string, GroupReadings>();
  const restartsMs = windows.flatMap((window) => findRestarts(window).map(({ timeMs }) => timeMs));
  for (const window of windows) {
    const fresh = freshScrapes(window.scrapes);
    const aheadMs = targetAheadMs(window);
    for (const group of groupsOf(window)) {
      const subject = subjectOf(group.key);
      const one = known.get(group.key) ?? { subject, readings: [], goneMs: [], restartsMs };
      known.set(group.key, one);
      readGroup(window, group, { fresh, aheadMs, into: one });
    }
  }
  for (const one of known.values()) markMissing(one, windows);
  return known;
}

export function trainsOfGroups(known: ReadonlyMap<string, GroupReadings>): PulseTrain[] {
  const trains = [...known.values()].map((one) => trainsFromReadings(one)).filter((own) => own.length > 0);
  return trains.sort((a, b) => loadOf(b) - loadOf(a)).slice(0, MAX_GROUPS).flat();
}

/** Returns the largest share of its period that a subject is active. */
function loadOf(trains: readonly PulseTrain[]): number {
  return trains.reduce((most, { widthMs, periodMs }) => Math.max(most, widthMs / periodMs), 0);
}

interface Group { key: string; evaluated: LabelledSeries; lasted: LabelledSeries | undefined; interval: LabelledSeries }

function groupsOf(window: RoleWindow): Group[] {
  const keyed = (role: Role): Map<string, LabelledSeries> => new Map(window.labelled(role).flatMap((series) => {
    const key = series.labels['rule_group'];
    return key === undefined || key.length > MAX_KEY ? [] : [[key, series]];
  }));
  const [lasted, intervals] = [keyed('ruleGroupLastSeconds'), keyed('ruleGroupIntervalSeconds')];
  return [...keyed('ruleGroupEvaluatedSeconds')].flatMap(([key, evaluated]) => {
    const interval = intervals.get(key);
    return interval === undefined ? [] : [{ key, evaluated, lasted: lasted.get(key), interval }];
  });
}

/** Splits the label at the first semicolon into file and name, because a path rarely contains one. */
export function subjectOf(ruleGroup: string): { kind: 'rule-group'; name: string; file: string; instance: null } {
  const at = ruleGroup.indexOf(';');
  const file = ruleGroup.slice(0, Math.max(0, at));
  return { kind: 'rule-group', name: ruleGroup.slice(at + 1), file, instance: null };
}

interface ReadInto { fresh: Int32Array; aheadMs: number; into: { readings: PulseReading[]; goneMs: number[] } }

function readGroup({ scrapes }: RoleWindow, group: Group, { fresh, aheadMs, into }: ReadInto): void {
  const { evaluated, lasted, interval } = group;
  let wasThere = into.readings.length > 0;
  for (const row of fresh) {
    const seenMs = numberAt(scrapes.startMs, row);
    if (evaluated.present[row] !== 1 || interval.present[row] !== 1) {
      // Only the first answer without it matters; later ones until its return add nothing.
      if (wasThere) into.goneMs.push(seenMs);
      wasThere = false;
      continue;
    }
    wasThere = true;
    addReading(into.readings, {
      startMs: 1000 * numberAt(evaluated.values, row) - aheadMs, seenMs,
      widthMs: lasted?.present[row] === 1 ? 1000 * numberAt(lasted.values, row) : NaN,
      periodMs: 1000 * numberAt(interval.values, row),
    });
  }
}

/** Marks windows in which the target answered without any series of the group. */
function markMissing(
  one: { readings: PulseReading[]; goneMs: number[] }, windows: readonly RoleWindow[]
): void {
  const [first, last] = [one.readings[0], one.readings.at(-1)];
  if (first === undefined || last === undefined) return;
  for (const { scrapes, startMs, endMs } of windows) {
    if (startMs <= first.startMs || one.readings.some((r) => r.seenMs >= startMs && r.seenMs < endMs)) continue;
    const row = freshScrapes(scrapes)[0];
    if (row !== undefined) one.goneMs.push(numberAt(scrapes.startMs, row));
  }
  one.goneMs.sort((a, b) => a - b);
}
