/** Tests that a log without space names what fills the file system by du. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { fullBeside } from './fullFileSystem.ts';

const LOG = 'level=error component=tsdb msg="compaction failed" err="preallocate: no space left on device"';
const ID = 'ab12cd34ef56ab12';
const FULL = [
  'root@h:~# df -h /', 'Filesystem      Size  Used Avail Use% Mounted on', '/dev/vda1        50G   50G   90M 100% /',
  'root@h:~# df -i /', 'Filesystem      Inodes  IUsed   IFree IUse% Mounted on',
  '/dev/vda1      6000000 300000 5700000    5% /', 'root@h:~# du -xh / | sort -rh', '50G\t/', '41G\t/var',
  '40G\t/var/lib/docker', `38G\t/var/lib/docker/containers/${ID}`, '3G\t/opt', '1.2G\t/opt/prometheus',
];
const LS = `-rw-r----- 1 root root 38G Dec  3 15:47 /var/lib/docker/containers/${ID}/${ID}-json.log`;

it('the file system of an error without a path is the only full one, with what fills it and what does not', () => {
  const said = fullBeside(LOG, [...FULL, LS].join('\n'), 'disk.txt');
  expect(said).toContain('The file system / is full, as disk.txt shows, and not by the data of Prometheus: '
    + `/var/lib/docker/containers/${ID} has 38 GiB of it (76 %), nearly all in the log of that container, `
    + `${ID}-json.log. It has 50 GiB, of which 90 MiB is free. /opt/prometheus has only 1.2 GiB of it (2.4 %), so`);
  expect(said).toContain('Empty that log (truncate -s 0 FILE;');
  expect(fullBeside(LOG, FULL.join('\n'), 'disk.txt')).not.toContain('Empty that log');
});

it('two full file systems leave an error without a path undecided, and a path decides', () => {
  const two = [...FULL, '$ df -h', 'Filesystem Size Used Avail Use% Mounted on', '/dev/vdb1 9G 9G 0 100% /srv']
    .join('\n');
  expect(fullBeside(LOG, two, 'disk.txt')).toBeNull();
  expect(fullBeside('err="write /srv/tsdb/wal/01: no space left on device"', two, 'disk.txt'))
    .toMatch(/^The volume \/srv is full/);
  expect(fullBeside('msg="all is well"', FULL.join('\n'), 'disk.txt')).toBeNull();
});

it('large data of Prometheus are not called small', () => {
  expect(fullBeside(LOG, FULL.join('\n').replace('1.2G', '30G'), 'disk.txt')).not.toContain('frees little');
});

it('inodes of which most are free are not reported, nor the figures of du twice', () => {
  const said = recognize(new TextEncoder().encode(FULL.join('\n'))).interest ?? '';
  expect(said).toContain(`By du, /var/lib/docker/containers/${ID} has 38 GiB of it (76 %).`);
  expect(said).not.toContain('inodes');
  expect(said).not.toContain('has most of those listed');
});
