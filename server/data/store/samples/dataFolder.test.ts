import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testStores } from '../../../../testdata/sampleStores.ts';
import { holdDataFolder } from './dataFolder.ts';
import { SampleStore } from './sampleStore.ts';

/** Linux: whatever is written there finds no room. */
const FULL = '/dev/full';

it.runIf(
  existsSync(FULL)
)('a folder on a full disk is refused as that, not for want of a right, and nothing is left in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'full-'));
  try {
    symlinkSync(FULL, join(folder, `lock.${process.pid}`));
    const held = await holdDataFolder(folder);
    expect(held).toMatchObject(
      {
        ok: false,
        error: {
          message: expect.stringMatching(
            /^The disk of the data folder .* is full \(ENOSPC.*\); free space there/
          ) as string,
        },
      }
    );
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('refuses a folder of a newer version; opens one of this version, of none, or of an invalid one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'format-'));
  const mark = join(folder, 'format');
  try {
    for (const text of [null, '1\n', 'junk', '']) {
      rmSync(`${mark}.damaged`, { force: true });
      if (text !== null) writeFileSync(mark, text);
      const held = await holdDataFolder(folder);
      if (!held.ok) throw new Error(held.error.message);
      await held.value();
      expect(readFileSync(mark, 'utf8')).toBe('1\n');
    }
    writeFileSync(mark, '2\n');
    expect(await holdDataFolder(folder)).toMatchObject(
      {
        ok: false,
        error: {
          message: expect.stringMatching(/was written by a newer tsdbscope \(format 2, this one knows 1\)/) as string,
        },
      }
    );
    expect(readdirSync(folder).sort()).toEqual(['format', 'format.damaged']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it.runIf(existsSync('/proc/self'))('a folder in a file system of the kernel is refused as that', async () => {
  for (const folder of ['/proc/x', '/proc/self/y/z']) {
    expect(await holdDataFolder(folder)).toMatchObject({
      ok: false,
      error: {
        message: `The data folder ${folder} is on a proc file system, which keeps no files; `
          + 'choose a folder on a disk with --data.',
      },
    });
  }
});

describe('the data folder', () => {
  const stores = testStores();

  it('is held by one process; the second is told whose it is', async () => {
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
    try {
      await mkdir(stores.dataDir);
      await writeFile(join(stores.dataDir, 'lock'), `${other.pid ?? 0} ?\n`);
      const opened = await SampleStore.open(
        { dataDir: stores.dataDir, retentionMs: 1, retentionBytes: 1, commitMs: null }
      );
      expect(opened).toEqual({
        ok: false,
        error: {
          errorType: 'busy',
          message: `The data folder ${stores.dataDir} is in use by process ${other.pid ?? 0}; `
            + 'stop it or choose another folder with --data.',
        },
      });
    } finally {
      other.kill();
    }
  });

  it('is taken over from a process that is gone, and from another one that got its number', async () => {
    await mkdir(stores.dataDir);
    for (const text of ['999999999 5@x\n', '1 12345@another-boot\n', 'nonsense', '']) {
      await writeFile(join(stores.dataDir, 'lock'), text);
      const store = await stores.open();
      expect(await readFile(join(stores.dataDir, 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
      await store.close();
    }
  });

  it('that cannot be written is refused with a message', async () => {
    await writeFile(join(stores.folder, 'file'), '');
    const opened = await SampleStore.open(
      { dataDir: join(stores.folder, 'file', 'data'), retentionMs: 1, retentionBytes: 1, commitMs: null }
    );
    expect(opened.ok ? '' : opened.error.message).toMatch(/^The data folder .* cannot be written .*--data\.$/);
  });

  it('with a target file of junk opens, says so, and leaves the file', async () => {
    const store = await stores.openWithTarget();
    await store.close();
    const [slug = ''] = await readdir(join(stores.dataDir, 'samples'));
    await writeFile(join(stores.dataDir, 'samples', slug, 'target.json'), '{');
    const again = await stores.open();
    expect(again.status().notices.join()).toContain(slug);
    expect(await again.targets()).toEqual([]);
  });
});
