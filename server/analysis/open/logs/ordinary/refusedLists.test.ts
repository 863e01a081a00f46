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

it('other errors and other accounts stay', () => {
  const other = 'level=error ts=2026-01-02T03:04:09Z caller=a.go:1 msg="no answer from b"';
  expect(said(line(1, 'nodes', CLUSTER), other)).toContain('"no answer from b"');
  expect(said(line(1, 'nodes', CLUSTER), line(2, 'pods', CLUSTER, 'bob'))).toContain('User "bob" cannot list');
});
