/** Reads the trains of a window: of its rule groups, from the target's own metrics. */
import type { WindowTrains } from '../../../../core/contract/contract.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import type { Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { RULE_GROUP_ROLES, roleSelectors, roleWindow } from '../../../data/metrics/roles.ts';
import { seriesWithin } from '../../../analysis/panels/alerts/alertReads.ts';
import { windowTrains } from '../../../analysis/signals/trains/ruleGroups.ts';
import { TRAIN_ROLES } from '../../../analysis/signals/trains/trainsOfWindow.ts';
import type { PanelQuery } from '../../../data/store/dataStore.ts';
import type { SampleReader, TargetReading } from '../../../data/store/read/sampleReader.ts';

/** Longest window read as a whole; longer ones are sampled in parts: a phase changes only by a restart or reload. */
const WHOLE_MS = 30 * 60_000;
const PARTS = 12;
const PART_MS = 2 * 60_000;
const MIN_PART_SCRAPES = 3;

/**
 * Returns the trains of the window's rule groups, heaviest first, with each group's figures; empty if there are none.
 */
export async function readRuleGroups(store: SampleReader, query: PanelQuery): Promise<Result<WindowTrains>> {
  if (!(query.startMs < query.endMs)) return fail('bad_data', 'The start of the range must lie before its end.');
  const reading = await store.reading(query.target);
  if (!reading.ok) return reading;
  const windows = await readGroups(reading.value, query, [...TRAIN_ROLES, ...RULE_GROUP_ROLES]);
  return windows.ok ? ok(windowTrains(windows.value)) : windows;
}

/** Returns windows of the rule groups' roles: one, or parts of a long time, including the first and the last. */
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
    // Stops reading a target without rule groups; checks two parts, as it may be down at its end.
    if (windows.length === 2 && windows.every((one) => one.labelled('ruleGroupEvaluatedSeconds').length === 0)) break;
  }
  return ok(windows.sort((a, b) => a.startMs - b.startMs));
}

interface SpanMs { startMs: number; endMs: number }

/** Returns the last part first, then ascending. */
function partsOf(startMs: number, endMs: number, intervalMs: number): SpanMs[] {
  const partMs = Math.max(PART_MS, MIN_PART_SCRAPES * intervalMs);
  if (endMs - startMs <= Math.max(WHOLE_MS, PARTS * partMs)) return [{ startMs, endMs }];
  const stepMs = (endMs - startMs - partMs) / (PARTS - 1);
  const starts = Array.from({ length: PARTS }, (_, k) => startMs + k * stepMs);
  const parts = starts.map((at) => ({ startMs: at, endMs: Math.min(endMs, at + partMs) }));
  const last = { startMs: endMs - partMs, endMs };
  return [last, ...parts.slice(0, -1)];
}
