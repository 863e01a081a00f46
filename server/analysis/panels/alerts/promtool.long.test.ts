/** `promtool test rules` says at which minutes each alert fires over made series; the table must say the same. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { roleWindow } from '../../../data/metrics/roles.ts';
import {
  ALERT_SCENARIOS, STEP_SECONDS, valuesOf, windowOf, type AlertScenario,
} from '../../../../testdata/alerts/alertScenarios.ts';
import { CONDITIONS } from './conditions.ts';
import { firingsOf, type Firing } from './evaluateAlerts.ts';

const RULES = ['mixin', 'community'].map(
  (name) => join(import.meta.dirname, '..', '..', '..', '..', 'testdata', 'alerts', `${name}.rules.yml`)
);
const MINUTE_MS = 60_000;

/** Every alert by name, with when it fires by the table, evaluated each minute as promtool does. */
function firingsByAlert(scenario: AlertScenario): Map<string, Firing[]> {
  const window = roleWindow(windowOf(scenario), 'prometheus', '3.9.0');
  const found = new Map<string, Firing[]>();
  for (const condition of CONDITIONS) {
    const firings = firingsOf(condition, window, 0, { stepMs: MINUTE_MS, minForMs: 0 }) ?? [];
    for (const { name } of condition.alerts) found.set(name, firings.filter(({ alert }) => alert.name === name));
    for (const name of condition.ofGroups ?? [])
      found.set(name, firings.map((one) => ({ ...one, alert: { ...one.alert, severity: 'critical' } })));
  }
  return found;
}

/** What promtool shall expect: each alert at each minute. */
function expectations(scenario: AlertScenario): object[] {
  const minutes = Array.from({ length: Math.floor(60 * scenario.hours) }, (_, minute) => minute);
  return [...firingsByAlert(scenario)].flatMap(([alertname, firings]) => minutes.map((minute) => {
    const atMs = minute * MINUTE_MS;
    const now = firings.filter(({ firedMs, endMs }) => firedMs <= atMs && (endMs === null || atMs < endMs));
    return {
      eval_time: `${minute}m`, alertname,
      exp_alerts: now.map(({ alert, labels }) => ({ exp_labels: { ...labels, severity: alert.severity } })),
    };
  }));
}

/** A series in promtool's notation; one that an answer lacks is stale from then on. */
function inputSeries(scenario: AlertScenario): { series: string; values: string }[] {
  const up = Array.from(valuesOf(scenario, ''), (_, row) => (scenario.isDown?.(row) === true ? 0 : 1));
  return [
    { series: 'up', values: up.join(' ') },
    ...Object.keys(scenario.series).map((series) => ({
      series, values: valuesOf(scenario, series).map((value) => value ?? 'stale').join(' '),
    })),
  ];
}

describe('alerts of the table fire when promtool says so', () => {
  it.each(ALERT_SCENARIOS)('$name', (scenario) => {
    const firing = [...firingsByAlert(scenario)].flatMap(([name, { length }]) => (length > 0 ? [name] : []));
    expect(firing.toSorted()).toEqual(scenario.fires.toSorted());
    const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
    try {
      const file = join(folder, 'test.yml');
      // JSON is YAML.
      writeFileSync(file, JSON.stringify({
        rule_files: RULES, evaluation_interval: '1m',
        tests: [{
          interval: `${STEP_SECONDS}s`, input_series: inputSeries(scenario), alert_rule_test: expectations(scenario),
        }],
      }));
      execFileSync('promtool', ['test', 'rules', file], { encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 28 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('each alert of the table fires in a scenario', () => {
    const all = CONDITIONS.flatMap(({ alerts, ofGroups = [] }) => [...alerts.map(({ name }) => name), ...ofGroups]);
    expect(new Set(ALERT_SCENARIOS.flatMap(({ fires }) => fires))).toEqual(new Set(all));
    expect(all.length).toBe(26 + 20);
  });
});
