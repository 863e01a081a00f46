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
