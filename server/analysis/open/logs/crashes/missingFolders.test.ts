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
});
