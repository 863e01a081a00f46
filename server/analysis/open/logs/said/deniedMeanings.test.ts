/** Tests that a denial is explained by what was denied. */
import { describe, expect, it } from 'vitest';
import { isMeaning, meaningOf } from './meanings.ts';

const OWNER = 'look at owner and mode of the path';

describe('a denial', () => {
  it.each([
    ['open /data/wal/000012: permission denied', OWNER],
    ['opening storage failed: mkdir /data/: permission denied', 'of the folder above it'],
    ["mkdir: cannot create directory '/data/wal': Permission denied", OWNER],
    ["PermissionError: [Errno 13] Permission denied: '/var/lib/a.db'", OWNER],
    ['rpc error: code = Unknown desc = open /data/x: permission denied', OWNER],
    ['exec: "/entrypoint.sh": permission denied: unknown', 'chmod +x'],
    ['fork/exec /usr/bin/a: permission denied', 'chmod +x'],
    ['dial unix /run/a.sock: connect: permission denied', 'that socket: look at its group'],
    ['listen tcp :80: bind: permission denied', 'CAP_NET_BIND_SERVICE'],
    ['bind() to 0.0.0.0:443 failed (13: Permission denied)', 'CAP_NET_BIND_SERVICE'],
    ['listen ip4:icmp 0.0.0.0: socket: operation not permitted', 'CAP_NET_RAW'],
    ['dial tcp 10.0.0.7:9090: connect: permission denied', 'This host forbids the connection'],
    ['perf_event_open: Permission denied', 'kernel.perf_event_paranoid'],
    ["chown: changing ownership of '/data': Operation not permitted", 'may not change that owner'],
    ['setrlimit failed: operation not permitted', 'may not raise that limit'],
    ['ssh: user@host: Permission denied (publickey,password)', 'the key or the password'],
    ['ERROR: permission denied for table metrics', 'GRANT'],
    ['pq: permission denied for database rdsadmin', 'exclude it'],
    ['ERROR: permission denied for database "cloudsqladmin"', 'exclude it'],
    ['pq: permission denied for database rdsadmin_copy', 'GRANT'],
    ['open /data/part_7/values.bin: operation not permitted', 'lsattr'],
    ["PermissionError: [Errno 1] Operation not permitted: '/var/lib/b.db'", 'lsattr'],
    ['link /data/01A/index /data/up/01A/index: operation not permitted', 'fs.protected_hardlinks'],
    ['upload 01A: hard link block: hard link file index: link /p/01A/index /p/up/index: operation not permitted',
      'same runAsUser'],
    ['link /data/01A/index /data/up/01A/index: permission denied', OWNER],
    ['symlink /data/a /data/b: operation not permitted', 'lsattr'],
    ['unlinkat /data/wal/000007: operation not permitted', 'sticky bit'],
    ['chmod /data/a: operation not permitted', 'look at the mount options'],
    ['rpc error: code = PermissionDenied desc = permission denied', 'look at its roles'],
    ['cannot read the file /etc/a.yml\npermission denied', OWNER],
    ['query of the tenant failed: permission denied', 'lacks a right for this'],
  ])('%s', (text, words) => {
    const meaning = meaningOf(text) ?? '';
    expect(meaning).toContain(words);
    expect(meaning.includes('of the path')).toBe(words === OWNER);
    expect(isMeaning(meaning)).toBe(true);
  });

  it('that a known message names says what that message means', () => {
    expect(meaningOf('rpc error: etcdserver: permission denied')).not.toContain('look at its roles.');
  });
});

describe('what Kubernetes forbids', () => {
  it.each([
    ['pods is forbidden: User "system:serviceaccount:a:b" cannot list resource "pods"',
      /lacks the right to do that in Kubernetes: .*give it a Role/],
    ['pods "a-0" is forbidden: exceeded quota: q, requested: memory=2Gi, used: memory=3Gi, limited: memory=4Gi',
      /^The quota of the namespace does not allow it: see kubectl describe quota\.$/],
    ['pods "a-0" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true',
      /^The namespace does not/],
    ['pods "a-0" is forbidden: failed quota: q: must specify limits.memory', /requests or limits that the pod does/],
    ['pods "a-0" is forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi', /LimitRange/],
    ['pods "a-0" is forbidden: unable to create new content in namespace b because it is being terminated', /deleted/],
    ['pods "a-0" is forbidden: PodSecurityPolicy: unable to validate against any pod security policy: []', /policy/],
  ])('%s', (text, words) => {
    const meaning = meaningOf(text) ?? '';
    expect(meaning).toMatch(words);
    expect(meaning.includes('lacks the right')).toBe(text.includes('User '));
    expect(meaning).not.toContain('lacks the permission');
  });
});
