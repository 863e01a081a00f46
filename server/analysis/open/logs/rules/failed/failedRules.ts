/** Reports which rules failed to be evaluated or loaded, and what that means for their alerts. Pure; bounded. */
import { knownAlert } from '../../../alerts/knownAlerts.ts';

const EVALUATED = /"?\bmsg"?[=:] ?"Evaluating rule failed"/i;
const MAX_GROUPS = 3;
const MAX_NAMES = 3;
const MAX_LINE = 4000;
/** The alert that the rule of a line defines: as YAML, and in the form of Prometheus 1. */
const ALERT = /\brule"?[=:] ?"?(?:alert: |ALERT )([A-Za-z_][\w:]{0,120})/;
const RECORD = /\brule"?[=:] ?"?record: ([A-Za-z_][\w:]{0,120})/;
/** The name of a rule without its kind. */
const NAME = /[\s,{]"?name"?[=:] ?"?([A-Za-z_][\w:]{0,120})/;
/** Lines with the definition or the evaluation of a rule, whose annotations are of an alert that did not fire. */
const OF_RULE = new RegExp([
  EVALUATED.source, /\brule"?[=:] ?"?(?:alert|record): /.source, /\bloading groups failed\b/.source,
  /\brule \d{1,6}, \\?"/.source, /\\n {0,4}expr: /.source, /\bcomponent"?[=:] ?"rule manager"/.source,
  /\brule \\?"[^"\n]{1,200}": failed to execute\b/.source,
].join('|'), 'i');

/** Returns a text without the lines that define rules, or say that one failed. */
export const withoutRuleLines = (text: string): string => (!OF_RULE.test(text) ? text
  : text.split('\n').filter((line) => !OF_RULE.test(line.slice(0, MAX_LINE))).join('\n'));

const listed = (all: readonly string[]): string =>
  (all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`);

/** A query that did not end in time, for which the ranges in its rule may be too long. */
const TIMED_OUT = /context deadline exceeded["}\s]{0,4}$|query timed out/;
const RANGE = /\[(\d{1,4})([hdwy])(?::[^\]\n]{0,20})?\]/g;
const HOURS: Readonly<Record<string, number>> = { h: 1, d: 24, w: 168, y: 8760 };
/** Hours from which a range is long. */
const LONG_HOURS = 168;

interface Failures { groups: Map<string, number>; alerts: Set<string>; records: Set<string>; others: Set<string> }

function failuresIn(lines: readonly string[]): Failures {
  const all: Failures = { groups: new Map(), alerts: new Set(), records: new Set(), others: new Set() };
  for (const line of lines) {
    if (!EVALUATED.test(line)) continue;
    const group = /\bgroup"?[=:] ?("[^"]{1,200}"|[^\s,"]{1,200})/.exec(line)?.[1]?.replaceAll('"', '');
    if (group !== undefined) all.groups.set(group, (all.groups.get(group) ?? 0) + 1);
    const [alert, record, name] = [ALERT, RECORD, NAME].map((pattern) => pattern.exec(line)?.[1]);
    if (alert !== undefined) all.alerts.add(alert);
    else if (record !== undefined) all.records.add(record);
    else if (name !== undefined) (knownAlert(name, line) === null ? all.others : all.alerts).add(name);
  }
  return all;
}

/** Returns ' The alerts A and B cannot fire'; '' without names. */
function silentText(names: ReadonlySet<string>, [one, many]: readonly [string, string], says: string): string {
  const more = names.size - MAX_NAMES;
  const some = more > 1 ? [...[...names].slice(0, MAX_NAMES), `${more} others`] : [...names];
  return names.size === 0 ? '' : ` The ${names.size === 1 ? one : many} ${listed(some)} ${says} while that fails.`;
}

/** Names the longest range of the rules that did not end in time, if it is of a week or more; '' without one. */
function longestRange(lines: readonly string[]): string {
  const ranges = lines.filter((line) => EVALUATED.test(line) && TIMED_OUT.test(line))
    .flatMap((line) => [...line.matchAll(RANGE)].map(([, count = '', unit = '']) =>
      ({ text: `${count}${unit}`, hours: Number(count) * (HOURS[unit] ?? 0) })));
  const longest = ranges.reduce((most, one) => (one.hours > most.hours ? one : most), { text: '', hours: 0 });
  return longest.hours < LONG_HOURS ? '' : ` A rule that did not end in time reads ${longest.text} of its series.`;
}

/** Names the groups of failed rules, whose lines are long, and the rules that give nothing meanwhile. */
export function failedRules(lines: readonly string[]): string | null {
  const { groups, alerts, records, others } = failuresIn(lines);
  const said = [...groups].sort(([, a], [, b]) => b - a).slice(0, MAX_GROUPS)
    .map(([group, times]) => `${group} (${times === 1 ? 'once' : `${times} times`})`);
  const silent = [
    silentText(alerts, ['alert', 'alerts'], 'cannot fire'),
    silentText(records, ['recording rule', 'recording rules'], records.size === 1 ? 'gets no new samples'
      : 'get no new samples'),
    silentText(others, ['rule', 'rules'], others.size === 1 ? 'gives no result' : 'give no result'),
    longestRange(lines),
  ].join('');
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
