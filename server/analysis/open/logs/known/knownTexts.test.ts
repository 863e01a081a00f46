/** Tests messages of known programs that a text quotes without their times and levels. */
import { describe, expect, it } from 'vitest';
import { recognize, type Recognized } from '../../recognize.ts';
import { KNOWN_MESSAGES } from '../messages/knownMessages.ts';
import { knownFacts } from './knownTexts.ts';
import { OF_REPAIR } from './walRepair.ts';

const of = (...lines: string[]): Recognized => recognize(new TextEncoder().encode(lines.join('\n')));
const said = (...lines: string[]): string => {
  const facts = knownFacts(lines.join('\n'));
  return facts === null ? '' : [...facts.kills === null ? [] : [facts.kills], ...facts.sentences].join(' ');
};

describe('each message of the table', () => {
  it.each(KNOWN_MESSAGES.filter(({ message }) => !OF_REPAIR.has(message)))(
    '$message', ({ message, program, sentence }) => {
      const facts = knownFacts(`- the console had \`${message.slice(0, 1).toUpperCase()}${message.slice(1)}\`. Twice.`);
      expect(facts?.program).toBe(program);
      expect(facts?.sentences.join(' ')).toContain(`"${program === '' ? '' : ` of ${program}`}. ${sentence}`);
    }
  );

  it.each([...OF_REPAIR])('%s', (message) => {
    expect(said(`> ${message}`)).toMatch(/^Prometheus says that its WAL was damaged\./);
  });

  it('is in lower case, and is not within another one of the table that comes later', () => {
    for (const [i, { message }] of KNOWN_MESSAGES.entries()) {
      expect(message).toBe(message.toLowerCase());
      expect(KNOWN_MESSAGES.slice(i + 1).filter((other) => other.message.startsWith(message))).toEqual([]);
    }
  });
});

describe('messages wherever they stand', () => {
  it('lines of etcd that somebody shortened and wrapped in a fence', () => {
    const { format, program, name, interest } = of(
      '# Moving etcd', '', 'The disk cannot keep up:', '', '```',
      'wal/wal.go:845      "slow fdatasync"  took=1.517s  expected-duration=1s',
      'etcdserver/raft.go  "leader failed to send out heartbeat on time; took too long,',
      '                     leader is overloaded likely from slow disk"',
      'txn/util.go:93      "apply request took too', '                     long" took=3.996s',
      '                     error: "context deadline exceeded"', '```', '',
      '| Check | Command |', '|---|---|', '| fsync | `kubectl logs etcd \\| grep -c "slow fdatasync"` |',
    );
    expect({ format, program, name }).toEqual({
      format: 'known-messages', program: 'etcd', name: 'a text with known messages (etcd)',
    });
    expect(interest).toBe('It has the warning "slow fdatasync" (took 1.517s, expected-duration 1s) of etcd. The disk '
      + 'of etcd is slow to write its WAL: give etcd a fast disk (SSD) that nothing else writes to. It has the warning '
      + '"leader failed to send out heartbeat on time" of etcd, also "leader is overloaded likely from slow disk". The '
      + 'leader of etcd was late, as with a slow disk or too little CPU, and may lose its place. It has the warning '
      + '"apply request took too long" (took 3.996s) of etcd. The cause given is "context deadline exceeded". Requests '
      + 'take etcd too long, as with a slow disk or too little CPU.');
  });

  it('a repair of the WAL, a mount that did not answer, and a process that SIGKILL does not end', () => {
    const { program, interest } = of(
      '## Timeline', '', '```text', '21:00:10 nfs: server not responding, still trying', '21:00:50 nfs: server OK',
      '21:05:00 nfs: server nas not responding, still trying', '21:15:00 nfs: server nas OK', '```', '',
      'Docker could not stop it:', '', '```', 'Container failed to exit within 10s of kill - trying direct SIGKILL',
      'Cannot restart container p: tried to kill container,', 'but did not receive an exit event', '```', '',
      'Then it came back:', '', '```', 'Encountered WAL read error, attempting repair',
      'corruption in segment /p/wal/00000012 at 4502:', 'unexpected checksum', 'Starting corruption repair',
      'Deleting all segments newer than corrupted segment', 'Successfully repaired WAL',
      'This filesystem is not supported and may lead to data', 'corruption and data loss. fs_type=NFS_SUPER_MAGIC',
      '```',
    );
    expect(program).toBe('Prometheus');
    expect(interest).toBe('Prometheus says that its WAL was damaged in segment 12, at byte 4,502. It was repaired. The '
      + 'segments after it were deleted: samples that were only there are lost. It has the error "This filesystem is '
      + 'not supported and may lead to data corruption" (fs_type NFS_SUPER_MAGIC) of Prometheus. The data folder of '
      + 'Prometheus is on a file system that its TSDB does not support, such as NFS: put it on a local disk or a block '
      + 'device. It has the error "of kill - trying direct SIGKILL" of Docker, also "did not receive an exit event". '
      + 'The process does not end on SIGKILL either, as one that waits in the kernel for a disk or a network file '
      + 'system: look at what it waits for, such as a mount of NFS. The kernel says that a server of NFS '
      + 'did not answer 2 times, for 40 s and 10m. Processes that use the mount wait in the kernel meanwhile, '
      + 'often even on SIGKILL.');
  });

  it.each([
    ['an item of a list', '- log: `mvcc: database space exceeded`'],
    ['a quote', '> etcdserver: database space exceeded'],
    ['a cell', '| etcd | **database space exceeded** | twice |'],
    ['HTML', '<td><code>database space exceeded</code></td>'],
    ['a sentence', 'Writes failed with "etcdserver: mvcc: database space exceeded" for an hour.'],
    ['capitals', 'Database Space Exceeded'],
  ])('%s', (_, line) => {
    expect(of(line).interest).toMatch(/^It has the error "database space exceeded" of etcd\./i);
  });

  it.each([
    ['what is searched for', 'kubectl logs etcd | grep -c "slow fdatasync"'],
    ['a denial', 'There was no "slow fdatasync" any more.'], ['a condition', 'Call us when `slow fdatasync` comes up'],
    ['source code', 'package wal\n\nfunc f() {\n\tlg.Warn("slow fdatasync")\n}'],
    ['a part of a word', 'xslow fdatasync'],
  ])('not %s', (_, text) => { expect(of(text).format).not.toBe('known-messages'); });

  it('what is normal is told only if nothing else is', () => {
    expect(said('`Server is ready to receive web requests.`'))
      .toBe('It has the message "Server is ready to receive web requests" of Prometheus. Prometheus had started.');
    expect(said('`WAL segment loaded`', '', '`opening storage failed`')).not.toContain('segment loaded');
  });

  it('what follows a message that says too little by itself', () => {
    expect(said('1. `0/3 nodes are available: 1 Insufficient memory, 2 node(s) had untolerated taint.`'))
      .toBe('It has the error "nodes are available: 1 Insufficient memory, 2 node(s) had untolerated taint" of '
        + 'Kubernetes. No node could take the pod. Some nodes have less left than the pod requests, others have '
        + 'taints that it does not tolerate: lower its requests, add a node, or add a toleration.');
  });

  it('in a log that shows no program', () => {
    expect(of('msg="Skipping resharding, last successful send was beyond threshold"').name)
      .toBe('a log with messages of Prometheus');
  });

  it('a mount whose server is not back, and one without clocks', () => {
    expect(said('nfs: server nas not responding, still trying')).toContain('a server of NFS did not answer; that it is '
      + 'back is not in the text.');
    expect(said('nfs: server nas not responding, timed out', 'nfs: server nas OK'))
      .toBe('The kernel says that a server of NFS did not answer.');
  });

  it('the messages around the output of another tool, without those that it tells itself', () => {
    const { format, interest } = of(
      'Then `etcdserver: leader changed` came up.', '', '```', '$ kubectl top pods',
      'NAME     CPU(cores)   MEMORY(bytes)', 'db-0     46m          900Mi', '```',
    );
    expect(format).toBe('known-messages');
    expect(interest).toMatch(/^It has the error "etcdserver: leader changed" of etcd\. .* It also has the output of /);
    expect(interest).toContain('kubectl top: db-0 uses most memory: 900Mi, with 46m of CPU.');
  });
});

it('tells the busy disk of a table beside rules that do not end in time', () => {
  const table = (share: string): string => of('The rules fail:', '',
    '`msg="Evaluating rule failed" group=slo.rules err="query timed out in expression evaluation"`', '',
    '| Node | Disk utilization |', '| --- | --- |', `| **n1** (Prometheus) | **${share}** |`, '| n2 | 0.07 |').interest
    ?? '';
  expect(table('0.94')).toContain('The disk of n1 (Prometheus) is 94 % busy, the others at most 7 %.');
  expect(table('0.41')).not.toContain('busy');
});

describe('metrics that an exporter serves twice', () => {
  const answer = (metric: string, labels: string): string[] => ['An error has occurred while serving metrics:', '',
    '12 error(s) occurred:', ...['calls', 'rows'].map((one) => `* collected metric "${metric}_${one}_total" { ${
      labels} counter:{value:7}} was collected before with the same name and label values`)];

  it('names the exporter and counts the errors', () => {
    const { program, interest } = of(...answer('pg_stat_statements',
      'label:{name:"datname"  value:"shop"}  label:{name:"queryid"  value:"unknown"}'));
    expect(program).toBe('postgres_exporter');
    expect(interest).toMatch(new RegExp('^The scrape of postgres_exporter fails with 12 errors: metrics come twice '
      + 'with the same labels, as pg_stat_statements_calls_total with datname="shop", queryid="unknown", and 1 other '
      + 'name in the text\\. The queryid is unknown, .* grant it pg_monitor'));
    expect(of(...answer('node_disk', 'label:{name:"device" value:"sda"}')).interest)
      .toMatch(/^The scrape of node_exporter fails with 12 errors: .* Find what exposes them twice/);
    expect(of(...answer('shop', 'label:{name:"a" value:"b"}')).interest).toContain('the error "An error has occurred');
  });

  it('of Pushgateway: which series, that the scrape fails, and how they came to be twice', () => {
    const twice = ['1-1', '1-2', '2-1', '2-2', '3-1'].map((one) => one.split('-')).map(([host = '', topic = '']) =>
      `* collected metric "value" { label:<name:"host" value:"${host}" > label:<name:"job" value:"log" > label:<name:`
      + `"topic" value:"${topic}" > untyped:<value:0 > } was collected before with the same name and label values`);
    const { program, interest } = of('$ curl -i http://pushgateway:9091/metrics', 'HTTP/1.1 500 Internal Server Error',
      '', 'An error has occurred while serving metrics:', '', '5 error(s) occurred:', ...twice);
    expect(program).toBe('Pushgateway');
    expect(interest).toContain('The scrape of Pushgateway fails with 5 errors, so Prometheus gets nothing of it (up is '
      + '0): metrics come twice with the same labels, as value with job="log" (3 values of host, 2 values of topic). '
      + 'The same series were pushed with two grouping keys');
  });
});

describe('mounts that node_exporter reads twice', () => {
  const logged = (mount: string): string => 'ts=2026-01-02T03:04:05.006Z caller=stdlib.go:105 level=error msg="error '
    + 'gathering metrics: 4 error(s) occurred:\n* [from Gatherer #2] collected metric '
    + String.raw`\"node_filesystem_readonly\" { label:{name:\"device\"  value:\"none\"}  label:{name:\"fstype\"  `
    + String.raw`value:\"tmpfs\"}  label:{name:\"mountpoint\"  value:\"${mount}\"}  gauge:{value:1}} was collected `
    + 'before with the same name and label values';

  it('are left out by their mount points', () => {
    const { program, interest } = of(logged('/mnt/wsl/docker-desktop-bind-mounts/Debian/0123/run'));
    expect(program).toBe('node_exporter');
    expect(interest).toContain('The scrape of node_exporter has 4 errors: metrics come twice with the same labels, as '
      + 'node_filesystem_readonly with device="none", fstype="tmpfs", mountpoint="/mnt/wsl/docker-desktop-bind-mounts/'
      + 'Debian/0123/run". The table of mounts of the host has such a mount more than once');
    expect(interest).toContain('here those with docker-desktop-bind-mounts (of Docker Desktop).');
    expect(interest).not.toContain('.prom files');
    expect(of(logged('/srv/data')).interest).not.toContain('Docker Desktop');
  });
});

describe('kills for memory in a report', () => {
  it('in code marks and items, with the limit told in a table', () => {
    const { program, interest } = of(
      '- **OOM kill of Prometheus**:', '  - `oom-kill:constraint=CONSTRAINT_MEMCG` (its own limit)',
      '  - `Killed process 4711 (prometheus) total-vm:8912708kB, anon-rss:2097152kB`', '',
      '| Pod | Memory | Notes |', '|---|---|---|', '| prom-0 | 1686Mi | limit=2Gi, OOM-killed 8+ times |',
    );
    expect(program).toBe('the kernel');
    expect(interest).toContain('The kernel killed prometheus (pid 4711, 2.00 GiB resident) because its control group '
      + 'reached its memory limit. The text says that prom-0 (with a limit of 2Gi) was killed for memory (OOMKilled).');
  });

  it.each([
    ['without a pid, in GB', 'Out of memory: Killed process (prometheus) total-vm:9.6GB, anon-rss:1.1GB',
      'The kernel killed prometheus (1.1GB resident) because the memory of the machine ran out.'],
    ['of RHEL, with the user', '`Killed process 77, UID 26, (influxd) total-vm:9kB, anon-rss:1048576kB, file-rss:0kB`',
      'The kernel killed influxd (pid 77, 1.00 GiB resident) because memory ran out.'],
    ['only chosen', '> Memory cgroup out of memory: Kill process 9 (prometheus) score 999 or sacrifice child',
      'The kernel killed prometheus (pid 9) because its control group reached its memory limit.'],
    ['an event of the kubelet', '- `System OOM encountered, victim process: prometheus, pid: 812`',
      'The kernel killed prometheus (pid 812) because the memory of the node ran out.'],
    ['systemd', '`prometheus.service: A process of this unit has been killed by the OOM killer.`',
      'The kernel’s OOM killer ran: systemd says that a process of prometheus.service was killed.'],
    ['a container with its limit', 'Container `loki`: limit 512Mi, 3 restarts, `Last State: OOMKilled`',
      'The text says that loki (with a limit of 512Mi and 3 restarts) was killed for memory (OOMKilled).'],
    ['a pod in another language', 'Pod `m-2` dostał OOMKilled (limit: 8Gi, restarts: 14) po skoku.',
      'The text says that m-2 (with a limit of 8Gi and 14 restarts) was killed for memory (OOMKilled).'],
  ])('%s', (_, line, fact) => { expect(said('We saw:', '', line)).toBe(fact); });

  it.each([
    'If a container is OOMKilled, raise its limit: 2Gi', 'Look for `Killed process 1 (prometheus)` in dmesg',
    'the pod was not OOMKilled; memory limit: 2Gi', 'It was OOM-killed.',
    'The container was OOMKilled at its limit of 2Gi, with 230 restarts.',
  ])('none: %s', (line) => { expect(said(line)).toBe(''); });
});

it('a denial of the sentence before does not make a message unreal', () => {
  const { interest } = recognize(new TextEncoder().encode('The API server does not come up. etcd says `failed to '
    + 'publish local member to cluster through raft`, with `etcdserver: request timed out`.'));
  expect(interest).toMatch(/^It has the error "failed to publish local member to cluster through raft" of etcd\./);
});
