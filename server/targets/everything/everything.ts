import { gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import { MAX_BODY_BYTES, MAX_TEXT_BYTES } from '../../../core/bounds.ts';
import type { Capture, CaptureKind } from '../../../core/contract/contract.ts';
import { fail, firstLine, ok, type Result } from '../../../core/result.ts';
import { packBundle, type BundleFile } from '../../archive/packBundle.ts';
import { log } from '../../logging/log.ts';
import type { TargetScraper } from '../../scrape/targetScraper.ts';
import type { BundleStore } from '../../store/files/bundleStore.ts';
import type { ProfileCatalog } from '../../store/files/profileCatalog.ts';
import { isOpen, newCapture } from '../captures/captureOrder.ts';
import type { Captures } from '../captures/captures.ts';
import { redactedText, TEXT_PAGES } from './statusTexts.ts';

/** In this order: the snapshots disturb, so they come after the CPU profile. */
const SNAPSHOTS: readonly CaptureKind[] = ['heap', 'allocs', 'goroutine', 'mutex', 'block', 'threadcreate'];
/** Of all files together, not compressed, as promtool writes them. */
const MAX_BYTES = 192 * 2 ** 20;
const PAGE_TIMEOUT_MS = 20_000;

const unzipped = promisify(gunzip);

export interface EverythingOptions {
  captures: Pick<Captures, 'allows' | 'list' | 'change' | 'end' | 'take'>;
  profiles: Pick<ProfileCatalog, 'download'>;
  bundles: Pick<BundleStore, 'put'>;
  /** That are configured. */
  secrets: readonly string[];
  now: () => number;
}

export interface EverythingOrder { target: string; seconds: number; client: string }

/** Takes all profiles, metrics and status pages of a target as one bundle like that of `promtool debug all`. */
export class Everything {
  constructor(private readonly options: EverythingOptions) {}

  /** `busy`: too many captures were asked for, or one of this kind is being taken. */
  order(scraper: TargetScraper, { target, seconds, client }: EverythingOrder): Result<Capture> {
    const { captures, now } = this.options;
    const allowed = captures.allows(client);
    if (!allowed.ok) return allowed;
    if (captures.list(target).some((one) => one.kind === 'everything' && isOpen(one)))
      return fail('busy', `Everything of ${target} is already being captured; wait for it to finish, then ask again.`);
    const capture = newCapture(
      { target, kind: 'everything', seconds, gc: false, client, reason: { how: 'person', sentence: null } },
      { at: 'now', everySeconds: null, startTime: now() / 1000, state: 'running' },
    );
    captures.change(capture, { progressRatio: 0 });
    void this.run(scraper, capture);
    return ok(capture);
  }

  private async run(scraper: TargetScraper, capture: Capture): Promise<void> {
    const { captures, bundles, now } = this.options;
    try {
      const files: BundleFile[] = [];
      const missing: string[] = [];
      const add = (file: BundleFile | string): void => {
        const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
        if (typeof file === 'string') missing.push(file);
        else if (size + file.bytes.length > MAX_BYTES) missing.push(`${file.name} (too large for the bundle)`);
        else files.push(file);
      };
      for (const page of TEXT_PAGES) add(await this.text(scraper, page));
      const cpu = await this.profile(scraper, capture, 'cpu');
      add(cpu.file);
      for (const [i, kind] of SNAPSHOTS.entries()) {
        captures.change(capture, { progressRatio: 0.7 + (0.3 * i) / SNAPSHOTS.length }, false);
        add((await this.profile(scraper, capture, kind)).file);
      }
      if (files.length === 0) {
        const message = `Nothing could be captured: ${missing.join('; ')}.`;
        captures.end(capture, { errorType: 'target_error', message });
        return;
      }
      const bundle = await packBundle(files);
      await bundles.put(capture.id, bundle);
      captures.change(capture, {
        state: 'done', endTime: now() / 1000, progressRatio: 1, profileId: cpu.profileId, sizeBytes: bundle.length,
        note: missing.length === 0 ? null : `Not in the bundle: ${missing.join('; ')}.`,
      });
      log.info('Everything was captured.', { id: capture.id, target: capture.target, bytes: bundle.length });
    } catch (error) {
      log.error('Capturing everything failed.', { target: capture.target, error });
      captures.end(capture, {
        errorType: 'internal', message: `The bundle could not be made (${firstLine(error)}); the log says more.`,
      });
    }
  }

  /** As a capture of its own, in the list and on the Profiles page; else why there is none. */
  private async profile(scraper: TargetScraper, { target, seconds, client }: Capture, kind: CaptureKind):
  Promise<{ file: BundleFile | string; profileId: string | null }> {
    const taken = await this.options.captures.take(scraper, {
      target, kind, seconds: kind === 'cpu' ? seconds : 0, gc: false, ...(client === null ? {} : { client }),
      reason: { how: 'person', sentence: 'Part of everything at once.' },
    });
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
    const page = await scraper.page(path, { timeoutMs: PAGE_TIMEOUT_MS, maxBytes: MAX_TEXT_BYTES });
    if (!page.ok) return `${file} (${page.error.message})`;
    const text = redactedText(file, Buffer.from(page.value).toString('utf8'), this.options.secrets);
    return text === null ? `${file} (the target has no ${path})` : { name: file, bytes: Buffer.from(text) };
  }
}
