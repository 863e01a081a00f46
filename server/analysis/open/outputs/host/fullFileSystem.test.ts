import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { fullBeside, fullFileSystem } from './fullFileSystem.ts';

const said = (...lines: readonly string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const DF = ['Filesystem           1K-blocks      Used Available Use% Mounted on',
  '/dev/nvme1n1          20971520  20971520         0 100% /prometheus'];

it('a full volume of Prometheus has its size, the share of what du finds, and what cannot be written', () => {
  const facts = said('$ df -k /prometheus', ...DF, '$ du -sk /prometheus/wal /prometheus', '5242880\t/prometheus/wal',
    '20900000\t/prometheus');
  expect(facts).toContain('/prometheus is the fullest: 100 %. It has 20 GiB, of which nothing is free. By du, '
    + '/prometheus/wal has 5 GiB of it (25 %). Prometheus can write neither its WAL nor blocks there');
  expect(facts).not.toContain('open ls -l or du');
  expect(facts).not.toContain('a WAL of 5242880');
});

it.each([
  ['du -sb /var/lib/x', '4294967296\t/var/lib/x/old', '/var/lib/x/old has 4 GiB of it (40 %)'],
  ['du -h -d1 /var/lib/x', '2.5G\t/var/lib/x/old', '/var/lib/x/old has 2.5 GiB of it (25 %)'],
  ['du -m /var/lib/x', '3072 /var/lib/x/old', '/var/lib/x/old has 3 GiB of it (30 %)'],
])('the amounts of %s have its unit', (command, row, words) => {
  expect(fullFileSystem([
    'Filesystem  Size  Used Avail Use% Mounted on', '/dev/sdb1  10G  9.9G  100M  99% /var/lib/x', `# ${command}`, row,
  ].join('\n'), '/var/lib/x')).toBe(`It has 10 GiB, of which 100 MiB is free. By du, ${words}. Free space there, or `
    + 'enlarge it.');
});

it('nothing is said without the size of the mount', () => {
  expect(fullFileSystem('/dev/sdb1 99% /data', '/data')).toBeNull();
});

it('a list of du without units says in which one its sizes are meant', () => {
  expect(said('102400\t./wal', '204800\t./chunks_head')).toContain('a WAL of 102400 (100 MiB if du counts KiB)');
});

it('the volume of a log without space is found in df by its last folder', () => {
  const log = 'level=warn msg="x" err="close /var/prometheus/state.tmp: no space left on device"';
  expect(fullBeside(log, DF.join('\n'), 'disks.txt')).toBe('The volume /prometheus is full, as disks.txt shows. It has '
    + '20 GiB, of which nothing is free.');
  expect(fullBeside(log.replace('/var/prometheus', '/var/loki'), DF.join('\n'), 'disks.txt')).toBeNull();
  expect(fullBeside('level=warn msg="all is well"', DF.join('\n'), 'disks.txt')).toBeNull();
});

it('a volume without inodes is not full of bytes', () => {
  const df = [
    '$ df -h /srv/loki', 'Filesystem Size Used Avail Use% Mounted on',
    '/dev/vdc1 100G 40G 60G 40% /srv/loki', '$ df -i /srv/loki', 'Filesystem Inodes IUsed IFree IUse% Mounted on',
    '/dev/vdc1 655360 655360 0 100% /srv/loki',
  ];
  expect(said(...df)).toMatch(/^\/srv\/loki has 100 % of its inodes in use, and 40 % of its bytes\. No/);
  expect(fullBeside('level=error err="open /srv/loki/chunks/a: no space left on device"', df.join('\n'), 'df.txt'))
    .toBe('The volume /srv/loki has 100 % of its inodes in use, as df.txt shows, so no file can be made there, no '
      + 'matter how many bytes are free. It has 100 GiB, of which 60 GiB is free. Find the folder with most files (du '
      + '--inodes -x), delete or move them, or use a file system with more inodes.');
});
