/** Renders docs/reference/alerts.md from the table of conditions. */
import type { AlertCondition, AlertDefinition } from './condition.ts';
import { LEFT_OUT, SAID_BY_OTHERS } from './otherAlerts.ts';

const INTRODUCTION = `# Alerts as findings

Written by \`npm run reference\` from \`server/analysis/panels/alerts/\`; do not edit it here.

The alerts of [prometheus-mixin](https://github.com/prometheus/prometheus/tree/main/documentation/prometheus-mixin)
(Apache License 2.0), and those of the group *Prometheus self-monitoring* of
[awesome-prometheus-alerts](https://github.com/samber/awesome-prometheus-alerts) (CC BY 4.0) that a server's own
\`/metrics\` can show, are findings of the overview:

- **Evaluation.** Every 30 s over the recorded samples, with the functions of PromQL (\`rate\` and \`increase\` are
  extrapolated, a falling counter is a restart), the ranges and the \`for\` of each alert. An alert without \`for\` must
  hold at two evaluations. \`promtool test rules\` agrees at every minute of made series
  (\`server/analysis/panels/alerts/promtool.long.test.ts\`).
- **Missing series.** An alert whose series are not exported is unknown: it does not fire, and nothing says that all is
  well. A failed scrape of tsdbscope does not end an alert; an answer without the series does.
- **Window.** A finding says since when the condition holds, or from when to when it held in the window, of which the
  last 6 hours are judged. Up to 7 hours before it are read for long ranges and \`for\`.
- **Severity.** That of the alerts that fire; where the mixin watches a condition, never worse than the mixin's.
- **One server.** Alerts of HA groups are evaluated for a group of this one server.
- **Alertmanagers.** That none is connected is a finding only of a server that has rules or Alertmanagers in its
  configuration.
- **Said once.** A condition that another finding states is left out (last column).
- **Jobs by name.** The alerts on absent jobs name the jobs \`prometheus\` and \`alertmanager\`. They fire when such a
  job has no target and had some before; a job that was removed from the configuration is not missed.

| finding | claim | alerts | not with |
|---|---|---|---|
`;

const EACH = `
## Each alert

All 26 of prometheus-mixin, and the 36 of awesome-prometheus-alerts (commit 549dd017):

- *real*: a real Prometheus that evaluates the same rules was brought into the condition, and its finding was there
  within 60 s of the first of its alerts (\`server/program/integration/alerting/provoked.clock.test.ts\`);
- *made*: a target made for the test showed the metrics of the condition, was scraped and stored, and its finding named
  the alert within 60 s of \`promtool test rules\`, and not before
  (\`server/program/worker/reader/madeTargets.long.test.ts\`). Kubernetes, a damaged WAL, crashes in a row and failures
  over hours are made only.

| alert | of | finding | held to it |
|---|---|---|---|
`;

/** Renders the page; `provoked` has the codes of the conditions that a test causes on a real server. */
export function alertsReference(conditions: readonly AlertCondition[], provoked: readonly string[]): string {
  return INTRODUCTION + conditionRows(conditions) + EACH + [
    ...conditions.flatMap(({ code, alerts, ofGroups = [] }) => {
      const held = provoked.includes(code) ? 'real, made' : 'made';
      return [
        ...alerts.map(({ name, source }) => row([name, source, `\`${code}\``, held])),
        ...ofGroups.map((name) => row([name, 'mixin', `\`${code}\``, held])),
      ];
    }),
    ...SAID_BY_OTHERS.map(({ name, findings, why }) => (
      row([name, 'community', `${why}: ${findings.map((one) => `\`${one}\``).join(', ')}`, 'made']))),
    ...LEFT_OUT.map(({ name, why }) => row([name, 'community', `none: ${why}`, ''])),
  ].join('');
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

function conditionRows(conditions: readonly AlertCondition[]): string {
  return conditions.map(({ code, holds, alerts, ofGroups = [], saidBy = [] }) => (
    `| \`${code}\` | ${holds} since … | ${[...alerts.map(alertText), ...ofGroups.map((name) => `${name} (mixin)`)]
      .join('; ')} | ${saidBy.map((one) => `\`${one}\``).join(', ')} |\n`
  )).join('');
}

function alertText({ name, source, severity, forSeconds }: AlertDefinition): string {
  const wait = forSeconds >= 3600 ? `, for ${forSeconds / 3600} h` : `, for ${forSeconds / 60} min`;
  return `${name} (${source}, ${severity}${forSeconds === 0 ? '' : wait})`;
}
