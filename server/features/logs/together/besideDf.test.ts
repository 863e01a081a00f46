import { expect, it } from 'vitest';
import { besideDf } from './besideDf.ts';
import type { TogetherText } from './togetherFile.ts';

it('a log without space says which volume of df it means, and asks for no df', () => {
  const texts = {
    'df.txt': 'Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/sdc 1048576 1048576 0 100% /loki\n',
    'loki.log': 'level=error msg="flush" err="write /data/loki/wal/0001: no space left on device"\n',
  };
  const files = Object.entries(texts).map(([name, text]): TogetherText => ({
    name, text, file: name, sizeBytes: text.length, format: name === 'df.txt' ? 'df' : 'loki-log', program: null,
    sentence: `About ${name}: see df and df -i of that path, free space, then.`, isLog: name === 'loki.log',
    isTarget: false, isRefused: name === 'df.txt',
  }));
  const [df, log] = besideDf(files);
  expect(df).toBe(files[0]?.sentence);
  expect(log).toBe('The volume /loki is full, as df.txt shows. It has 1 GiB, of which nothing is free. About loki.log: '
    + 'free space there, then.');
  expect(besideDf(files.slice(1))).toEqual([files[1]?.sentence]);
});

it('a volume without inodes names the folder whose files are counted beside df', () => {
  const df = '$ df -i /d\nFilesystem       Inodes   IUsed IFree IUse% Mounted on\n/dev/vdb1      900000 900000     0  '
    + '100% /d\n$ ls -f /d/chunks | wc -l\n880000\n';
  const file = (name: string, text: string, format: string): TogetherText => ({
    name, text, format, file: name, sizeBytes: text.length, program: null, sentence: 'Said.', isLog: format !== 'df',
    isTarget: false, isRefused: format === 'df',
  });
  const [, said] = besideDf([
    file('df.txt', df, 'df'), file('l.log', 'err="open /d/chunks/a: no space left on device"\n', 'loki-log'),
  ]);
  expect(said).toContain('df.txt counts 880,000 files in /d/chunks');
  expect(said).not.toContain('du --inodes');
});

it('the report on df does not repeat what that on the log has of it', () => {
  const df = 'Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/sdc 1048576 1048576 0 100% /loki\n';
  const log = 'level=error msg="flush" err="write /data/loki/wal/0001: no space left on device"\n';
  const file = (name: string, text: string, sentence: string): TogetherText => ({
    name, text, sentence, file: name, sizeBytes: text.length, format: name === 'df.txt' ? 'df' : 'loki-log',
    program: null, isLog: name !== 'df.txt', isTarget: false, isRefused: name === 'df.txt',
  });
  const [first] = besideDf([
    file('df.txt', df, 'This is the output of df. It has 1 GiB, of which nothing is free. It was written at noon.'),
    file('loki.log', log, 'A log of Loki.'),
  ]);
  expect(first).toBe('This is the output of df. It was written at noon.');
});
