/** Renders docs/reference/alerts.md from the table of conditions. */
import type { AlertCondition, AlertDefinition } from './condition.ts';

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

Alerts of awesome-prometheus-alerts that need the series of other targets (\`up\` of a job, the cardinality of all
metrics, several Alertmanagers) and the one that always fires are not evaluated.

| finding | claim | alerts | not with |
|---|---|---|---|
`;

export function alertsReference(conditions: readonly AlertCondition[]): string {
  return INTRODUCTION + conditions.map(({ code, holds, alerts, ofGroups = [], saidBy = [] }) => (
    `| \`${code}\` | ${holds} since … | ${[...alerts.map(alertText), ...ofGroups.map((name) => `${name} (mixin)`)]
      .join('; ')} | ${saidBy.map((one) => `\`${one}\``).join(', ')} |\n`
  )).join('');
}

function alertText({ name, source, severity, forSeconds }: AlertDefinition): string {
  const wait = forSeconds >= 3600 ? `, for ${forSeconds / 3600} h` : `, for ${forSeconds / 60} min`;
  return `${name} (${source}, ${severity}${forSeconds === 0 ? '' : wait})`;
}
