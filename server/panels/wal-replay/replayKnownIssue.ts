/** What a logged start shows of the known issues: its last error, and what it repaired, against its version. */
import type { Finding } from '../../../core/contract/contract.ts';
import { actionsOf, claimOf } from '../../knownIssues/knownIssueFindings.ts';
import { matchKnownIssues } from '../../knownIssues/matchKnownIssues.ts';
import { parts } from '../../../core/text/parts.ts';
import type { LoggedStart } from './ends/loggedStart.ts';

/** The finding with each known issue that the start shows, as evidence and with what helps. */
export function withKnownIssues(
  finding: Finding, { tenant, version, ends, troubles }: Pick<LoggedStart, 'tenant' | 'version' | 'ends' | 'troubles'>
): Finding {
  // Tenants replay in Thanos and Mimir, whose versions are not those of Prometheus.
  if (tenant !== '') return finding;
  const logLines = [...ends.map(({ said }) => said), ...troubles];
  const issues = logLines.length === 0 ? [] : matchKnownIssues({ kind: 'prometheus', version, logLines });
  if (issues.length === 0) return finding;
  return {
    ...finding,
    evidence: [...issues.flatMap((issue) => [claimOf(issue, version), parts`${issue.effect}`]), ...finding.evidence],
    actions: [...issues.flatMap((issue) => actionsOf(issue, version)), ...finding.actions],
  };
}
