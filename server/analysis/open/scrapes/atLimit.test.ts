/** Tests what is said of queues and concurrent work at their limits, and when failures are called 0. */
import { describe, expect, it } from 'vitest';
import { scrapeFacts } from '../outputs/metricFacts.ts';
import { limitFacts } from './atLimit.ts';
import { readScrape } from './readScrape.ts';

const facts = (...lines: readonly string[]): string[] => limitFacts(readScrape(lines.join('\n')));
const FAILURES = [
  'prometheus_tsdb_compactions_failed_total 0', 'prometheus_tsdb_wal_corruptions_total 0',
  'prometheus_rule_evaluation_failures_total 0', 'prometheus_tsdb_head_series 5',
  'prometheus_tsdb_head_samples_appended_total 900',
];
const said = (...lines: readonly string[]): string => scrapeFacts([...FAILURES, ...lines].join('\n')) ?? '';

describe('a state at its limit', () => {
  it.each([
    ['prometheus_engine_queries 20', 'prometheus_engine_queries_concurrent_max 20', 'prometheus_engine_queries is 20 '],
    ['prometheus_notifications_queue_length 10000', 'prometheus_notifications_queue_capacity 10000',
      'prometheus_notifications_queue_length is 10,000 of at most 10,000 (prometheus_notifications_queue_capacity)'],
    ['otelcol_exporter_queue_size{exporter="otlp"} 5000', 'otelcol_exporter_queue_capacity{exporter="otlp"} 5000',
      'otelcol_exporter_queue_size{exporter="otlp"} is 5,000 of at most 5,000'],
    ['vm_concurrent_select_current 8', 'vm_concurrent_select_capacity 8', 'vm_concurrent_select_current is 8 of'],
  ])('%s', (state, limit, sentence) => { expect(facts(state, limit).join(' ')).toContain(sentence); });

  it.each([
    ['prometheus_engine_queries 3', 'prometheus_engine_queries_concurrent_max 20'],
    ['a_cache_current 8', 'a_cache_capacity 8'], ['a_current 8', 'b_capacity 8'], ['a_current 0', 'a_capacity 0'],
    ['a_queue_size{x="1"} 9', 'a_queue_capacity{x="2"} 9'],
  ])('not %s', (...lines) => { expect(facts(...lines)).toEqual([]); });
});

describe('counters of failures that are 0', () => {
  it('are said of a server that shows no trouble', () => {
    expect(said()).toContain('All of its 3 counters of failures are 0.');
  });

  it('not beside a queue at its limit', () => {
    const full = said('prometheus_engine_queries 20', 'prometheus_engine_queries_concurrent_max 20');
    expect(full).toContain('it is at its limit');
    expect(full).not.toContain('are 0.');
  });

  it('not if only the page of metrics and the connections count failures', () => {
    const own = ['promhttp_metric_handler_errors_total{cause="encoding"} 0', 'net_conntrack_dialer_conn_failed_total 0',
      'grpc_server_panics_total 0', 'a_state 1'];
    expect(scrapeFacts(own.join('\n')) ?? '').not.toContain('are 0.');
  });

  it('not of a server that takes in samples, without the counters of its storage', () => {
    const own = ['prometheus_rule_evaluation_failures_total 0', 'prometheus_sd_refresh_failures_total 0',
      'prometheus_notifications_errors_total 0', 'prometheus_tsdb_head_samples_appended_total 900'];
    expect(scrapeFacts(own.join('\n')) ?? '').not.toContain('are 0.');
  });
});
