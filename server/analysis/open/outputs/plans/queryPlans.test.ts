/** Tests plans and times of queries of several databases, whole, in Markdown, and cut. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): ReturnType<typeof recognize> => recognize(new TextEncoder().encode(lines.join('\n')));

it('compares no cold run with a warm one', () => {
  const { name, interest } = of(
    '### EXPLAIN (ANALYZE, BUFFERS), BEFORE', '', '#### cpu_1d', '```',
    ' Limit  (actual time=700.1..700.2 rows=23)', '   Buffers: shared hit=26 read=14',
    '   ->  Append  (actual time=61.3..700.0 rows=23)',
    '         ->  Seq Scan on _hyper_1_4_chunk  (actual time=61.3..683.2 rows=23)',
    '         ->  Seq Scan on _hyper_1_5_chunk  (actual time=0.1..0.1 rows=0)',
    ' Planning Time: 900.5 ms', ' Execution Time: 700.4 ms', '```', '', '### AFTER', '', '#### cpu_1d', '```',
    ' ->  Custom Scan (ChunkAppend) on cpu_1d  (actual time=0.09..0.41 rows=23)',
    '       Chunks excluded during startup: 0', ' Planning Time: 7.4 ms', ' Execution Time: 0.8 ms', '```',
    'Without the predicate, fully warm: Planning 8ms, Execution **0.5ms**.'
  );
  expect(name).toBe('the output of EXPLAIN ANALYZE (TimescaleDB)');
  expect(interest).toContain('It has 2 plans. ');
  expect(interest).toContain('execution 700 ms, planning 901 ms (56.2 % of both), 14 blocks read from outside');
  expect(interest).toContain('1 of the 2 read blocks from outside the cache');
  expect(interest).toContain('No chunk was excluded');
  expect(interest).toContain('The text says of a warm run: "Without the predicate, fully warm');
});

it('one plan of Postgres, as psql prints it', () => {
  const { name, interest } = of(
    '                        QUERY PLAN', '-----------------------------------------',
    ' Sort  (cost=1.0..2.0 rows=5 width=8) (actual time=90.0..95.0 rows=5 loops=1)',
    '   Sort Method: external merge  Disk: 1024kB',
    '   ->  Seq Scan on t  (cost=0.0..1.0 rows=5 width=8) (actual time=0.1..80.0 rows=5 loops=1)',
    '         Rows Removed by Filter: 4000', ' Planning Time: 0.2 ms', ' Execution Time: 96.0 ms', '(6 rows)'
  );
  expect(name).toBe('the output of EXPLAIN ANALYZE (Postgres)');
  expect(interest).toContain('Execution 96 ms, planning 0.2 ms.');
  expect(interest).toContain('The longest scan: Seq Scan on t, 80 ms.');
  expect(interest).toContain('used 1024kB of disk');
});

it('InfluxQL: planning against execution', () => {
  const { name, interest } = of(
    'EXPLAIN ANALYZE', '---------------', '.', '└── select', '    ├── execution_time: 1.0s',
    '    ├── planning_time: 9.0s', '    ├── total_time: 10s', '    └── build_cursor',
    '        ├── labels', '        │   └── statement: SELECT mean(a::float), sum(b) FROM m',
    '        └── iterator_scanner'
  );
  expect(name).toContain('EXPLAIN ANALYZE of InfluxQL');
  expect(interest).toContain('planning 9 s (90 %), execution 1 s.');
  expect(interest).toContain('In its statement b has no type');
});

it('Flux and ClickHouse', () => {
  expect(of(
    ',result,table,_measurement,TotalDuration,CompileDuration,QueueDuration,PlanDuration,ExecuteDuration',
    ',_profiler,0,profiler/query,10000000000,1000000000,0,0,9000000000'
  ).interest).toContain('The query took 10 s, compile 1 s (10 %), execute 9 s (90 %).');
  expect(of(
    'SELECT count() FROM hits', '',
    '1 row in set. Elapsed: 0.052 sec. Processed 8.87 million rows, 70.45 MB (1 rows/s.)'
  ).interest).toContain('for 8.87 million rows (70.45 MB)');
});

it.each([
  ['packages', ['app@1.0.0 /srv', '├── express@4.17.1', '└── lodash@4.17.21']],
  ['a configuration', ['server', '├── port: 80', '└── host: a']],
])('branches of %s are no tree', (_, lines) => {
  expect(of(...lines).format).not.toBe('tree');
});

it('branches of files are a tree', () => {
  expect(of('data', '├── wal', '│   └── 00000001', '└── chunks_head  # mmap').format).toBe('tree');
});
