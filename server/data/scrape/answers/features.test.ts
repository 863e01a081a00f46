import { describe, expect, it } from 'vitest';
import { featuresOf } from './features.ts';

describe('features', () => {
  it('are those of the server, its TSDB, its scrapes and its rules, as Prometheus 3.13.2 states them', () => {
    expect(featuresOf({
      api: { admin: false, 'openapi_3.1': true },
      prometheus: { agent_mode: false, auto_reload_config: false, server_mode: true, stringlabels: true },
      promql_functions: { abs: true },
      rules: { concurrent_rule_eval: false, keep_firing_for: true },
      tsdb: { delayed_compaction: true, isolation: true, xor2_encoding: false },
    })).toEqual({
      'prometheus.agent_mode': false, 'prometheus.auto_reload_config': false, 'prometheus.server_mode': true,
      'prometheus.stringlabels': true, 'rules.concurrent_rule_eval': false, 'rules.keep_firing_for': true,
      'tsdb.delayed_compaction': true, 'tsdb.isolation': true, 'tsdb.xor2_encoding': false,
    });
  });

  it('are bounded, and only booleans with names', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`feature_${i}`, true]));
    expect(Object.keys(featuresOf({ tsdb: many }) ?? {})).toHaveLength(50);
    const hostile = JSON.parse('{"__proto__": true, "constructor": {"a": true}, "<b>": true}') as object;
    expect(featuresOf({ tsdb: { ...hostile, A: true, on: 'true', none: null, ['x'.repeat(100)]: true } }))
      .toBeUndefined();
  });

  it.each([[undefined], [{}], [{ tsdb: [] }], [{ tsdb: null, prometheus: 'on' }]])('are unknown of %j', (data) => {
    expect(featuresOf(data)).toBeUndefined();
  });
});
