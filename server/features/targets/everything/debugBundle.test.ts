import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { ARCHIVE_LIMITS } from '../../../data/archive/limits.ts';
import { unpackArchive } from '../../../data/archive/unpack.ts';
import type { Capture, CaptureKind } from '../../../../core/contract/contract.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import { BundleStore } from '../../../data/store/files/bundleStore.ts';
import { newCapture } from '../captures/captureOrder.ts';
import { DebugBundle } from './debugBundle.ts';

const folder = mkdtempSync(join(tmpdir(), 'everything-'));
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

/** A target that is asked for everything; `fails`: pages and kinds that it does not have. */
class Asked {
  readonly bundles: BundleStore;
  readonly kinds: string[] = [];
  readonly open: Capture[] = [];
  cancelled: string[] = [];
  /** Kind whose profile is cancelled once in favour of a spike's profile. */
  yields: CaptureKind | null = null;
  waitedFor: string[] = [];
  /** Kind whose captures wait for `letGo`. */
  held: CaptureKind | null = null;
  letGo: () => void = () => undefined;
  readonly everything: DebugBundle;
  readonly scraper: TargetScraper;
  readonly paths: string[] = [];

  constructor(fails: readonly string[] = [], index = '<a href="goroutine?debug=1">goroutine</a>') {
    this.bundles = new BundleStore(mkdtempSync(join(folder, 'bundles-')));
    this.everything = new DebugBundle({
      bundles: this.bundles, secrets: [], now: () => 1_700_000_000_000,
      profiles: { download: (id) => Promise.resolve(ok(gzipSync(Buffer.from(`profile ${id}`)))) },
      captures: {
        over: ({ id }) => { this.waitedFor.push(id); return Promise.resolve(); },
        allows: () => ok(null), list: () => this.open,
        change: (capture, change) => { Object.assign(capture, change); },
        end: (capture, { message }, isCancelled) => {
          const cancelled = isCancelled === true ? { cancelled: true } : {};
          Object.assign(capture, { state: 'failed', error: message, ...cancelled });
        },
        cancel: (id) => { this.cancelled.push(id); this.letGo(); return undefined; },
        take: async (_scraper, order) => {
          this.kinds.push(`${order.kind} ${order.seconds} ${order.reason.how}`);
          const one = newCapture(order, { at: 'now', everySeconds: null, startTime: 0, state: 'running' });
          if (this.held === order.kind) {
            this.open.push(one);
            await new Promise<void>((resolve) => { this.letGo = resolve; });
          }
          if (this.yields === order.kind) {
            this.yields = null;
            this.open.push({ ...one, id: 'spike', reason: { how: 'triggered', sentence: null } });
            return { ...one, state: 'failed', cancelled: true, error: 'Ended for a triggered capture.' };
          }
          if (fails.includes(order.kind)) return { ...one, error: 'It has no such profile.' };
          return { ...one, profileId: order.kind };
        },
      },
    });
    const page = (path: string): ReturnType<TargetScraper['page']> => {
      this.paths.push(path);
      return Promise.resolve(
        fails.includes(path) ? fail('target_error', 'It answered 404.')
          : ok(Buffer.from(path === '/debug/pprof/' ? index
            : path.includes('metrics') ? 'up 1\n' : '{"status":"success","data":{}}'))
      );
    };
    this.scraper = { page, config: {} } as unknown as TargetScraper;
  }

  order(): Result<Capture> {
    return this.everything.order(this.scraper, { target: 't', seconds: 7, client: '::1' });
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => { setTimeout(resolve, 5); });
}

async function taken(
  fails: readonly string[], index?: string
): Promise<{ capture: Capture; names: string[]; kinds: string[] }> {
  const asked = new Asked(fails, index);
  const { value: capture } = asked.order() as { value: Capture };
  await until(() => capture.state !== 'running');
  const { bundles, kinds } = asked;
  const found = await bundles.find(capture.id);
  if (found === null) return { capture, names: [], kinds };
  const out = mkdtempSync(join(folder, 'out-'));
  const { files } = await unpackArchive(found.path, out, ARCHIVE_LIMITS);
  expect(readdirSync(out)).toHaveLength(files.length);
  return { capture, names: files.map(({ name }) => name), kinds };
}

const TEXTS = ['metrics.txt', 'flags.json', 'buildinfo.json', 'runtimeinfo.json', 'tsdb.json'];

it('takes its CPU profile again after that of a spike, for which it ended', async () => {
  const asked = new Asked();
  asked.yields = 'cpu';
  const taken = await asked.everything.take(asked.scraper, {
    target: 't', kind: 'everything', seconds: 7, gc: false, reason: { how: 'person', sentence: null },
  });
  expect(asked.kinds.slice(0, 3)).toEqual(['cpu 7 person', 'cpu 7 person', 'heap 0 person']);
  expect(asked.waitedFor).toEqual(['spike']);
  expect(taken).toMatchObject({ state: 'done', profileId: 'cpu', note: null });
});

describe('everything at once', () => {
  it('is one archive with the names of promtool, CPU before what disturbs it', async () => {
    const { capture, names, kinds } = await taken([]);
    const profiles = ['cpu', 'heap', 'allocs', 'goroutine', 'mutex', 'block', 'threadcreate'];
    expect(names).toEqual([...TEXTS, ...profiles.map((kind) => `${kind}.pb`)]);
    expect(kinds).toEqual(['cpu 7 person', ...profiles.slice(1).map((kind) => `${kind} 0 person`)]);
    expect(capture).toMatchObject({ state: 'done', kind: 'everything', profileId: 'cpu', note: null });
  });

  it('has leaked goroutines where the index of profiles lists them', async () => {
    const { names, kinds, capture } = await taken([], '<a href="goroutineleak?debug=1">goroutineleak</a>');
    expect(names.at(-1)).toBe('goroutineleak.pb');
    expect(kinds.at(-1)).toBe('goroutineleak 0 person');
    expect(capture.note).toBeNull();
    const none = await taken(['/debug/pprof/']);
    expect([none.names.includes('goroutineleak.pb'), none.capture.note]).toEqual([false, null]);
  });

  it('has the metrics of the path that is scraped', async () => {
    const asked = new Asked([]);
    Object.assign(asked.scraper.config, { metricsPath: '/custom/metrics?team=a' });
    const { value: capture } = asked.order() as { value: Capture };
    await until(() => capture.state !== 'running');
    expect(asked.paths).toContain('/custom/metrics?team=a');
    expect(asked.paths).not.toContain('/metrics');
  });

  it('says what the target did not give', async () => {
    const { capture, names } = await taken(['/api/v1/status/tsdb', 'mutex']);
    expect(names).not.toContain('mutex.pb');
    expect(capture.note)
      .toBe('Not in the bundle: tsdb.json (It answered 404.); mutex.pb (It has no such profile.).');
  });

  it('is cancelled while it is taken: what runs ends, and nothing else is asked for', async () => {
    const asked = new Asked();
    asked.held = 'cpu';
    const { value: capture } = asked.order() as { value: Capture };
    await until(() => asked.open.length === 1);
    expect(asked.order()).toMatchObject({ ok: false, error: { errorType: 'busy' } });
    expect(asked.everything.cancel('another')).toBeUndefined();
    expect(asked.everything.cancel(capture.id)).toBe(capture);
    await until(() => capture.state === 'failed');
    expect(capture).toMatchObject({ cancelled: true, error: 'The capture of everything of t was cancelled.' });
    expect(asked.cancelled).toEqual([asked.open[0]?.id]);
    expect(asked.kinds).toEqual(['cpu 7 person']);
    expect(await asked.bundles.find(capture.id)).toBeNull();
    asked.held = null;
    expect(asked.order().ok).toBe(true);
  });

  it('can be booked: tried again while another is taken, and its profiles are booked ones', async () => {
    const asked = new Asked();
    asked.held = 'cpu';
    const first = (asked.order() as { value: Capture }).value;
    const reason = { how: 'booked', sentence: 'Booked for this time.' } as const;
    const order = { target: 't', kind: 'everything', seconds: 3, gc: false, reason } as const;
    const booked = newCapture(order, { at: 'time', everySeconds: null, startTime: 5, state: 'waiting' });
    await until(() => asked.open.length === 1);
    expect(await asked.everything.attempt(asked.scraper, booked)).toBe('busy');
    expect(booked.state).toBe('waiting');
    expect(await asked.everything.take(asked.scraper, order, { at: 'every', everySeconds: 60 })).toBeNull();
    asked.held = null;
    asked.letGo();
    await until(() => first.state === 'done');
    expect(await asked.everything.attempt(asked.scraper, booked)).toBe('done');
    expect(booked).toMatchObject({ state: 'done', at: 'time', startTime: 1_700_000_000 });
    expect(asked.kinds).toContain('cpu 3 booked');
    expect(await asked.everything.take(asked.scraper, order, { at: 'every', everySeconds: 60 }))
      .toMatchObject({ state: 'done', at: 'every', everySeconds: 60 });
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
