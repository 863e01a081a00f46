/** What panels say of a recording that is one scrape, as a `promtool debug` tarball holds it: no more will come. */
import type { Finding, PanelName } from '../../../core/contract/contract.ts';
import { finding as made } from '../../../core/finding.ts';
import { PANELS } from '../../../core/panels.ts';
import { parts } from '../../../core/text/parts.ts';

/** Stands in for a finding that only says that data are too few. */
export function oneScrapeFinding(panel: PanelName, finding: Finding): Finding {
  if (finding.severity !== 'unknown') return finding;
  return made({
    code: 'one-scrape', severity: 'unknown', confidence: 'sure',
    claim: parts`A single scrape cannot show ${PANELS[panel].overTime}.`,
    evidence: [
      parts`It holds totals since the process started and current values, not change over time.`,
      parts`Open a recording or an incident file of the target for that.`,
    ],
  });
}
