import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (...lines: string[]): [string, string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};
const HEADER = '   PID USER      PR  NI  VIRT  RES  SHR S %CPU %MEM    TIME+  COMMAND';
const SHARED = '10 GiB of it are mapped files or shared memory (SHR), so about 2 GiB are its own; pages of files leave '
  + 'memory when it runs short.';
const MAPPED = 'The lines of lsof have 2 mapped files (mem), 1 GiB in all: such files take memory only where they were '
  + 'read, as page cache.';

describe('memory that a process only maps', () => {
  it('is distinguished from its own in a row of top, with free, lsof and a complaint beside it', () => {
    const [format, interest] = told(
      'Its memory consumption keeps growing:', '```', HEADER,
      '  4711 db        20   0 40.1g  12g  10g S  5.0 50.6   12:39.01 influxd', '', '$ free -m',
      '             total       used       free     shared    buffers     cached',
      'Mem:         24000      23000       1000          0          0      20000',
      '-/+ buffers/cache:       3000      21000', '```', 'and lsof:', '```',
      'influxd    4711      db  mem-W     REG       8,5  536870912  33816593 /data/1',
      'influxd    4711      db  mem       REG       8,5  536870912  33816594 /data/2', '```',
    );
    expect(format).toBe('top');
    expect(interest).toContain(`influxd uses 5 % of a core and 12 GiB of resident memory. ${SHARED} Its 40.1 GiB of `
      + 'address space are mostly mapped files, not memory. 88 % of the memory of the host is free with buffers and '
      + `cache (21000 of 24000). ${MAPPED} Whether it grows is not seen in one output: compare RES less SHR`);
  });

  it('is reported for a row of htop and of smaps_rollup, too', () => {
    expect(told(
      '  PID USER      PRI  NI  VIRT   RES   SHR S CPU% MEM%   TIME+  Command',
      ' 4711 db         20   0 40.1G 12.0G 10.0G S  8.0 64.6 95h24:39 /usr/bin/influxd -config /etc/influxdb.conf',
    )).toEqual(['top', `influxd uses 8 % of a core and 12.0 GiB of resident memory. ${SHARED} Its 40.1 GiB of address `
      + 'space are mostly mapped files, not memory.']);
    expect(told(
      '00400000-7ffd3a5f9000 ---p 00000000 00:00 0                              [rollup]',
      'Rss:            15728640 kB', 'Pss:            15728640 kB', 'Anonymous:       2097152 kB',
    )).toEqual(['proc-maps', '15 GiB resident, 15 GiB as its share of what others map too, 2 GiB anonymous, 13 GiB of '
      + 'mapped files or shared memory.']);
  });

  it.each([
    ['little of it', '  4711 db        20   0 40.1g  12g 100m S  5.0 50.6   12:39.01 influxd'],
    ['a small process', '  4711 db        20   0 40.1g 4000 3800 S  5.0 50.6   12:39.01 influxd'],
  ])('is not told of %s', (_, row) => { expect(told(HEADER, row)[1]).not.toContain('SHR'); });

  it('is not used by the host, in the summary of an older top', () => {
    expect(told(
      'Mem:   8388608k total,  7340032k used,  1048576k free,  1048576k buffers',
      'Swap:  1999864k total,        0k used,  1999864k free,  4194304k cached', '', HEADER,
      '    12 app       20   0  900m 300m 4000 S  5.0  3.6   12:39.01 java',
    )[1]).toContain('The host uses 2 GiB of 8 GiB without buffers and page cache.');
  });

  it('is available to programs, in the summary of a newer top', () => {
    expect(told(
      'MiB Mem :   8000.0 total,    200.0 free,   1800.0 used,   6000.0 buff/cache',
      'MiB Swap:      0.0 total,      0.0 free,      0.0 used.   6000.0 avail Mem ', '', HEADER,
      '    12 app       20   0  900m 300m 4000 S  5.0  3.6   12:39.01 java',
    )[1]).toContain('75 % of the memory of the host is available (6000.0 of 8000.0 MiB), with the page cache.');
  });

  it('is in lists of open files, also after a file was deleted', () => {
    expect(told(
      'COMMAND PID USER FD TYPE DEVICE SIZE/OFF NODE NAME', 'p 7 q mem REG 8,1 536870912 3 /d/1',
      'p 7 q mem REG 8,1 536870912 4 /d/2', 'p 7 q DEL REG 8,1 5 /d/3',
    )).toEqual(['lsof', `It lists 3 open files, by type 2 REG, 1 DEL. ${MAPPED} 1 deleted file is still `
      + 'mapped (DEL): the disk gets that space back when no process maps it any more.']);
  });
});
