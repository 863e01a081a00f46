import { describe, expect, it } from 'vitest';
import { dfFacts } from './fileSystems.ts';

const DF = ['$ df -h /data', 'Filesystem      Size  Used Avail Use% Mounted on',
  '/dev/sdc1       500G  310G  190G  62% /data', '$ du -sh /data', '120G\t/data'];
const row = (bytes: number, path: string): string =>
  `prometheus 1234 prom   45r  REG  8,33  ${bytes}     0  111 ${path} (deleted)`;
const BLOCK = '/data/01JNAB0000000000000000000B';
const factsOf = (...lines: string[]): string => dfFacts([...DF, ...lines].join('\n')) ?? '';

describe('what df counts and du does not find', () => {
  it('asks for lsof, which is not in the text', () => { expect(factsOf()).toContain('still held open (lsof +L1)'); });

  it('is in the deleted files that lsof lists', () => {
    const [chunks, index] = [row(100 * 2 ** 30, `${BLOCK}/chunks/000001`), row(80 * 2 ** 30, `${BLOCK}/index`)];
    const said = factsOf('$ lsof +L1', chunks, index);
    expect(said).toContain('62 %, so none is near full.');
    expect(said).toContain('lsof lists 2 deleted files of 1 block as still open, 180 GiB in all, which is most of the '
      + 'difference: restart the process');
  });

  it('is outside the folder if lsof lists little or nothing', () => {
    expect(factsOf('$ lsof +L1', row(2 ** 30, `${BLOCK}/index`))).toContain('1 GiB in all, which is little of');
    const said = factsOf('$ lsof +L1 | grep deleted', '$');
    expect(said).toContain('190 GiB more. lsof lists no deleted file that is still open. df counts all of the device '
      + '/dev/sdc1, and du only one folder of it: run du -xh -d 1 where /dev/sdc1 is mounted.');
    expect(said).not.toContain('lsof +L1');
  });

  it('leaves what du finds to the blocks that Prometheus counts', () => {
    const said = factsOf('$ lsof +L1 | grep deleted', '$', 'prometheus_tsdb_storage_blocks_bytes/1024/1024/1024 105',
      'prometheus_tsdb_retention_limit_bytes 0');
    expect(said).toContain(' What du finds fits what Prometheus counts: 105 GiB of blocks, beside its WAL and head; '
      + 'retention by size is off (its limit is 0), so nothing is deleted by size. ');
    expect(factsOf('$ lsof +L1 | grep x', '$', 'prometheus_tsdb_storage_blocks_bytes 1e9')).not.toContain(' fits ');
  });

  it('is not in files that are soon released', () => {
    expect(factsOf('$ lsof | grep delete', `1\t/bin/prometheus\t${BLOCK}/index (deleted)`, '$ lsof | grep delete'))
      .toContain('In 2 calls lsof lists 1 deleted file of 1 block as still open, at most 1 at a time and none in 1 '
        + 'of them');
  });
});
