/** Tests messages of Thanos, Mimir, Cortex, Tempo and their rings, as their logs and the senders' answers have them. */
import { describe, expect, it } from 'vitest';
import { knownMeaning, possibleMessages } from './knownMessages.ts';
import { meaningOf } from '../said/meanings.ts';

describe('lines of stores with tenants', () => {
  it.each([
    ['Thanos', 'level=error msg="critical error detected; halting" err="compaction: group 0@1: pre compaction overlap '
      + 'check: overlaps found while gathering blocks"', 'runs on without work'],
    ['Thanos', 'err="blocks with out-of-order chunks are dropped from compaction:  /d/01H"',
      '--compact.skip-block-with-out-of-order-chunks'],
    ['Thanos', 'msg="failed to fetch initial external labels. Is Prometheus running? Retrying" err="EOF"',
      '--prometheus.url'],
    ['Thanos', 'err="WAL dir is not accessible. Is this dir a TSDB directory? If yes it is shared with TSDB?"',
      '--tsdb.path'],
    ['Thanos', 'msg="internal server error" err="no matching hashring to handle tenant"', '--receive.hashrings'],
    ['Thanos', 'err="insufficient nodes; have 2, want 3"', '--receive.replication-factor'],
    ['Thanos', '"warnings":["No StoreAPIs matched for this query"]', '/stores'],
    ['Thanos', 'msg="update of endpoint failed" err="getting metadata: fallback fetching info" address=a:10901',
      'does not reach one of its stores'],
    ['Thanos, Mimir or Cortex', 'rpc error: code = Aborted desc = expanded matching posting: get postings: bytes limit '
      + 'exceeded while fetching postings: limit 1 violated', 'a limit there allows'],
    ['Mimir', 'user=a: per-user series limit of 150000 exceeded (err-mimir-max-series-per-user). To adjust the related '
      + 'per-tenant limit, configure -ingester.max-global-series-per-user', 'max_global_series_per_user'],
    ['Mimir', 'the ingester’s writes (err-mimir-ingester-max-inflight-push-requests-bytes)', 'have more bytes than'],
    ['Cortex', 'per-user series limit of 9 exceeded, please contact administrator to raise it (local limit: 0 global '
      + 'limit: 9 actual local limit: 3)', 'as many series or metadata as its limit'],
    ['Mimir or Cortex', 'error initialising module: opening existing TSDBs: failed to open TSDB: mmap',
      'does not start'],
    ['Loki, Mimir or Cortex', 'desc = ingestion rate limit (25000) exceeded while adding 300 samples and 0 metadata',
      'ingestion rate limit allows'],
    ['Loki, Mimir or Cortex', 'per-user rules per rule group limit (limit: 20 actual: 26) exceeded',
      'ruler_max_rules_per_rule_group'],
    ['Loki, Mimir, Cortex or Tempo', 'msg="failed to join memberlist cluster" err="no such host"', '7946'],
    ['Loki, Mimir, Cortex or Tempo', 'DoBatch: InstancesCount <= 0', 'has no members'],
    ['Loki, Mimir, Cortex or Tempo', 'at least 2 live replicas required, could only find 1', 'that are not ACTIVE'],
    ['Loki, Mimir, Cortex or Tempo', 'at least 2 live replicas required across different availability zones, could '
      + 'only find 1', 'each zone counts once'],
    ['memberlist', '[WARN] memberlist: Was able to connect to a over TCP but UDP probes failed, network may be '
      + 'misconfigured', 'let UDP through'],
    ['Tempo', 'TRACE_TOO_LARGE: max size of trace (5000000) exceeded while adding 90 bytes', 'max_bytes_per_trace'],
    ['Tempo', 'RATE_LIMITED: ingestion rate limit (1500 bytes) exceeded while adding 90 bytes', 'rate_limit_bytes'],
    ['Tempo', 'LIVE_TRACES_EXCEEDED: max live traces exceeded for tenant a: limit', 'max_traces_per_user'],
    ['Tempo', 'msg="failed to pull bucket index for tenant. falling back to polling" tenant=a err="does not exist"',
      'lists its blocks'],
  ])('%s: %s', (program, line, words) => {
    const found = possibleMessages(line.toLowerCase());
    expect(found.map((known) => known.program)).toContain(program);
    expect(found.map(({ sentence }) => sentence).join(' ')).toContain(words);
  });

  it.each([
    'an empty ring buffer was read', 'the series limit of the plan was raised', 'our ring has many instances',
    'memberlist joined 3 nodes', 'the trace is large, and the tenant is new', 'the block was marked for deletion',
    'the ingestion rate limit (4 MB/s) of the tenant was raised', 'the alertmanager is not configured yet',
  ])('none: %s', (line) => { expect(possibleMessages(line)).toEqual([]); });
});

describe('one limit', () => {
  const MIMIR = 'per-user series limit of 150000 exceeded (err-mimir-max-series-per-user). To adjust the related '
    + 'per-tenant limit, configure -ingester.max-global-series-per-user';

  it('is told once, by the known message', () => {
    expect(meaningOf(MIMIR)).toBe(knownMeaning(MIMIR));
    expect(meaningOf(`429 Too Many Requests: ${MIMIR}`)).toBe(knownMeaning(MIMIR));
    expect(meaningOf('at least 2 live replicas required, could only find 1')).not.toContain('Too few ingesters');
  });

  it('is told behind the message of a sender, whose data are dropped', () => {
    const refused = 'error sending batch, will retry\nserver returned HTTP status 400 Bad Request: the sample has been '
      + 'rejected because another sample with a more recent timestamp has already been ingested and out-of-order '
      + 'samples are not allowed (err-mimir-sample-out-of-order)';
    expect(meaningOf(refused)).toContain('out_of_order_time_window');
    expect(meaningOf(refused)).not.toContain('Samples are rejected by their time');
    expect(meaningOf('non-recoverable error\nserver returned HTTP status 400 Bad Request: x (err-mimir-label-invalid)'))
      .toMatch(/its relabeling\. The sender drops the data of that request\.$/);
  });

  it('is told by shared words where no message is known', () => {
    expect(meaningOf('429 Too Many Requests')).toBe('A rate limit is reached: raise it, or send less.');
    expect(meaningOf('too many outstanding requests')).toMatch(/^A queue of requests is full: /);
    expect(meaningOf('rpc error: code = Code(429) desc = too many outstanding requests'))
      .toContain('The queue of queries of a tenant is full');
    expect(meaningOf('error getting ingester clients: empty ring')).toContain('in the ring');
    expect(meaningOf('the empty ring buffer is read')).toBeNull();
  });
});
