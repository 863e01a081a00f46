/** Tests that messages of hosts are not found in other texts with like words, and are in real lines. */
import { describe, expect, it } from 'vitest';
import { possibleMessages } from '../knownMessages.ts';

describe('texts with like words', () => {
  it.each([
    'None of the configured nodes are available: [{#transport#-1}{127.0.0.1:9300}]',
    'spec.ports[0].nodePort: Invalid value: 30090: provided port is already allocated',
    '"Skipping pod synchronization" err="PLEG is not healthy: pleg has yet to be successful"',
    'Memory usage is above soft limit. Forcing a GC.',
    'this document references extension points and references processor manuals',
    'a scene must have at least one receiver',
    'the latency increases with reclaim activity',
    'Device /dev/sdb has errors which were corrected by fsck.',
    'Normal  TaintManagerEviction  Cancelling deletion of Pod default/a-0',
  ])('none: %s', (line) => { expect(possibleMessages(line.toLowerCase())).toEqual([]); });
});

describe('lines of programs', () => {
  it.each([
    ['0/3 nodes are available: 3 Insufficient memory.', 'No node could take the pod'],
    ['0/1 nodes are available: persistentvolumeclaim "data" not found.', 'No node could take the pod'],
    ["0/2 nodes are available: 2 node(s) didn't match PersistentVolume's node affinity.", 'only from other nodes'],
    ['PLEG is not healthy: pleg was last seen active 3m15s ago; threshold is 3m0s', 'the node is not ready'],
    ['pods is forbidden: User "system:serviceaccount:m:p" cannot list resource "pods" in API group ""', 'can-i --as'],
    ['Memory usage is above soft limit. Refusing data.', 'refuses data'],
    ["processors::memory_limiter: 'check_interval' must be greater than zero", 'no valid limits'],
    ['error decoding \'exporters\': unknown type: "jaeger" for id: "jaeger"', 'valid values'],
    ["a.service:4: Unknown key 'Restrt' in section [Service], ignoring.", 'misspelled'],
    ["a.service: Unable to locate executable '/opt/a': Permission denied", 'SELinux if permission is denied'],
    ['Killed /a.slice/b.service due to memory pressure for /a.slice being 82.63% > 50.00% for > 20s with reclaim '
      + 'activity', 'ManagedOOMMemoryPressure='],
    ['panic: assertion failed: Page expected to be: 4, but self identifies as 6', 'is damaged'],
    ['toomanyrequests: You have reached your unauthenticated pull rate limit.', 'log in, or use a mirror'],
  ])('%s: %s', (line, meaning) => {
    expect(possibleMessages(line.toLowerCase()).map(({ sentence }) => sentence).join(' ')).toContain(meaning);
  });
});
