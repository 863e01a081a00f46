/** Tests the names of programs and tools that share their lines. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).name;
const flow = 'ts=2026-01-02T03:04:05Z level=error msg="failed to start" component_id=prometheus.remote_write.a err="x"';
const summary = [
  'Summary:', '  Total:\t2.5 secs.', '  Average:\t0.01 secs', '  Requests/sec:\t400.25', '  99% in 0.2 secs',
];

it.each([
  ['a log of Grafana Agent or Alloy', [flow]],
  ['a log of Grafana Alloy', ['Alloy does not start:', '', flow]],
  ['a log of Grafana Alloy', [flow.replace('component_id', 'component_path=/remotecfg/self_monitoring_metrics.default '
    + 'component_id')]],
  ['a log of Grafana Agent', ['The Grafana Agent does not start:', '', flow]],
  ['a log of Grafana Agent or Alloy', ['Since we went from the Grafana Agent to Alloy:', '', flow]],
  ['the output of hey or of benchmark of etcd', summary],
  ['the output of hey', ['$ hey -n 1000 -c 10 http://a/', ...summary]],
  ['the output of hey', [...summary, '', 'Status code distribution:', '  [200]\t1000 responses']],
  ['the output of benchmark of etcd', ['$ benchmark --clients=10 put --total=1000', ...summary]],
  ['the output of benchmark of etcd', [...summary.slice(0, 3), '  Stddev:\t0.01 secs', ...summary.slice(3)]],
])('%s', (name, lines) => { expect(of(...lines)).toBe(name); });
