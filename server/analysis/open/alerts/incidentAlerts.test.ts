import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const of = (text: string): { format: string; interest: string | null } => {
  const { format, interest } = recognize(new TextEncoder().encode(text));
  return { format, interest };
};

const FIRING = 'Labels:\n - alertname = PrometheusTSDBCompactionsFailing\n - severity = warning\n - instance = a:9090\n'
  + 'Annotations:\n - description = Compactions fail\nSource: http://a:9090/graph\n';

it('an event that Alertmanager sends to PagerDuty: its alerts', () => {
  const { format, interest } = of(JSON.stringify({
    routing_key: 'x', event_action: 'trigger', dedup_key: 'y', payload: {
      summary: '[FIRING:1] PrometheusTSDBCompactionsFailing', source: 'http://am', severity: 'warning',
      custom_details: { firing: FIRING, num_firing: '1' },
    },
  }, null, 2));
  expect(format).toBe('pagerduty-alert');
  expect(interest).toContain('PrometheusTSDBCompactionsFailing');
  expect(interest).toContain('firing');
});

it('a webhook of PagerDuty without alerts of a template: its title and state', () => {
  const incident = (type: string): string => JSON.stringify({
    event: {
      id: '1', event_type: type, resource_type: 'incident', occurred_at: '2026-01-02T10:00:00Z',
      data: { id: 'Q', title: 'Disk of db-1 is full', service: { summary: 'databases' }, urgency: 'high' },
    },
  });
  expect(of(incident('incident.triggered')))
    .toEqual({ format: 'pagerduty-alert', interest: 'The incident "Disk of db-1 is full" of databases has the status '
      + 'triggered.' });
  expect(of(incident('incident.resolved')).interest).toBe('The incident "Disk of db-1 is full" of databases is over.');
});

it('a webhook of Opsgenie: the labels among its details', () => {
  const { format, interest } = of(JSON.stringify({
    action: 'Create', integrationId: 'i', alert: {
      alertId: 'a', tinyId: '12', message: 'TargetDown of job b', priority: 'P2',
      details: { alertname: 'TargetDown', job: 'b', severity: 'critical' },
    },
  }));
  expect(format).toBe('opsgenie-alert');
  expect(interest).toMatch(/^The alert TargetDown .{0,80}was firing/);
});

it('a webhook whose JSON has the escapes of a log', () => {
  const body = JSON.stringify({
    receiver: 'ops', status: 'firing', alerts: [{
      status: 'firing', labels: { alertname: 'TargetDown', job: 'b' }, annotations: {},
      startsAt: '2026-01-02T10:00:00Z',
    }],
  });
  for (const text of [JSON.stringify(body), JSON.stringify(body).slice(1, -1)]) {
    const { format, interest } = of(text);
    expect(format).toBe('escaped-alerts');
    expect(interest).toMatch(/^The alert TargetDown .{0,80}was firing/);
  }
});
