/** Shared words of the overview's rules about slow and lost scrapes. */
import type {
  OverlapTest, PanelByName, PanelFinding, Part, ScrapeGap, Severity,
} from '../../../../core/contract/contract.ts';
import { count, parts, quantity } from '../../../../core/text/parts.ts';
import type { Server } from '../../advice/advice.ts';

export type Rule = (answers: PanelByName, server: Server) => PanelFinding | null;

type Scrapes = PanelByName['scrapes'];

/** Share of lost scrapes above which they are critical, as on the Scrapes page. */
const LOST_CRITICAL = 0.05;

/** Returns the test of a cause that explains slow scrapes, and its words; null if it explains none. */
export function linked(
  { overlapTests, causes }: Scrapes, cause: string
): OverlapTest & { parts: Part[] } | null {
  const named = causes.find((one) => one.cause === cause && one.explainedRatio > 0);
  const test = overlapTests.find((one) => one.cause === cause);
  return named === undefined || test === undefined ? null : { ...test, parts: named.parts };
}

export const number = (value: number): Part => quantity(value, 'count');

export const howMany = ({ overlapping }: { overlapping: number }): Part[] => count(overlapping, 'slow or lost scrape');

export const expected = (value: number): Part[] =>
  parts`${quantity(Math.round(value * 10) / 10, 'none')} expected by chance`;

/** Returns the scrapes missed in the gaps of a cause, and when the longest of these began. */
export function lostTo(gaps: readonly ScrapeGap[], ...causes: string[]): { count: number; time: number | null } {
  const mine = gaps.filter(({ cause }) => causes.includes(cause));
  const longest = mine.reduce<ScrapeGap | null>(
    (most, gap) => (most === null || gap.end - gap.start > most.end - most.start ? gap : most), null
  );
  return { count: mine.reduce((sum, { scrapesMissed }) => sum + scrapesMissed, 0), time: longest?.start ?? null };
}

/** Returns critical for many lost scrapes; a warning for any, or for slow ones that come near their timeout. */
export function severityOf({ timeoutSeconds, durationSeconds, scrapes }: Scrapes, lost: number): Severity {
  if (lost > LOST_CRITICAL * scrapes.total) return 'critical';
  return lost > 0 || (timeoutSeconds !== null && (durationSeconds.p99 ?? 0) > timeoutSeconds / 2) ? 'warning' : 'info';
}
