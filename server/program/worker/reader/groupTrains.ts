/**
 * Selects the rule groups of a panel's window: three series each, of which a target may have thousands. Reads those
 * that work most as a whole, so that each pulse has its exact time; for the others it reads parts, which give the
 * phase.
 */
import { ok, type Result } from '../../../../core/result.ts';
import type { PulseTrain } from '../../../analysis/signals/trains/pulseTrain.ts';
import { TRAIN_ROLES, trainsOfWindow } from '../../../analysis/signals/trains/trainsOfWindow.ts';
import { roleSelectors, RULE_GROUP_ROLES } from '../../../data/metrics/roles.ts';
import type { PanelQuery } from '../../../data/store/dataStore.ts';
import type { TargetReading } from '../../../data/store/read/sampleReader.ts';
import { readGroups } from './trains.ts';

/** Limit over all groups read as a whole: 27 MB of values with their three series. */
const MAX_READINGS = 1_000_000;
/** Minimum even in a window of very many readings; no more are tested. */
const MIN_GROUPS = 40;
/** In a window of few readings all groups are read, up to this number; no more have trains. */
const MAX_GROUPS = 500;

export interface GroupTrains {
  /** Returns false for series of a rule group that is not read as a whole. */
  isRead: (series: { name: string; labels: Readonly<Record<string, string>> }) => boolean;
  /** Trains of the groups that are not read as a whole, heaviest first. */
  others: PulseTrain[];
}

export async function readGroupTrains(
  reading: TargetReading, query: PanelQuery
): Promise<Result<GroupTrains>> {
  const names = new Set(roleSelectors(reading.target.kind, RULE_GROUP_ROLES));
  const seconds = Math.max(0.1, query.intervalSeconds);
  const readings = Math.max(1, (query.endMs - query.startMs) / 1000 / seconds);
  const most = Math.floor(MAX_READINGS / readings);
  if (most >= MAX_GROUPS) return ok({ isRead: firstGroups(names, most), others: [] });
  const windows = await readGroups(reading, query, TRAIN_ROLES);
  if (!windows.ok) return windows;
  const trains = trainsOfWindow(...windows.value);
  const whole = new Set([...new Set(trains.map(keyOf))].slice(0, Math.max(MIN_GROUPS, most)));
  return ok({
    isRead: ({ name, labels }) => !names.has(name) || whole.has(labels['rule_group'] ?? ''),
    others: trains.filter((train) => !whole.has(keyOf(train))),
  });
}

/** Selects all series of the first groups, in order of appearance under any of their names. */
function firstGroups(names: ReadonlySet<string>, most: number): GroupTrains['isRead'] {
  const taken = new Set<string>();
  return ({ name, labels }) => {
    const group = labels['rule_group'];
    if (!names.has(name) || group === undefined || taken.has(group)) return true;
    if (taken.size >= most) return false;
    taken.add(group);
    return true;
  };
}

/** Returns the key as in the label `rule_group`. */
function keyOf({ file, name }: PulseTrain): string {
  return file === null || file === '' ? name : `${file};${name}`;
}
