import type { Capture, CaptureReason, ProfileInfo, Profiling } from '../../../core/contract/contract.ts';
import { quietFinding } from '../../../core/views/profile/quietFinding.ts';
import { log } from '../../logging/log.ts';
import type { TargetScraper } from '../../scrape/targetScraper.ts';
import { QuietWatch } from '../../signals/triggers/quietWatch.ts';
import type { ProfileCatalog } from '../../store/files/profileCatalog.ts';
import type { Captures } from '../captures/captures.ts';
import type { LiveHub } from '../liveHub.ts';
import { namesProfile } from './namedProfiles.ts';
import type { Planner } from './planner.ts';
import type { ProfileBudget } from './profileBudget.ts';
import { planned } from './profilingPlans.ts';
import type { TriggeredProfiles } from './triggeredProfiles.ts';

const SECONDS = 10;
/** What is usual changes over a day. */
const RENEWED_MS = 15 * 60_000;
/** After one that was not quiet to its end, or failed. */
const RETRY_MS = 60_000;
/** Older ones go, unless a capture was compared with them or a note or an embed names them. */
const KEPT_MS = 86_400_000;
/** One of before a restart of tsdbscope. */
const ADOPTED_MS = 2 * RENEWED_MS;
/** Start times nearer than this are one process. */
const SAME_START_SECONDS = 5;
const REASON: CaptureReason = {
  how: 'baseline', sentence: 'Quiet: no compaction, and CPU near what is usual. Others are compared with it.',
};

export interface QuietBaselineOptions {
  captures: Pick<Captures, 'take' | 'list' | 'amend'>;
  profiles: Pick<ProfileCatalog, 'list' | 'get' | 'stored' | 'remove' | 'diffTop'>;
  budget: Pick<ProfileBudget, 'add'>;
  /** CPU as the rules see it. */
  triggered: Pick<TriggeredProfiles, 'cpuOf'>;
  hub: Pick<LiveHub, 'subscribe'>;
  /** Of notes about the target and of embeds. */
  texts: (target: string) => readonly string[];
  now: () => number;
}

interface Baseline { profileId: string; timeMs: number; cores: number; processStart: number | null }

interface Kept {
  quiet: QuietWatch;
  baseline: Baseline | null;
  seenMs: number;
  triedMs: number;
  isBusy: boolean;
  /** Captures that were compared, or could not be. */
  compared: Set<string>;
}

/** Keeps a CPU profile of quiet times fresh, and compares triggered and booked ones with it. */
export class QuietBaseline implements Planner {
  private readonly targets = new Map<string, Kept>();

  constructor(private readonly options: QuietBaselineOptions) {}

  async onScrape(scraper: TargetScraper, isOn: boolean): Promise<void> {
    const { reading, state, processStartSeconds } = scraper.view();
    const kept = this.keptOf(scraper);
    if (reading === null || state !== 'up' || reading.timeMs === kept.seenMs) return;
    const isFirst = kept.seenMs === -Infinity;
    kept.seenMs = reading.timeMs;
    kept.quiet.see(reading.timeMs, reading.figures, this.options.triggered.cpuOf(scraper));
    if (kept.isBusy) return;
    kept.isBusy = true;
    try {
      if (isFirst) kept.baseline = await this.adopted(scraper.config.name, processStartSeconds);
      if (isOn) await this.renew(scraper, kept);
    } finally {
      kept.isBusy = false;
    }
  }

  about(scraper: TargetScraper): Pick<Profiling, 'baseline'> {
    const baseline = this.usable(scraper);
    return {
      baseline: baseline && { profileId: baseline.profileId, time: baseline.timeMs / 1000, cores: baseline.cores },
    };
  }

  private keptOf(scraper: TargetScraper): Kept {
    const { name } = scraper.config;
    const known = this.targets.get(name);
    if (known !== undefined) return known;
    const kept: Kept = {
      quiet: new QuietWatch(), baseline: null, seenMs: -Infinity, triedMs: -Infinity, isBusy: false,
      compared: new Set(),
    };
    this.targets.set(name, kept);
    this.options.hub.subscribe(name, (event, data) => {
      if (event === 'capture') void this.compare(scraper, kept, data as Capture);
    });
    return kept;
  }

  /** That of the process that runs; null = none. */
  private usable(scraper: TargetScraper): Baseline | null {
    const { baseline } = this.keptOf(scraper);
    return baseline !== null && isNear(baseline.processStart, scraper.view().processStartSeconds) ? baseline : null;
  }

  private async renew(scraper: TargetScraper, kept: Kept): Promise<void> {
    const { captures, profiles, budget, now } = this.options;
    const { name } = scraper.config;
    const startMs = now();
    const before = this.usable(scraper);
    if (before !== null && startMs - before.timeMs < RENEWED_MS) return;
    if (startMs - kept.triedMs < RETRY_MS || !kept.quiet.isQuiet(startMs)) return;
    if (captures.list(name).some(({ state }) => state === 'running')) return;
    kept.triedMs = startMs;
    const processStart = scraper.view().processStartSeconds;
    const order = { target: name, kind: 'cpu', seconds: SECONDS, gc: false, reason: REASON } as const;
    const capture = await captures.take(scraper, order);
    if (capture === null || capture.profileId === null) return;
    const endMs = now();
    await budget.add(name, capture.sizeBytes ?? 0, planned(scraper.config).budgetBytes);
    const cores = kept.quiet.mean(startMs, endMs);
    // One that a rule has taken over is kept for that.
    if (capture.reason.how !== 'baseline') return;
    if (cores !== null && kept.quiet.wasQuiet(startMs, endMs)
      && isNear(processStart, scraper.view().processStartSeconds)) {
      kept.baseline = { profileId: capture.profileId, timeMs: startMs, cores, processStart };
      await this.removeOld(name);
    } else await profiles.remove(capture.profileId);
  }

  private async removeOld(target: string): Promise<void> {
    const { captures, profiles, texts, now } = this.options;
    const used = new Set(captures.list(target).map(({ againstQuiet }) => againstQuiet?.beforeId));
    const isNamed = namesProfile(texts(target));
    for (const info of await profiles.list()) {
      const { id, source, addedTime } = info;
      const isOld = isBaselineOf(target, source) && now() - 1000 * addedTime >= KEPT_MS;
      if (!isOld || used.has(id) || isNamed(info)) continue;
      const removed = await profiles.remove(id);
      if (!removed.ok) log.warn('An old quiet profile could not be removed.', { target, why: removed.error.message });
    }
  }

  private async adopted(target: string, processStart: number | null): Promise<Baseline | null> {
    const { profiles, now } = this.options;
    const last = (await profiles.list()).find(({ source }) => isBaselineOf(target, source));
    if (last === undefined || now() - 1000 * last.addedTime > ADOPTED_MS || processStart === null) return null;
    const stored = await profiles.stored(last.id);
    const uptime = stored.ok ? stored.value.targetFacts?.uptimeSeconds : undefined;
    if (uptime === undefined || !isNear(last.addedTime - uptime, processStart)) return null;
    const cpu = await profiles.diffTop({ before: [last.id], after: [last.id], limit: 1 });
    if (!cpu.ok || last.durationSeconds === null) return null;
    return {
      profileId: last.id, timeMs: 1000 * (last.addedTime - last.durationSeconds), processStart,
      cores: cpu.value.totals.before / 1e9 / last.durationSeconds,
    };
  }

  private async compare(scraper: TargetScraper, kept: Kept, capture: Capture): Promise<void> {
    const { id, kind, state, profileId, reason: { how } } = capture;
    if (state !== 'done' || kind !== 'cpu' || profileId === null || (how !== 'triggered' && how !== 'booked')) return;
    if (kept.compared.has(id) || capture.againstQuiet !== undefined) return;
    kept.compared.add(id);
    const before = this.usable(scraper);
    if (before === null || before.profileId === profileId) return;
    try {
      const { captures, profiles } = this.options;
      const [quiet, table] = await Promise.all([
        profiles.get(before.profileId),
        profiles.diffTop({ before: [before.profileId], after: [profileId], normalize: 'duration', limit: 0 }),
      ]);
      if (!quiet.ok || !table.ok) {
        const why = !quiet.ok ? quiet.error.message : table.ok ? '' : table.error.message;
        log.warn('A capture could not be compared with quiet times.', { target: capture.target, why });
        return;
      }
      const finding = quietFinding({
        table: table.value, quietSeconds: quiet.value.durationSeconds ?? SECONDS, quietTime: before.timeMs / 1000,
        what: wordOf(capture),
      });
      if (finding !== null) captures.amend(id, { againstQuiet: { beforeId: before.profileId, finding } });
    } catch (error) {
      log.error('Comparing a capture with quiet times failed.', { target: capture.target, error });
    }
  }
}

function isBaselineOf(target: string, source: ProfileInfo['source']): boolean {
  return source.how === 'capture' && source.target === target && source.reason?.how === 'baseline';
}

function wordOf({ at, reason: { rule } }: Capture): string {
  if (at === 'next-compaction' || rule === 'compaction') return 'Compaction';
  return rule === 'cpu' ? 'CPU spike' : 'Capture';
}

function isNear(one: number | null, other: number | null): boolean {
  return one === other || (one !== null && other !== null && Math.abs(one - other) <= SAME_START_SECONDS);
}
