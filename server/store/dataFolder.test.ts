import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { holdDataFolder } from './dataFolder.ts';

/** Linux: whatever is written there finds no room. */
const FULL = '/dev/full';

it.runIf(existsSync(FULL))('a folder on a full disk is refused as that, not for want of a right, and nothing is left in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'full-'));
  try {
    symlinkSync(FULL, join(folder, `lock.${process.pid}`));
    const held = await holdDataFolder(folder);
    expect(held).toMatchObject({ ok: false, error: { message: expect.stringMatching(/^The disk of the data folder .* is full \(ENOSPC.*\); make room there/) as string } });
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
