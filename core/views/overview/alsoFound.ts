/** Other findings on the panel of a page; pure. */
import type { PanelFinding, PanelName } from '../../contract/contract.ts';

/**
 * Returns warnings and worse on the panel besides the finding in the page's headline, in their order (worst first):
 * conditions that alerts watch have no page of their own. Omits those based on several panels, which say it themselves.
 */
export function alsoFound(
  findings: readonly PanelFinding[], panel: PanelName, shown: { code?: string | undefined; sentence: string }
): PanelFinding[] {
  return findings.filter(({ panel: of, severity, restsOn, code, sentence }) => (
    of === panel && restsOn === undefined && (severity === 'critical' || severity === 'warning')
      && code !== shown.code && sentence !== shown.sentence
  ));
}
