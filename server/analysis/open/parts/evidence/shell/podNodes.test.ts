import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { badNode } from './podNodes.ts';

const HEADER = 'NAME    READY   STATUS    RESTARTS   AGE   IP    NODE   NOMINATED NODE   READINESS GATES';
const row = (name: string, state: string, node: string): string => [
  name, state === 'Running' ? '1/1' : '0/1', state, '2 (3m ago)', '9d', '10.1.2.3', node, '<none>', '<none>',
].join('   ');
const list = (...rows: string[]): string => ['$ kubectl get pods -o wide', HEADER, ...rows, ''].join('\n');

it('names the node that all failing pods share', () => {
  const text = list(row('db-0', 'Running', 'n-1'), row('db-1', 'Terminating', 'n-2'), row('db-2', 'Unknown', 'n-2'));
  expect(badNode(text)).toBe('db-1 and db-2 are on the node n-2, and the pods on other nodes are well, so look at that '
    + 'node first (kubectl describe node n-2). A pod that stays in Terminating while its node does not answer is '
    + 'started elsewhere only after the node is back or removed, or the pod is deleted by force.');
  expect(recognize(new TextEncoder().encode(text)).interest).toContain('are on the node n-2');
});

it('names none if they are on several nodes, are alone, or others on that node are well', () => {
  const [well, bad] = [row('a-0', 'Running', 'n-1'), row('a-1', 'Error', 'n-2')];
  expect(badNode(list(well, bad, row('a-2', 'Error', 'n-3')))).toBeNull();
  expect(badNode(list(bad, row('a-2', 'Error', 'n-2')))).toBeNull();
  expect(badNode(list(well, bad, row('a-2', 'Error', 'n-2'), row('a-3', 'Running', 'n-2')))).toBeNull();
  expect(badNode(list(well, bad))).toBeNull();
});
