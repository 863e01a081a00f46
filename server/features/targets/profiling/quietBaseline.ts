import type {
  Capture, CaptureKind, CaptureReason, ProfileInfo, Profiling,
} from '../../../../core/contract/contract.ts';
import { log } from '../../../kernel/logging/log.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import { QuietWatch } from '../../../analysis/signals/triggers/quietWatch.ts';
import type { ProfileCatalog } from '../../../data/store/files/profileCatalog.ts';
import type { Captures } from '../captures/captures.ts';
import type { LiveHub } from '../answers/liveHub.ts';
import { namesProfile } from './namedProfiles.ts';
import type { Planner } from './planner.ts';
import type { ProfileBudget } from './profileBudget.ts';
import { planned } from './profilingPlans.ts';
import { QUIET_SECONDS, quietComparison, type Baseline } from './quietComparison.ts';
import type { TriggeredProfiles } from './triggeredProfiles.ts';

/** Age at which a quiet profile is replaced, because usual load changes over a day. */
const RENEWED_MS = 15 * 60_000;
/** Pause after a profile that failed or was not quiet to its end. */
const RETRY_MS = 60_000;
/** Older ones are removed, unless a capture was compared with them or a note or an embed names them. */
const KEPT_MS = 86_400_000;
/** Maximum age of one reused after a restart of tsdbscope. */
const ADOPTED_MS = 2 * RENEWED_MS;
/** Start times closer than this belong to the same process. */
const SAME_START_SECONDS = 5;
const REASON: CaptureReason = {
  how: 'baseline', sentence: 'Quiet: no compaction, and CPU near what is usual. Others are compared with it.',
};

export interface QuietBaselineOptions {
  captures: Pick<Captures, 'take' | 'list' | 'amend'>;
  profiles: Pick<ProfileCatalog, 'list' | 'get' | 'stored' | 'remove' | 'diffTop'>;
  budget: Pick<ProfileBudget, 'add'>;
  /** Values seen by the rules, and the kinds they take. */
  triggered: Pick<TriggeredProfiles, 'seenOf'>;
  hub: Pick<LiveHub, 'subscribe'>;
  /** Returns the texts of the target's notes and of embeds. */
  texts: (target: string) => readonly string[];
  now: () => number;
}

interface Kept {
  quiet: QuietWatch;
  baselines: Map<CaptureKind, Baseline>;
  seenMs: number;
  triedMs: Map<CaptureKind, number>;
  isBusy: boolean;
  /** Captures that were compared, or could not be. */
  compared: Set<string>;
  unsubscribe: () => void;
}

/**
 * Maintains recent profiles of quiet times, of CPU and of the kinds that rules take. Compares with them the captures
 * that have a cause: triggered and booked ones, and continuous ones that overlap a compaction.
 */
export class QuietBaseline implements Planner {
  private readonly targets = new Map<string, Kept>();

  constructor(private readonly options: QuietBaselineOptions) {}

  async onScrape(scraper: TargetScraper, isOn: boolean): Promise<void> {
    const { reading, state, processStartSeconds } = scraper.view();
    const kept = this.keptOf(scraper);
    if (reading === null || state !== 'up' || reading.timeMs === kept.seenMs) return;
    const isFirst = kept.seenMs === -Infinity;
    kept.seenMs = reading.timeMs;
    kept.quiet.see(reading.timeMs, reading.figures, this.options.triggered.seenOf(scraper).cpu);
    if (kept.isBusy) return;
    kept.isBusy = true;
    try {
      if (isFirst) await this.adopt(scraper.config.name, kept, processStartSeconds);
      // The target may be removed while a profile is taken.
      if (isOn) for (const kind of QUIET_SECONDS.keys())
        if (this.targets.get(scraper.config.name) === kept) await this.renew(scraper, kept, kind);
    } finally {
      kept.isBusy = false;
    }
  }

  about(scraper: TargetScraper): Pick<Profiling, 'baseline'> {
    const { profileId, timeMs, cores } = usable(scraper, this.keptOf(scraper), 'cpu') ?? {};
    return {
      baseline: profileId === undefined || timeMs === undefined ? null
        : { profileId, time: timeMs / 1000, cores: cores ?? 0 },
    };
  }

  forget(target: string): void {
    this.targets.get(target)?.unsubscribe();
    this.targets.delete(target);
  }

  private keptOf(scraper: TargetScraper): Kept {
    const { name } = scraper.config;
    const known = this.targets.get(name);
    if (known !== undefined) return known;
    const kept: Kept = {
      quiet: new QuietWatch(), baselines: new Map(), seenMs: -Infinity, triedMs: new Map(),
      isBusy: false, compared: new Set(),
      unsubscribe: this.options.hub.subscribe(name, (event, data) => {
        if (event === 'capture') void this.compare(scraper, kept, data as Capture);
      }),
    };
    this.targets.set(name, kept);
    return kept;
  }

  private async renew(scraper: TargetScraper, kept: Kept, kind: CaptureKind): Promise<void> {
    const { captures, profiles, budget, triggered, now } = this.options;
    const { name } = scraper.config;
    const startMs = now();
    const before = usable(scraper, kept, kind);
    if (before !== null && startMs - before.timeMs < RENEWED_MS) return;
    if (startMs - (kept.triedMs.get(kind) ?? -Infinity) < RETRY_MS || !kept.quiet.isQuiet(startMs)) return;
    const seen = triggered.seenOf(scraper);
    // Booked captures are of CPU, so its quiet profile does not depend on the rules that are on.
    if (kind !== 'cpu' && (!seen.kinds.has(kind) || seen.isAbove(kind))) return;
    if (captures.list(name).some(({ state }) => state === 'running')) return;
    kept.triedMs.set(kind, startMs);
    const processStart = scraper.view().processStartSeconds;
    const seconds = QUIET_SECONDS.get(kind) ?? 0;
    const capture = await captures.take(scraper, { target: name, kind, seconds, gc: false, reason: REASON });
    if (capture === null || capture.profileId === null) return;
    const endMs = now();
    await budget.add(name, capture.sizeBytes ?? 0, planned(scraper.config).budgetBytes);
    const cores = seconds === 0 ? null : kept.quiet.mean(startMs, endMs);
    // A rule has claimed the profile, so it is kept.
    if (capture.reason.how !== 'baseline') return;
    const wasQuiet = seconds === 0 || kept.quiet.wasQuiet(startMs, endMs);
    if (wasQuiet && isNear(processStart, scraper.view().processStartSeconds)) {
      kept.baselines.set(kind, { profileId: capture.profileId, timeMs: startMs, cores, processStart });
      await this.removeOld(name);
    } else await profiles.remove(capture.profileId);
  }

  private async removeOld(target: string): Promise<void> {
    const { captures, profiles, texts, now } = this.options;
    const used = new Set(captures.list(target).map(({ againstQuiet }) => againstQuiet?.beforeId));
    const all = await profiles.list();
    const isNamed = namesProfile(texts(target), all.map((info) => ({ info })));
    for (const info of all) {
      const { id, source, addedTime } = info;
      const isOld = isBaselineOf(target, source) && now() - 1000 * addedTime >= KEPT_MS;
      if (!isOld || used.has(id) || isNamed(info)) continue;
      const removed = await profiles.remove(id);
      if (!removed.ok) log.warn('An old quiet profile could not be removed.', { target, why: removed.error.message });
    }
  }

  /** Reuses quiet profiles from before a restart of tsdbscope if the target's process is the same. */
  private async adopt(target: string, kept: Kept, processStart: number | null): Promise<void> {
    const { profiles, now } = this.options;
    if (processStart === null) return;
    const own = (await profiles.list()).filter(({ source }) => isBaselineOf(target, source));
    for (const [kind, seconds] of QUIET_SECONDS) {
      const last = own.find((info) => info.kind === kind);
      if (last === undefined || now() - 1000 * last.addedTime > ADOPTED_MS) continue;
      const stored = await profiles.stored(last.id);
      const uptime = stored.ok ? stored.value.targetFacts?.uptimeSeconds : undefined;
      if (uptime === undefined || !isNear(last.addedTime - uptime, processStart)) continue;
      const cores = seconds === 0 ? null : await this.coresOf(last);
      if (seconds > 0 && cores === null) continue;
      kept.baselines.set(kind, {
        profileId: last.id, timeMs: 1000 * (last.addedTime - (last.durationSeconds ?? 0)), processStart, cores,
      });
    }
  }

  private async coresOf({ id, durationSeconds }: ProfileInfo): Promise<number | null> {
    const cpu = await this.options.profiles.diffTop({ before: [id], after: [id], limit: 1 });
    return cpu.ok && durationSeconds !== null ? cpu.value.totals.before / 1e9 / durationSeconds : null;
  }

  private async compare(scraper: TargetScraper, kept: Kept, capture: Capture): Promise<void> {
    const { id, kind, state, profileId, target } = capture;
    if (state !== 'done' || profileId === null || !isForCause(capture, kept.quiet)) return;
    if (kept.compared.has(id) || capture.againstQuiet !== undefined || capture.waits === true) return;
    kept.compared.add(id);
    const before = usable(scraper, kept, kind);
    // The change between two snapshots is not comparable with a single snapshot.
    if (before === null || before.profileId === profileId || (kind !== 'cpu' && capture.seconds > 0)) return;
    try {
      const { captures, profiles } = this.options;
      const finding = await quietComparison(profiles, capture, before);
      if (finding !== null) captures.amend(id, { againstQuiet: { beforeId: before.profileId, finding } });
    } catch (error) {
      log.error('Comparing a capture with quiet times failed.', { target, error });
    }
  }
}

/** A continuous profile has a cause if it overlaps a compaction, because that compaction was not booked. */
function isForCause({ kind, startTime, endTime, reason: { how } }: Capture, quiet: QuietWatch): boolean {
  return how === 'triggered' || how === 'booked' || (how === 'continuous' && kind === 'cpu'
    && quiet.metCompaction(1000 * (startTime ?? NaN), 1000 * (endTime ?? NaN)));
}

/** Returns the baseline of the running process; null = none. */
function usable(scraper: TargetScraper, { baselines }: Kept, kind: CaptureKind): Baseline | null {
  const baseline = baselines.get(kind);
  return baseline !== undefined && isNear(baseline.processStart, scraper.view().processStartSeconds) ? baseline : null;
}

function isBaselineOf(target: string, source: ProfileInfo['source']): boolean {
  return source.how === 'capture' && source.target === target && source.reason?.how === 'baseline';
}

function isNear(one: number | null, other: number | null): boolean {
  return one === other || (one !== null && other !== null && Math.abs(one - other) <= SAME_START_SECONDS);
}
