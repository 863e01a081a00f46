/** Performs one capture, from the request to the stored profile. */
import type { Clock } from '../../../../core/time/clock.ts';
import type { Capture, TakenInReplay } from '../../../../core/contract/contract.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import type { CapturedProfile } from '../../../data/scrape/captureProfile.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import type { ProfileCatalog } from '../../../data/store/files/profileCatalog.ts';
import { emptyNote, factsOf, isRestart } from './captureFacts.ts';
import { ingestedOfProcess } from './settledReadings.ts';

/** Longest wait for a second scrape of a process restarted just before; most targets are scraped more often. */
const MAX_WAIT_MS = 20_000;

/** The fields of the capture that are set after it. */
export type Stored = Pick<Capture, 'profileId' | 'sizeBytes' | 'delta' | 'note'>;

export interface CaptureTools { profiles: Pick<ProfileCatalog, 'add'>; clock: Clock }

export async function performCapture(
  tools: CaptureTools, scraper: TargetScraper, capture: Capture, replay?: TakenInReplay
): Promise<Result<Stored>> {
  const startMs = tools.clock.nowMs();
  const before = scraper.view();
  const { kind, seconds, gc, waits = false } = capture;
  const captured = await scraper.capture({ kind, seconds, gc, waits });
  if (!captured.ok) return captured;
  if (captured.value.earlier !== null && isRestart(before.processStartSeconds, scraper.view().processStartSeconds)) {
    return fail(
      'target_error',
      `${capture.target} restarted between the two snapshots, so nothing can be subtracted; take the profile again.`
    );
  }
  const samplesIngested = await ingestedOfProcess(
    before, startMs, captured.value.endMs, { read: () => scraper.view(), pause: tools.clock.sleep, maxMs: MAX_WAIT_MS }
  );
  return store(tools, scraper, capture, { captured: captured.value, replay, samplesIngested, startMs });
}

async function store(
  { profiles, clock }: CaptureTools, scraper: TargetScraper, capture: Capture,
  { captured, replay, samplesIngested, startMs }: {
    captured: CapturedProfile; replay: TakenInReplay | undefined;
    samplesIngested: { start: number; end: number } | null; startMs: number;
  },
): Promise<Result<Stored>> {
  const time = new Date(startMs).toISOString().replace(/\.\d+Z$/, 'Z');
  const { bytes, earlier, endMs } = captured;
  const span = capture.seconds > 0 && (earlier !== null || captured.delta !== null) ? `, ${capture.seconds} s` : '';
  const during = replay === undefined ? '' : `, replay: ${replay.moment}`;
  const facts = factsOf(scraper.view(), clock.nowMs());
  const added = await profiles.add({
    bytes,
    ...(earlier === null ? {} : { earlier: { bytes: earlier.bytes, seconds: (endMs - earlier.startMs) / 1000 } }),
    taken: { startMs, endMs },
    targetFacts: facts,
    kind: capture.kind,
    name: `${capture.target} ${capture.kind}${span}${during} ${time}`,
    source: {
      how: 'capture', target: capture.target, captureId: capture.id, reason: capture.reason,
      ...(facts.version === undefined ? {} : { targetVersion: facts.version }),
      ...(replay === undefined ? {} : { replay }),
    },
    ...(samplesIngested === null ? {} : { samplesIngested }),
  });
  if (!added.ok) return added;
  const { id, samples, sizeBytes, durationSeconds } = added.value;
  // The duration counts only for a delta profile: a target that ignores seconds may just be slow.
  const isChange = captured.delta === 'target' && durationSeconds !== null;
  return ok({
    profileId: id, sizeBytes, note: samples === 0 ? emptyNote(capture) : null,
    delta: earlier !== null ? 'subtracted' : isChange ? 'target' : null,
  });
}
