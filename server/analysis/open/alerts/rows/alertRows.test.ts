/** Tests the rows of the table of known alerts. */
import { describe, expect, it } from 'vitest';
import { KNOWN_ALERTS, knownAlert } from '../knownAlerts.ts';

const MAX_SENTENCE = 270;

describe('rows', () => {
  it('are of different alerts, of all programs that publish rules', () => {
    const names = KNOWN_ALERTS.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(170);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    expect([...new Set(KNOWN_ALERTS.map(({ program }) => program))].sort()).toEqual([
      '', 'Alertmanager', 'Grafana', 'Loki', 'Mimir', 'Prometheus', 'Thanos', 'VictoriaMetrics', 'etcd',
      'the OpenTelemetry Collector',
    ].sort());
  });

  it.each(KNOWN_ALERTS)('$name: one short sentence', ({ name, sentence }) => {
    expect(name).toMatch(/^(?:[A-Z]|etcd)[A-Za-z\d]{5,70}$/);
    expect(sentence.length).toBeLessThanOrEqual(MAX_SENTENCE);
    expect(sentence).toMatch(/^[A-Z]/);
    expect(sentence).toMatch(/[\w)%]\.$/);
    expect(sentence).not.toMatch(/ {2}|\u2014|\.\.$|undefined/);
  });

  it('of common names are only of a text that names their program', () => {
    expect(knownAlert('ServiceDown', 'job api')).toBeNull();
    expect(knownAlert('ServiceDown', 'job vmstorage')?.program).toBe('VictoriaMetrics');
  });

  it('of no known alert are none', () => {
    expect(knownAlert('constructor', '')).toBeNull();
    expect(knownAlert('MyOwnAlert', '')).toBeNull();
  });
});
