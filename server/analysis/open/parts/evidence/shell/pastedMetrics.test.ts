import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { pastedMetrics } from './pastedMetrics.ts';

const agent = (dropped: number, pending: number): string => [
  '# curl -s 10.0.0.9:8429/metrics | grep remotewrite',
  'vmagent_remotewrite_blocks_sent_total{url="http://10.0.0.9:1/w"} 5000',
  'vmagent_remotewrite_retries_count_total{url="http://10.0.0.9:1/w"} 10',
  `vmagent_remotewrite_packets_dropped_total{url="http://10.0.0.9:1/w"} ${dropped}`,
  `vmagent_remotewrite_pending_data_bytes{path="q"} ${pending}`,
].join('\n');
const UNSENT = 'The error "couldn\'t send a block" occurs 10 times.';

describe('metrics beside an error of a sender', () => {
  it('say that nothing is lost, what waits, or what was dropped', () => {
    expect(pastedMetrics(UNSENT, agent(0, 0))).toBe('By the metrics in the text, 5,000 blocks were sent, and 10 were '
      + 'sent again (0.2 %); none was dropped and none waits, so nothing is lost.');
    expect(pastedMetrics(UNSENT, agent(0, 900))).toContain('none was dropped, and 900 B wait to be sent.');
    expect(pastedMetrics(UNSENT, agent(4, 0))).toContain('; 4 were dropped, which is lost.');
  });

  it('say nothing of another fault, or without a counter of losses', () => {
    expect(pastedMetrics('The disk is full.', agent(0, 0))).toBeNull();
    expect(pastedMetrics(UNSENT, 'vmagent_remotewrite_blocks_sent_total 7\n')).toBeNull();
  });

  it('come right behind the error of the log', () => {
    const lines = [1, 2, 3].map((at) => `2026-03-04T05:0${at}:00.000Z\terror\t`
      + 'app/vmagent/remotewrite/client.go:237\tcouldn\'t send a block with size 900 bytes to "http://10.0.0.9:1/w": '
      + 'write tcp4 10.0.0.8:4->10.0.0.9:1: write: broken pipe; re-sending the block in 2.000 seconds');
    const { interest } = recognize(new TextEncoder().encode([...lines, agent(0, 0)].join('\n')));
    expect(interest).toMatch(/^Little is wrong: /);
    expect(interest).toMatch(/ The error "couldn't send a block .{1,400} By the metrics in the text, 5,000 blocks /);
  });
});

describe('notifications of Alertmanager', () => {
  const metrics = (email: number): string => [
    'alertmanager_notifications_failed_total{integration="email"} 0',
    `alertmanager_notifications_total{integration="email"} ${email}`,
    'alertmanager_notifications_failed_total{integration="pagerduty"} 30',
    'alertmanager_notifications_total{integration="pagerduty"} 30',
    'alertmanager_notification_latency_seconds_count{integration="pagerduty"} 30',
    'alertmanager_notification_latency_seconds_sum{integration="pagerduty"} 600',
    'alertmanager_cluster_members 3', 'alertmanager_cluster_health_score 0',
  ].join('\n');
  const facts = 'The error "Error on notify" occurs 4 times. The cause given is "Post x: context deadline exceeded".';

  it('name the integration that fails and those that work', () => {
    expect(pastedMetrics(facts, metrics(8))).toBe('By the metrics in the text, all 30 attempts of pagerduty failed, 20 '
      + 's each on average, while email works (8 sent, none failed). So the fault is on the way to pagerduty, not in '
      + 'Alertmanager, whose cluster is healthy: test that address from its host or container (curl -v, with and '
      + 'without its proxy), then correct proxy_url of http_config or the firewall.');
  });

  it('do not say that another works which sent nothing', () => {
    expect(pastedMetrics(facts, metrics(0))).toBe('By the metrics in the text, all 30 attempts of pagerduty failed, 20 '
      + 's each on average.');
  });
});
