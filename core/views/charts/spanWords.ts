/** Texts and actions for a selected span of a chart, by its profiles; pure. */
import type { ProfileInfo, SpanProfile } from '../../contract/contract.ts';
import { readSpanId } from '../../profileSpan.ts';
import { formatClock, formatRatio, formatSeconds } from '../../text/format.ts';
import type { Zone } from '../../text/zone.ts';

export interface SelectedWindow { start: number; end: number }

/** Returns `12:47:00 to 12:47:12, 12 s`. */
export function spanTitle({ start, end }: SelectedWindow, zone: Zone): string {
  return `${formatClock(start, zone)} to ${formatClock(end, zone)}, ${formatSeconds(end - start)}`;
}

/** Names of kinds that are captured for a duration. */
const KIND_WORDS: Readonly<Record<string, string>> = { cpu: 'CPU', heap: 'heap' };

export function kindWords(kind: string): string {
  return KIND_WORDS[kind] ?? kind;
}

/** Returns `3 CPU profiles cover 60 %`, or, if there is none, `No CPU profile; the nearest is 40 s away`. */
export function coverageWords({ kind, ids, coverageRatio, nearest }: SpanProfile): string {
  const what = kindWords(kind);
  if (ids.length > 0) {
    const profiles = ids.length === 1 ? `1 ${what} profile` : `${ids.length} ${what} profiles`;
    // A snapshot covers no time.
    return coverageRatio > 0 ? `${profiles}: ${formatRatio(coverageRatio)} of the span.` : `${profiles}.`;
  }
  return nearest === null ? `No ${what} profile of this target yet.`
    : `No ${what} profile in it; the nearest is ${formatSeconds(nearest.secondsAway)} away.`;
}

/** Returns the displayed name of a profile; for a span, its window in the page's time zone. */
export function profileName({ id, name }: Pick<ProfileInfo, 'id' | 'name'>, zone: Zone): string {
  const span = readSpanId(id);
  return span === null ? name : `${formatClock(span.start, zone)} to ${formatClock(span.end, zone)}`;
}
