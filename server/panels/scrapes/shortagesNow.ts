/** Which resources of the host run short at the end of the window, and since when. */
import type { ShortageNow } from '../../../core/contract/contract.ts';
import type { RoleWindow } from '../../metrics/roleNames.ts';
import { reachesNow } from '../../signals/windowFrame.ts';
import type { Suspect } from './scrapeSuspects.ts';

/** Shorter relief than this does not end a shortage; a shorter shortage is none yet. */
const RELIEF_MS = 10_000;
const LEAST_MS = 10_000;
const NAMED: readonly ShortageNow['cause'][] = ['host-cpu', 'swap'];

/**
 * Shortages of CPU and memory that hold at the last scrape, or did within ten seconds of it, and have for ten
 * seconds or more; none in a window that ended in the past. Relief of up to ten seconds counts as shortage: a full
 * host has moments. Empty without a node_exporter.
 */
export function shortagesNow(
  window: RoleWindow, suspects: readonly Suspect[],
  { nowMs, intervalSeconds }: { nowMs: number; intervalSeconds: number },
): ShortageNow[] {
  const lastMs = window.scrapes.startMs.at(-1);
  if (lastMs === undefined || !reachesNow(window, nowMs, intervalSeconds)) return [];
  return NAMED.flatMap((cause): ShortageNow[] => {
    const suspect = suspects.find((one) => one.cause === cause);
    const last = suspect?.spans.at(-1);
    if (suspect === undefined || last === undefined || lastMs - last.endMs > RELIEF_MS) return [];
    let sinceMs = last.startMs;
    for (const { startMs, endMs } of suspect.spans.toReversed()) {
      if (sinceMs - endMs > RELIEF_MS) break;
      sinceMs = startMs;
    }
    if (lastMs - sinceMs < LEAST_MS) return [];
    return [{ cause, since: sinceMs / 1000, seconds: (lastMs - sinceMs) / 1000, detail: suspect.detail?.() ?? [] }];
  });
}
