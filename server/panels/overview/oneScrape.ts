/** What panels say of a recording that is one scrape, as the tarball of `promtool debug` holds it: waiting for more would be in vain. */
import type { Finding, PanelName } from '../../../core/contract/contract.ts';

const LACKING: Record<PanelName, string> = {
  'gc-cpu': 'GC cycles, CPU over time and how they move together',
  compaction: 'compactions, their times and what they cost',
  'wal-replay': 'a start and its phases',
  memory: 'how memory moves and what a sample costs',
  scrapes: 'failures, gaps and how durations vary',
};

/** Stands in for a finding that only says that data are too few. */
export function oneScrapeFinding(panel: PanelName, finding: Finding): Finding {
  if (finding.severity !== 'unknown') return finding;
  return {
    severity: 'unknown', time: null,
    sentence: `One scrape holds totals since the process started and what is now, not change over time: it cannot show ${LACKING[panel]}. Open a recording or an incident file of the target for that.`,
  };
}
