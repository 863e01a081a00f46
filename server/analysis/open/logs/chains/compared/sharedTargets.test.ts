/** Tests that a target in several scrape pools is told as the reason why samples are refused. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { sharedTargets } from './sharedTargets.ts';

const refused = (second: number, pool: string, target: string): string => `time=2026-05-06T07:08:${10 + second}.100Z `
  + 'level=WARN source=scrape.go:1881 msg="Error on ingesting out-of-order samples" component="scrape manager" '
  + `scrape_pool=${pool} target=http://${target}/metrics num_dropped=3`;
const monitor = (name: string, namespace = 'shop'): string => `serviceMonitor/${namespace}/${name}/0`;

it('names the pools and their selectors, in place of what the warning leaves open', () => {
  const facts = recognize(new TextEncoder().encode([
    refused(0, monitor('pr-1'), '10.0.0.1:8080'), refused(1, monitor('pr-2'), '10.0.0.2:8080'),
    refused(2, monitor('pr-2'), '10.0.0.1:8080'), refused(3, monitor('pr-1'), '10.0.0.2:8080'),
    refused(4, monitor('pr-3'), '10.0.0.2:8080'),
  ].join('\n'))).interest ?? '';
  expect(facts).toContain(`Each of these 2 targets is in 2 to 3 scrape pools: ${monitor('pr-1')}, ${
    monitor('pr-2')} and ${monitor('pr-3')}.`);
  expect(facts).toContain('see the selectors of these ServiceMonitors (kubectl -n shop get servicemonitor -o yaml), so '
    + 'that each selects only what is its own.');
  expect(facts).toContain('Samples were not stored. ');
  expect(facts).not.toContain('two targets or senders');
});

it('of several namespaces, and of jobs of a file', () => {
  expect(sharedTargets([refused(0, monitor('a', 'x'), 'h:1'), refused(1, monitor('a', 'y'), 'h:1')]))
    .toContain('(kubectl get servicemonitor -A -o yaml)');
  expect(sharedTargets([refused(0, 'node', 'h:1'), refused(1, 'hosts', 'h:1')])).toMatch(
    /^The target http:\/\/h:1\/metrics is in 2 scrape pools: hosts and node\. .{1,300}: keep the target in one of /
  );
});

it.each([
  ['a pool for each target', [refused(0, 'a', 'h:1'), refused(1, 'b', 'h:2')]],
  ['one pool', [refused(0, 'a', 'h:1'), refused(1, 'a', 'h:2')]],
  ['one target of several', [refused(0, 'a', 'h:1'), refused(1, 'b', 'h:1'), refused(2, 'b', 'h:2')]],
])('is not told of %s', (_, lines) => { expect(sharedTargets(lines)).toBeNull(); });
