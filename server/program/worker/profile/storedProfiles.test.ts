import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ok } from '../../../../core/result.ts';
import { Faults } from '../../../kernel/files/faults.ts';
import { ProfileFiles } from '../../../data/store/files/profileFiles.ts';
import type { WorkerPool } from '../../../kernel/threads/workerPool.ts';
import type { ProfileMethods } from './profileMethods.ts';
import { StoredProfiles } from './storedProfiles.ts';

const ID = 'a'.repeat(64);

let folder: string;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'stored-profiles-')); });
afterEach(() => { rmSync(folder, { recursive: true, force: true }); });

class CountedFiles extends ProfileFiles {
  described = 0;

  override describe(...asked: Parameters<ProfileFiles['describe']>): Promise<void> {
    this.described += 1;
    return super.describe(...asked);
  }
}

it('computes and keeps what a profile says of CPU once, however many ask at once', async () => {
  writeFileSync(join(folder, `${ID}.pb.gz`), 'read by no one here');
  writeFileSync(join(folder, `${ID}.json`), JSON.stringify({
    info: {
      id: ID, name: 'a', kind: 'cpu', defaultSampleType: 'cpu', samples: 1, sizeBytes: 1, addedTime: 1, time: 1,
      durationSeconds: 10, comments: [], sampleTypes: [], source: { how: 'upload' },
    },
  }));
  let computed = 0;
  const gc = { cpuSeconds: 1, gcCpuSeconds: 0, idleGcCpuSeconds: null, samples: 100, gcSamples: 0 };
  const calls = { cpuShares: () => { computed += 1; return Promise.resolve(ok({ seconds: { query: 1 }, gc })); } };
  const pool = { calls: () => calls } as unknown as WorkerPool<ProfileMethods>;
  const files = new CountedFiles(folder, () => undefined);
  const profiles = new StoredProfiles(files, pool, { faults: new Faults() });
  await profiles.load();
  const answers = await Promise.all([profiles.cpu(ID), profiles.cpu(ID), profiles.cpu(ID)]);
  for (const answer of answers)
    expect(answer).toMatchObject({ ok: true, value: [{ start: 1, durationSeconds: 10, gc }] });
  expect([computed, files.described]).toEqual([1, 1]);
});
