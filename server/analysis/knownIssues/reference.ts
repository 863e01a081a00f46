/** Generates docs/reference/known-issues.md from the table. */
import type { KnownIssue, Symptom } from './knownIssueTypes.ts';

const HOME: Readonly<Record<KnownIssue['project'], string>> = {
  prometheus: 'https://github.com/prometheus/prometheus',
  VictoriaMetrics: 'https://github.com/VictoriaMetrics/VictoriaMetrics',
  VictoriaLogs: 'https://github.com/VictoriaMetrics/VictoriaLogs',
  thanos: 'https://github.com/thanos-io/thanos',
  mimir: 'https://github.com/grafana/mimir',
  go: 'https://github.com/golang/go',
};

const INTRODUCTION = `# Known issues

Written by \`npm run reference\` from the tables in \`server/analysis/knownIssues/table/\`; do not edit it here.

A finding \`known-issue\` says that a server shows a bug that is fixed upstream: its number, the version that has the
fix, and what helps until then. A match needs all of:

- **version**: at or after *since*, and before the fix that its line of releases, or the newest line, has. An unknown
  version and a pre-release match nothing. A Prometheus built as a Go module counts as the release that it is (0.313.2
  as 3.13.2).
- **flags**, where the issue needs any.
- **a symptom**: a finding of the window, a line of the log, the stack of a panic in the log, a stack of a goroutine or
  heap profile, a count below zero, or a setting of the runtime. A version alone never matches.

Issues of Go itself count by the version of Go that the server was built with.

The overview has the symptoms *finding*, *count*, *GOGC* and *stack*: of the newest goroutine and the newest heap
profile of the window, which rules take by themselves, or a person. A log that is opened on the page has the *log* lines
and the panics. Where something else can look the same, the finding says “probably”. *Verified* says how the symptom
was held against the source code of a version that has the issue.
`;

export function knownIssuesReference(issues: readonly KnownIssue[]): string {
  return `${INTRODUCTION}\n${issues.map(section).join('\n')}`;
}

function section(issue: KnownIssue): string {
  const { project, issue: number, title, since, fixed, flags = {}, severity, confidence } = issue;
  return [
    `## ${project} ${number}: ${title}`, '',
    `[${project} ${number}](${HOME[project]}/issues/${number}), ${severity}, ${confidence}; for ${
      issue.kinds.join(' and ')}, since ${since ?? 'unknown'}, fixed in ${
      project === 'go' ? 'Go ' : ''}${fixed.join(' and ')}.`, '',
    `- **Effect**: ${issue.effect}`,
    `- **Symptom**: ${issue.symptoms.map(symptomText).join('; or ')}.`,
    ...Object.entries(flags).map(([name, pattern]) => `- **Flag**: \`${name}\` matches \`${pattern}\`.`),
    `- **Why it is this**: ${issue.why}`,
    `- **Until the update**: ${issue.until.step} ${issue.until.risk === 'None.' ? '' : issue.until.risk}`.trimEnd(),
    `- **Sources**: ${issue.sources.join('; ')}.`,
    `- **Verified**: ${issue.verified}`, '',
  ].join('\n');
}

function symptomText({
  finding, log, stacks = [], panic, negative, gogcPercent, outOfOrder, confidence, severity,
}: Symptom): string {
  return [
    ...(finding === undefined ? [] : [`the finding \`${finding}\``]),
    ...(log === undefined ? [] : [`a log line that matches \`${log}\``]),
    ...stacks.map(({ functions, minShare, minWaitMinutes, longerThanFlag, withoutFlag, isOpen }) => (
      `a stack with ${functions.map((name) => `\`${name}\``).join(' and ')}${
        minShare === undefined ? '' : ` that holds at least ${Math.round(100 * minShare)} %`}${
        minWaitMinutes === undefined ? '' : ` and has waited ${minWaitMinutes} minutes`}${
        longerThanFlag === undefined ? '' : ` and has waited longer than \`--${longerThanFlag}\``}${
        withoutFlag === undefined ? '' : ` where \`--${withoutFlag}\` is not known`}${
        isOpen === true ? ', and still waits' : ''}`
    )),
    ...(panic === undefined ? [] : [`a panic in ${panic.functions.map((name) => `\`${name}\``).join(' below ')}${
      panic.message === undefined ? '' : ` that says \`${panic.message}\``}`]),
    ...(negative === undefined ? [] : [`\`${negative}\` is below zero`]),
    ...(gogcPercent === undefined ? [] : [`GOGC is ${gogcPercent}`]),
    ...(outOfOrder === true ? ['out-of-order samples are taken'] : []),
  ].join(', and ') + (confidence === undefined ? '' : ` (${confidence}, ${severity ?? 'same severity'})`);
}
