/** Tests that the first fault and the innermost error decide. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const whatOf = (...lines: string[]) => recognize(new TextEncoder().encode(lines.join('\n')));
const of = (...lines: string[]): string => whatOf(...lines).interest ?? '';

describe('the first fault', () => {
  const failed = (clock: string, error: string): string => `level=error ts=2021-03-04T${clock}Z caller=db.go:700 `
    + 'component=tsdb msg="compaction failed" err="reload blocks: head truncate failed: truncate '
    + `chunks.HeadReadWriter: ${error}"`;
  const crash = ['panic: write /p/chunks_head/000004: file already closed', '', 'goroutine 9 [running]:',
    'github.com/prometheus/prometheus/tsdb.(*memSeries).mmapCurrentHeadChunk(0x1, 0x2)'];

  it('of head chunk files that were closed is the refused mapping', () => {
    const said = of(failed('03:00:00', 'mmap: cannot allocate memory'), ...crash);
    expect(said).toContain('The first fault is the mapping that the kernel refused at 03:00:00');
    expect(said).not.toContain('keep growing');
  });

  it('is not claimed without that mapping', () => {
    expect(of(failed('03:00:00', 'sync: input/output error'), ...crash)).not.toContain('The first fault');
  });
});

describe('the innermost error', () => {
  it('is the limit of a storage node, not that a node was asked', () => {
    const { program, interest } = whatOf('requestURI: /select/0/prometheus/api/v1/export;',
      'cannot fetch query results from vmstorage nodes:', 'cannot perform search on vmstorage 10.0.0.7:8401:',
      'cannot execute funcName="search_v7" on vmstorage "10.0.0.7:8401":',
      'error when searching for metricIDs: the number of matching timeseries exceeds 4000;');
    expect(program).toBe('VictoriaMetrics');
    expect(interest).toContain('the number of matching timeseries exceeds 4000');
    expect(interest).toContain('set -search.maxUniqueTimeseries there');
    expect(interest).not.toContain('how loaded');
  });

  it('is the error in the body of an answer; other statuses are told apart', () => {
    const line = (clock: string, text: string): string => `{"ts":"2023-02-03T${clock}Z","level":"error","caller":`
      + '"VictoriaMetrics/app/vmagent/remotewrite/client.go:400","msg":"unexpected status code received after sending '
      + `a block with size 900 bytes to \\"1:secret-url\\" during retry #3: ${text}; re-sending the block in 4.000 `
      + 'seconds"}';
    const said = of(line('01:00:00', '503; response body=\\"remoteAddr: \\\\\\"10.0.0.1:5\\\\\\"; requestURI: /write; '
      + 'cannot store metrics: the storage is in read-only mode; check -storage.minFreeDiskSpaceBytes\\\\n\\"'),
    line('01:01:00', '502; response body=\\"\\"'), line('01:02:00', '502; response body=\\"\\"'));
    expect(said).toContain('The cause given is "cannot store metrics: the storage is in read-only mode; check');
    expect(said).toContain('502" (2 times)');
  });

  it('of rows that were not sent is why, in lines as a log store shows them', () => {
    const { program, interest } = whatOf('We start vminsert with `-storageNode=a -replicationFactor 2`:', '', '```',
      'Mar 01, 2024 @ 01:02:03.400 vminsert2 warn x/app/vminsert/netstorage/netstorage.go:320 cannot send 100 bytes '
      + 'with 5 rows to -storageNode="vmstorage3:8400": cannot write data in 3 seconds: write: connection timed out; '
      + 'closing the connection to storageNode and re-routing this data to healthy storage nodes', '```');
    expect(program).toBe('VictoriaMetrics vminsert');
    expect(interest).toContain('cannot send 100 bytes with 5 rows to -storageNode="vmstorage3:8400"');
    expect(interest).toContain('The cause given is "cannot write data in 3 seconds: write: connection timed out".');
  });

  it('of a session is the database of Grafana, each line counted', () => {
    const line = (ms: string): string => JSON.stringify({
      log: 't=2021-02-03T04:05:06+0000 lvl=eror msg="Failed to look up user based on cookie" logger=context '
        + 'error="database is locked"\n', stream: 'stdout', time: `2021-02-03T04:05:06.${ms}Z`,
    });
    const { program, interest } = whatOf(line('101'), line('202'), line('303'));
    expect(program).toBe('Grafana');
    expect(interest).toContain('occurs 3 times');
    expect(interest).toContain('that is its own database, not a data source');
  });

  it('of a watch is the verb that the role lacks', () => {
    const { program, interest } = whatOf('level=error ts=2019-05-06T07:08:09Z caller=klog.go:94 func=ErrorDepth '
      + 'msg="/app/discovery/kubernetes/kubernetes.go:283: Failed to watch *v1.Service: unknown (get services)"');
    expect(program).toBe('Prometheus');
    expect(interest).toContain('add watch next to get and list');
  });

  it('of several watches is told of all', () => {
    const line = (kind: string, name: string): string => 'level=error ts=2019-05-06T07:08:09Z caller=klog.go:94 msg="'
      + `/app/discovery/kubernetes/kubernetes.go:283: Failed to watch *v1.${kind}: unknown (get ${name})"`;
    const all = of(line('Pod', 'pods'), line('Node', 'nodes'), line('Service', 'services'));
    expect(all).toContain('The watches of pods, nodes and services are refused.');
    expect(all).not.toMatch(/Also:|The lines have/);
  });

  it('of a shard is the WAL that does not fit into the cache', () => {
    expect(of('[store] 2016/04/05 06:07:08 Failed to open shard: 17: [shard 17] cache maximum memory size exceeded'))
      .toContain('The shard 17 was not opened, because its WAL does not fit into cache-max-memory-size');
  });

  it('of a crash in a check is the setting that is missing, with the version that a sentence states', () => {
    const { version, interest } = whatOf('We use Loki 3.1.2 here.', '', '```',
      'panic: runtime error: index out of range [0] with length 0', '', 'goroutine 1 [running]:',
      'github.com/grafana/loki/v3/pkg/loki.validateSchemaRequirements(0xc0)',
      '\t/src/loki/pkg/loki/validation.go:33 +0x7',
      'main.main()', '\t/src/loki/cmd/loki/main.go:69 +0x6', '```');
    expect(version).toBe('3.1.2');
    expect(interest).toContain('add schema_config');
    expect(interest).not.toContain('An error in the code');
  });
});
