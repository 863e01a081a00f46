import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IncidentManifest, IncidentProfile, ProfileInfo } from '../../../core/contract/contract.ts';
import { ARCHIVE_LIMITS, ArchiveError } from './limits.ts';
import { bytesMember, jsonMember, packIncident, type PackedMember } from './packIncident.ts';
import { isIncident, readIncident, type ReadIncident } from './readIncident.ts';
import { unpackArchive } from './unpack.ts';

const ID = 'ab'.repeat(32);
const manifest: Omit<IncidentManifest, 'members'> = {
  format: 'tsdbscope-incident', version: 1, exportedTime: 1.76e9, exportedBy: '0.1.0',
  window: { start: 1.75e9, end: 1.75e9 + 60 }, judgedTime: 1.75e9 + 60,
  target: {
    name: 'prom', kind: 'prometheus', version: '2.42.0', goVersion: 'go1.19.8', state: 'up', url: 'http://prom:9090',
    labels: { region: 'eu' },
  },
  scrape: { intervalSeconds: 1, effectiveIntervalSeconds: 1, timeoutSeconds: null, startupBudgetSeconds: null },
  redacted: { commandLines: true, what: [] },
  contents: { scrapes: 1, historyScrapes: 0, profiles: 1, replays: 0, notes: 0 }, leftOut: [],
};
const info: ProfileInfo = {
  id: ID, name: 'prom cpu, 5 s', kind: 'cpu', time: 1.75e9, durationSeconds: 5, sampleTypes: [
    { type: 'cpu', unit: 'nanoseconds' },
  ], defaultSampleType: 'cpu', samples: 3, sizeBytes: 9, addedTime: 1.75e9,
  source: {
    how: 'capture', target: 'prom', captureId: 'x', targetVersion: '2.42.0',
    replay: { moment: 'start', processStart: null, rssBytes: 5 },
  }, comments: [],
};
const samples = bytesMember('samples.ndjson.gz', Buffer.from('samples'));
const bytes = bytesMember(`profiles/${ID}.pb.gz`, Buffer.from('profile'));
const profiles = (
  list: unknown = [
    { info, samplesIngested: { start: 1, end: 2 }, targetFacts: { cores: 2 } } satisfies IncidentProfile,
  ]
): PackedMember => jsonMember('profiles.json', list);

let folder: string;
beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), 'tsdbscope-incident-')); });
afterEach(async () => { await rm(folder, { recursive: true, force: true }); });

async function read(members: PackedMember[], head: object = manifest): Promise<ReadIncident> {
  const out = new PassThrough();
  const packed = buffer(out);
  await packIncident(head as typeof manifest, members, out);
  const file = join(folder, 'file');
  await writeFile(file, await packed);
  const unpacked = await unpackArchive(file, await mkdtemp(join(folder, 'out-')), ARCHIVE_LIMITS);
  expect(isIncident(unpacked)).toBe(true);
  return readIncident(unpacked);
}

describe('an incident file', () => {
  it('gives back what was packed: a profile with all that is known of its capture, facts, notes', async () => {
    const got = await read([
      samples, profiles(), bytes, jsonMember('facts.json', { flags: { a: '1' }, blockRangeSeconds: 7200 }),
      jsonMember('notes.json', [{ any: 'thing' }]),
    ]);
    expect(got.manifest).toMatchObject(manifest);
    expect(got.profiles).toMatchObject([{ info, samplesIngested: { start: 1, end: 2 }, targetFacts: { cores: 2 } }]);
    expect({ facts: got.facts, notes: got.notes, replays: got.replays, history: got.history, strangers: got.strangers })
      .toEqual({
        facts: { flags: { a: '1' }, blockRangeSeconds: 7200 }, notes: [{ any: 'thing' }], replays: [], history: null,
        strangers: [],
      });
  });

  it('passes over fields it does not know, as a later version of the program may add them', async () => {
    const got = await read(
      [samples, profiles([{ info: { ...info, colour: 'green' }, more: 1 }]), bytes], { ...manifest, weather: 'fine' }
    );
    expect(got.profiles).toHaveLength(1);
  });

  it.each([
    [
      'another version', [samples], { ...manifest, version: 2 },
      /version 2, and this tsdbscope reads version 1; open it with the version that wrote it \("0\.1\.0"\) or a newer/,
    ],
    ['an impossible window', [samples], { ...manifest, window: { start: 5, end: 1 } }, /impossible window \(5 to 1\)/],
    [
      'a target of an unknown kind', [samples], { ...manifest, target: { ...manifest.target, kind: 'toaster' } },
      /"manifest\.json".*\/target\/kind must be equal/,
    ],
    ['no samples', [profiles(), bytes], manifest, /lacks its member "samples\.ndjson\.gz"/],
    ['a profile that is listed and not there', [samples, profiles()], manifest, /lacks the profile "prom cpu, 5 s"/],
    [
      'a profile without a name', [samples, profiles([{ info: { ...info, name: 7 } }]), bytes], manifest,
      /"profiles\.json" of the incident file is not of the form.*\/0\/info\/name must be string/,
    ],
    ['facts that are text', [samples, jsonMember('facts.json', 'hello')], manifest, /"facts\.json".*must be object/],
    ['starts that are no list', [samples, jsonMember('replays.json', {})], manifest, /"replays\.json".*must be array/],
    [
      'what is no JSON', [samples, bytesMember('facts.json', Buffer.from('{'))], manifest,
      /"facts\.json" of the incident file is no JSON/,
    ],
    [
      'a checksum of something else', [{ ...samples, sha256: 'f'.repeat(64) }], manifest,
      /"samples\.ndjson\.gz" of the incident file is not what its manifest says/,
    ],
  ])('is refused in a sentence: %s', async (_what, members, head, sentence) => {
    const error: unknown = await read(members, head).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ArchiveError);
    expect((error as ArchiveError).message).toMatch(sentence);
  });
});
