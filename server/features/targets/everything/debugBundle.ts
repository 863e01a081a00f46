import { gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import { MAX_BODY_BYTES, MAX_TEXT_BYTES } from '../../../../core/bounds.ts';
import type { Capture, CaptureKind } from '../../../../core/contract/contract.ts';
import { fail, firstLine, ok, type Result } from '../../../../core/result.ts';
import { packBundle, type BundleFile } from '../../../data/archive/packBundle.ts';
import { log } from '../../../kernel/logging/log.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import type { BundleStore } from '../../../data/store/files/bundleStore.ts';
import type { ProfileCatalog } from '../../../data/store/files/profileCatalog.ts';
import { isOpen, newCapture, PART, type CaptureOrder } from '../captures/captureOrder.ts';
import type { Captures, Outcome } from '../captures/captures.ts';
import { redactedText, TEXT_PAGES } from './statusTexts.ts';

/** Snapshot kinds in the order taken, after the CPU profile because they disturb it. */
const SNAPSHOTS: readonly CaptureKind[] = ['heap', 'allocs', 'goroutine', 'mutex', 'block', 'threadcreate'];
/** Total size of all files, uncompressed, as promtool writes them. */
const MAX_BYTES = 192 * 2 ** 20;
const PAGE_TIMEOUT_MS = 20_000;
/** The pprof index, which lists a profile of leaked goroutines with Go 1.27 and later. */
const INDEX = { path: '/debug/pprof/', maxBytes: 64 * 1024, lists: /\bgoroutineleak\b/ };
const NOW = { at: 'now', everySeconds: null } as const;

const unzipped = promisify(gunzip);

export interface DebugBundleOptions {
  captures: Pick<Captures, 'allows' | 'list' | 'change' | 'end' | 'take' | 'over' | 'cancel'>;
  profiles: Pick<ProfileCatalog, 'download'>;
  bundles: Pick<BundleStore, 'put'>;
  /** Configured secrets. */
  secrets: readonly string[];
  now: () => number;
}

export interface DebugBundleOrder { target: string; seconds: number; client: string }

/** `missing`: files missing in the bundle, with the reasons. */
interface Taken { files: BundleFile[]; missing: string[]; cpuId: string | null }

interface Taking { capture: Capture; isCancelled: boolean }

/** Takes all profiles, metrics and status pages of a target as one bundle like that of `promtool debug all`. */
export class DebugBundle {
  /** Running bundles by target. */
  private readonly taking = new Map<string, Taking>();

  constructor(private readonly options: DebugBundleOptions) {}

  /** Starts a bundle. `busy`: too many captures were requested, or one of this kind is being taken. */
  order(scraper: TargetScraper, { target, seconds, client }: DebugBundleOrder): Result<Capture> {
    const allowed = this.options.captures.allows(client);
    if (!allowed.ok) return allowed;
    const reason = { how: 'person', sentence: null } as const;
    const begun = this.begin(scraper, { target, kind: 'everything', seconds, gc: false, client, reason }, NOW);
    return begun === null
      ? fail('busy', `Everything of ${target} is already being captured; wait for it to finish, then ask again.`)
      : ok(begun.capture);
  }

  /** Same as `Captures.take`. */
  async take(scraper: TargetScraper, order: CaptureOrder, when: Pick<Capture, 'at' | 'everySeconds'> = NOW):
  Promise<Capture | null> {
    const begun = this.begin(scraper, order, when);
    await begun?.over;
    return begun?.capture ?? null;
  }

  /** Same as `Captures.attempt`. */
  async attempt(scraper: TargetScraper, capture: Capture): Promise<Outcome> {
    if (this.taking.has(capture.target)) return 'busy';
    await this.run(scraper, capture);
    return capture.state === 'done' ? 'done' : 'failed';
  }

  /** Cancels a running bundle after its current page or profile; undefined: no bundle has that id. */
  cancel(id: string): Capture | undefined {
    const taking = [...this.taking.values()].find(({ capture }) => capture.id === id);
    if (taking === undefined) return undefined;
    taking.isCancelled = true;
    const { captures } = this.options;
    for (const part of captures.list(taking.capture.target))
      if (isOpen(part) && part.reason.sentence === PART) captures.cancel(part.id);
    return taking.capture;
  }

  private begin(scraper: TargetScraper, order: CaptureOrder, when: Pick<Capture, 'at' | 'everySeconds'>):
  { capture: Capture; over: Promise<void> } | null {
    if (this.taking.has(order.target)) return null;
    const capture = newCapture(order, { ...when, startTime: null, state: 'running' });
    return { capture, over: this.run(scraper, capture) };
  }

  private async run(scraper: TargetScraper, capture: Capture): Promise<void> {
    const { captures, now } = this.options;
    const taking: Taking = { capture, isCancelled: false };
    this.taking.set(capture.target, taking);
    captures.change(capture, { state: 'running', startTime: now() / 1000, progressRatio: 0, note: null });
    try {
      const taken = await this.collect(scraper, taking);
      if (taking.isCancelled) {
        const message = `The capture of everything of ${capture.target} was cancelled.`;
        captures.end(capture, { errorType: 'target_error', message }, true);
      } else await this.store(capture, taken);
    } catch (error) {
      log.error('Capturing everything failed.', { target: capture.target, error });
      captures.end(capture, {
        errorType: 'internal', message: `The bundle could not be made (${firstLine(error)}); the log says more.`,
      });
    } finally {
      this.taking.delete(capture.target);
    }
  }

  private async collect(scraper: TargetScraper, taking: Taking): Promise<Taken> {
    const { capture } = taking;
    const taken: Taken = { files: [], missing: [], cpuId: null };
    const add = (file: BundleFile | string): void => {
      const size = taken.files.reduce((sum, { bytes }) => sum + bytes.length, 0);
      if (typeof file === 'string') taken.missing.push(file);
      else if (size + file.bytes.length > MAX_BYTES) taken.missing.push(`${file.name} (too large for the bundle)`);
      else taken.files.push(file);
    };
    const steps: (() => Promise<void>)[] = [
      ...TEXT_PAGES.map((page) => async () => { add(await this.text(scraper, page)); }),
      async () => {
        const { file, profileId } = await this.profile(scraper, taking, 'cpu');
        taken.cpuId = profileId;
        add(file);
      },
      ...SNAPSHOTS.map((kind, i) => async () => {
        this.options.captures.change(capture, { progressRatio: 0.7 + (0.3 * i) / SNAPSHOTS.length }, false);
        add((await this.profile(scraper, taking, kind)).file);
      }),
      async () => {
        const index = await scraper.page(INDEX.path, { timeoutMs: PAGE_TIMEOUT_MS, maxBytes: INDEX.maxBytes });
        if (!index.ok || !INDEX.lists.test(Buffer.from(index.value).toString('utf8'))) return;
        add((await this.profile(scraper, taking, 'goroutineleak')).file);
      },
    ];
    for (const step of steps) if (!taking.isCancelled) await step();
    return taken;
  }

  private async store(capture: Capture, { files, missing, cpuId }: Taken): Promise<void> {
    const { captures, bundles, now } = this.options;
    if (files.length === 0) {
      const message = `Nothing could be captured: ${missing.join('; ')}.`;
      captures.end(capture, { errorType: 'target_error', message });
      return;
    }
    const bundle = await packBundle(files);
    await bundles.put(capture.id, bundle);
    captures.change(capture, {
      state: 'done', endTime: now() / 1000, progressRatio: 1, profileId: cpuId, sizeBytes: bundle.length,
      note: missing.length === 0 ? null : `Not in the bundle: ${missing.join('; ')}.`,
    });
    log.info('Everything was captured.', { id: capture.id, target: capture.target, bytes: bundle.length });
  }

  /** Takes the profile as a separate capture, listed and on the Profiles page. Returns its file, or why it has none. */
  private async profile(
    scraper: TargetScraper, taking: Taking, kind: CaptureKind
  ):
  Promise<{ file: BundleFile | string; profileId: string | null }> {
    const { target, seconds, client, reason: { how } } = taking.capture;
    const { captures } = this.options;
    const take = (): Promise<Capture | null> => captures.take(scraper, {
      target, kind, seconds: kind === 'cpu' ? seconds : 0, gc: false, ...(client === null ? {} : { client }),
      reason: { how, sentence: PART },
    });
    let taken = await take();
    if (taken?.cancelled === true && !taking.isCancelled) {
      // It was cancelled in favour of a spike's profile, so it is taken again after that.
      const ahead = captures.list(target).find((one) => one.kind === kind && one.state === 'running');
      if (ahead !== undefined) await captures.over(ahead);
      taken = await take();
    }
    const profileId = taken?.profileId ?? null;
    if (profileId === null)
      return { profileId, file: `${kind}.pb (${taken === null ? 'one is being taken' : taken.error ?? 'none came'})` };
    const stored = await this.options.profiles.download(profileId);
    if (!stored.ok) return { profileId, file: `${kind}.pb (${stored.error.message})` };
    try {
      const bytes = await unzipped(stored.value, { maxOutputLength: MAX_BODY_BYTES });
      return { profileId, file: { name: `${kind}.pb`, bytes } };
    } catch (error) {
      return { profileId, file: `${kind}.pb (${firstLine(error)})` };
    }
  }

  private async text(scraper: TargetScraper, { file, path }: (typeof TEXT_PAGES)[number]):
  Promise<BundleFile | string> {
    const asked = file === 'metrics.txt' ? scraper.config.metricsPath ?? path : path;
    const page = await scraper.page(asked, { timeoutMs: PAGE_TIMEOUT_MS, maxBytes: MAX_TEXT_BYTES });
    if (!page.ok) return `${file} (${page.error.message})`;
    const text = redactedText(file, Buffer.from(page.value).toString('utf8'), this.options.secrets);
    return text === null ? `${file} (the target has no ${path})` : { name: file, bytes: Buffer.from(text) };
  }
}
