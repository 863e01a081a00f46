/** Reads the trains of a window: of its rule groups, which the target's own metrics have. */
import type { WindowTrains } from '../../../../core/contract/contract.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { RULE_GROUP_ROLES, roleSelectors, roleWindow } from '../../../data/metrics/roles.ts';
import { seriesWithin } from '../../../analysis/panels/alerts/alertReads.ts';
import { windowTrains } from '../../../analysis/signals/trains/ruleGroups.ts';
import { TRAIN_ROLES } from '../../../analysis/signals/trains/trainsOfWindow.ts';
import type { PanelQuery, StoredTarget } from '../../../data/store/dataStore.ts';
import type { SampleReader } from '../../../data/store/read/sampleReader.ts';

/** Read as a whole; of a longer time, that many parts: a phase does not change but by a restart or a reload. */
const WHOLE_MS = 30 * 60_000;
const PARTS = 12;
const PART_MS = 2 * 60_000;
const MIN_PART_SCRAPES = 3;

/** Trains of the window's rule groups, heaviest first, with the figures of each group; none where none are stated. */
export async function readRuleGroups(store: SampleReader, query: PanelQuery): Promise<Result<WindowTrains>> {
  if (!(query.startMs < query.endMs)) return fail('bad_data', 'The start of the range must lie before its end.');
  const target = await store.target(query.target);
  if (!target.ok) return target;
  const windows = await readGroups(store, query, target.value);
  return windows.ok ? ok(windowTrains(windows.value)) : windows;
}

/** Windows of the roles of rule groups: one, or parts of a long time, the first and the last included. */
async function readGroups(
  store: SampleReader, query: PanelQuery, { kind, version, programSinceMs = -Infinity }: StoredTarget
): Promise<Result<RoleWindow[]>> {
  const { endMs, intervalSeconds } = query;
  const startMs = programSinceMs < endMs ? Math.max(query.startMs, programSinceMs) : query.startMs;
  const names = new Set(roleSelectors(kind, [...TRAIN_ROLES, ...RULE_GROUP_ROLES]));
  const windows: RoleWindow[] = [];
  for (const part of partsOf(startMs, endMs, 1000 * intervalSeconds)) {
    const scrapes = (part.endMs - part.startMs) / 1000 / Math.max(0.1, intervalSeconds);
    const joined = await store.joinedWindow(query.target, part.startMs, part.endMs, seriesWithin(names, scrapes));
    if (!joined.ok) return joined;
    const window = roleWindow(joined.value.window, kind, version);
    windows.push(window);
    // A target without rule groups, which is known from its end, is not read on.
    if (windows.length === 1 && window.labelled('ruleGroupEvaluatedSeconds').length === 0) break;
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
