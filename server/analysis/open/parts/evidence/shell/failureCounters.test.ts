import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { pastedMetrics } from './pastedMetrics.ts';

const FACTS = 'One stream gets more than per_stream_rate_limit, and what is above it is rejected.';

it('counters of what is rejected are told by reason, and others are not', () => {
  const text = ['loki_discarded_samples_total{reason="line_too_long",tenant="a",job="loki"} 12',
    'loki_discarded_samples_total{reason="per_stream_rate_limit",tenant="a"} 91234',
    'loki_compactor_failures_total 3'].join('\n');
  expect(pastedMetrics(FACTS, text)).toBe('By the metrics in the text, loki_discarded_samples_total is 91,234 for '
    + 'per_stream_rate_limit and 12 for line_too_long.');
  expect(pastedMetrics('The disk is full.', text)).toBeNull();
  expect(pastedMetrics(FACTS, 'loki_discarded_samples_total{reason="rate_limited"} 0')).toBeNull();
});

it('one of two destinations that fails is told beside the one that does not', () => {
  const line = (minute: number): string => `level=error ts=2026-03-04T05:0${minute}:00.1Z caller=notifier.go:527 `
    + 'component=notifier alertmanager=http://a:9093/api/v2/alerts count=3 msg="Error sending alert" err="Post '
    + '\\"http://a:9093/api/v2/alerts\\": dial tcp 10.0.0.3:9093: connect: connection refused"';
  const { interest } = recognize(new TextEncoder().encode([
    line(1), line(2), '', '$ curl -s localhost:9090/metrics | grep notif',
    'prometheus_notifications_errors_total{alertmanager="http://a:9093/api/v2/alerts"} 44',
    'prometheus_notifications_errors_total{alertmanager="http://b:9093/api/v2/alerts"} 0',
  ].join('\n')));
  expect(interest).toContain('prometheus_notifications_errors_total is 44 for http://a:9093/api/v2/alerts and 0 for '
    + 'http://b:9093/api/v2/alerts.');
});

it('a full table of inodes names the folder whose files the text counts', () => {
  const { interest } = recognize(new TextEncoder().encode([
    '$ df -i /data', 'Filesystem       Inodes   IUsed IFree IUse% Mounted on',
    '/dev/vdb1      13107200 13107200     0  100% /data', '$ df -h /data',
    'Filesystem      Size  Used Avail Use% Mounted on', '/dev/vdb1       200G   80G  120G  40% /data',
    '$ ls -f /data/chunks | wc -l', '13090000', '',
  ].join('\n')));
  expect(interest).toContain('The text counts 13,090,000 files in /data/chunks');
  expect(interest).not.toContain('du --inodes');
});
