/** Tests the versions that people write beside a log. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { versionInProse } from './versions.ts';

describe('the version of the program', () => {
  it.each([
    ['Prometheus', 'Prometheus version 2.15.2', '2.15.2'],
    ['Prometheus', 'I have a federated setup of Prometheus `2.15.2` which shows gaps', '2.15.2'],
    ['Prometheus', '**Prometheus**: v2.15.2', '2.15.2'],
    ['Prometheus', 'our Prometheus server (version: 2.15) does not start', '2.15'],
    ['Prometheus', 'With prometheus 2.15 we see this.', '2.15'],
    ['Prometheus', 'It happens on Prometheus 2.15.2 and prometheus 2.15.', '2.15.2'],
    ['Prometheus', '| Prometheus | 2.15.2 |', '2.15.2'],
    ['Prometheus', '| Prometheus version | 2.15 |', '2.15'],
    ['Prometheus', 'The version of Prometheus is v2.15', '2.15'],
    ['Prometheus', 'Prometheus版本:2.15.2', '2.15.2'],
    ['Prometheus', 'Версия Prometheus 2.15.2', '2.15.2'],
    ['Prometheus', '* Prometheus version:\n\n  2.15.2', '2.15.2'],
    ['Prometheus', 'Thanks for the information.\n\nWe have seen it repeatedly. Version 2.33.1', '2.33.1'],
    ['Prometheus', '**Version:** 2.15', '2.15'],
    ['Prometheus', 'It does not start.\n\nversion: 2.33.1', '2.33.1'],
    ['Prometheus', '## Prometheus version\n\n2.33.1', '2.33.1'],
    ['Prometheus', '- Kubernetes: 1.21.0\n- Prometheus: 2.33.0-rc.1', '2.33.0-rc.1'],
    ['Prometheus', 'See https://example.com/prometheus/2.16/storage/, I use prometheus v2.15.2.', '2.15.2'],
    ['Thanos', 'Our Thanos receive (v0.34.1, 3 replicas) hangs.', '0.34.1'],
    ['Thanos', 'With Thanos sidecar 0.34.1 it does not upload.', '0.34.1'],
    ['etcd', 'i am running a 3 node etcd v 3.4.9 cluster.', '3.4.9'],
    ['etcd', 'We are running 3.4.9 of etcd.', '3.4.9'],
    ['Prometheus', 'PROMETHEUS_VERSION=2.15.2', '2.15.2'],
    ['Prometheus', 'we use prometheus-v2.15.2 here', '2.15.2'],
    ['Prometheus', 'Prometheus (v2.15.2), version 2.15.2 of Prometheus', '2.15.2'],
    ['Loki', '<td>Loki</td><td>v2.9</td>', '2.9'],
    ['Thanos', '- Thanos, Prometheus and Golang version used: Thanos v0.31.0, Prometheus 2.42.0', '0.31.0'],
    ['Mimir', 'Grafana Mimir is running v2.10.0', '2.10.0'],
    ['etcd', '### Etcd version (please run commands below)\n\n3.5.5', '3.5.5'],
    ['etcd', 'Etcd (3.2.26) is used for kubernetes (1.13.6).', '3.2.26'],
    ['VictoriaMetrics', 'vmagent lost metrics in vmagent v1.40.1', '1.40.1'],
    ['Grafana Agent', 'Grafana Agent v0.13.0 on 90 machines', '0.13.0'],
  ])('%s: %s', (program, text, version) => { expect(versionInProse(program, text)).toBe(version); });

  it.each([
    ['an address', 'https://prometheus.io/docs/prometheus/2.16/storage/ and [it](http://a.b/prometheus-2.16.0)'],
    ['a fix', 'This was fixed in Prometheus 2.16.0.'],
    ['an update', 'Please upgrade to Prometheus v2.16.0.'],
    ['two of them', 'We upgraded Prometheus 2.14.0 to 2.15.2, Prometheus 2.14.0 was fine.'],
    ['two that are not told apart', 'One runs Prometheus 2.14.0, the other Prometheus 2.15.2.'],
    ['another program', 'Kubernetes 1.21.0, Grafana 7.3.0, prometheus-operator v0.45.0, kube-prometheus 0.8.0'],
    ['a label of another program', '### Kubernetes\n\n- Nodes: 3\n- Version: 1.21.0'],
    ['a label of another program in its line', 'Kubernetes version 1.21.0'],
    ['a chart', 'Prometheus chart 2.15.2, prometheus helm chart version 2.15.2'],
    ['a row with the version of the chart', '| prometheus | 2.1.0 | 2.15.2 |'],
    ['a figure', 'Prometheus 2.15 GB, Prometheus uses 1.5 cores, Prometheus: 2.5'],
    ['an address of the network', 'Prometheus 10.0.0.1, Prometheus (3.0.0.1)'],
    ['a wildcard', 'Prometheus 2.15.x and Prometheus 2.x'],
    ['a user agent', 'the agent is Prometheus/2.15.2'],
    ['a version that it cannot have', 'Prometheus 15.0.1'],
    ['a comparison', 'it is slower than Prometheus 2.14.0, and was introduced with Prometheus 2.13.0'],
    ['one from a version on', 'Only Prometheus 2.15.2 and later has it.'],
    ['the form of a file', 'version: "3.8"\nservices:\n  a: b'],
    ['a chart’s own file', 'apiVersion: v2\nname: prometheus\nversion: 2.15.2'],
    ['a part of a file', '```yaml\nVersion: 2.1.0\n```'],
    ['JSON', '{\n  "version": "2.2.3",\n}'],
    ['a log', 'ts=2026-01-02T03:04:05Z level=info msg="a Prometheus 2.15.2"'],
  ])('not %s', (_, text) => { expect(versionInProse('Prometheus', text)).toBeNull(); });
});

it('stands in the name of the log', () => {
  const line = 'ts=2026-01-02T03:04:05Z caller=main.go:740 level=error err="opening storage failed: lock DB directory"';
  const { name, version } = recognize(new TextEncoder().encode(`Prometheus \`2.15.2\`:\n\n${line}\n`));
  expect({ name, version }).toEqual({ name: 'a log of Prometheus 2.15.2', version: '2.15.2' });
});
