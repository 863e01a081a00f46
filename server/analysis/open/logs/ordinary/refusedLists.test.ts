/** Tests how the objects are told that service discovery may not list. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const PLACE = 'github.com/prometheus/prometheus/discovery/kubernetes/kubernetes.go';
const line = (second: number, resource: string, where: string, user = 'system:serviceaccount:mon:prom'): string =>
  `level=error ts=2026-01-02T03:04:0${second}Z caller=klog.go:1 component=k8s_client_runtime err="${PLACE}:3${second}: `
  + `Failed to list *v1.X: ${resource} is forbidden: User \\"${user}\\" cannot list resource \\"${resource}\\" in `
  + `API group \\"\\" ${where}"`;
const said = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const CLUSTER = 'at the cluster scope';

it('each once, with the account, the scope and the step', () => {
  const facts = said(line(1, 'nodes', CLUSTER), line(2, 'services', CLUSTER), line(3, 'nodes', CLUSTER));
  expect(facts).toMatch(/does not let the service account prom of the namespace mon list nodes and services in the /);
  expect(facts).toContain('(3 lines from 2026-01-02T03:04:01Z to 2026-01-02T03:04:03Z)');
  expect(facts).toContain('a ClusterRole with list and watch on them, and a ClusterRoleBinding');
  expect(facts).toContain('can-i list nodes --as=system:serviceaccount:mon:prom.');
  expect(facts).not.toContain('It logged the error');
});

it('in one namespace a Role is enough', () => {
  const facts = said(line(1, 'pods', String.raw`in the namespace \"shop\"`));
  expect(facts).toContain('list pods in the namespace shop (1 line at');
  expect(facts).toContain('a Role or ClusterRole');
  expect(facts).toContain(' -n shop.');
});

it('in several namespaces with the same objects', () => {
  const of = (name: string): string => String.raw`in the namespace \"${name}\"`;
  const same = said(line(1, 'pods', of('shop')), line(2, 'pods', of('bank')), line(3, 'pods', of('shop')));
  expect(same).toContain('list pods in each of the namespaces shop and bank (3 lines from');
  expect(same).toContain('and a binding in each; then check with kubectl auth can-i list pods --as=system:');
  expect(same).not.toContain('cannot list resource');
  const other = said(line(1, 'pods', of('shop')), line(2, 'services', of('bank')));
  expect(other).toContain('pods in the namespace shop (1 line');
});

it('the warning before each error is not counted and not quoted', () => {
  const warning = line(1, 'pods', CLUSTER).replace('level=error', 'level=warn').replace('Failed', 'failed');
  const facts = said(warning, line(1, 'pods', CLUSTER), warning.replace(':01Z', ':05Z'), line(5, 'pods', CLUSTER));
  expect(facts).toContain('in the whole cluster (2 lines from');
  expect(facts).not.toContain('The warning');
  expect(said(warning)).toContain('in the whole cluster (1 line at');
});

it('other errors and other accounts stay', () => {
  const other = 'level=error ts=2026-01-02T03:04:09Z caller=a.go:1 msg="no answer from b"';
  expect(said(line(1, 'nodes', CLUSTER), other)).toContain('"no answer from b"');
  expect(said(line(1, 'nodes', CLUSTER), line(2, 'pods', CLUSTER, 'bob'))).toContain('User "bob" cannot list');
});
