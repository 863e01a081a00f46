/** The last compactions as small pictures with a common scale; pure. */
import type { Compaction, CompactionPanel } from '../../contract/contract.ts';
import { formatBytes, formatClock, formatNumber, formatSeconds } from '../../text/format.ts';
import type { Zone } from '../../text/zone.ts';

const MOST = 10;
/** Time shown before the start and after the longest, as a share of the longest. */
const LEAD = 0.3;
const MIN_SECONDS = 10;
const MIN_POINTS = 4;

export interface CompactionMultiple {
  key: string;
  start: number;
  clock: string;
  kind: string;
  /** `10.9 s · 9.34 core-s · +334 MiB`, without unknown values. */
  facts: string;
  /** CPU, 0 to 1 of the common scale in x and y, y upwards; null if the steps are too wide to show it. */
  points: { x: number; y: number }[] | null;
  /** Span of the compaction, 0 to 1 of the width. */
  from: number;
  to: number;
}

export interface CompactionMultiples {
  items: CompactionMultiple[];
  /** Top of the common scale; null if there are no pictures. */
  topCores: number | null;
  widthSeconds: number;
}

function factsOf({ durationSeconds, running, cpuCoreSecondsAboveQuiet, rssRiseBytes }: Compaction): string {
  return [
    durationSeconds === null ? null : `${formatSeconds(durationSeconds)}${running ? ' so far' : ''}`,
    cpuCoreSecondsAboveQuiet === null ? null : `${formatNumber(cpuCoreSecondsAboveQuiet)} core-s`,
    rssRiseBytes === null || rssRiseBytes <= 0 ? null : `+${formatBytes(rssRiseBytes)}`,
  ].filter((part) => part !== null).join(' · ');
}

/** Returns the compactions, newest first, at most ten. Draws the maximum of thinned steps, so that no peak is lost. */
export function compactionMultiples(
  { compactions, series }: Pick<CompactionPanel, 'compactions' | 'series'>, zone: Zone
): CompactionMultiples {
  const last = compactions.slice(-MOST).reverse();
  const longest = Math.max(MIN_SECONDS, ...last.map(({ start, end }) => end - start));
  const [lead, widthSeconds] = [LEAD * longest, longest * (1 + 2 * LEAD)];
  const windows = last.map(({ start }) => {
    const from = start - lead;
    const values = series.time.flatMap((time, i) => {
      const cores = series.cpuCoresMax[i] ?? series.cpuCores[i] ?? null;
      return cores === null || time < from || time > from + widthSeconds ? [] : [{ time, cores }];
    });
    return values.length < MIN_POINTS ? null : values;
  });
  const top = Math.max(0, ...windows.flatMap((values) => values?.map(({ cores }) => cores) ?? []));
  return {
    topCores: top > 0 ? top : null, widthSeconds,
    items: last.map((one, i) => ({
      key: `${one.start}`, start: one.start, clock: formatClock(one.start, zone),
      kind: `${one.kind === 'unknown' ? 'compaction' : one.kind}${one.count > 1 ? ` (${one.count})` : ''}`,
      facts: factsOf(one), from: lead / widthSeconds,
      to: Math.min(1, (lead + Math.max(0, one.end - one.start)) / widthSeconds),
      points: top > 0 ? windows[i]?.map(({ time, cores }) => (
        { x: (time - (one.start - lead)) / widthSeconds, y: cores / top }
      )) ?? null : null,
    })),
  };
}
