/** Tests what is said of an operator of a query that finds several series on a side which may have one. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { isMeaning } from '../said/meanings.ts';
import { isMatchMeaning, matchFact, matchMeaning } from './matchGroups.ts';

const series = (name: string, labels: string): string => `{__name__="${name}", ${labels}}`;
const error = (side: string, group: string, ...all: string[]): string => `found duplicate series for the match group {${
  group}} on the ${side} hand-side of the operation: [${all.join(', ')}];many-to-many matching not allowed: matching `
  + 'labels must be unique on one side';
const TWO = error(
  'right', 'node="n1"', series('node_info', 'ip="10.0.0.1", node="n1"'), series('node_info', 'ip="10.0.0.2", node="n1"')
);
const SAID = 'Two series on the right side of the operator, of node_info, have the same node but differ in ip '
  + '("10.0.0.1" and "10.0.0.2"), and that side may have only one (the left side is not refused): aggregate the right '
  + 'side, as in max by (node) (node_info).';

describe('the meaning', () => {
  it('names the side, the metric, the labels that are the same, and those that are not', () => {
    expect(matchMeaning(TWO)).toBe(SAID);
    expect(matchMeaning(TWO.replaceAll('"', '\\"'))).toBe(SAID);
    expect(isMatchMeaning(SAID)).toBe(true);
    expect(isMeaning(SAID)).toBe(true);
  });

  it('names the labels that the text may have cut', () => {
    const whole = error('left', 'pod="a"', series('up', 'job="x", pod="a", uid="1"'), series('up', 'job="x", pod="a"'));
    expect(matchMeaning(whole.slice(0, whole.lastIndexOf(', pod='))))
      .toContain(' have the same pod (in which label they differ is cut off: uid), and ');
  });

  it('of two metrics, and of labels that the side lacks', () => {
    expect(matchMeaning(error('left', 'pod="a"', series('up', 'pod="a"'), series('down', 'pod="a"'))))
      .toContain('differ in the metric, ');
    expect(matchMeaning(error('right', '', series('up', 'pod="a"'), series('up', 'pod="b"'))))
      .toContain('have none of the labels to match on, and that side may have only one (the left side is not refused): '
        + 'see whether that side has the labels of on(), else aggregate it.');
  });

  it('of series that lack the label of the only on(): which ones, and how to leave them out', () => {
    const lacking = error('right', '', '{pod="a", ns="x"}', '{pod="b", ns="y"}');
    expect(matchMeaning(lacking, 'rate(t[5m]) * on(container_id) group_left(pod) max by (pod) (info)'))
      .toBe('Two series on the right side of the operator have no container_id, on which the operator matches, as a '
        + 'container has that was not started yet ({pod="a", ns="x"} and {pod="b", ns="y"}), and that side may '
        + 'have only one (the left side is not refused): leave them out with container_id!="" in the selector of that '
        + 'side, and see why they have none.');
    expect(matchMeaning(lacking, 'a * on(x) (b / on(y) c)')).toContain('see whether that side has the labels of on()');
  });

  it('of VictoriaMetrics, by the labels of on()', () => {
    expect(matchMeaning('duplicate time series on the left side of / on(node): {cpu="1",node="a"} and '
      + '{cpu="2",node="a"}')).toBe('Two series on the left side of the operator have the same node but differ in '
      + 'cpu ("1" and "2"), and that side may have only one (the right side is not refused): aggregate the left '
      + 'side, as in max by (node) (…).');
    expect(matchMeaning('duplicate time series on the right side of - ignoring(cpu) group_left(): {a="1"} and {a="1"}'))
      .toContain('have the same labels to match on, and that side');
  });

  it.each(['found duplicate series for the match group', 'duplicate sample for timestamp', 'x'.repeat(9000)])(
    'none: %s', (text) => { expect(matchMeaning(text)).toBeNull(); }
  );
});

describe('a target that is scraped twice', () => {
  const info = (more: string): string => series('kube_node_role', `instance="10.1.2.3:10250", node="w-3", ${more}`);
  const twice = (one: string, other: string): string =>
    error('right', 'instance="10.1.2.3:10250"', info(one), info(other));

  it('by two Services: which ones, what to remove, and how to go on until then', () => {
    expect(matchMeaning(twice('service="old-kubelet"', 'service="new-kubelet"'))).toBe('Two series on the right side '
      + 'of the operator, of kube_node_role, have the same instance but differ in service ("old-kubelet" and '
      + '"new-kubelet"), and that side may have only one (the left side is not refused); two Services lead to that '
      + 'target, so it is scraped twice: remove the one that is left over, as of an earlier release (kubectl get '
      + 'service -A), or what selects it to be scraped; until then, aggregate the right side, as in max by (instance) '
      + '(kube_node_role).');
  });

  it('by two jobs, or not at all', () => {
    expect(matchMeaning(twice('job="a"', 'job="b"'))).toContain('("a" and "b"), and that side may have only one (the '
      + 'left side is not refused); two jobs scrape that target: remove it from one of them; until then, aggregate');
    expect(matchMeaning(twice('uid="1"', 'uid="2"'))).not.toContain('scraped twice');
    expect(matchMeaning(twice('job="a", uid="1"', 'job="b", uid="2"'))).not.toContain('two jobs');
  });

  it('by two jobs that both give it from targets of their own: their names, and how to select one', () => {
    const claim = (job: string, instance: string): string =>
      `{container="${job}", instance="${instance}", job="${job}", claim="c", class="k", uid="1"}`;
    const rule = String.raw`used * on (claim) group_left\n  (class) (info * on (class) group_left (uid) other)`;
    const both = matchMeaning(error('right', 'claim="c"', claim('a', '10.0.0.1:1'), claim('b', '10.0.0.2:2')), rule);
    expect(both).toContain('but differ in container, instance ("10.0.0.1:1" and "10.0.0.2:2") and job ("a" and "b")');
    expect(both).toContain('; the jobs a and b both give such a series: select one of them in the query (job="a" or '
      + 'job="b"), or drop the metric in the other job (metric_relabel_configs); until then, aggregate the right side, '
      + 'as in max by (claim, class) (…).');
  });

  it('by two replicas, which a query deduplicates', () => {
    expect(matchMeaning(error('right', 'pod="a"', series('kube_pod_info', 'pod="a", prometheus_replica="p-0"'),
      series('kube_pod_info', 'pod="a", prometheus_replica="p-1"')))).toContain('differ in prometheus_replica ("p-0" '
      + 'and "p-1"), and that side may have only one (the left side is not refused); two replicas of a Prometheus have '
      + 'that series: query them with deduplication, as Thanos does with --query.replica-label; until then, aggregate');
  });

  it('pods of two ReplicaSets of one Deployment, and not two of one', () => {
    const of = (pod: string): string => matchMeaning(error('right', 'namespace="a"',
      series('kube_quota', 'namespace="a", pod="x-state-metrics-8c59cf9d8-bljsf", service="s"'),
      series('kube_quota', `namespace="a", pod="${pod}", service="s"`))) ?? '';
    expect(of('x-state-metrics-77bdd57597-sc5p5')).toContain('pods of two ReplicaSets of x-state-metrics are scraped, '
      + 'as of an old and a new release: see kubectl get replicasets,pods, and remove the one that is left over');
    expect(of('x-state-metrics-8c59cf9d8-sc5p5')).not.toContain('ReplicaSets');
    expect(of('y-metrics-77bdd57597-sc5p5')).not.toContain('ReplicaSets');
  });

  it('in a log of rules, with the labels that the rule takes over', () => {
    const rule = 'record: a:b\\nexpr: x * on (instance) group_left (node) kube_node_role\\n';
    const text = 'ts=2026-01-02T03:04:05Z caller=manager.go:1 level=warn component="rule manager" group=g '
      + `msg="Evaluating rule failed" rule="${rule}" err="${
        twice('service="a"', 'service="b"').replaceAll('"', '\\"')}"`;
    expect(recognize(new TextEncoder().encode(text)).interest)
      .toContain('until then, aggregate the right side, as in max by (instance, node) (kube_node_role).');
  });

  it('in a log of rules with long series, whose quotation is cut: by the whole line', () => {
    const claim = (job: string): string => `{container="${job}", instance="${job}.test:1", job="${job}", claim="c", `
      + `pod="${'p'.repeat(600)}", service="${job}-s"}`;
    const text = 'ts=2026-01-02T03:04:05Z caller=manager.go:1 level=warn component="rule manager" group=g '
      + `msg="Evaluating rule failed" rule="record: a:b\\nexpr: x * on (claim) info" err="${
        error('right', 'claim="c"', claim('a'), claim('b')).replaceAll('"', '\\"')}"`;
    expect(recognize(new TextEncoder().encode(text)).interest).toContain('the jobs a and b both give such a series: ');
  });
});

it('takes the labels of group_left from the query beside the error', () => {
  expect(matchFact(`rate(a[5m]) * on (node) group_left (ip, zone) node_info\n${TWO}`)?.sentence)
    .toContain('as in max by (node, ip) (node_info).');
});

it('is reported once, in a report, a log of rules and an answer', () => {
  const of = (text: string): string => recognize(new TextEncoder().encode(text)).interest ?? '';
  const report = of(['# many-to-many matching not allowed', '', 'It fails:', '```', TWO, '```'].join('\n'));
  expect(report).toMatch(/^It has the error "found duplicate series for the match group \{node='n1'\} on the right /);
  expect(report).toContain(SAID);
  expect(report).not.toContain('not unique on one side:');
  expect(of('ts=2026-01-02T03:04:05Z caller=group.go:1 level=warn name=a:b group=g msg="Evaluating rule failed" err="'
    + `${TWO.replaceAll('"', '\\"')}"`)).toContain(SAID);
  expect(of(JSON.stringify({ status: 'error', errorType: 'execution', error: TWO }))).toContain(SAID);
});
