/** Tests that events of Kubernetes say what their messages mean and the next step. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const HEAD = ['LAST SEEN   TYPE      REASON             OBJECT               MESSAGE'];
const row = (reason: string, object: string, message: string): string =>
  `3m          Warning   ${reason}   ${object}   ${message}`;

describe('a table of events', () => {
  it.each([
    [row('FailedScheduling', 'pod/a-0', '0/3 nodes are available: 3 Insufficient memory.'), 'lower its requests'],
    [row('FailedScheduling', 'pod/a-0', '0/3 nodes are available: 3 node(s) had untolerated taint {a: b}.'),
      'does not tolerate the taints'],
    [row('FailedCreate', 'replicaset/a', 'Error creating: pods "a-x" is forbidden: exceeded quota: q, requested: '
      + 'memory=2Gi'), 'The quota of the namespace does not allow it'],
    [row('FailedCreate', 'replicaset/a', 'Error creating: pods "a-x" is forbidden: violates PodSecurity "restricted"'),
      'set in securityContext'],
    [row('FailedMount', 'pod/a-0', 'MountVolume.SetUp failed for volume "v" : mount failed: access denied by server '
      + 'while mounting nas:/a'), '/etc/exports'],
    [row('Failed', 'pod/a-0', 'Failed to pull image "a/b:c": rpc error: code = NotFound desc = not found'),
      'The registry has no such image or tag'],
  ])('%s', (line, words) => {
    const interest = of(...HEAD, line, line.replace('a-0', 'b-0'));
    expect(interest).toContain(words);
    expect(interest).not.toContain('lacks the permission');
    expect(interest.split(words)).toHaveLength(2);
  });

  it.each([
    [[row('SystemOOM', 'node/n-1', 'System OOM encountered, victim process: prometheus, pid: 812')],
      'The kernel killed prometheus (pid 812) on the node n-1 because the memory of the node ran out.'],
    [[row('Killing', 'pod/a-0', 'Container a failed startup probe, will be restarted')],
      'raise failureThreshold of a startupProbe.'],
    [[row('BackOff', 'pod/a-0', 'Back-off restarting failed container a in pod a-0_m(1)')], 'kubectl logs --previous'],
    [[row('EvictionThresholdMet', 'node/n-1', 'Attempting to reclaim ephemeral-storage')], 'free what is short'],
    [[row('FailedMount', 'pod/a-0', 'MountVolume.SetUp failed for volume "v" : configmap "c" not found')],
      'An object that is referred to is not in its namespace'],
  ])('%s', (lines, words) => { expect(of(...HEAD, ...lines)).toContain(words); });

  it('of a container that could not be started', () => {
    const said = 'OCI runtime create failed: exec: "/bin/a": stat /bin/a: no such file or directory: unknown';
    const interest = of('Name:         a-0', 'Containers:', '  a:', '    Container ID:  x', '    State:     Waiting',
      '      Reason:       CrashLoopBackOff', '    Last State:     Terminated', '      Reason:       StartError',
      `      Message:      ${said}`, '      Exit Code:    128', '    Restart Count:  5', 'Events:',
      '  Type     Reason  Age  From     Message', `  Warning  Failed  1m   kubelet  Error: ${said}`);
    expect(interest).toContain('The container a could not be started (StartError, exit code 128).');
    expect(interest).toContain('The program to start is not in the image: correct the command or entrypoint');
  });

  it('of a described pod', () => {
    expect(of('Name:         a-0', 'Namespace:    m', 'Events:', '  Type     Reason   Age  From     Message',
      '  Warning  FailedScheduling  34m (x4 over 17m)  scheduler  0/7 nodes are available: 7 Insufficient cpu.'))
      .toContain('lower its requests, or add a node.');
  });

  it('says nothing where a meaning has no next step', () => {
    expect(of(...HEAD, row('FailedMount', 'pod/a-0', 'Unable to attach or mount volumes: it waits')))
      .toBe('A volume of the pod a-0 could not be mounted: "Unable to attach or mount volumes: it waits".');
  });
});
