/** Tests that messages of tools that deploy servers are in their real lines, and not in texts with like words. */
import { describe, expect, it } from 'vitest';
import { possibleMessages } from '../knownMessages.ts';

const meant = (line: string): string => possibleMessages(line.toLowerCase()).map(({ sentence }) => sentence).join(' ');

describe('messages of tools that deploy', () => {
  it.each([
    ['Error: UPGRADE FAILED: failed to create resource: Prometheus in version "v1" cannot be handled as a Prometheus: '
      + 'strict decoding error: unknown field "spec.scrapeClasses"', 'newer than its CRD'],
    ['error: error validating "p.yaml": error validating data: ValidationError(Prometheus.spec): unknown field "a" in '
      + 'com.coreos.monitoring.v1.Prometheus.spec', 'kubectl explain'],
    ['Please review the fields above--they currently have other managers. Here are the ways', '--force-conflicts'],
    ['The PersistentVolumeClaim "a" is invalid: spec: Forbidden: spec is immutable after creation except '
      + 'resources.requests for bound claims', 'make a new claim'],
    ['Error: create: failed to create: Secret "sh.helm.release.v1.a.v1" is invalid: data: Too long: must have at most '
      + '1048576 bytes', 'larger than 1 MiB'],
    ['ConfigMap "d" is invalid: []: Too long: may not be more than 1048576 bytes', 'larger than 1 MiB'],
    ['Error: UPGRADE FAILED: conversion webhook for monitoring.coreos.com/v1beta1, Kind=AlertmanagerConfig failed: '
      + 'Post "https://op.m.svc:443/convert": x509: certificate signed by unknown authority', 'caBundle'],
    ['<.Values.a.b>: nil pointer evaluating interface {}.b', 'values.yaml of that version'],
    ['Error: chart requires kubeVersion: >=1.25.0-0 which is incompatible with Kubernetes v1.23.5', 'of the chart for'],
    ['Error: YAML parse error on a/templates/b.yaml: error converting YAML to JSON: yaml: line 7: did not find '
      + 'expected key', 'gives text that is no YAML'],
    ['Error: Kubernetes cluster unreachable: Get "https://a:6443/version": EOF', 'does not reach the API server'],
    ['Error: UPGRADE FAILED: pre-upgrade hooks failed: job failed: BackoffLimitExceeded', 'kubectl logs job/NAME'],
    ['Error: Error acquiring the state lock', 'force-unlock'],
    ['Error: Provider produced inconsistent final plan', 'a fault of the provider'],
    ['Error from server (BadRequest): container "prometheus" in pod "p-0" is waiting to start: '
      + 'CreateContainerConfigError', 'has no log'],
    ['Error from server: error dialing backend: dial tcp 10.0.0.1:10250: i/o timeout', 'port 10250'],
    ['error: the server doesn\'t have a resource type "servicemonitors"', 'api-resources'],
    ['{"message":"The dashboard has been changed by someone else","status":"version-mismatch"}', 'with overwrite'],
    ['Helm upgrade failed: upgrade retries exhausted', 'flux reconcile'],
  ])('%s', (line, meaning) => { expect(meant(line)).toContain(meaning); });

  it.each([
    'the state was locked by the first run', 'a provider that is consistent', 'Prometheus v3 is incompatible with v1',
  ])('none: %s', (line) => { expect(meant(line)).toBe(''); });
});
