/** Tests what answers say of the expressions and values of alerts. */
import { describe, expect, it } from 'vitest';
import { firingAlerts } from '../structure/serverStates.ts';

const alert = (more: Record<string, unknown>, labels: Record<string, string> = {}): Record<string, unknown> => ({
  labels: { alertname: 'Restarts', severity: 'High', ...labels }, annotations: {}, state: 'firing',
  activeAt: '2026-01-02T03:04:05.1Z', ...more,
});
const told = (data: unknown): string | null => firingAlerts(JSON.stringify({ status: 'success', data }));
const START = 'The alert Restarts was firing (High) since 2026-01-02T03:04:05Z.';

describe('an alert that fires', () => {
  it.each([
    ['a value of Prometheus', alert({ value: '3e+00' }), `${START} Its value is 3.`],
    ['the expression as its name', alert({ value: 3 }, { '__name__': 'changes(restarts_total[15m]) >= 3' }),
      `${START} Its expression is changes(restarts_total[15m]) >= 3; the value is 3.`],
    ['a name of a metric', alert({ value: 242.5375 }, { '__name__': 'hit_rate' }), `${START} Its value is 242.537.`],
    ['a link', alert({ generatorURL: 'http://p:9090/graph?g0.expr=up%7Bjob%3D%22a%22%7D+%3D%3D+0&g0.tab=1' }),
      `${START} Its expression is up{job="a"} == 0.`],
    ['no number', alert({ value: 'NaN' }), START], ['a broken link', alert({ generatorURL: '/g?g0.expr=%E0' }), START],
  ])('has %s', (_, one, words) => { expect(told({ alerts: [one] })).toBe(words); });

  it('has the expression of its rule', () => {
    expect(told({ groups: [{ name: 'g', rules: [{ name: 'Restarts', query: 'up ==\n  0', alerts: [alert({})] }] }] }))
      .toBe(`${START} Its expression is up == 0.`);
  });
});
