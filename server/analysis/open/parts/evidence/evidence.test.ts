/** Tests that what a text shows elsewhere of its fault is told, and nothing where it shows none. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const line = (rest: string): string => `ts=2026-01-02T03:04:05Z caller=main.go:1 level=error ${rest}`;
const fence = (...lines: string[]): string[] => ['```', ...lines, '```'];
const LOCKED = fence(line('err="opening storage failed: lock DB directory: resource temporarily unavailable"'));
const FULL = line('component=tsdb msg="compaction failed" '
  + 'err="write /data/prom/01.tmp/index: no space left on device"');
const DENIED = line('msg="Opening storage failed" err="open /prom/queries.active: permission denied"');
const STALE = line('component=tsdb msg="compaction failed" err="open /data/prom/wal: stale NFS file handle"');

describe('settings', () => {
  it('that an error names, as psql shows them', () => {
    expect(told('$ pg_dump -d metrics', 'pg_dump: error: query failed: ERROR:  out of shared memory',
      'HINT:  You might need to increase max_locks_per_transaction.', "$ psql -c 'show max_locks_per_transaction'",
      ' max_locks_per_transaction', '---------------------------', ' 128', '(1 row)', ''))
      .toContain('In the text, max_locks_per_transaction is 128.');
  });

  it('and the figure that a query beside it returns', () => {
    const text = ['ERROR:  out of shared memory', "$ psql -c 'select count(*) from pg_class'", ' count', '-------',
      ' 91234', '(1 row)'];
    expect(told(...text)).toContain('In the text, "select count(*) from pg_class" returns 91234.');
    expect(told('ERROR:  the server is not known', ...text.slice(1))).not.toContain('returns');
  });

  it('that bear on the kind of error, from a command line', () => {
    expect(told('We start it with:', '', ...fence('./prometheus --storage.tsdb.retention.time=400d'), '',
      ...fence(FULL))).toContain('In the text, --storage.tsdb.retention.time is 400d.');
  });

  it('from a configuration in two values', () => {
    expect(told(...fence('scrape_configs:', '- job_name: a', '  scrape_timeout: 5s', '- job_name: b',
      '  scrape_timeout: 8s'), '',
    ...fence(line('component="scrape manager" scrape_pool=a msg="Scrape failed" err="context deadline exceeded"'))))
      .toContain('In the text, scrape_timeout is 5s and 8s.');
  });

  it('all values of one that is told with one of them', () => {
    expect(told('limits:', '  sample_limit: 500', 'overrides:', '  a:', '    sample_limit: 900', '',
      ...fence(line('component="scrape manager" scrape_pool=a msg="Scrape failed" err="sample_limit 500 exceeded"'))))
      .toContain('In the text, sample_limit is 500 and 900.');
  });

  it('with the unit and the thousands that a sentence gives', () => {
    expect(told('Our retention is 400 days here.', '', ...fence(FULL)))
      .toContain('In the text, retention is 400 days.');
    expect(told('max_connections = 10,000', '', ...fence(line('msg="query failed" err="too many connections"'))))
      .toContain('In the text, max_connections is 10,000.');
  });

  it.each([
    ['a comment', ['# sample_limit: 500', 'scrape_interval: 1m']],
    ['a default', ['The default of sample_limit is 500 and we did not set it.']],
    ['advice', ['One can raise sample_limit to 500 in that case.']],
    ['other names', ['label_sample_limit: 500', 'my.sample_limit: 500', 'sample_limits: 500']],
  ])('not by %s', (_, lines) => {
    expect(told(...lines, '', ...fence(line('msg="scrape failed" err="the sample_limit was exceeded"'))))
      .not.toContain('In the text');
  });

  it('not again where the facts have the value', () => {
    expect(told('--storage.tsdb.retention.time=400d', '', ...fence(FULL.replace('no space', '(400d): no space'))))
      .not.toContain('In the text');
  });
});

it('an error of no known program leads a list of files or a configuration beside it', () => {
  expect(told(...fence('level=error ts=2026-01-02T03:04:05Z caller=main.go:1 err="mkdir /data/x: permission denied"'),
    '', '$ ls -ld /data', 'drwxr-xr-x 3 root root 4096 Jan  2 03:04 /data', '$ id',
    'uid=1000(thanos) gid=1000(thanos)'))
    .toMatch(/^It logged the error "mkdir .*The text shows \/data as drwxr-xr-x of root:root, uid 1000\(thanos\)\.$/);
});

describe('disks and files', () => {
  const DF = 'Filesystem      Size  Used Avail Use% Mounted on';

  it('the file system of the path', () => {
    const disks = (mount: string): string => told('$ df -h', DF, '/dev/sda1        50G   40G   10G  80% /',
      `/dev/sdb1       100G   52G   48G  52% ${mount}`, '', '$ kubectl logs a', FULL);
    expect(disks('/data')).toContain('By df, /data was 52 % full when it ran: see whether space was freed since the '
      + 'error, and df -i for its inodes.');
    expect(disks('/other')).not.toContain('By df');
  });

  it('inodes', () => {
    expect(told('$ df -i', 'Filesystem      Inodes  IUsed IFree IUse% Mounted on',
      '/dev/sdb1       655360 655360     0  100% /data', '', '$ kubectl logs a', FULL))
      .toContain('100 %');
  });

  it('owner and mode of what is denied, and the user', () => {
    expect(told(DENIED, '', '$ ls -l /prom', 'total 4', '-rw-r--r-- 1 root root 20001 Jan  2 03:04 queries.active', '',
      'securityContext:', '  runAsUser: 65534', '  fsGroup: 65534'))
      .toContain('The text shows queries.active as -rw-r--r-- of root:root, runAsUser 65534, fsGroup 65534.');
  });

  it('the folder of the host that is mounted there', () => {
    expect(told(...fence('services:', '  a:', '    volumes:', '      - ./prom-data:/prom'), '', DENIED, '', '$ ls -l',
      'drwxr-xr-x 2 root root 4096 Jan  2 03:04 prom-data'))
      .toContain('The text shows prom-data as drwxr-xr-x of root:root.');
  });

  it('not of other files', () => {
    expect(told(DENIED, '', '$ ls -l /prom', 'total 4', '-rw-r--r-- 1 root root 20001 Jan  2 03:04 lock'))
      .not.toContain('The text shows');
  });

  it('the limit of open files', () => {
    expect(told(line('msg="Error accepting" err="accept tcp [::]:9090: accept4: too many open files"'), '',
      '$ cat /proc/7/limits', 'Max open files            1024                 4096                 files'))
      .toContain('In the text, the limit of open files is 1024.');
  });
});

describe('mounts', () => {
  it('of the path of the error', () => {
    expect(told(STALE, '', '$ mount', '/dev/sda1 on / type ext4 (rw)', '10.0.0.5:/exports on /data type nfs4 (rw)'))
      .toContain('In the text, /data is a mount of nfs4 (10.0.0.5:/exports). Prometheus does not support NFS');
  });

  it('by a sentence', () => {
    const NO_NFS = 'Prometheus does not support NFS';
    expect(told('We moved its data from gp2 to an EFS volume on Friday.', '', ...LOCKED)).toContain(NO_NFS);
    expect(told('We moved its data from EFS to a local disk on Friday.', '', ...LOCKED)).not.toContain(NO_NFS);
  });

  it('not one of another path', () => {
    expect(told(STALE, '', '$ mount', '10.0.0.5:/exports on /home type nfs4 (rw)')).not.toContain('In the text');
  });

  it('by the class of storage', () => {
    expect(told(...LOCKED, '', 'apiVersion: v1', 'kind: PersistentVolumeClaim', 'spec:', '  storageClassName: efs-sc'))
      .toContain('In the text, the storage is efs-sc.');
  });
});

describe('what the writer says', () => {
  it('of another process beside a lock', () => {
    expect(told('The new task begins while the old task still runs, and both use one EFS volume:', '', ...LOCKED))
      .toMatch(/The text says: "The new task begins while the old task still runs, and both use one EFS volume"\.$/);
  });

  it('of a change, with both versions', () => {
    expect(told('**Bug**', 'It panics some minutes after the start on 2.6.1. Going back to 2.5.0 makes it go away.', '',
      ...fence(line('msg="failed to compact files" err="recovered from panic"'))))
      .toContain('"Going back to 2.5.0 makes it go away".');
  });

  it('up to two sentences of one kind', () => {
    expect(told('The data are on gp2. We have 4 million active series.', '', ...fence('ts=2026-01-02T03:04:05Z '
      + 'caller=manager.go:1 level=warn component="rule manager" group=a msg="Evaluating rule failed" '
      + 'err="query timed out in expression evaluation"')))
      .toContain('The text says: "The data are on gp2"; "We have 4 million active series".');
  });

  it('of lost power beside damage', () => {
    expect(told('We had a power outage last night.', '', ...fence(line('err="opening storage failed: block dir: '
      + '\\"/d/01\\": checksum mismatch"')))).toContain('The text says: "We had a power outage last night".');
  });

  it('of an OOM kill beside damage', () => {
    expect(told('The pods of this node tend to die OOM.', '', ...fence(line('err="opening storage failed: block dir: '
      + '\\"/d/01\\": checksum mismatch"')))).toContain('The text says: "The pods of this node tend to die OOM".');
  });

  it.each([
    'A kernel issue occurred on one node in the night.', 'The server panics on every restart with that line.',
    'The pod restarts indefinitely since then.', 'Eventually the server crashes without a line.',
    'I deleted the pod and created it again, with the same result.',
    'I waited for 3 hours, and it is still so.', 'It was working fine before we added the hosts of the other site.',
  ])('of the machine, and when the fault occurs: %s', (sentence) => {
    expect(told(sentence, '', ...LOCKED)).toContain(`The text says: "${sentence.replace(/\.$/, '')}".`);
  });

  it.each([
    ['a guess', 'Maybe the old task still runs on the same volume.'],
    ['a question', 'Is it that two tasks use the same volume?'],
    ['advice', 'Make sure that no other instance is on the same volume.'],
    ['what has nothing to do with it', 'We like the new pages and their colours very much.'],
    ['a line of a log', 'time=03:04:05 the old task still runs on the same volume'],
  ])('not %s', (_, sentence) => { expect(told(sentence, '', ...LOCKED)).not.toContain('The text says'); });

  it('not beside lines without an error', () => {
    expect(told('After the upgrade from 2.5.0 to 2.6.1 all is well here.', '',
      ...fence('ts=2026-01-02T03:04:05Z caller=main.go:1 level=info msg="Server is ready to receive web requests."')))
      .not.toContain('The text says');
  });

  it('not in a document of many sentences', () => {
    const many = Array.from({ length: 70 }, (_, i) => `Part number ${i} has this one sentence.`);
    expect(told(...many, 'The old task still runs on the same volume.', '', ...LOCKED)).not.toContain('The text says');
  });

  it('not what a fence has', () => {
    expect(told(...fence('The old task still runs on the same volume.'), '', ...LOCKED)).not.toContain('The text says');
  });
});
