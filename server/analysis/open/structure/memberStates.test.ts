import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const of = (value: unknown): { format: string; interest: string | null } => {
  const { format, interest } = recognize(new TextEncoder().encode(JSON.stringify(value)));
  return { format, interest };
};
const answer = (data: unknown): unknown => ({ status: 'success', data });

describe('members', () => {
  it('of a ring: those that are not active', () => {
    const member = (id: string, state: string): object => ({
      id, state, address: '10.0.0.1:9095', timestamp: '2m3s ago', registered_timestamp: '', zone: 'a', tokens: [1],
    });
    expect(of({ shards: [member('ingester-0', 'ACTIVE'), member('ingester-1', 'UNHEALTHY')], now: '2026-01-02' }))
      .toEqual({
        format: 'ring-members',
        interest: 'It lists 2 members: 1 ACTIVE, 1 UNHEALTHY. Not active: ingester-1 is UNHEALTHY in a, last heartbeat '
          + '2m3s ago. An unhealthy member sends no heartbeat: look at its pod and log; if it is gone for good, forget '
          + 'it on the ring page.',
      });
  });

  it('of a Thanos querier: the store that does not answer', () => {
    const store = (name: string, lastCheck: string, lastError: string | null): object =>
      ({ name, lastCheck, lastError, labelSets: [{ cluster: 'a' }], minTime: 1, maxTime: 2 });
    const { format, interest } = of(answer({
      sidecar: [store('10.0.0.1:10901', '2026-01-02T10:00:00Z', null)],
      store: [store('10.0.0.2:10901', '2026-01-02T09:50:00Z', 'rpc error: code = Unavailable desc = down')],
    }));
    expect(format).toBe('thanos-stores');
    expect(interest).toMatch(/^The store 10\.0\.0\.2:10901 does not answer: "rpc error: code = Unavailable desc/);
    expect(interest).toContain('(last seen 10m before the others).');
    expect(interest).toMatch(/It lists 2 stores: 1 sidecar, 1 store\.$/);
  });
});

describe('the state of Prometheus', () => {
  it('rules that fail and groups that are late', () => {
    const rule = (name: string, lastError: string): object => ({
      name, query: 'up == 0', health: lastError === '' ? 'ok' : 'err', lastError, evaluationTime: 0.1,
    });
    const { format, interest } = of(answer({
      groups: [{
        name: 'a', file: 'a.yml', interval: 60, evaluationTime: 75, rules: [
          rule('job:up', ''),
          rule('job:lag', 'many-to-many matching not allowed: matching labels must be unique on one side'),
        ],
      }],
    }));
    expect(format).toBe('server-state');
    expect(interest).toMatch(/^The rule job:lag fails: "many-to-many matching not allowed/);
    expect(interest).toContain('The group a takes 75 s, longer than its interval of 60 s, so that evaluations are '
      + 'skipped.');
  });

  it('rules that fail alike: how many of all, of which group, and by which series', () => {
    const rule = (name: string, lastError: string): object => ({
      name, query: 'a * on(id) group_left(pod) b', health: lastError === '' ? 'ok' : 'err', lastError,
    });
    const ERROR = 'found duplicate series for the match group {} on the right hand-side of the operation: [{pod="p"}, '
      + '{pod="q"}];many-to-many matching not allowed: matching labels must be unique on one side';
    const { interest } = of(answer({
      groups: [
        { name: 'good', file: 'a.yml', rules: [rule('x', ''), rule('y', '')] },
        { name: 'bad', file: 'a.yml', rules: ['c', 'd', 'e'].map((name) => rule(name, ERROR)) },
      ],
    }));
    expect(interest).toContain('The rule c fails: "found duplicate series for the match group {} on the right '
      + 'hand-side of the operation". The rule d fails with the same error. 1 more rule fails (3 of 5, all in the '
      + 'group bad). Two series on the right side of the operator have no id, on which the operator matches '
      + '({pod="p"} and {pod="q"})');
  });

  it('a reload that failed, and no Alertmanager', () => {
    expect(of(answer({ startTime: '2026-01-02T10:00:00Z', reloadConfigSuccess: false, GOMAXPROCS: 4 })).interest)
      .toMatch(/^The last reload of its configuration failed, so it runs with the previous one: its log says/);
    expect(of(answer({ activeAlertmanagers: [], droppedAlertmanagers: [] })).interest)
      .toMatch(/^It has no active Alertmanager, so its alerts are not sent/);
  });

  it('what the error of a target means', () => {
    expect(of(answer({
      activeTargets: [{
        labels: { job: 'a', instance: 'b:1' }, scrapePool: 'a', scrapeUrl: 'http://b:1/metrics', health: 'down',
        lastError: 'Get "http://b:1/metrics": dial tcp: lookup b on 10.0.0.10:53: no such host',
      }],
    })).interest).toMatch(/^The target a \(b:1\) was down: .{1,100}no such host\. .{20}/);
  });
});
