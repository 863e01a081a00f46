/** Returns the facts of a single output as the finding of its page. Pure. */
import type { BenchmarkReport } from '../../contract/contract.ts';
import { claimOfSentence, finding } from '../../finding.ts';

/** Returns the report with the facts of its only output first; as it is without facts. */
export function withOwnFacts(report: BenchmarkReport, facts: readonly string[] | undefined): BenchmarkReport {
  const [claim, ...others] = facts ?? [];
  const { finding: { claim: own, evidence, severity, confidence } } = report;
  if (claim === undefined) return report;
  const lead = claimOfSentence(claim);
  return {
    ...report,
    finding: finding({
      code: 'bench-facts', severity, confidence, claim: lead.claim,
      evidence: [...lead.evidence, ...others.map((text) => [{ text }]), own, ...evidence],
    }),
  };
}
