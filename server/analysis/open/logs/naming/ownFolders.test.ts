/** Tests that a folder names one of the programs that share code. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (path: string): { program: string | null; name: string } =>
  recognize(new TextEncoder().encode('level=error ts=2026-01-02T03:04:05Z caller=compactor.go:603 component=compactor '
    + `msg="failed to compact user blocks" user=a err="compaction: group 0@7: open ${path}: no such file"`));

it.each([
  ['/tmp/cortex/compact/0@7/index', 'Cortex'], ['/data/mimir/compact/0@7/index', 'Mimir'],
  ['/data/compact-a/0@7/index', 'Mimir or Cortex'], ['http://a/cortex/b', 'Mimir or Cortex'],
])('%s: %s', (path, program) => {
  const whole = of(path);
  expect(whole.program).toBe(program);
  expect(whole.name).toBe(`a log of ${program}`);
});

it.each([
  ['promtail/2.8.0', 'x.log', 'Loki'], ['curl/8.1', 'x.log', 'Loki, Mimir or Cortex'],
  ['curl/8.1', 'loki-distributor.log', 'Loki'], ['curl/8.1', 'mimir_1.log', 'Mimir'],
  ['curl/8.1', 'lokitest.log', 'Loki, Mimir or Cortex'], ['Prometheus/2.40.0', 'x.log', 'Mimir or Cortex'],
])('a push by %s, in the file %s: %s', (agent, file, program) => {
  const line = 'level=warn ts=2026-01-02T03:04:05.1Z caller=logging.go:86 traceID=ab1 orgID=t msg="POST /api/prom/push '
    + String.raw`(500) 4.1ms Response: \"too few\\n\" ws: false; User-Agent: ${agent}; X-Scope-Orgid: t; "`;
  expect(recognize(new TextEncoder().encode(`${line}\n${line}`), file).program).toBe(program);
});
