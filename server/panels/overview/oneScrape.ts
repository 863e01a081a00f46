/** What panels say of a recording that is one scrape, as the tarball of `promtool debug` holds it: waiting for more would be in vain. */
import type { Finding, PanelName } from '../../../core/contract/contract.ts';
import { PANELS } from '../../../core/panels.ts';

/** Stands in for a finding that only says that data are too few. */
export function oneScrapeFinding(panel: PanelName, finding: Finding): Finding {
  if (finding.severity !== 'unknown') return finding;
  return {
    severity: 'unknown', time: null,
    sentence: `One scrape holds totals since the process started and what is now, not change over time: it cannot show ${PANELS[panel].overTime}. Open a recording or an incident file of the target for that.`,
  };
}
