import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const told = (...lines: string[]): [string, string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};

it.each([
  ['etcd-status', ['Failed to get the status of endpoint https://c:2379 (context deadline exceeded)',
    '+----------------+------------------+---------+---------+-----------+',
    '|    ENDPOINT    |        ID        | VERSION | DB SIZE | IS LEADER |',
    '| https://a:2379 | 318e4ede0816b8ed |  3.5.10 |  1.2 MB |     false |',
    '| https://b:2379 | de98d7a88277647a |  3.5.10 |  1.3 MB |      true |'],
  'It has 2 members of version 3.5.10; the databases have 1.3 MB. https://c:2379 did not answer.'],
  ['etcd-status', ['https://a:4001, 87e6a178ab5a0f63, 3.0.15, 11 GB, true, 2868, 59480228',
    'https://b:4001, b3f0b5ddc047ed37, 3.0.15, 57 MB, false, 2868, 59480355'],
  'It has 2 members of version 3.0.15; the databases have 57 MB to 11 GB. That of https://a:4001 is much larger: it is '
    + 'not defragmented, or not compacted.'],
  ['influx-tables', ['> SHOW STATS', 'name: httpd', 'tags: bind=:8086', 'req', '---', '6', '', 'name: runtime',
    '-------------',
    'Alloc   HeapAlloc   NumGoroutine', '1       1048576     43'],
  'It has 2 tables: httpd, runtime. Its heap is 1 MiB, with 43 goroutines.'],
  ['influx-answer', ['{"results": [{"series": [{"name": "build", "columns": ["commitHash", "version"],',
    '"values": [["x", "1.8.3"]]}]}]}'], 'It has series of build. The server is version 1.8.3.'],
  ['influx-answer', ['{"results":[{"statement_id":0,"error":"timeout"}]}'], 'It failed: timeout. The query '
    + 'took longer than it may: shorten its range, or select fewer series.'],
  ['postgres-plan', [' Limit  (cost=0.57..1.00 rows=10 width=133)',
    '   Chunks excluded during startup: 183',
    '   ->  Index Scan on _hyper_3_661_chunk  (cost=0.57..9.37 rows=2 width=1)',
    ' Planning Time: 50.1 ms', ' Execution Time: 3.0 ms'],
  'Execution 3 ms, planning 50.1 ms (94.4 % of both). 183 chunks were excluded. It reads 1 chunk of a hypertable.'],
  ['query-plan', [' Seq Scan on _hyper_3_661_chunk  (cost=0.57..9.37 rows=2 width=1)'],
    'It reads 1 chunk of a hypertable. It has a sequential scan.'],
  ['native-memory', ['Native Memory Tracking:', 'Total: reserved=4096KB, committed=2048KB',
    '-                 Java Heap (reserved=2048KB, committed=1024KB)', '-     Class (reserved=1KB, committed=1KB)'],
  '2 MiB are committed, that is backed by memory, most of it 1 MiB Java Heap. The 4 MiB reserved are only address '
    + 'space, not memory in use. The Java heap may still grow to the 2 MiB that it reserves (-Xmx). The areas listed '
    + 'have '
    + '1 MiB of the 2 MiB: the text lacks the others.'],
  ['dotnet-counters', ['Gen 2 Size (B)        2,097,152', 'LOH Size (B)     4,194,304', 'GC Heap Size (MB)     6'],
    'Its heap has 6 MiB, the largest part is LOH with 4 MiB.'],
  ['dotnet-heap', ['     1,048,576  (Dump size)', '       299,845  (Total allocations)', '',
    '        55,898  System.String (Bytes > 10K)  [System.Private.CoreLib.dll]'],
  'Its heap has 1 MiB, System.String has most bytes of those listed, 55,898.'],
  ['async-flat', ['          ns  percent  samples  top', '  ----------  -------  -------  ---',
    '  1375787484   17.54%      130  copy_to_survivor'], 'copy_to_survivor has the highest self share: 17.54%.'],
  ['free', ['             total       used       free     shared    buffers     cached',
    'Mem:          4000       3661 339 0 1 2',
    '-/+ buffers/cache:       2400       1600'], '40 % of the memory is free (1600 of 4000), with buffers and cache. '
    + 'Memory was not short at that moment.'],
  ['docker-stats', ['CONTAINER   CPU %   MEM USAGE/LIMIT     MEM %', 'a   3.62%   244.4 MB/2.099 GB   11.64%',
    'b   14.13%   1.5 GB/2.099 GB   19.47%'], 'b uses most memory: 1.5 GB of 2.099 GB, with 14.13 % of a core. '
    + 'No container is near its memory limit: at most 71.5 %. The limit of all is 2.099 GB, as where none is set and '
    + 'the memory of the host is shown.'],
  ['server-flags', ['- args:', '  - compact', '  - --data-dir=/data', '  - --objstore.config-file=/conf/a.yml',
    '  - --compact.concurrency=50'], 'It sets compact.concurrency 50.'],
])('%s', (format, lines, said) => { expect(told(...lines)).toEqual([format, said]); });

it('the quota of etcd by an error beside the status, and the default one by the size', () => {
  const of = (flag: string, size: string): string => told(`Started with ${flag}, all puts answer "etcdserver: mvcc: `
    + 'database space exceeded".', '', `| https://a:2379 | 318e4ede0816b8ed | 3.4.3 | ${size} | false |`)[1] ?? '';
  const said = of('--quota-backend-bytes=8g', '2.1 GB');
  expect(said).not.toContain('does not lead');
  expect(told('| https://a:2379 | 318e4ede0816b8ed | 3.4.3 | 2.1 GB | false |')[1])
    .toContain('It does not lead; the other members are not in the text.');
  expect(said).toMatch(/disarm the alarm \(etcdctl alarm disarm\)\. The endpoint is of version 3\.4\.3; its database/);
  expect(said).toContain('The quota of its space is used up '
    + '("etcdserver: mvcc: database space exceeded"): it takes no more writes. 2.1 GB is the default quota of 2 GiB, '
    + 'so --quota-backend-bytes=8g seems to have no effect');
  expect(said).not.toContain('None of these members leads');
  expect(of('--quota-backend-bytes=8589934592', '8.6 GB')).not.toContain('default');
  expect(of('no flag', '2.1 GB')).not.toContain('no effect');
});

it('comments of metrics that lost their mark are comments again', () => {
  const text = ['> curl http://a/metrics', ' HELP a_total Things.', ' TYPE a_total counter', 'a_total{b="c"} 1',
    '= TYPE d gauge', 'd 2'].join('\n');
  const { format, pasted } = recognize(new TextEncoder().encode(text));
  expect([format, pasted]).toEqual([
    'metrics', '# HELP a_total Things.\n# TYPE a_total counter\na_total{b="c"} 1\n# TYPE d gauge\nd 2',
  ]);
});
