/** When alerts fire in a scenario: by the table of conditions, and as `promtool test rules` confirms. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Labels } from '../../core/contract/terms/targetKind.ts';
import { CONDITIONS } from '../../server/analysis/panels/alerts/conditions.ts';
import { firingsOf, type Firing } from '../../server/analysis/panels/alerts/evaluateAlerts.ts';
import { roleWindow } from '../../server/data/metrics/roles.ts';
import { STEP_SECONDS, type AlertScenario } from './alertScenarios.ts';
import { valuesOf, windowOf } from './scenarioWindow.ts';

const RULES = ['mixin', 'community'].map((name) => join(import.meta.dirname, `${name}.rules.yml`));
export const MINUTE_MS = 60_000;

/** What promtool shall find: the label sets of an alert that fire at a minute. */
export interface Expected { alertname: string; minute: number; firing: readonly Labels[] }

/** Every alert by name, with when it fires by the table, evaluated each minute as promtool does. */
export function firingsByAlert(scenario: AlertScenario): Map<string, Firing[]> {
  const window = roleWindow(windowOf(scenario), 'prometheus', '3.9.0');
  const found = new Map<string, Firing[]>();
  for (const condition of CONDITIONS) {
    const firings = firingsOf(condition, window, 0, { stepMs: MINUTE_MS, minForMs: 0 }) ?? [];
    // An alert of the mixin and one of the community may have one name.
    for (const definition of condition.alerts) {
      const own = firings.filter(({ alert }) => alert === definition);
      found.set(definition.name, [...found.get(definition.name) ?? [], ...own]);
    }
    for (const name of condition.ofGroups ?? []) {
      const ofServer = firings.filter(({ alert }) => alert === condition.alerts[0]);
      found.set(name, ofServer.map((one) => ({ ...one, alert: { ...one.alert, severity: 'critical' } })));
    }
  }
  return found;
}

/** Returns what the table says of each alert at each minute of the scenario. */
export function expectedByTable(scenario: AlertScenario): Expected[] {
  const minutes = Array.from({ length: Math.floor(60 * scenario.hours) }, (_, minute) => minute);
  return [...firingsByAlert(scenario)].flatMap(([alertname, firings]) => minutes.map((minute) => {
    const atMs = minute * MINUTE_MS;
    const now = firings.filter(({ firedMs, endMs }) => firedMs <= atMs && (endMs === null || atMs < endMs));
    return { alertname, minute, firing: now.map(labelsOf) };
  }));
}

/** Rules of the community have a label more, since some have the name and labels of the mixin's. */
export const labelsOf = ({ alert: { severity, source }, labels }: Pick<Firing, 'alert' | 'labels'>): Labels => (
  { ...labels, severity, ...(source === 'community' ? { rules: source } : {}) });

/** Throws with promtool's words if it finds anything else. */
export function askPromtool(scenario: AlertScenario, expected: readonly Expected[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
  try {
    const file = join(folder, 'test.yml');
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({
      rule_files: RULES, evaluation_interval: '1m',
      tests: [{
        interval: `${STEP_SECONDS}s`, input_series: inputSeries(scenario),
        alert_rule_test: expected.map(({ alertname, minute, firing }) => ({
          alertname, eval_time: `${minute}m`, exp_alerts: firing.map((labels) => ({ exp_labels: labels })),
        })),
      }],
    }));
    execFileSync('promtool', ['test', 'rules', file], { encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 28 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Series in promtool's notation; one that an answer lacks is stale from then on. */
function inputSeries(scenario: AlertScenario): { series: string; values: string }[] {
  const rows = valuesOf(scenario, '');
  const up = Array.from(rows, (_, row) => (scenario.isDown?.(row) === true ? 0 : 1));
  // The community has alerts on jobs by name: they are there, in a group of their own.
  const jobs = ['prometheus', 'alertmanager'].map((job) => ({
    series: `up{job="${job}",group="others"}`, values: rows.map((_, row) => scenario.jobs?.[job]?.(row) ?? 1).join(' '),
  }));
  return [
    { series: 'up', values: up.join(' ') }, ...jobs,
    ...(scenario.hasNeighbour === true ? [{ series: 'up{instance="other"}', values: up.map(() => 1).join(' ') }] : []),
    ...Object.keys(scenario.series).map((series) => ({
      series, values: valuesOf(scenario, series).map((value) => value ?? 'stale').join(' '),
    })),
  ];
}
