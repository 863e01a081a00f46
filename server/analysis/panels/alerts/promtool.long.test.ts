/** Compares the minutes at which each alert fires over generated series with those of `promtool test rules`. */
import { describe, expect, it } from 'vitest';
import { ALERT_SCENARIOS } from '../../../../testdata/alerts/alertScenarios.ts';
import { askPromtool, expectedByTable, firingsByAlert } from '../../../../testdata/alerts/promtool.ts';
import { CONDITIONS } from './conditions.ts';
import { SAID_BY_OTHERS } from './otherAlerts.ts';

describe('alerts of the table fire when promtool says so', () => {
  it.each(ALERT_SCENARIOS)('$name', (scenario) => {
    const firing = [...firingsByAlert(scenario)].flatMap(([name, { length }]) => (length > 0 ? [name] : []));
    expect(firing.toSorted()).toEqual(scenario.fires.toSorted());
    askPromtool(scenario, expectedByTable(scenario));
  });

  it('each alert of the table fires in a scenario', () => {
    const all = CONDITIONS.flatMap(({ alerts, ofGroups = [] }) => [...alerts.map(({ name }) => name), ...ofGroups]);
    expect(new Set(ALERT_SCENARIOS.flatMap(({ fires }) => fires))).toEqual(new Set(all));
    // Other findings cover two of the community's 32 alerts.
    expect(all.length + SAID_BY_OTHERS.length).toBe(26 + 32);
  });
});
