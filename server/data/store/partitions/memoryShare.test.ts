import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ScrapeOutcome } from '../dataStore.ts';
import { MEMORY_SHARE, parsedBytes, roomBeside, samplesWithin } from './memoryShare.ts';
import { samplesOf } from '../../../../testdata/storeReaders.ts';
import { SampleStore } from '../samples/sampleStore.ts';

const { ownBytes: OWN_BYTES } = MEMORY_SHARE;

describe('the memory for series', () => {
  it('goes to whoever needs it while there is some, and each has its own in any case', () => {
    expect(roomBeside(0, MEMORY_SHARE)).toBeGreaterThan(10 * OWN_BYTES);
    expect(roomBeside(1e12, MEMORY_SHARE)).toBe(OWN_BYTES);
  });

  it('holds no more samples than it has room for', () => {
    const most = samplesWithin(OWN_BYTES, 1e6);
    expect(parsedBytes(most, 1e6)).toBeLessThanOrEqual(OWN_BYTES);
    expect(parsedBytes(most + 1, 1e6)).toBeGreaterThan(OWN_BYTES);
    expect(samplesWithin(OWN_BYTES, 64 * 2 ** 20)).toBe(0);
  });
});

describe('targets that invent series with long labels in every scrape', () => {
  let dataDir: string;
  let store: SampleStore;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'share-'));
    const opened = await SampleStore.open(
      {
        dataDir, retentionMs: 1e10, retentionBytes: 2 ** 30, commitMs: null, memory: { totalBytes: 3e6, ownBytes: 2e5 },
      }
    );
    if (!opened.ok) throw new Error(opened.error.message);
    store = opened.value;
  });
  afterEach(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  function record(target: string, body: string): ScrapeOutcome {
    return store.record(
      target,
      {
        startMs: Date.now(), durationSeconds: 0.1, status: 200, body: Buffer.from(body), contentType: 'text/plain',
        error: null, extras: {},
      }
    );
  }

  it('are kept within the memory, are told, and take no sample from the target beside them', async () => {
    const names = ['churns', 'churns too', 'plain'];
    for (const name of names) await store.putTarget({ name, url: 'http://127.0.0.1:1', recording: false, labels: {} });
    const long = 'x'.repeat(1000);
    let refused = '';
    for (let round = 0; round < 12; round++) {
      for (const name of names.slice(0, 2)) {
        const lines = Array.from({ length: 300 }, (_, i) => `m{a="${name}-${round}-${i}-${long}"} 1\n`);
        refused = record(name, lines.join('')).error?.message ?? refused;
      }
      expect(record('plain', `a 1\nb{round="${round}"} 2\n`)).toMatchObject({ samples: 2, error: null, stored: true });
    }
    expect(refused).toMatch(/^Its answer \(1 MiB\) is larger than there is memory for beside the other targets/);
    expect(store.status().notices.join('\n'))
      .toMatch(/"churns" exposes more series within two hours than there is memory for/);
    const kept = await samplesOf(
      store, 'plain', '{__name__=~"a|b"}', { startMs: 0, endMs: Date.now() + 1000, limitValues: 1000 }
    );
    expect(kept.ok && kept.value.length).toBe(13);
  });
});
