/** Tests whose memory a table of pprof shows if a function of Go itself has most of it. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const LOKI = 'github.com/grafana/loki/pkg';
const told = (type: string, ...rows: string[]): string => recognize(new TextEncoder().encode([
  `Type: ${type}`, 'Showing nodes accounting for 980MB, 98% of 1000MB total',
  '      flat  flat%   sum%        cum   cum%', ...rows,
].join('\n'))).interest ?? '';
const ROWS = [
  '  680MB 68.00% 68.00%   680MB 68.00%  bytes.makeSlice',
  `  250MB 27.00% 93.00%   250MB 27.00%  ${LOKI}/logproto.(*Entry).Unmarshal`,
  `    9MB  0.90% 93.90%   400MB 40.00%  ${LOKI}/chunkenc.(*MemChunk).cut`,
  `    1MB  0.10% 94.00%   405MB 40.50%  ${LOKI}/ingester.(*stream).Push`,
  `    2MB  0.20% 94.20%   280MB 28.00%  ${LOKI}/ingester.(*Ingester).flushChunks`,
  '      0     0% 94.20%   680MB 68.00%  bytes.(*Buffer).grow',
];

it('names the functions of the program with most, one of each chain, and what they hold', () => {
  const facts = told('inuse_space', ...ROWS);
  expect(facts).toContain('the highest self value, 680MB (68.00%), is in bytes.makeSlice, which works for its callers. '
    + 'With what they call, chunkenc.(*MemChunk).cut has 400MB (40.00%) and ingester.(*Ingester).flushChunks has 280MB '
    + '(28.00%): together about what bytes.makeSlice has. logproto.(*Entry)'
    + '.Unmarshal has 250MB (27.00%) itself. Those are chunks of streams');
  expect(facts).toMatch(/ The table has no callers: go tool pprof -peek 'bytes\\\.makeSlice\$' shows them\.$/);
});

it('says nothing of a program that has little, or of a function of the program itself', () => {
  expect(told('inuse_space', ROWS[0] ?? '', ROWS[5] ?? '')).not.toContain('With what they call');
  expect(told('inuse_space', ROWS[1] ?? '', ROWS[2] ?? '')).not.toContain('With what they call');
  expect(told('delay', ...ROWS)).not.toContain('chunks of streams');
});

it('skips a function that only calls two others, and says what chunks in a flush are', () => {
  const handler = `      0     0% 94.20%   670MB 67.00%  ${LOKI}/logproto._Pusher_Push_Handler`;
  const facts = told('inuse_space', ...ROWS, handler);
  expect(facts).toContain('With what they call, chunkenc.(*MemChunk).cut has 400MB (40.00%) and ingester.(*Ingester)'
    + '.flushChunks has 280MB (28.00%): together about what bytes.makeSlice has.');
  expect(facts).not.toContain('Handler');
  expect(facts).toContain('What flushChunks has are chunks that are being encoded for the object store.');
});
