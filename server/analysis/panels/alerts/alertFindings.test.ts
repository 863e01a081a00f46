import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { finding } from '../../../../core/finding.ts';
import { render } from '../../../../core/text/parts.ts';
import { detectTarget } from '../../../data/metrics/detectTarget.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { roleWindow } from '../../../data/metrics/roles.ts';
import { ALERT_SCENARIOS, type AlertScenario } from '../../../../testdata/alerts/alertScenarios.ts';
import { windowOf } from '../../../../testdata/alerts/scenarioWindow.ts';
import { expectGolden } from '../../../../testdata/goldenFindings.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { loadRecording } from '../../../../testdata/loadRecording.ts';
import { alertFindings, unsaid } from './alertFindings.ts';
import { ALERT_READS, judgedFromMs, seriesWithin } from './alertReads.ts';
import { CONDITIONS } from './conditions.ts';
import { firingsOf } from './evaluateAlerts.ts';

const RECORDINGS = [
  '../../../../public/demo', '../../../../testdata/recordings', '../../../../testdata/recordings/replays',
]
  .map((folder) => join(import.meta.dirname, folder))
  .flatMap((folder) => readdirSync(folder).filter((name) => name.endsWith('.ndjson.gz'))
    .map((name) => join(folder, name)));
const windowOfScenario = (scenario: AlertScenario): RoleWindow =>
  roleWindow(windowOf(scenario), 'prometheus', '3.9.0');
const scenarioOf = (name: string): AlertScenario => {
  const found = ALERT_SCENARIOS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no scenario “${name}”.`);
  return found;
};
const conditionOf = (code: string): (typeof CONDITIONS)[number] => {
  const found = CONDITIONS.find((one) => one.code === code);
  if (found === undefined) throw new Error(`There is no condition “${code}”.`);
  return found;
};

describe('findings of alerts', () => {
  it.each(ALERT_SCENARIOS.filter(({ fires }) => fires.length > 0))('says of $name', (scenario) => {
    const found = alertFindings(CONDITIONS, windowOfScenario(scenario), 0);
    const alerts = found.flatMap(({ finding: { evidence } }) => evidence.map((parts) => render(parts)))
      .flatMap((text) => /^The alert (\w+)/.exec(text)?.[1] ?? []);
    // A condition that ended twice reports the last spell, in which a slower alert may not have fired.
    for (const name of alerts) expect(scenario.fires).toContain(name);
    expect(found.length).toBeGreaterThan(0);
    for (const { finding: one } of found) {
      expectGolden('alerts', `${scenario.name}: ${one.code}`, one);
      expect(one.moment).not.toBeNull();
    }
  });

  it('takes the worse of two alerts of one condition, and both as evidence', () => {
    const window = windowOfScenario(scenarioOf('one of two Alertmanagers fails, and then both'));
    const at90 = { ...window, endMs: 90 * 60_000 };
    const [only] = alertFindings([conditionOf('notifications-failing')], at90, 0);
    expect(only?.finding.severity).toBe('critical');
    expect(only?.finding.evidence.map((parts) => render(parts)).join(' '))
      .toMatch(/ErrorSendingAlertsToSome.*ErrorSendingAlertsToAny/);
    const at50 = { ...window, endMs: 50 * 60_000 };
    expect(alertFindings([conditionOf('notifications-failing')], at50, 0)[0]?.finding.severity).toBe('warning');
  });

  it('says nothing of an alert that ended before the window', () => {
    const window = windowOfScenario(scenarioOf('no Alertmanager for twenty minutes'));
    const condition = conditionOf('not-connected-to-alertmanagers');
    expect(alertFindings([condition], window, 30 * 60_000)).toHaveLength(1);
    expect(alertFindings([condition], window, 45 * 60_000)).toEqual([]);
  });

  it('leaves out what another finding says', () => {
    const scenario = scenarioOf('prometheus_tsdb_compactions_failed_total');
    const found = alertFindings(CONDITIONS, windowOfScenario(scenario), 0);
    expect(unsaid(found, []).map(({ code }) => code)).toEqual(['compactions-failing']);
    expect(unsaid(found, [finding({ code: 'compaction-failing', severity: 'warning', claim: [] })])).toEqual([]);
  });

  it('names at most three of many, and cuts long names', () => {
    const groups = Array.from({ length: 7 }, (_, i) => `${'x'.repeat(100)}${i}`);
    const length = 1200;
    const window = handMadeWindow({
      roles: { queriesNow: new Array<number>(length).fill(0) },
      labelled: groups.map((group) => ({
        role: 'ruleFailures', labels: { rule_group: group },
        values: Array.from({ length }, (_, second) => second),
      })),
    });
    const [one] = alertFindings([conditionOf('rule-failures')], window, window.startMs);
    const text = one?.finding.evidence.map((parts) => render(parts)).find((line) => line.startsWith('Rule group'));
    expect(text?.length).toBeLessThan(300);
  });
});

describe('what is missing', () => {
  it.each(CONDITIONS.filter(({ code }) => code !== 'server-down'))('leaves $code unknown', (condition) => {
    const window = handMadeWindow({ roles: { heapGoalBytes: new Array<number>(3000).fill(1) } });
    expect(firingsOf(condition, window, window.startMs)).toBeNull();
  });

  it('does not expect Alertmanagers where there are neither rules nor a configuration of them', () => {
    const scenario = scenarioOf('no Alertmanager for twenty minutes');
    const { prometheus_notifications_alertmanagers_discovered: discovered } = scenario.series;
    if (discovered === undefined) throw new Error('The series is gone.');
    const window = (more: AlertScenario['series']): RoleWindow => windowOfScenario({
      ...scenario, series: { prometheus_notifications_alertmanagers_discovered: discovered, ...more },
    });
    const condition = conditionOf('not-connected-to-alertmanagers');
    expect(firingsOf(condition, window({}), 0)).toEqual([]);
    const configured = { 'prometheus_sd_discovered_targets{config="config-0",name="notify"}': (): number => 0 };
    expect(firingsOf(condition, window(configured), 0)?.length).toBeGreaterThan(0);
  });
});

describe('recordings that are shipped and quiet', () => {
  it.each(RECORDINGS)('have no finding of an alert that does not fire: %s', (file) => {
    const recorded = loadRecording(file);
    const first = recorded.series.map(({ name, labels, values }) => ({ name, labels, value: values[0] ?? NaN }));
    const { kind, version } = detectTarget(first);
    const window = roleWindow(recorded, kind, version);
    const codes = alertFindings(CONDITIONS, window, judgedFromMs(recorded)).map(({ finding: { code } }) => code);
    expect(codes).toEqual(FIRING[file.replace(/^.*\//, '')] ?? []);
  });
});

/** Expected conditions of recordings that have some, according to their README. */
const FIRING: Readonly<Record<string, string[]>> = {};

describe('reads', () => {
  it('has each condition once, with every role that it reads', () => {
    expect(ALERT_READS.flatMap(({ conditions }) => conditions.map(({ code }) => code)).toSorted())
      .toEqual(CONDITIONS.map(({ code }) => code).toSorted());
    for (const { conditions, lookBackMs } of ALERT_READS)
      for (const { alerts } of conditions)
        for (const { forSeconds } of alerts) expect(lookBackMs).toBeGreaterThan(forSeconds * 1000);
  });

  it('reads so many series of a name that their values fit', () => {
    const wants = seriesWithin(new Set(['a', 'b']), 30_000);
    const taken = Array.from({ length: 500 }, (_, i) => wants({ name: 'a', labels: { i: `${i}` } })).filter(Boolean);
    expect(taken).toHaveLength(100);
    expect(wants({ name: 'a', labels: { i: '0' } })).toBe(true);
    expect(wants({ name: 'b', labels: {} })).toBe(true);
    expect(wants({ name: 'c', labels: {} })).toBe(false);
  });
});
