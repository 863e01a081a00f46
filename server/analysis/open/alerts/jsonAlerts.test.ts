/** Tests what is read of alerts in JSON: webhooks, answers of Alertmanager and Prometheus, also cut off. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const open = (text: string) => recognize(new TextEncoder().encode(text));

const one = (name: string, more: Record<string, unknown> = {}): object => ({
  status: 'firing', labels: { alertname: name, job: 'vmstorage', severity: 'warning' },
  annotations: { summary: 'Churn is 12 %' }, startsAt: '2026-01-02T03:04:05.123Z', fingerprint: 'a', ...more,
});
const webhook = (alerts: object[], more: Record<string, unknown> = {}): string => JSON.stringify({
  receiver: 'web', status: 'firing', alerts, groupLabels: {}, commonLabels: {}, commonAnnotations: {}, version: '4',
  groupKey: '{}:{}', ...more,
});
const CHURN = 'The alert TooHighChurnRate was firing (warning, vmstorage) since 2026-01-02T03:04:05Z: Churn is 12 %. '
  + 'More than 10 % of the rows that VictoriaMetrics ingests begin a new series: find what label changes: on the '
  + 'cardinality explorer of vmui, or in /api/v1/status/tsdb.';

describe('a webhook', () => {
  it('has what fires, and what that means', () => {
    const { name, format, interest } = open(webhook([one('TooHighChurnRate'), one('B', { status: 'resolved' })]));
    expect({ name, format }).toEqual({ name: 'a notification of Alertmanager', format: 'alert-webhook' });
    expect(interest).toBe(CHURN);
  });

  it('that is cut off has its whole alerts', () => {
    const text = webhook([one('TooHighChurnRate'), one('B'), one('C')]);
    const { name, interest } = open(text.slice(0, text.indexOf('"B"')));
    expect(name).toBe('a notification of Alertmanager');
    expect(interest).toBe(`At least 1 alert was firing. ${CHURN}`);
  });

  it('that omits alerts counts them', () => {
    expect(open(webhook([one('X')], { truncatedAlerts: 4 })).interest).toMatch(/^5 alerts were firing\. The alert X /);
  });

  it('of Grafana has the values of its queries', () => {
    const { name, interest } = open(webhook([one('X', {
      valueString: "[ var='A' labels={instance=a} value=95.2 ], [ var='C' labels={} value=1 ]",
    })], { orgId: 1 }));
    expect(name).toBe('a notification of Grafana');
    expect(interest).toContain('Churn is 12 %. Its values are A=95.2, C=1.');
  });

  it('of more than is looked at counts at least those', () => {
    const alerts = Array.from({ length: 10_000 }, (_, i) => one(`A${i % 9}`));
    const started = performance.now();
    expect(open(webhook(alerts)).interest)
      .toMatch(/^At least \d,\d{3} alerts were firing\. The alert A0 was firing at least \d+ times/);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe('a webhook of a sender with its own labels', () => {
  const own = (labels: object, more: object = {}): object => ({
    labels: { severity: 'critical', ...labels }, annotations: {}, startsAt: '2026-01-02T03:04:05.1Z',
    endsAt: '0001-01-01T00:00:00Z', ...more,
  });

  it('has the name, where it is, and the error of the check with what that means', () => {
    const labels = { alert_name: 'Controller is gone', component_name: 'controller-manager', cluster_name: 'shop',
      logs: 'Get http://127.0.0.1:10252/healthz: dial tcp 127.0.0.1:10252: connect: connection refused' };
    const { name, interest } = open(webhook([own(labels, { status: 'firing' })]));
    expect(name).toBe('a notification of Alertmanager');
    expect(interest).toMatch(/^The alert Controller is gone was firing \(critical, controller-manager, shop\) since /);
    expect(interest).toContain('2026-01-02T03:04:05Z: Get http://127.0.0.1:10252/healthz: dial tcp 127.0.0.1:10252: '
      + 'connect: connection refused. Nothing listens on the insecure port of kube-controller-manager, ');
    expect(interest).toContain('10257');
    const whole = webhook([own(labels, { status: 'firing' }), own({ alert_name: 'B' })]);
    expect(open(whole.slice(0, whole.indexOf('"B"'))).interest)
      .toMatch(/^At least 1 alert was firing\. The alert Controller is gone was firing /);
  });

  it('takes the state of the whole, and the summary as the name', () => {
    const unnamed = own({}, { annotations: { summary: 'Disk of db-1 is slow' } });
    expect(open(webhook([unnamed])).interest)
      .toBe('The alert Disk of db-1 is slow was firing (critical) since 2026-01-02T03:04:05Z.');
    expect(open(webhook([unnamed], { status: 'resolved' })).interest).toContain('No alert of it fires any more');
  });

  it('without what Alertmanager adds, and without anything around it', () => {
    const one = own({ rule_name: 'QueueFull' }, { status: 'firing' });
    const said = 'The alert QueueFull was firing (critical) since 2026-01-02T03:04:05Z.';
    expect(open(JSON.stringify({ version: '4', alerts: [one] })).interest).toBe(said);
    expect(open(JSON.stringify([own({ rule_name: 'QueueFull' })])).interest).toBe(said);
    expect(open(JSON.stringify([own({ rule_name: 'QueueFull' }, { endsAt: '2026-01-02T04:00:00Z' })])).interest)
      .toBeNull();
  });

  it('says nothing of alerts without a name', () => {
    expect(open(webhook([own({})])).interest).toBeNull();
    expect(open(webhook([{ labels: { name: 'a' }, annotations: {} }])).interest).toBeNull();
  });
});

describe('an answer', () => {
  it('of Alertmanager has those that are active', () => {
    const alerts = [
      { ...one('A'), status: { state: 'suppressed' }, receivers: [{ name: 'r' }] },
      { ...one('TooHighChurnRate'), status: { state: 'active' }, receivers: [{ name: 'r' }] },
    ];
    const { format, interest } = open(JSON.stringify(alerts));
    expect({ format, interest }).toEqual({ format: 'alert-list', interest: CHURN });
  });

  it('of Prometheus names the exporter of others not as what it is on', () => {
    const alert = {
      labels: { alertname: 'KubeJobFailed', job: 'kube-state-metrics', instance: '10.0.0.3:8080', namespace: 'shop',
        job_name: 'import-1', container: 'kube-state-metrics' },
      annotations: {}, state: 'firing', activeAt: '2026-01-02T03:04:05Z', value: '1e+00',
    };
    expect(open(JSON.stringify({ status: 'success', data: { alerts: [alert] } })).interest)
      .toMatch(/^The alert KubeJobFailed was firing \(shop, import-1\) since 2026-01-02T03:04:05Z\. Its value is 1\./);
  });

  it.each([
    ['labels that never end', '{"labels":{'.repeat(90_000)], ['commas', '},{'.repeat(300_000)],
    ['the same labels', '"labels":{"alertname":"X"},'.repeat(38_000)],
  ])('with %s is read in a moment', (_, part) => {
    const started = performance.now();
    open(`{"receiver":"w","status":"firing","alerts":[${part}`);
    expect(performance.now() - started).toBeLessThan(3000);
  });
});
