/** From targets and findings to the overview; pure. */
import type { Finding, PanelFinding, PanelName, Severity } from '../../../server/api/contract.ts';
import type { TimeRange } from '../../urlState.ts';

export const panelTitles: Record<PanelName, string> = {
  'gc-cpu': 'GC & CPU', compaction: 'Compaction', 'wal-replay': 'WAL replay', memory: 'Memory & capacity', scrapes: 'Scrapes',
};

const ranks: Record<Severity, number> = { critical: 0, warning: 1, unknown: 2, info: 3, ok: 4 };

/** Worst first, as the API sorts: what could not be checked stands above a note, since it is no all-clear. Of equal severity in the order they came. */
export function worstFirst<F extends Finding>(findings: readonly F[]): F[] {
  return findings.toSorted((a, b) => ranks[a.severity] - ranks[b.severity]);
}

/** The overview's own sentence: the worst finding, or what was checked and found quiet. */
export function headline(findings: readonly PanelFinding[], windowText: string): Finding {
  const worst = worstFirst(findings)[0];
  if (worst === undefined) return { severity: 'unknown', sentence: `Nothing could be checked over ${windowText}.`, time: null };
  if (worst.severity !== 'ok') return worst;
  const checked = findings.map((finding) => panelTitles[finding.panel]).join(', ');
  return { severity: 'ok', sentence: `All quiet: checked ${checked} over ${windowText}.`, time: null };
}

/** What is listed below the headline: all but the finding that is the headline itself. */
export function belowHeadline(findings: readonly PanelFinding[]): PanelFinding[] {
  const sorted = worstFirst(findings);
  return sorted[0] !== undefined && sorted[0].severity !== 'ok' ? sorted.slice(1) : sorted;
}

/** The range a finding links to: a sixth of the window around its moment, or the range there is. */
export function rangeAround(finding: Finding, window: { start: number; end: number }, range: TimeRange | null): TimeRange | null {
  if (finding.time === null) return range;
  const half = Math.max(30, (window.end - window.start) / 12);
  return { kind: 'absolute', start: finding.time - half, end: finding.time + half };
}
