/** Describes known issues that the lines and panics of a log show. */
import { render } from '../../../../core/text/parts.ts';
import { claimOf } from '../../knownIssues/knownIssueFindings.ts';
import type { Evidence, KnownIssue } from '../../knownIssues/knownIssueTypes.ts';
import { knownIssues, matchKnownIssues } from '../../knownIssues/matchKnownIssues.ts';
import { wordOf } from '../look/format.ts';
import { distinct } from '../look/factTools.ts';
import type { Look } from '../look/look.ts';
import { panicsIn } from './crashes/panics.ts';

export interface LogServer {
  kind: 'prometheus' | 'thanos' | 'mimir' | 'victoriametrics';
  version: string | undefined;
}

const MAX_ISSUES = 3;
const NEWEST = '99.0.0';
const BUILT_WITH = /\b(?:go=|go version:? |goversion=)(go1\.\d{1,3}(?:\.\d{1,3})?)\b/;

/** Returns the matching issues or null; without a version in the log, with the affected versions as a condition. */
export function knownIssueFacts(look: Look, { kind, version }: LogServer): string | null {
  const evidence: Evidence = {
    kind, version: version ?? '', goVersion: wordOf(BUILT_WITH, look.words) ?? '', logLines: distinct(look),
    panics: panicsIn(look),
  };
  const stated = matchKnownIssues(evidence);
  const sentences = [
    ...stated.flatMap((issue) => [
      render(claimOf(issue, evidence)), issue.effect, `Until the update: ${issue.until.step}`,
    ]),
    ...version === undefined ? unstated(evidence) : [],
  ];
  return sentences.slice(0, 3 * MAX_ISSUES).join(' ') || null;
}

/** Matches issues against a log without a version, ignoring the version ranges of the issues. */
function unstated(evidence: Evidence): string[] {
  const any: KnownIssue[] = knownIssues().filter(({ project, flags }) => project !== 'go' && flags === undefined)
    .map((issue) => ({ ...issue, since: null, fixed: [NEWEST] }));
  return matchKnownIssues({ ...evidence, version: '0.0.1' }, any).flatMap(({ project, issue, title }) => {
    const known = knownIssues().find((one) => one.project === project && one.issue === issue);
    return known === undefined ? [] : [
      `If its version is ${known.since === null ? '' : `${known.since} or later, and `}older than ${
        known.fixed.join(' or ')}, this may be ${project} ${issue} (${title}).`,
      known.effect,
    ];
  });
}
