/** What else was found about the panel of a page; pure. */
import type { PanelFinding, PanelName } from '../../contract/contract.ts';

/**
 * Warnings and worse that belong to the panel beside the finding that its page shows as its headline, in their order
 * (worst first): what alerts watch has no page of its own. Not those that rest on panels, which say it themselves.
 */
export function alsoFound(
  findings: readonly PanelFinding[], panel: PanelName, shown: { code?: string | undefined; sentence: string }
): PanelFinding[] {
  return findings.filter(({ panel: of, severity, restsOn, code, sentence }) => (
    of === panel && restsOn === undefined && (severity === 'critical' || severity === 'warning')
      && code !== shown.code && sentence !== shown.sentence
  ));
}
