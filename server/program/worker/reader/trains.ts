/** Reads the trains of a window: of its rule groups, which the target's own metrics have. */
import type { WindowTrains } from '../../../../core/contract/contract.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import type { Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { RULE_GROUP_ROLES, roleSelectors, roleWindow } from '../../../data/metrics/roles.ts';
import { seriesWithin } from '../../../analysis/panels/alerts/alertReads.ts';
import { windowTrains } from '../../../analysis/signals/trains/ruleGroups.ts';
import { TRAIN_ROLES } from '../../../analysis/signals/trains/trainsOfWindow.ts';
import type { PanelQuery } from '../../../data/store/dataStore.ts';
import type { SampleReader, TargetReading } from '../../../data/store/read/sampleReader.ts';

/** Read as a whole; of a longer time, that many parts: a phase does not change but by a restart or a reload. */
const WHOLE_MS = 30 * 60_000;
const PARTS = 12;
const PART_MS = 2 * 60_000;
const MIN_PART_SCRAPES = 3;

/** Trains of the window's rule groups, heaviest first, with the figures of each group; none where none are stated. */
export async function readRuleGroups(store: SampleReader, query: PanelQuery): Promise<Result<WindowTrains>> {
  if (!(query.startMs < query.endMs)) return fail('bad_data', 'The start of the range must lie before its end.');
  const reading = await store.reading(query.target);
  if (!reading.ok) return reading;
  const windows = await readGroups(reading.value, query, [...TRAIN_ROLES, ...RULE_GROUP_ROLES]);
  return windows.ok ? ok(windowTrains(windows.value)) : windows;
}

/** Windows of the roles of rule groups: one, or parts of a long time, the first and the last included. */
export async function readGroups(
  reading: TargetReading, query: PanelQuery, roles: readonly Role[]
): Promise<Result<RoleWindow[]>> {
  const { kind, version, programSinceMs = -Infinity } = reading.target;
  const { endMs, intervalSeconds } = query;
  const startMs = programSinceMs < endMs ? Math.max(query.startMs, programSinceMs) : query.startMs;
  const names = new Set(roleSelectors(kind, roles));
  const windows: RoleWindow[] = [];
  for (const part of partsOf(startMs, endMs, 1000 * intervalSeconds)) {
    const scrapes = (part.endMs - part.startMs) / 1000 / Math.max(0.1, intervalSeconds);
    const joined = await reading.joinedWindow(part.startMs, part.endMs, seriesWithin(names, scrapes));
    if (!joined.ok) return joined;
    const window = roleWindow(joined.value.window, kind, version);
    windows.push(window);
    // A target without rule groups is not read on; at its end alone it may be down.
    if (windows.length === 2 && windows.every((one) => one.labelled('ruleGroupEvaluatedSeconds').length === 0)) break;
  }
  return ok(windows.sort((a, b) => a.startMs - b.startMs));
}

interface SpanMs { startMs: number; endMs: number }

/** The last part first, then ascending. */
function partsOf(startMs: number, endMs: number, intervalMs: number): SpanMs[] {
  const partMs = Math.max(PART_MS, MIN_PART_SCRAPES * intervalMs);
  if (endMs - startMs <= Math.max(WHOLE_MS, PARTS * partMs)) return [{ startMs, endMs }];
  const stepMs = (endMs - startMs - partMs) / (PARTS - 1);
  const starts = Array.from({ length: PARTS }, (_, k) => startMs + k * stepMs);
  const parts = starts.map((at) => ({ startMs: at, endMs: Math.min(endMs, at + partMs) }));
  const last = { startMs: endMs - partMs, endMs };
  return [last, ...parts.slice(0, -1)];
}
