import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { ARCHIVE_LIMITS } from '../../archive/limits.ts';
import { unpackArchive } from '../../archive/unpack.ts';
import type { Capture } from '../../../core/contract/contract.ts';
import { fail, ok } from '../../../core/result.ts';
import type { TargetScraper } from '../../scrape/targetScraper.ts';
import { BundleStore } from '../../store/files/bundleStore.ts';
import { newCapture } from '../captures/captureOrder.ts';
import { Everything } from './everything.ts';

const folder = mkdtempSync(join(tmpdir(), 'everything-'));
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

/** `fails`: pages and kinds that the target does not have. */
async function taken(fails: readonly string[]): Promise<{ capture: Capture; names: string[]; kinds: string[] }> {
  const bundles = new BundleStore(join(folder, String(fails.length)));
  const kinds: string[] = [];
  const everything = new Everything({
    bundles, secrets: [], now: () => 1_700_000_000_000,
    profiles: { download: (id) => Promise.resolve(ok(gzipSync(Buffer.from(`profile ${id}`)))) },
    captures: {
      allows: () => ok(null), list: () => [],
      change: (capture, change) => { Object.assign(capture, change); },
      end: (capture, { message }) => { Object.assign(capture, { state: 'failed', error: message }); },
      take: (_scraper, order) => {
        kinds.push(`${order.kind} ${order.seconds}`);
        const one = newCapture(order, { at: 'now', everySeconds: null, startTime: 0, state: 'done' });
        return Promise.resolve({
          ...one, ...(fails.includes(order.kind) ? { error: 'It has no such profile.' } : { profileId: order.kind }),
        });
      },
    },
  });
  const page = (path: string): ReturnType<TargetScraper['page']> => Promise.resolve(
    fails.includes(path) ? fail('target_error', 'It answered 404.')
      : ok(Buffer.from(path === '/metrics' ? 'up 1\n' : '{"status":"success","data":{}}'))
  );
  const scraper = { page } as unknown as TargetScraper;
  const begun = everything.order(scraper, { target: 't', seconds: 7, client: '::1' });
  if (!begun.ok) throw new Error(begun.error.message);
  const capture = begun.value;
  while (capture.state === 'running') await new Promise((resolve) => { setTimeout(resolve, 5); });
  const found = await bundles.find(capture.id);
  if (found === null) return { capture, names: [], kinds };
  const out = mkdtempSync(join(folder, 'out-'));
  const { files } = await unpackArchive(found.path, out, ARCHIVE_LIMITS);
  expect(readdirSync(out)).toHaveLength(files.length);
  return { capture, names: files.map(({ name }) => name), kinds };
}

const TEXTS = ['metrics.txt', 'flags.json', 'buildinfo.json', 'runtimeinfo.json', 'tsdb.json'];

describe('everything at once', () => {
  it('is one archive with the names of promtool, CPU before what disturbs it', async () => {
    const { capture, names, kinds } = await taken([]);
    const profiles = ['cpu', 'heap', 'allocs', 'goroutine', 'mutex', 'block', 'threadcreate'];
    expect(names).toEqual([...TEXTS, ...profiles.map((kind) => `${kind}.pb`)]);
    expect(kinds).toEqual(['cpu 7', ...profiles.slice(1).map((kind) => `${kind} 0`)]);
    expect(capture).toMatchObject({ state: 'done', kind: 'everything', profileId: 'cpu', note: null });
  });

  it('says what the target did not give', async () => {
    const { capture, names } = await taken(['/api/v1/status/tsdb', 'mutex']);
    expect(names).not.toContain('mutex.pb');
    expect(capture.note)
      .toBe('Not in the bundle: tsdb.json (It answered 404.); mutex.pb (It has no such profile.).');
  });

  it('fails where there is nothing', async () => {
    const { capture } = await taken([
      '/metrics', '/api/v1/status/flags', '/api/v1/status/buildinfo', '/api/v1/status/runtimeinfo',
      '/api/v1/status/tsdb', 'cpu', 'heap', 'allocs', 'goroutine', 'mutex', 'block', 'threadcreate',
    ]);
    expect(capture.state).toBe('failed');
    expect(capture.error).toMatch(/^Nothing could be captured: metrics/);
  });
});
