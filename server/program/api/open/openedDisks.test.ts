import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { OpenedFile } from '../../../../core/contract/contract.ts';
import { withDisks } from './openedDisks.ts';

it('a log without space says which volume of df it means, and asks for no df', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'disks-'));
  try {
    const texts = {
      'df.txt': 'Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/sdc 1048576 1048576 0 100% /loki\n',
      'loki.log': 'level=error msg="flush" err="write /data/loki/wal/0001: no space left on device"\n',
    };
    const sent = await Promise.all(Object.entries(texts).map(async ([name, text]) => {
      await writeFile(join(folder, name), text);
      return { name, file: join(folder, name), sizeBytes: text.length };
    }));
    const files = sent.map(({ name, sizeBytes }): OpenedFile => ({
      name, sizeBytes, outcome: 'opened', address: null, profiles: [], target: null, output: null,
      log: name === 'loki.log' ? 'abc' : null,
      sentence: `About ${name}: see df and df -i of that path, free space, then.`,
      what: {
        format: name === 'df.txt' ? 'df' : 'loki-log', name, program: null, version: null, confidence: 'likely',
        envelope: null,
      },
    }));
    const [df, log] = await withDisks(sent, files);
    expect(df).toEqual(files[0]);
    expect(log?.sentence).toBe('df.txt shows that volume: /loki is full. It has 1 GiB, of which nothing is free. About '
      + 'loki.log: free space there, then.');
    expect(await withDisks(sent.slice(0, 1), files.slice(0, 1))).toEqual(files.slice(0, 1));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
