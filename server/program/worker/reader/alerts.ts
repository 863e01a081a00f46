/** Evaluates the alerts of a server, and returns those that fire in the window. */
import { alertFindings, type AlertFinding } from '../../../analysis/panels/alerts/alertFindings.ts';
import { ALERT_READS, judgedFromMs, seriesWithin, type AlertRead } from '../../../analysis/panels/alerts/alertReads.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { roleSelectors, roleWindow } from '../../../data/metrics/roles.ts';
import { ok, type Result } from '../../../../core/result.ts';
import type { PanelQuestion } from '../../../data/store/dataStore.ts';
import type { TargetReading } from '../../../data/store/read/sampleReader.ts';

export async function readAlerts(
  reading: TargetReading, query: PanelQuestion
): Promise<Result<AlertFinding[]>> {
  const { target } = reading;
  const { programSinceMs = -Infinity, scrapes, recording } = target;
  // A single scrape shows no change.
  if (recording && scrapes === 1) return ok([]);
  const fromMs = judgedFromMs(query);
  const read = async ({ roles, lookBackMs }: AlertRead): Promise<Result<RoleWindow>> => {
    const names = new Set(roleSelectors(target.kind, roles));
    const startMs = Math.max(fromMs - lookBackMs, programSinceMs < query.endMs ? programSinceMs : -Infinity);
    const filter = seriesWithin(names, (query.endMs - startMs) / 1000 / Math.max(0.1, query.intervalSeconds));
    const joined = await reading.joinedWindow(startMs, query.endMs, filter);
    return joined.ok ? ok(roleWindow(joined.value.window, target.kind, target.version)) : joined;
  };
  const [usual, ...rare] = ALERT_READS;
  const first = await read(usual);
  if (!first.ok) return first;
  const found = alertFindings(usual.conditions, first.value, fromMs);
  for (const one of rare) {
    if (!one.isNeeded(first.value)) continue;
    const window = await read(one);
    if (!window.ok) return window;
    found.push(...alertFindings(one.conditions, window.value, fromMs));
  }
  return ok(found);
}
