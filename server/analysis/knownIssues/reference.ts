/** docs/reference/known-issues.md, from the table. */
import type { KnownIssue, Symptom } from './knownIssueTypes.ts';

const HOME: Readonly<Record<KnownIssue['project'], string>> = {
  prometheus: 'https://github.com/prometheus/prometheus',
  VictoriaMetrics: 'https://github.com/VictoriaMetrics/VictoriaMetrics',
  thanos: 'https://github.com/thanos-io/thanos',
};

const INTRODUCTION = `# Known issues

Written by \`npm run reference\` from \`server/analysis/knownIssues/knownIssues.yaml\`; do not edit it here.

A finding \`known-issue\` says that a server shows a bug that is fixed upstream: its number, the version that has the
fix, and what helps until then. A match needs all of:

- **version**: at or after *since*, and before the fix that its line of releases, or the newest line, has. An unknown
  version and a pre-release match nothing. A Prometheus built as a Go module counts as the release that it is (0.313.2
  as 3.13.2).
- **flags**, where the issue needs any.
- **a symptom**: a finding of the window, a line of the log, a stack of a goroutine or heap profile, or a setting of the
  runtime. A version alone never matches.

The overview has the symptoms *finding*, *GOGC* and *stack*: of the newest goroutine and the newest heap profile of the
window, which rules take by themselves, or a person. A log that is opened on the page has the *log* lines of its starts
and of compactions that failed. Where something else can look the same, the finding says “probably”.
`;

export function knownIssuesReference(issues: readonly KnownIssue[]): string {
  return `${INTRODUCTION}\n${issues.map(section).join('\n')}`;
}

function section(issue: KnownIssue): string {
  const { project, issue: number, title, since, fixed, flags = {}, severity, confidence } = issue;
  return [
    `## ${project} ${number}: ${title}`, '',
    `[${project} ${number}](${HOME[project]}/issues/${number}), ${severity}, ${confidence}; for ${
      issue.kinds.join(' and ')}, since ${since ?? 'unknown'}, fixed in ${fixed.join(' and ')}.`, '',
    `- **Effect**: ${issue.effect}`,
    `- **Symptom**: ${issue.symptoms.map(symptomText).join('; or ')}.`,
    ...Object.entries(flags).map(([name, pattern]) => `- **Flag**: \`${name}\` matches \`${pattern}\`.`),
    `- **Why it is this**: ${issue.why}`,
    `- **Until the update**: ${issue.until.step} ${issue.until.risk === 'None.' ? '' : issue.until.risk}`.trimEnd(),
    `- **Sources**: ${issue.sources.join('; ')}.`, '',
  ].join('\n');
}

function symptomText({ finding, log, stacks = [], gogcPercent, outOfOrder }: Symptom): string {
  return [
    ...(finding === undefined ? [] : [`the finding \`${finding}\``]),
    ...(log === undefined ? [] : [`a log line that matches \`${log}\``]),
    ...stacks.map(({ functions, minShare, minWaitMinutes }) => (
      `a stack with ${functions.map((name) => `\`${name}\``).join(' and ')}${
        minShare === undefined ? '' : ` that holds at least ${Math.round(100 * minShare)} %`}${
        minWaitMinutes === undefined ? '' : ` and has waited ${minWaitMinutes} minutes`}`
    )),
    ...(gogcPercent === undefined ? [] : [`GOGC is ${gogcPercent}`]),
    ...(outOfOrder === true ? ['out-of-order samples are taken'] : []),
  ].join(', and ');
}
