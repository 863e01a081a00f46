import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProfileInfo } from '../../../../core/contract/contract.ts';
import { matchKnownIssues } from '../../../analysis/knownIssues/matchKnownIssues.ts';
import { encode } from '../../../profile/decode/encode.ts';
import type { ProfileCatalog } from '../../../data/store/files/profileCatalog.ts';
import { buildProfileWorker } from '../../../../testdata/built/builtProfileWorker.ts';
import { goroutineDump } from '../../../../testdata/profiles/goroutineDump.ts';
import { foldedProfile } from '../../../../testdata/profiles/foldedProfile.ts';
import { profileBytes, unwrap } from '../../../../testdata/profiles/oracles.ts';
import { openProfileClient } from '../../../program/worker/profile/profileClient.ts';
import { KnownStacks } from './knownStacks.ts';

const BUILD_DIR = mkdtempSync(join(tmpdir(), 'known-worker-'));
const DATA_DIR = mkdtempSync(join(tmpdir(), 'known-profiles-'));
const TSDB = 'github.com/prometheus/prometheus/tsdb';
const NOW_MS = 1_800_000_000_000;
let client: ProfileCatalog;

beforeAll(async () => {
  const workerUrl = await buildProfileWorker(BUILD_DIR);
  client = unwrap(await openProfileClient({ dataDir: DATA_DIR, workerUrl, ownIds: () => null }));
}, 60_000);
afterAll(async () => {
  await client.close();
  for (const folder of [BUILD_DIR, DATA_DIR]) rmSync(folder, { recursive: true, force: true });
});

async function added(bytes: Uint8Array, kind: string, ageMinutes: number): Promise<ProfileInfo> {
  const info = unwrap(await client.add({
    bytes, name: `${kind}-${ageMinutes}`, kind, source: { how: 'capture', target: 'one', captureId: `${ageMinutes}` },
  }));
  return { ...info, kind, time: NOW_MS / 1000 - 60 * ageMinutes };
}

describe('stacks that known issues look for', () => {
  it('are read of the newest goroutine profile in the window, with their share', async () => {
    const goroutines = foldedProfile([
      `${TSDB}.(*DB).run;${TSDB}.(*DB).Compact;${TSDB}.(*Head).WaitForPendingReadersInTimeRange;time.Sleep 1`,
      'net/http.(*conn).serve;internal/poll.runtime_pollWait 99',
    ].join('\n'), { sampleTypes: [{ type: 'goroutine', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }] });
    const stuck = await added(encode(goroutines), 'goroutine', 5);
    const window = { startMs: NOW_MS - 3_600_000, endMs: NOW_MS };
    const { stacks } = await new KnownStacks(client).of([stuck], window);
    expect(stacks).toHaveLength(1);
    expect(stacks[0]?.share).toBeCloseTo(0.01, 6);
    expect(matchKnownIssues({
      kind: 'prometheus', version: '3.13.2', outOfOrder: true, stacks,
      findings: [{ code: 'compaction-falling-behind' }],
    }).map(({ issue }) => issue)).toEqual([19013]);
    expect(await new KnownStacks(client).of([stuck], { ...window, startMs: NOW_MS - 60_000 }))
      .toEqual({ stacks: [], goroutines: null });
  });

  it('of captured dumps have states, and say since when something polls', async () => {
    const dump = (sizeBytes: number): Uint8Array => Buffer.from(goroutineDump(
      { state: 'sleep', stack: 'time.Sleep tsdb.(*Head).WaitForPendingReadersInTimeRange tsdb.(*DB).run' },
      { state: 'select, 3 minutes', stack: 'net/http.(*conn).serve', count: sizeBytes },
    ));
    const own = await Promise.all([12, 4].map(async (age) => unwrap(await client.add({
      bytes: dump(age), name: 'dump', kind: 'goroutine', taken: {
        startMs: NOW_MS - 60_000 * age, endMs: NOW_MS - 60_000 * age + 100,
      }, source: { how: 'capture', target: 'one', captureId: `dump ${age}` },
    }))));
    expect(own.map(({ kind, time }) => [kind, time]))
      .toEqual([['goroutine', NOW_MS / 1000 - 720], ['goroutine', NOW_MS / 1000 - 240]]);
    const { stacks, goroutines } = await new KnownStacks(client).of(own, { startMs: 0, endMs: NOW_MS });
    expect(goroutines).toMatchObject({
      total: 5, situations: [{ name: 'head-compaction-waits', waitMinutes: 8, seenSinceMs: NOW_MS - 720_000 }],
    });
    expect(stacks).toMatchObject([{ waitMinutes: 8 }]);
  });

  it('are none in the profiles of servers that are well', async () => {
    const own = [
      await added(profileBytes('live/goroutine.pb.gz'), 'goroutine', 3),
      await added(profileBytes('live/heap.pb.gz'), 'heap', 3),
    ];
    const { stacks, goroutines } = await new KnownStacks(client).of(own, { startMs: 0, endMs: NOW_MS });
    expect(goroutines?.situations).toEqual([]);
    for (const version of ['2.17.1', '2.33.0', '2.38.0', '2.51.0', '3.0.0', '3.7.1', '3.13.0'])
      expect(matchKnownIssues({
        kind: 'prometheus', version, stacks, outOfOrder: true,
        findings: [{ code: 'compaction-falling-behind' }],
      })).toEqual([]);
  });
});
