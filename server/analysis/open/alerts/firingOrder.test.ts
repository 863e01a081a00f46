import { describe, expect, it } from 'vitest';
import { firingAlerts } from '../structure/serverStates.ts';

const alert = (labels: Readonly<Record<string, string>>, summary: string): object =>
  ({ labels, annotations: { summary }, state: 'firing', activeAt: '2024-01-01T10:00:00.000Z' });

describe('alerts that fire', () => {
  it('begin with the worst severity, name their pod, and omit a summary that only repeats the name', () => {
    expect(firingAlerts(JSON.stringify({ data: { alerts: [
      alert({ alertname: 'A_LOW', severity: 'Low' }, 'A_LOW is Triggered'),
      alert({ alertname: 'B', severity: 'High', kube_pod_name: 'web-1', kube_namespace_name: 'shop' }, 'B'),
      alert({ alertname: 'C', severity: 'critical', job: 'api' }, 'The disk is full.'),
    ] } }))).toBe('3 alerts were firing. The alert C was firing (critical, api) since 2024-01-01T10:00:00Z: The disk '
      + 'is full. The alert B was firing (High, shop, web-1) since 2024-01-01T10:00:00Z. The alert A_LOW was firing '
      + '(Low) since 2024-01-01T10:00:00Z.');
  });
});
