import type { Capture, ProfileInfo, ReplayMoment, WalReplayPanel } from '../../../../core/contract/contract.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import type { PanelAnswers } from '../answers/panelInputs.ts';
import type { ProfileCatalog } from '../../../data/store/files/profileCatalog.ts';
import type { Captures } from '../captures/captures.ts';
import type { ReplayHistory } from '../answers/replayHistory.ts';
import { nextReplayProfile, type PlannedProfile, type ReplayProfileTaken } from './replayProfilePlan.ts';
import { lastMinutes } from './lastMinutes.ts';
import { slowSeconds } from './pauses.ts';
import { log } from '../../../kernel/logging/log.ts';

/** Interval at which a replay is checked. */
const LOOK_EVERY_MS = 2000;
/** Start times closer than this belong to the same process. */
const SAME_START_SECONDS = 1.5;
/** Replay profiles kept per target, newest first: those of about ten replays. */
const KEPT_PROFILES = 60;
const KEPT_BYTES = 128 * 1024 * 1024;

const SENTENCES: Record<ReplayMoment, string> = {
  start: 'The WAL replay had begun.',
  middle: 'The WAL replay was half way.',
  risk: 'Memory came near its limit, or grew by a third, during the WAL replay.',
  last: 'The WAL replay was about to end.',
  after: 'The WAL replay had just ended.',
};

/** No profile of a start is due this long after the target is ready. */
const FORGOTTEN_MS = 120_000;

type Source = Extract<ProfileInfo['source'], { how: 'capture' }>;

/** A profile that was taken automatically during a replay. */
function isOfReplay(
  info: ProfileInfo
): info is ProfileInfo & { source: Source & { replay: NonNullable<Source['replay']> } } {
  return info.source.how === 'capture' && info.source.replay !== undefined;
}

export interface ReplayProfilesOptions {
  panels: Pick<PanelAnswers, 'panel'>;
  captures: Pick<Captures, 'take'>;
  profiles: Pick<ProfileCatalog, 'list' | 'remove'>;
  history: Pick<ReplayHistory, 'current' | 'attachProfile'>;
  /** ms since the epoch. */
  now: () => number;
}

/** State of the running start of one target. */
interface Watched { processStart: number | null; sinceMs: number; replayId: string | null; taken: ReplayProfileTaken[] }

/**
 * Takes profiles of targets during a replay and once after it, as planned by replayProfilePlan.ts: one at a time per
 * target, stored in the catalogue like any capture, with the moment in its source. Continues after a restart of
 * tsdbscope.
 */
export class ReplayProfiles {
  private readonly watched = new Map<string, Watched>();
  private readonly busy = new Set<string>();
  private readonly lookedMs = new Map<string, number>();

  constructor(private readonly options: ReplayProfilesOptions) {}

  /** Call this after each scrape of a target. Resolves when the profile it began is done; never rejects. */
  async onScrape(scraper: TargetScraper): Promise<void> {
    const { config } = scraper;
    const { state } = scraper.view();
    const nowMs = this.options.now();
    const isReady = state === 'up' && this.watched.has(config.name);
    if (config.replayProfiles === false || (state !== 'starting' && state !== 'replaying' && !isReady)) return;
    if (this.busy.has(config.name) || nowMs - (this.lookedMs.get(config.name) ?? -Infinity) < LOOK_EVERY_MS) return;
    this.busy.add(config.name);
    this.lookedMs.set(config.name, nowMs);
    try {
      await this.look(scraper);
    } catch (error) {
      // Only this profile is missing; the replay is still watched.
      log.error('No profile of a replay was taken.', { target: config.name, error });
    } finally {
      this.busy.delete(config.name);
    }
  }

  private async look(scraper: TargetScraper): Promise<void> {
    const nowMs = this.options.now();
    const { state, stateSinceMs } = scraper.view();
    if (state === 'up') {
      await this.lookReady(scraper, stateSinceMs);
      return;
    }
    const watched = await this.watchedOf(scraper);
    const answer = await this.options.panels.panel('wal-replay', lastMinutes(scraper, nowMs));
    if (!answer.ok) return;
    const rssBytes = lastRss(answer.value);
    const planned = nextReplayProfile({
      nowMs,
      sinceMs: watched.sinceMs,
      readySinceMs: null,
      progressRatio: answer.value.progressRatio,
      rssBytes,
      limitBytes: answer.value.memory.limitBytes,
      risk: answer.value.memory.risk,
      struggling: isStruggling(scraper),
    }, watched.taken);
    if (planned !== null) await this.take(scraper, watched, planned, rssBytes);
  }

  /** Takes the last profile after the target is ready, and stops watching it when no more is due. */
  private async lookReady(scraper: TargetScraper, readySinceMs: number): Promise<void> {
    const { name } = scraper.config;
    const watched = this.watched.get(name);
    if (watched === undefined) return;
    const nowMs = this.options.now();
    const view = {
      nowMs, sinceMs: watched.sinceMs, readySinceMs, progressRatio: 1, rssBytes: null, limitBytes: null,
      risk: 'unknown', struggling: isStruggling(scraper),
    } as const;
    const planned = nextReplayProfile(view, watched.taken);
    if (planned !== null) await this.take(scraper, watched, planned, null);
    else if (nowMs - readySinceMs > FORGOTTEN_MS) this.watched.delete(name);
  }

  private async take(
    scraper: TargetScraper, watched: Watched, planned: PlannedProfile, rssBytes: number | null
  ): Promise<void> {
    const { name } = scraper.config;
    const { moment, kind, seconds } = planned;
    const timeMs = this.options.now();
    // Read before the capture, because the replay may be over after it.
    watched.replayId = await this.options.history.current(name) ?? watched.replayId;
    const { replayId } = watched;
    const capture: Capture | null = await this.options.captures.take(scraper, {
      target: name, kind, seconds, gc: false, reason: { how: 'replay', sentence: SENTENCES[moment] },
      replay: { moment, processStart: watched.processStart, rssBytes },
    });
    const kept = capture?.profileId === null || capture === null ? undefined
      : (await this.options.profiles.list()).find(({ id }) => id === capture.profileId);
    watched.taken.push({ moment, kind, timeMs, bytes: kept?.sizeBytes ?? 0, rssBytes });
    if (kept === undefined) return;
    if (replayId !== null) await this.options.history.attachProfile(replayId, moment, kept.id);
    await this.forgetOld(name, watched.processStart);
  }

  /** Returns the state of the running start, new for a new process; includes profiles from before this program ran. */
  private async watchedOf(scraper: TargetScraper): Promise<Watched> {
    const { name } = scraper.config;
    const { processStartSeconds: processStart, stateSinceMs } = scraper.view();
    const known = this.watched.get(name);
    if (known !== undefined && isSame(known, processStart, stateSinceMs)) {
      known.processStart ??= processStart;
      return known;
    }
    const taken = (await this.options.profiles.list()).filter(isOfReplay)
      .filter(({ source }) => source.target === name && processStart !== null
        && isNear(source.replay.processStart, processStart))
      .map(({ source, kind, addedTime, sizeBytes }): ReplayProfileTaken => ({
        moment: source.replay.moment, kind: kind === 'cpu' ? 'cpu'
          : 'heap', timeMs: addedTime * 1000, bytes: sizeBytes, rssBytes: source.replay.rssBytes,
      }))
      .toReversed();
    const fresh: Watched = { processStart, sinceMs: stateSinceMs, replayId: null, taken };
    this.watched.set(name, fresh);
    return fresh;
  }

  /** Removes old replay profiles beyond the limits, but none of this start. */
  private async forgetOld(target: string, processStart: number | null): Promise<void> {
    const newestFirst = (await this.options.profiles.list()).filter(isOfReplay)
      .filter(({ source }) => source.target === target);
    let bytes = 0;
    for (const [i, { id, sizeBytes, source }] of newestFirst.entries()) {
      bytes += sizeBytes;
      if ((i >= KEPT_PROFILES || bytes > KEPT_BYTES) && source.replay.processStart !== processStart)
        await this.options.profiles.remove(id);
    }
  }
}

function isStruggling(scraper: TargetScraper): boolean {
  const { lastScrape } = scraper.view();
  return lastScrape === null || lastScrape.error !== null
    || lastScrape.durationSeconds > slowSeconds(scraper.config.scrapeTimeoutMs);
}

function isNear(one: number | null, other: number): boolean {
  return one !== null && Math.abs(one - other) <= SAME_START_SECONDS;
}

/** Compares start times, or, if a process does not report one, the times it was first seen starting. */
function isSame(known: Watched, processStart: number | null, sinceMs: number): boolean {
  return known.processStart !== null && processStart !== null ? isNear(known.processStart, processStart)
    : known.sinceMs === sinceMs;
}

function lastRss({ points }: WalReplayPanel): number | null {
  return points.findLast(({ rssBytes }) => rssBytes !== null)?.rssBytes ?? null;
}
