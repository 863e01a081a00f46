/** Tests what a missing key and a timeout mean. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { isMeaning, meaningOf } from '../meanings.ts';

it.each([
  ['failed to get ca "<secret=certs,key=ca>": key "ca" in secret "certs" not found', 'The Secret certs is there '
    + 'but has no key ca: see which keys it has (kubectl get secret -o yaml)'],
  ["Error: couldn't find key ca.crt in ConfigMap monitoring/certs", 'The ConfigMap monitoring/certs is there but '
    + 'has no key ca.crt: '],
  ['MountVolume.SetUp failed for volume "c" : configmap "c" not found', 'An object that is referred to is not in its '
    + 'namespace'],
])('%s', (error, means) => {
  expect(meaningOf(error)).toContain(means);
  expect(isMeaning(meaningOf(error) ?? '')).toBe(true);
});

it.each([
  ['context deadline exceeded', 'see how long what it waited for takes'],
  ['request metric: Get "http://localhost:9090/metrics": context deadline exceeded', 'so the network is not the cause'],
  ['Get "http://a.test:9090/metrics": context deadline exceeded', 'see whether what it asked can be reached'],
])('%s', (error, means) => {
  expect(meaningOf(error)).toContain(means);
  expect(isMeaning(meaningOf(error) ?? '')).toBe(true);
});

it('in a log of the Prometheus Operator, which is none of Prometheus', () => {
  const { name, interest } = recognize(new TextEncoder().encode([
    'level=info ts=2026-01-02T03:04:05Z caller=main.go:186 msg="Starting Prometheus Operator" '
      + 'version="(version=0.72.0, branch=refs/tags/v0.72.0, revision=647c1a0)"',
    'level=warn ts=2026-01-02T03:04:06Z caller=resource_selector.go:125 component=prometheus-controller msg="skipping '
      + 'servicemonitor" error="failed to get ca \\"<secret=certs,key=ca>\\": key \\"ca\\" in secret \\"certs\\" not '
      + 'found" servicemonitor=a/b namespace=a',
  ].join('\n')));
  expect(name).toBe('a log of the Prometheus Operator 0.72.0');
  expect(interest).toContain('The Secret certs is there but has no key ca: ');
});
