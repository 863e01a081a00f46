/** Known issues that the lines of a log show, as sentences; Prometheus's are told with its starts and compactions. */
import { render } from '../../../core/text/parts.ts';
import { claimOf } from '../knownIssues/knownIssueFindings.ts';
import { knownIssues, matchKnownIssues } from '../knownIssues/matchKnownIssues.ts';
import { distinct } from './logFacts.ts';
import type { Look } from './look.ts';

export interface LogServer { kind: 'thanos' | 'victoriametrics'; version: string | undefined }

const MAX_ISSUES = 3;

/** null where none fits. Where the log does not state a version, with the one that has the fix as a condition. */
export function knownIssueFacts(look: Look, { kind, version }: LogServer): string | null {
  const logLines = distinct(look);
  if (version !== undefined) {
    const issues = matchKnownIssues({ kind, version, logLines }).slice(0, MAX_ISSUES);
    return issues.flatMap((issue) => [render(claimOf(issue, version)), issue.effect, `Until the update: ${
      issue.until.step}`]).join(' ') || null;
  }
  const issues = knownIssues().filter(({ kinds, symptoms, flags }) => kinds.includes(kind) && flags === undefined
    && symptoms.some(({ log }) => log !== undefined && logLines.some((line) => new RegExp(log).test(line))));
  return issues.slice(0, MAX_ISSUES).flatMap(({ project, issue, title, fixed, effect }) => [
    `If its version is older than ${fixed.join(' or ')}, this is probably ${project} ${issue} (${title}).`, effect,
  ]).join(' ') || null;
}
