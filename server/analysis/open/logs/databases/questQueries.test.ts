/** Tests what is told of failed queries of QuestDB. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const failed = (message: string, errno: number): string => '2026-01-02T03:04:05.129410Z C i.q.c.h.p.JsonQueryProcessor'
  + `State [24] error [msg=\`${message}\`, errno=${errno}, q=\`SELECT max(t) FROM 'trades'\`]`;
const partition = (index: number, count: number): string => '2026-01-02T03:04:05.128177Z I i.q.c.TableReader open '
  + `partition /db/trades~1/2026-01-02T03.1 [rowCount=60, partitionIndex=${index}, partitionCount=${count}]`;
const SMALL = 'could not mmap  [size=4096, offset=0, fd=31, memUsed=730, fileLen=4096]';

describe('a memory map that was refused', () => {
  it('is told with its query, the limit in the text and the partitions', () => {
    const interest = of('A query fails:', '', '$ cat /proc/sys/vm/max_map_count', '65530', '',
      partition(16_000, 20_000), failed(SMALL, 12));
    expect(interest).toContain('A query failed at 2026-01-02T03:04:05Z: "could not mmap [size=4096, offset=0, fd=31, '
      + 'memUsed=730, fileLen=4096]" (errno 12, cannot allocate memory), in "SELECT max(t) FROM \'trades\'".');
    expect(interest).toContain('vm.max_map_count allows (65530 in this text): raise it');
    expect(interest).toContain('The reader was at partition 16,000 of 20,000');
    expect(interest).not.toContain('It logged the error');
  });

  it('names neither a limit nor partitions that the text does not have', () => {
    const interest = of(partition(3, 12), failed(SMALL, 12));
    expect(interest).toContain('vm.max_map_count allows: raise it');
    expect(interest).not.toContain('The reader was at');
  });

  it('may be one of too little memory if it is large', () => {
    expect(of(failed('could not mmap  [size=8589934592, offset=0]', 12))).toContain('look at free memory');
  });
});

it('other errors have their own meanings, and are counted', () => {
  const interest = of(failed('could not open read-write [file=/db/a.d]', 24), failed('could not open [file=b]', 24));
  expect(interest).toContain('2 queries failed at 2026-01-02T03:04:05Z; the first: "could not open read-write');
  expect(interest).toContain('LimitNOFILE');
});

it('an error of the query itself has no number', () => {
  expect(of(failed('table does not exist [table=a]', 0))).toContain('"table does not exist [table=a]", in "SELECT');
});
