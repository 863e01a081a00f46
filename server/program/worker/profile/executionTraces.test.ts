import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Result } from '../../../../core/result.ts';
import type { ProfileCatalog } from '../../../data/store/files/profileCatalog.ts';
import { buildProfileWorker } from '../../../../testdata/built/builtProfileWorker.ts';
import { profileBytes, unwrap } from '../../../../testdata/profiles/oracles.ts';
import { openProfileClient } from './profileClient.ts';

const folder = mkdtempSync(join(tmpdir(), 'execution-traces-'));
const workerUrl = pathToFileURL(join(folder, 'built', 'profileWorker.js'));
const gzip = readFileSync(new URL('../../../../testdata/traces/short-go1.26.gz', import.meta.url));
const upload = { source: { how: 'upload' as const } };
let client: ProfileCatalog;

beforeAll(async () => {
  await buildProfileWorker(join(folder, 'built'));
  client = unwrap(await openProfileClient({ dataDir: folder, workerUrl }));
}, 60_000);
afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
});

const saidOf = (answer: Result<unknown>): string =>
  (answer.ok ? 'no error' : `${answer.error.errorType}: ${answer.error.message}`);

describe('execution traces among the profiles', () => {
  it.each<[string, Uint8Array]>([
    ['as it is', gunzipSync(gzip)], ['gzip', gzip],
  ])('are recognised by their first bytes: %s', async (_, bytes) => {
    const info = unwrap(await client.add({ bytes: Uint8Array.from(bytes), name: 'x', ...upload }));
    expect(info).toMatchObject({ kind: 'trace', samples: 18398, sampleTypes: [] });
    expect(info.time).toBeGreaterThan(1.79e9);
    const view = unwrap(await client.executionTrace(info.id));
    expect(view).toMatchObject({ goVersion: '1.26', events: 18398, maxProcs: 2, startTime: info.time });
    expect(gunzipSync(unwrap(await client.download(info.id)))).toEqual(gunzipSync(gzip));
  });

  it('have no stacks, and say so in every view of a profile', async () => {
    const { id } = unwrap(await client.add({ bytes: Uint8Array.from(gzip), name: 'x', ...upload }));
    const asked = [await client.top(id, {}), await client.diffTop({ before: [id], after: [id] })];
    for (const answer of asked) expect(saidOf(answer)).toMatch(/^bad_data: .* is an execution trace, which has no/);
    // Checks that nothing was set aside as damaged.
    expect((await client.executionTrace(id)).ok).toBe(true);
    const profile = unwrap(await client.add({ bytes: profileBytes('seed-wal/after.cpu.pb.gz'), name: 'p', ...upload }));
    expect(await client.executionTrace(profile.id)).toMatchObject({ error: { errorType: 'bad_data' } });
  });

  it('of an older Go are stored, and say why they are not read', async () => {
    const bytes = Buffer.from('go 1.19 trace\0\0\0 and more');
    const info = unwrap(await client.add({ bytes: Uint8Array.from(bytes), name: 'old', ...upload }));
    expect(info).toMatchObject({ kind: 'trace', samples: 0, time: null });
    const said = saidOf(await client.executionTrace(info.id));
    expect(said).toMatch(/^unprofilable: .* Go 1\.21 and earlier .* are not read here/);
    expect(gunzipSync(unwrap(await client.download(info.id)))).toEqual(bytes);
  });

  it('that are damaged are refused in words', async () => {
    const bytes = gunzipSync(gzip).subarray(0, 20_000);
    const said = saidOf(await client.add({ bytes: Uint8Array.from(bytes), name: 'x', ...upload }));
    expect(said).toMatch(/^unprofilable: the execution trace is damaged: .*; take it again$/);
  });

  it('before Go 1.25 begin when they were asked for, as they do not say it', async () => {
    const bytes = Uint8Array.from(Buffer.from('go 1.21 trace\0\0\0'));
    const info = unwrap(await client.add({ bytes, name: 'old', taken: { startMs: 5000, endMs: 9000 }, ...upload }));
    expect(info.time).toBe(5);
  });
});
