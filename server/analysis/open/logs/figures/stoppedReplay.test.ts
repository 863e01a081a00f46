/** Tests what is reported of a replay of Loki that memory stopped, which the log calls a corruption. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const at = (second: number, rest: string): string =>
  `level=info ts=2026-01-02T03:04:${String(second).padStart(2, '0')}.5Z caller=ingester.go:600 ${rest}`;
const error = (second: number, rest: string): string => at(second, rest).replace('=info', '=error');

it('names memory, the failed flushes and the way back, and no damage', () => {
  const said = recognize(new TextEncoder().encode([
    at(1, 'msg="recovering from checkpoint"'),
    at(9, 'msg="recovered WAL checkpoint recovery finished" elapsed=8s errors=false'),
    at(9, 'msg="recovering from WAL"'),
    error(20, 'component=ingester loop=1 org_id=a msg="failed to flush" retries=8 err="failed to flush chunks: store '
      + String.raw`put chunk: Put \"https://s3.test:9000/b/c\": dial tcp 10.0.0.9:9000: connect: connection refused"`),
    error(29, 'msg="Recovered from WAL segments with errors. Some streams and/or entries were likely not recovered due '
      + 'to WAL segment file corruptions (or WAL file deletions while Loki is running)." elapsed=20s '
      + 'err="WAL replay flush made no progress: 2.1 GB in use, ceiling 1.8 GB; cannot recover"'),
    at(29, 'msg="recovered WAL segments recovery finished" elapsed=20s errors=true'),
    at(29, 'msg="WAL recovery finished" time=28s'),
    at(30, 'msg=started component=wal'),
  ].join('\n'))).interest ?? '';
  expect(said).toMatch(/^The replay of its WAL was stopped before its end, as memory did not go down \(2\.1 GB in use/);
  expect(said).toContain('because flushes to the object store fail (s3.test:9000: connection refused).');
  expect(said).toContain('took 28 s (the checkpoint 8 s, the segments 20 s), and ended with errors at');
  expect(said).not.toMatch(/was complete|could not read all|could not be read/);
});

it('tells the same end of several starts once', () => {
  const start = (minute: number): string[] => [
    `2026-01-02T03:0${minute}:00.100Z\tinfo\tVictoriaMetrics/lib/logger/flag.go:12\tbuild version: vmstorage-v1.79.0`,
    `2026-01-02T03:0${minute}:00.500Z\tfatal\tVictoriaMetrics/app/vmstorage/main.go:90\tcannot open a storage at /d: `
      + 'cannot open part "/d/indexdb/1/2_2_3": cannot parse "/d/indexdb/1/2_2_3/metadata.json": invalid character '
      + '\'x\' looking for beginning of value',
  ];
  const said = recognize(new TextEncoder().encode([1, 2, 3].flatMap(start).join('\n'))).interest ?? '';
  expect(said).toMatch(
    /^Each of its 3 starts ended, from 2026-01-02T03:01:00\.500Z to 2026-01-02T03:03:00\.500Z, with "cannot open a /
  );
  expect(said.match(/invalid character/g)).toHaveLength(1);
  expect(said).toContain('The metadata.json of one part is no valid JSON');
  expect(said).not.toContain('It has 3 starts');
});
