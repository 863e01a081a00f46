import { describe, expect, it } from 'vitest';
import { missingFolders } from './missingFolders.ts';
import { recognize } from '../../recognize.ts';

const FREE = 'FATAL: cannot determine free disk space on "/data/vm/data/small/2023_05": no such file or directory';
const MERGE = 'FATAL: cannot merge parts: cannot open "/data/vm/data/small/2023_06/txn/17.tmp.75": no such file or '
  + 'directory';

describe('folders of its data that VictoriaMetrics misses', () => {
  it('are told once for several ends', () => {
    const line = (at: string, message: string): string =>
      `${at}\tpanic\tVictoriaMetrics/lib/fs/fs_unix.go:50\t${message}`;
    expect(recognize(new TextEncoder().encode([
      line('2023-05-31T10:00:16.221+0800', FREE), line('2023-06-02T09:54:05.530+0800', MERGE),
    ].join('\n'))).interest).toContain('Each time a folder below its data path (/data/vm) was gone, which it does not '
      + 'remove while it uses it: look for a clean-up job, a second process, or a mount that was lost.');
  });

  it.each([
    ['one end', [FREE], /^A folder below its data path \(\/data\/vm\) was gone/],
    ['an index', ['cannot open /storage/indexdb/17/metadata.json: no such file or directory'],
      /\(\/storage\) was gone/],
  ])('%s', (_, messages, said) => {
    expect(missingFolders(messages)).toMatch(said);
  });

  it.each([
    ['another end', [FREE, 'FATAL: cannot read: input/output error']], ['none', []],
    ['a file of the configuration', ['cannot read "/etc/vm/scrape.yml": no such file or directory']],
  ])('nothing is said of %s', (_, messages) => {
    expect(missingFolders(messages)).toBeNull();
  });

  const PART = '/vm/data/small/2026_01/1200_30_20260103080000.000_20260104093000.500_16F0A1B2C3D4E5F6';
  const GONE = `FATAL: cannot open file "${PART}/index.bin" for reading: open ${PART}/index.bin: no such file or `
    + 'directory';
  const OPENED = 'opened part "/vm/data/small/2026_01/5_1_20260101000000.000_20260101000100.000_16F0A1B2C3D4E5F7" in '
    + '0.01 seconds';

  it('a part without one of its files at a start is moved out', () => {
    const said = missingFolders([GONE], [OPENED, GONE]);
    expect(said).toContain('because the part 1200_30_20260103080000.000_20260104093000.500_16F0A1B2C3D4E5F6 in '
      + 'small/2026_01 lacks its file index.bin');
    expect(said).toContain('that part holds 1,200 rows, from 2026-01-03T08:00:00Z to 2026-01-04T09:30:00Z.');
  });

  it.each([
    ['a process that ran', ['started VictoriaMetrics in 2.500 seconds']], ['lines without a start', []],
  ])('a file that is gone: %s', (_, before) => {
    expect(missingFolders([GONE], [OPENED, ...before, GONE].slice(before.length === 0 ? 1 : 0)))
      .toMatch(/^A file below its data path \(\/vm\) was gone/);
  });
});
