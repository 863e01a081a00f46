/** Tests what is told of an insert that ClickHouse refuses for too many parts. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const said = (...frames: string[]): string => recognize(new TextEncoder().encode([
  '2026.01.02 03:04:05.237946 [ 35 ] {5443-a} <Error> executeQuery: Code: 252, e.displayText() = DB::Exception: Too '
    + 'many parts (301). Merges are processing significantly slower than inserts. (version 20.3.5.28 (official build)) '
    + '(from 10.0.0.1:4366) (in query: "x"), Stack trace:', '',
  ...frames.map((frame, i) => `${i}. /usr/bin/clickhouse-server(${frame}+0x30) [0x7d257f0]`),
].join('\n'))).interest ?? '';

it('means one thing, with a setting only from the version that has it', () => {
  const interest = said('DB::MergeTreeData::throwInsertIfNeeded() const');
  expect(interest).toContain('insert larger batches less often, or from version 21.11 on use async_insert.');
  expect(interest).not.toContain('Inserts outrun');
  expect(interest).not.toContain('Distributed');
});

it('may come through a Distributed table', () => {
  const stream = 'DB::DistributedBlockOutputStream';
  expect(said(`${stream}::writeToLocal(DB::Block const&)`, `${stream}::writeSplitAsync(DB::Block const&)`))
    .toContain('The insert came through a Distributed table that wrote to this server: the parts are those');
  expect(said(`${stream}::writeSplitAsync(DB::Block const&)`)).toContain('a Distributed table: the parts');
});
