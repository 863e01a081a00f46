/** Findings of panels for a window whose samples were recorded and cannot be read. */
import type { Finding } from '../../../../core/contract/contract.ts';
import { finding } from '../../../../core/finding.ts';
import { parts } from '../../../../core/text/parts.ts';

/** Reports lost samples; `why` is the end of a sentence about them. */
export function lostSamplesFinding(why: string): Finding {
  return finding({
    code: 'samples-lost', severity: 'unknown', confidence: 'sure',
    claim: parts`The samples of this window were recorded and cannot be read.`,
    evidence: [parts`They are in ${why}.`],
  });
}
