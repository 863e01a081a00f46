/** Finds which resources of the host, and of the disk, run short at the end of the window, and since when. */
import { numberAt } from '../../../../core/elementAt.ts';
import type { ScrapeCause, ShortageNow } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { diskTroubles } from '../../signals/host/fullDisk.ts';
import { reachesNow } from '../../signals/windowFrame.ts';
import type { Suspect } from './scrapeSuspects.ts';
import type { ScrapesOptions } from './scrapesWords.ts';

/** Relief up to this long does not end a shortage; a shorter shortage does not count yet. */
const RELIEF_MS = 10_000;
const MIN_MS = 10_000;
const OF_HOST: readonly ShortageNow['cause'][] = ['host-cpu', 'swap'];
/** Work of the target itself that fills the cores of a host. */
const OWN_WORK: readonly ScrapeCause['cause'][] = ['queries', 'compaction', 'gc'];
/** Share of a shortage in a cause's time from which it is an effect of it, as among causes. */
const INSIDE = 0.7;

/**
 * Returns shortages that hold at the last scrape, or did within ten seconds of it, in the order to name them; none in a
 * window that ended in the past. Those of CPU and memory have lasted for ten seconds or more; a write that fails loses
 * samples at once. Relief of up to ten seconds counts as shortage: a full host has moments. Host CPU in the time of a
 * named cause, work of the target itself, is omitted: it would take the headline at each burst, and release it after.
 */
export function shortagesNow(
  window: RoleWindow, suspects: readonly Suspect[], causes: readonly ScrapeCause[],
  { nowMs, intervalSeconds, flags }: Pick<ScrapesOptions, 'nowMs' | 'intervalSeconds' | 'flags'>,
): ShortageNow[] {
  const lastMs = window.scrapes.startMs.at(-1);
  if (lastMs === undefined || !reachesNow(window, nowMs, intervalSeconds)) return [];
  const ofHost = OF_HOST.flatMap((cause) => suspects.flatMap(({ cause: own, spans, detail }) => (
    own === cause ? [{ cause, spans, detail: detail ?? (() => []), leastMs: MIN_MS }] : []
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
    if (cause === 'host-cpu' && comesOfOwnWork(window, suspects, causes, sinceMs)) return [];
    return lastMs - sinceMs < leastMs ? []
      : [{ cause, since: sinceMs / 1000, seconds: (lastMs - sinceMs) / 1000, detail: detail() }];
  });
}

/** Covers the time up to the last mark of the cause, which may be late (a query is counted when it is over). */
function comesOfOwnWork(
  { scrapes: { startMs } }: RoleWindow, suspects: readonly Suspect[], causes: readonly ScrapeCause[], sinceMs: number
): boolean {
  const before = causes.findIndex(({ cause }) => cause === 'host-cpu');
  const named = causes.slice(0, before < 0 ? undefined : before)
    .filter(({ cause, explainedRatio }) => explainedRatio > 0 && OWN_WORK.includes(cause));
  return suspects.some(({ cause, mask }) => {
    const last = mask.lastIndexOf(1);
    if (!named.some((one) => one.cause === cause) || last < 0) return false;
    if (numberAt(startMs, startMs.length - 1) - numberAt(startMs, last) > RELIEF_MS) return false;
    const first = startMs.findIndex((ms) => ms >= sinceMs);
    const rows = mask.subarray(first, last + 1);
    return first >= 0 && rows.length > 0 && rows.reduce((sum, mark) => sum + mark, 0) >= INSIDE * rows.length;
  });
}
