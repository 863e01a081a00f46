import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProfileInfo } from '../../../../core/contract/contract.ts';
import { ProfileFiles } from './profileFiles.ts';

const ID = 'ab'.repeat(32);
const info: ProfileInfo = {
  id: ID, name: 'heap', kind: 'heap', time: 1, addedTime: 2, durationSeconds: null,
    sampleTypes: [{ type: 'inuse_space', unit: 'bytes' }],
  defaultSampleType: 'inuse_space', samples: 3, sizeBytes: 4, source: { how: 'upload' }, comments: [],
};

let folder: string;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'profile-files-')); });
afterEach(() => { rmSync(folder, { recursive: true }); });

describe('profiles on disk', () => {
  it('take the same one from several at once, and have it whole', async () => {
    const files = new ProfileFiles(folder, () => undefined);
    const bytes = new Uint8Array(300_000).fill(7);
    await Promise.all(Array.from({ length: 8 }, () => files.write(ID, bytes, { info })));
    expect(readdirSync(folder).sort()).toEqual([`${ID}.json`, `${ID}.pb.gz`]);
    expect(readFileSync(files.bytesFile(ID)).equals(bytes)).toBe(true);
    expect(await files.load()).toEqual({ profiles: [{ info }], undescribed: [], bare: [] });
  });

  it('are written again into a folder that was deleted meanwhile', async () => {
    const files = new ProfileFiles(join(folder, 'profiles'), () => undefined);
    await files.load();
    rmSync(join(folder, 'profiles'), { recursive: true });
    await files.write(ID, new Uint8Array(9), { info });
    expect(await files.load()).toEqual({ profiles: [{ info }], undescribed: [], bare: [] });
  });

  it('of which the bytes are gone are told apart', async () => {
    const files = new ProfileFiles(folder, () => undefined);
    await files.write(ID, new Uint8Array(9), { info });
    rmSync(files.bytesFile(ID));
    expect(await files.load()).toEqual({ profiles: [], undescribed: [], bare: [{ info }] });
  });

  it('lose what a crash left half written', async () => {
    writeFileSync(join(folder, `${ID}.pb.gz.5f0c.tmp`), 'half');
    expect(await new ProfileFiles(folder, () => undefined).load()).toEqual({ profiles: [], undescribed: [], bare: [] });
    expect(readdirSync(folder)).toEqual([]);
  });
});
