import { describe, expect, it } from 'vitest';
import { readBenchCommand } from './benchCommand.ts';
import { readDiffCommand } from './diffCommand.ts';

describe('flags of the commands that end', () => {
  it.each([
    ['with hyphens', ['a', 'b', '--sample-type', 'cpu', '--show-from=main']],
    ['as go tool pprof spells them', ['a', 'b', '--sample_index=cpu', '--show_from', 'main']],
  ])('are read %s', (_, args) => {
    expect(readDiffCommand(args))
      .toMatchObject({ sampleType: 'cpu', filters: { show_from: 'main' }, before: 'a', after: 'b' });
  });

  it('leave underscores in values and file names alone', () => {
    expect(readDiffCommand(['be_fore.pb.gz', '--focus=a_b', 'after.pb.gz', '--ignore', '--c_d=e'.slice(2)]))
      .toMatchObject({ before: 'be_fore.pb.gz', filters: { focus: 'a_b', ignore: 'c_d=e' } });
  });

  it('one file is enough: its sides may be in it', () => {
    expect(readBenchCommand(['one.txt', '--col', '/format']))
      .toMatchObject({ files: ['one.txt'], col: '/format', gate: 'together' });
    expect(readBenchCommand(['one.txt', '--col', 'note'])).toMatchObject({ files: ['one.txt'], col: 'note' });
    expect(() => readBenchCommand([])).toThrow('0 files named');
    expect(() => readBenchCommand(['one.txt', '--col', 'Format'])).toThrow('is not a key');
  });
});
