/** Which resources of the host, and of the disk, run short at the end of the window, and since when. */
import type { ShortageNow } from '../../../core/contract/contract.ts';
import type { RoleWindow } from '../../metrics/roleNames.ts';
import { diskTroubles } from '../../signals/host/fullDisk.ts';
import { reachesNow } from '../../signals/windowFrame.ts';
import type { Suspect } from './scrapeSuspects.ts';
import type { ScrapesOptions } from './scrapesWords.ts';

/** Shorter relief than this does not end a shortage; a shorter shortage is none yet. */
const RELIEF_MS = 10_000;
const LEAST_MS = 10_000;
const OF_HOST: readonly ShortageNow['cause'][] = ['host-cpu', 'swap'];

/**
 * Shortages that hold at the last scrape, or did within ten seconds of it, in the order to name them; none in a window
 * that ended in the past. Those of CPU and memory have lasted for ten seconds or more; a write that fails loses samples
 * at once. Relief of up to ten seconds counts as shortage: a full host has moments.
 */
export function shortagesNow(
  window: RoleWindow, suspects: readonly Suspect[],
  { nowMs, intervalSeconds, flags }: Pick<ScrapesOptions, 'nowMs' | 'intervalSeconds' | 'flags'>,
): ShortageNow[] {
  const lastMs = window.scrapes.startMs.at(-1);
  if (lastMs === undefined || !reachesNow(window, nowMs, intervalSeconds)) return [];
  const ofHost = OF_HOST.flatMap((cause) => suspects.flatMap(({ cause: own, spans, detail }) => (
    own === cause ? [{ cause, spans, detail: detail ?? (() => []), leastMs: LEAST_MS }] : []
  )));
  const ofDisk = diskTroubles(window, flags).map((one) => ({ ...one, leastMs: 0 }));
  return [...ofDisk, ...ofHost].flatMap(({ cause, spans, detail, leastMs }): ShortageNow[] => {
    const last = spans.at(-1);
    if (last === undefined || lastMs - last.endMs > RELIEF_MS) return [];
    let sinceMs = last.startMs;
    for (const { startMs, endMs } of spans.toReversed()) {
      if (sinceMs - endMs > RELIEF_MS) break;
      sinceMs = startMs;
    }
    return lastMs - sinceMs < leastMs ? []
      : [{ cause, since: sinceMs / 1000, seconds: (lastMs - sinceMs) / 1000, detail: detail() }];
  });
}
