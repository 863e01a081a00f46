/** What the file of a target says, as the claim of its overview. Pure. */
import type { Finding, TargetSaid } from '../../contract/contract.ts';
import { claimOfSentence, finding } from '../../finding.ts';

/** Returns the finding of what the file of a target says, with the overview's own as evidence; else that. */
export function withFile(own: Finding, said: TargetSaid | undefined): Finding {
  const [claim, ...others] = said?.sentences ?? [];
  if (said === undefined || claim === undefined) return own;
  const lead = claimOfSentence(claim);
  return finding({
    code: 'opened-scrape', severity: said.severity, confidence: 'sure', claim: lead.claim,
    evidence: [...lead.evidence, ...others.map((text) => [{ text }]), own.claim, ...own.evidence], actions: own.actions,
  });
}
