/** What the file of a target says, as the claim of its overview. Pure. */
import type { Finding, TargetSaid } from '../../contract/contract.ts';
import { claimOfSentence, finding, worstFirst } from '../../finding.ts';

/** Returns what the file of a target says with the overview's own finding; the worse of both leads. */
export function withFile(own: Finding, said: TargetSaid | undefined): Finding {
  const [claim, ...others] = said?.sentences ?? [];
  if (said === undefined || claim === undefined) return own;
  const sides = [{ severity: said.severity, isOwn: false }, { severity: own.severity, isOwn: true }];
  // That one scrape is too little for a judgement is no finding.
  if (own.severity !== 'unknown' && worstFirst(sides)[0]?.isOwn === true)
    return { ...own, evidence: [...own.evidence, ...[claim, ...others].map((text) => [{ text }])] };
  const lead = claimOfSentence(claim);
  return finding({
    code: 'opened-scrape', severity: said.severity, confidence: 'sure', claim: lead.claim,
    evidence: [...lead.evidence, ...others.map((text) => [{ text }]), own.claim, ...own.evidence], actions: own.actions,
  });
}
