import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { holdDataFolder } from './dataFolder.ts';

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
