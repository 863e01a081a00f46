/** Reports which rules failed to be evaluated or loaded, and what that means for their alerts. Pure; bounded. */

const EVALUATED = /msg="Evaluating rule failed"/i;
const MAX_GROUPS = 3;
const MAX_ALERTS = 3;
const MAX_LINE = 4000;
/** The alert that the rule of a line defines: as YAML, and in the form of Prometheus 1. */
const ALERT = /\brule"?[=:] ?"?(?:alert: |ALERT )([A-Za-z_][\w:]{0,120})/;
/** Lines with the definition of a rule, whose annotations are of an alert that did not fire. */
const OF_RULE = new RegExp([
  EVALUATED.source, /\brule"?[=:] ?"?(?:alert|record): /.source, /\bloading groups failed\b/.source,
  /\brule \d{1,6}, \\?"/.source, /\\n {0,4}expr: /.source,
].join('|'), 'i');

/** Returns a text without the lines that define rules, or say that one failed. */
export const withoutRuleLines = (text: string): string => (!OF_RULE.test(text) ? text
  : text.split('\n').filter((line) => !OF_RULE.test(line.slice(0, MAX_LINE))).join('\n'));

const listed = (all: readonly string[]): string =>
  (all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`);

/** Names the groups of failed rules instead of the rules, whose lines are long, and the alerts that cannot fire. */
export function failedRules(lines: readonly string[]): string | null {
  const counts = new Map<string, number>();
  const alerts = new Set<string>();
  for (const line of lines) {
    if (!EVALUATED.test(line)) continue;
    const group = /\bgroup=("[^"]{1,200}"|\S{1,200})/.exec(line)?.[1]?.replaceAll('"', '');
    if (group !== undefined) counts.set(group, (counts.get(group) ?? 0) + 1);
    const alert = ALERT.exec(line)?.[1];
    if (alert !== undefined) alerts.add(alert);
  }
  const said = [...counts].sort(([, a], [, b]) => b - a).slice(0, MAX_GROUPS)
    .map(([group, times]) => `${group} (${times === 1 ? 'once' : `${times} times`})`);
  const more = alerts.size - MAX_ALERTS;
  const names = more > 1 ? [...[...alerts].slice(0, MAX_ALERTS), `${more} others`] : [...alerts];
  const silent = alerts.size === 0 ? ''
    : ` The ${alerts.size === 1 ? 'alert' : 'alerts'} ${listed(names)} cannot fire while that fails.`;
  return said.length === 0 ? silent.trim() || null
    : `Rules failed of the group${said.length === 1 ? '' : 's'} ${said.join(', ')}.${silent}`;
}

const STARTED = /\bmsg="?(?:Starting Prometheus|TSDB started|Starting TSDB)/;
const RUNS = /\bServer is ready to receive|\bCompleted loading of configuration file/;
const NOT_LOADED = /\bmsg="?(?:loading groups failed|Failed to apply configuration)\b/;

/** Says that rules or a configuration were refused at a start, which ends so; null if that is not shown. */
export function refusedAtStart(lines: readonly string[]): string | null {
  const failed = lines.findIndex((line) => NOT_LOADED.test(line));
  const begun = lines.slice(0, Math.max(0, failed)).findLastIndex((line) => STARTED.test(line));
  return failed < 0 || begun < 0 || lines.slice(begun).some((line) => RUNS.test(line)) ? null
    : 'That is at a start of Prometheus, which ends with such an error.';
}
