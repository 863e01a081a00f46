/** Tests the rows of the table of known messages, and lines of real programs that have them. */
import { describe, expect, it } from 'vitest';
import { KNOWN_MESSAGES, knownMeaning, possibleMessages } from './knownMessages.ts';

const MAX_SENTENCE = 234;

describe('rows', () => {
  it.each(KNOWN_MESSAGES)('$message: one short sentence', ({ sentence }) => {
    expect(sentence.length).toBeLessThanOrEqual(MAX_SENTENCE);
    expect(sentence).toMatch(/^[A-Za-z]/);
    expect(sentence).toMatch(/[\w)"=*]\.$/);
    expect(sentence).not.toMatch(/ {2}|\u2014|\.\.$/);
  });
});

describe('lines of programs', () => {
  it.each([
    ['etcd', 'etcdmain: member 8e9e05c52164694d has already been bootstrapped', 'starts with an empty folder'],
    ['etcd', '{"level":"warn","ts":"2024-05-14T20:27:13Z","caller":"rafthttp/probing_status.go:68","msg":"prober '
      + 'detected unhealthy status","remote-peer-id":"8211f1d0f64f3269"}', 'does not reach a peer'],
    ['etcd', 'panic: recovering backend from snapshot error: failed to find database snapshot file (snap: snapshot '
      + "file doesn't exist)", 'lacks the snapshot of its database'],
    ['the OpenTelemetry Collector', 'Error: service::pipelines::metrics: references exporter "logging" which is not '
      + 'configured', 'names a component that is not configured'],
    ['the OpenTelemetry Collector', 'base_exporter.go:120 Exporting failed. Rejecting data. {"error": "no"}',
      'turn on sending_queue'],
    ['Kubernetes', 'Error: container has runAsNonRoot and image will run as root', 'forbids root'],
    ['Kubernetes', 'error: no matches for kind "ServiceMonitor" in version "monitoring.coreos.com/v1"', 'its CRDs'],
    ['Kubernetes', 'Container prometheus failed startup probe, will be restarted', 'failureThreshold'],
    ['Docker', 'Are you trying to mount a directory onto a file (or vice-versa)? Check if', 'put the file'],
    ['systemd', 'a.service: Main process exited, code=exited, status=217/USER', 'could not change to the user'],
    ['systemd', 'a.service: Failed at step EXEC spawning /usr/bin/a: Permission denied', 'could not be exec'],
    ['systemd', "a.service: State 'stop-sigterm' timed out. Killing.", 'TimeoutStopSec='],
    ['the kernel', 'blk_update_request: critical medium error, dev sda, sector 4711', 'cannot read some of its'],
    ['the kernel', 'INFO: task prometheus:812 blocked for more than 245 seconds.', 'waited in the kernel'],
    ['the kernel', 'XFS (dm-0): Corruption of in-memory data (0x8) detected at xfs_defer_finish', 'xfs_repair'],
    ['the kernel', 'CPU3: Core temperature above threshold, cpu clock throttled (total events = 1)', 'too hot'],
    ['Java', 'java.lang.OutOfMemoryError: GC overhead limit exceeded', 'raise -Xmx'],
    ['Java', 'Exception in thread "main" java.lang.OutOfMemoryError: Metaspace', '-XX:MaxMetaspaceSize'],
    ['Java', "CodeHeap 'non-profiled nmethods' is full. Compiler has been disabled.", 'no room for compiled code'],
    ['gunicorn', '[7] [ERROR] Worker (pid:14) was sent SIGKILL! Perhaps out of memory?', 'OOM kill'],
    ['the kernel', 'device-mapper: multipath: 253:4: Failing path 8:16.', 'paths to a disk'],
    ['the kernel', 'pcieport: PCIe Bus Error: severity=Correctable, type=Physical Layer', 'which were corrected'],
    ['PostgreSQL', 'number of requested standby connections exceeds "max_wal_senders" (currently 2)', 'all places'],
    ['PostgreSQL', 'ERROR: missing chunk number 0 for toast value 7 in pg_toast_1', 'its row cannot be read'],
    ['TimescaleDB', 'functionality not supported under the current "apache" license.', 'community edition'],
    ['TimescaleDB', 'failed to launch job 1 "a": out of background workers', 'no free background worker'],
    ['ClickHouse', 'Coordination::Exception: Coordination error: Connection loss, path /a', 'lost its session'],
    ['Cassandra or ScyllaDB', 'Saved cluster name Test Cluster != configured name prod', 'another name'],
    ['Cassandra or ScyllaDB', 'ERROR [main] DefaultFSErrorHandler.java:64 - Stopping transports as disk_failure_policy '
      + 'is stop', 'stopped gossip and its client connections'],
    ['Cassandra or ScyllaDB', 'ERROR [SYNC] Failed to persist. Commit disk failure policy is stop_commit; terminating '
      + 'thread', 'runs on and serves reads'],
    ['Elasticsearch or OpenSearch', '"type":"rejected_execution_exception"', 'its queue or its memory'],
    ['a Go program', 'fatal error: concurrent map iteration and map write', 'used a map at the same time'],
    ['', 'exec /bin/prometheus: exec format error', 'made for another processor'],
  ])('%s: %s', (program, line, meaning) => {
    const found = possibleMessages(line.toLowerCase());
    expect(found.map((known) => known.program)).toContain(program);
    expect(found.map(({ sentence }) => sentence).join(' ')).toContain(meaning);
  });

  it.each([
    'the disk failed on node 3 and the kernel was started again', 'status=200 and status=404 of requests',
    'high disk watermark [90%] no longer exceeded on [a], but low disk watermark [85%] is still exceeded',
    'unable to gossip with any peers but continuing anyway since node is in its own seed list',
    'tombstone_failure_threshold: 100000', "AS '$libdir/timescaledb-2.11.0', 'ts_chunk_index'",
    'a pod in the state Running', 'the compactor was slow, and the disk was full of blocks',
  ])('none: %s', (line) => { expect(possibleMessages(line.toLowerCase())).toEqual([]); });

  it.each([
    ['the end of another word', 'java.lang.OutOfMemoryError: unable to create native thread', 'another thread'],
    ['a word of its own', 'MemoryError: out', 'Python got no memory'],
    ['a word behind an escaped line break', 'x\\nMemoryError', 'Python got no memory'],
  ])('the meaning of %s', (_, error, meaning) => { expect(knownMeaning(error)).toContain(meaning); });
});
