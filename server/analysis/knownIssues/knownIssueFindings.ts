/** Findings of known issues: code `known-issue`. */
import type { Action, Finding, PanelFinding, Part } from '../../../core/contract/contract.ts';
import { finding } from '../../../core/finding.ts';
import { parts, seconds } from '../../../core/text/parts.ts';
import type { Evidence, KnownIssue } from './knownIssueTypes.ts';
import { matchKnownIssues, nextFix, stacksOf, versionFor } from './matchKnownIssues.ts';

type Versions = Pick<Evidence, 'version' | 'goVersion'>;

/** Returns a finding per issue that the evidence shows; `moment`: of the finding or line that shows it, if any. */
export function knownIssueFindings(
  evidence: Evidence, others: readonly Pick<PanelFinding, 'code' | 'panel' | 'moment'>[]
): PanelFinding[] {
  const all = { ...evidence, findings: others };
  return matchKnownIssues(all).map((issue) => {
    const waitMinutes = Math.max(0, ...stacksOf(issue, all).map((one) => one.waitMinutes ?? 0));
    const shownBy = others.find(({ code }) => issue.symptoms.some((one) => one.finding === code));
    return {
      ...finding({
        code: 'known-issue', severity: issue.severity, confidence: issue.confidence, moment: shownBy?.moment ?? null,
        claim: claimOf(issue, evidence), evidence: [
          parts`${issue.effect}`, parts`${issue.why}`,
          waitMinutes === 0 ? [] : parts`The wait has lasted ${seconds(60 * waitMinutes)}.`,
        ],
        actions: actionsOf(issue, evidence),
      }),
      panel: shownBy?.panel ?? 'scrapes', figures: { issue: issue.issue },
    };
  });
}

/** Returns a Prometheus log's finding with the known issues that its lines show, as evidence and actions. */
export function withKnownIssues(
  ofLog: Finding, { version, logLines }: { version: string; logLines: readonly string[] }
): Finding {
  const issues = logLines.length === 0 ? [] : matchKnownIssues({ kind: 'prometheus', version, logLines });
  if (issues.length === 0) return ofLog;
  return {
    ...ofLog,
    evidence: [...issues.flatMap((issue) => [claimOf(issue, { version }), parts`${issue.effect}`]), ...ofLog.evidence],
    actions: [...issues.flatMap((issue) => actionsOf(issue, { version })), ...ofLog.actions],
  };
}

/** Returns “This is prometheus 19013 (…); fixed in 3.14.0, you run 3.12.0.” */
export function claimOf(issue: KnownIssue, server: Versions): Part[] {
  const { project, issue: number, title, confidence } = issue;
  const version = versionFor(issue, server);
  const [fixedIn, own] = project === 'go' ? ['fixed in Go ', 'built with Go '] : ['fixed in ', 'you run '];
  return parts`This is ${confidence === 'likely' ? 'probably ' : null}${project} ${String(number)} (${title}); ${
    fixedIn}${nextFix(version, issue)}, ${own}${version.replace(/^v|\+.*$/g, '')}.`;
}

/** Returns the workaround until the update, and the update. */
export function actionsOf(issue: KnownIssue, server: Versions): Action[] {
  const fix = nextFix(versionFor(issue, server), issue) ?? '';
  return [
    { step: `Until the update: ${issue.until.step}`, why: issue.effect, risk: issue.until.risk },
    {
      step: issue.project === 'go' ? `Update to a build with Go ${fix} or later.` : `Update to ${fix} or later.`,
      why: `${issue.project} ${issue.issue} is fixed there.`,
      risk: 'An update restarts it. Read the release notes for other changes.',
    },
  ];
}
