/** Tests which kind of query is said to hold a heap. */
import { expect, it } from 'vitest';
import { queryHeap as of } from './queryHeap.ts';

const queryHeap = (records: string): string | null =>
  of(`heap profile: 9: 9 [9: 9] @ heap/1048576\n${records}`);
const P = 'github.com/prometheus/prometheus';
const record = (bytes: number, ...frames: string[]): string => [
  `9: ${bytes} [9: ${bytes}] @ 0x1 0x2`,
  ...frames.map((frame, i) => `#\t0x${i}\t${P}/${frame}+0x75\t/app/a.go:${i}`), '',
].join('\n');
const EVAL = ['promql.getFPointSlice', 'promql.(*evaluator).eval'];

it('names a subquery and who asks', () => {
  const said = queryHeap([record(900, ...EVAL, 'promql.(*evaluator).evalSubquery', 'web/api/v1.(*API).query'),
    record(100, 'tsdb.newMemSeries')].join('\n'));
  expect(said).toContain('is that of instant queries over the API with a subquery (evalSubquery) that ran when');
  expect(said).toContain('lengthen the step of the subquery');
  expect(queryHeap(record(900, ...EVAL, 'web/api/v1.(*API).queryRange')))
    .toContain('of range queries over the API that');
  expect(queryHeap(record(900, ...EVAL, 'rules.(*Group).Eval'))).toContain('is that of the query of a rule that ran');
});

it('is silent where something else holds the memory', () => {
  expect(queryHeap(record(900, 'tsdb.newMemSeries'))).toBeNull();
  expect(queryHeap([record(100, ...EVAL), record(900, 'tsdb.newMemSeries')].join('\n'))).toBeNull();
  expect(queryHeap('none')).toBeNull();
  // Small objects stand for many more than are sampled.
  expect(queryHeap([record(9_000_000, ...EVAL),
    record(9000, 'tsdb.newMemSeries').replace('9: 9000', '200: 9000')].join('\n'))).toBeNull();
});
