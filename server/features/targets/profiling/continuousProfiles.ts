import { createHash } from 'node:crypto';
import type { Profiling, ProfilingPlan } from '../../../../core/contract/contract.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import type { Captures } from '../captures/captures.ts';
import { costSentence } from './costSentence.ts';
import { CpuPeaks } from './cpuPeaks.ts';
import { CALM_MS, pauseAfter, pauseOf, type Pause } from './pauses.ts';
import type { Planner } from './planner.ts';
import { sumOf, type ProfileBudget } from './profileBudget.ts';
import { planned, rollUpMs } from './profilingPlans.ts';

/** Share of GOMAXPROCS that counts as the ceiling for CPU over 5 s. */
const REACHED = 0.9;
/** Below this share of its 15-minute maximum, CPU is not at a ceiling. */
const NEAR_TOP = 0.85;
const LOOK_AGAIN_MS = 15_000;

export interface ContinuousOptions {
  captures: Pick<Captures, 'take'>;
  budget: Pick<ProfileBudget, 'kept' | 'describe' | 'add'>;
  /** Returns the CPU ceiling that the Scrapes panel finds; null: CPU is not at it now. */
  ceiling: (scraper: TargetScraper) => Promise<{ cores: number; basis: string } | null>;
  /** ms since the epoch. */
  now: () => number;
}

interface Watched {
  /** The last interval in which a profile was taken, by kind. */
  slots: Map<string, number>;
  failures: Map<string, { count: number; sinceMs: number; pause: Pause }>;
  cpu: CpuPeaks;
  /** Pause of the target as a whole. */
  pause: { pause: Pause; sinceMs: number; seenMs: number } | null;
  isTaking: boolean;
}

/**
 * Takes profiles continuously, one of each kind per interval, at a phase derived from the target's name: profiles of
 * many targets do not coincide, and a restart does not move them.
 */
export class ContinuousProfiles implements Planner {
  private readonly targets = new Map<string, Watched>();

  constructor(private readonly options: ContinuousOptions) {}

  async onScrape(scraper: TargetScraper, isOn: boolean): Promise<void> {
    const { name } = scraper.config;
    if (!isOn) { this.targets.delete(name); return; }
    const nowMs = this.options.now();
    const watched = this.targets.get(name) ?? this.watch(scraper, nowMs);
    const { reading } = scraper.view();
    if (reading?.figures.cpuSeconds !== undefined) watched.cpu.add(reading.timeMs, reading.figures.cpuSeconds);
    judge(watched, pauseOf(scraper.view(), scraper.config.scrapeTimeoutMs), nowMs);
    const due = planned(scraper.config).plans.filter((plan) => isDue(plan, watched, name, nowMs));
    if (watched.isTaking || watched.pause !== null || due.length === 0) return;
    watched.isTaking = true;
    try {
      judge(watched, await this.atCeiling(scraper, watched), nowMs);
      if (watched.pause === null) for (const plan of due) await this.take(scraper, watched, plan);
    } finally {
      watched.isTaking = false;
    }
  }

  async about(scraper: TargetScraper, isOn: boolean): Promise<Partial<Profiling>> {
    const { name } = scraper.config;
    const { plans, budgetBytes } = planned(scraper.config);
    const watched = this.targets.get(name);
    const nowMs = this.options.now();
    const kept = await this.options.budget.kept(name);
    const shown: Partial<Profiling> = {
      kept: {
        ...this.options.budget.describe(name, kept), budgetBytes, rollUpSeconds: rollUpMs(scraper.config) / 1000,
      },
      costSentence: costSentence(plans, budgetBytes, (kind) => {
        const sizes = kept.filter((info) => info.kind === kind);
        return sizes.length === 0 ? undefined : sumOf(sizes) / sizes.length;
      }),
    };
    if (!isOn || watched === undefined) return shown;
    const [failed] = plans.flatMap(({ kind }) => watched.failures.get(kind) ?? []);
    const paused = watched.pause ?? failed ?? null;
    return {
      ...shown,
      state: watched.isTaking ? 'running' : paused === null ? 'waiting' : 'paused',
      pause: paused === null ? null : {
        reason: paused.pause.reason, sentence: paused.pause.sentence, sinceTime: paused.sinceMs / 1000,
        untilTime: paused.pause.untilMs === null ? null : paused.pause.untilMs / 1000,
      },
      nextTime: watched.pause !== null ? null
        : Math.min(...plans.map((plan) => nextMs(plan, watched, name, nowMs))) / 1000,
    };
  }

  forget(target: string): void {
    this.targets.delete(target);
  }

  /** Starts with the next interval, so that switching on or a program start takes no profile at once. */
  private watch({ config }: TargetScraper, nowMs: number): Watched {
    const watched: Watched = {
      slots: new Map(planned(config).plans.map((plan) => [plan.kind, slotOf(plan, config.name, nowMs)])),
      failures: new Map(), cpu: new CpuPeaks(), pause: null, isTaking: false,
    };
    this.targets.set(config.name, watched);
    return watched;
  }

  private async take(scraper: TargetScraper, watched: Watched, plan: ProfilingPlan): Promise<void> {
    const { name: target } = scraper.config;
    const { kind, seconds, everySeconds } = plan;
    const slot = slotOf(plan, target, this.options.now());
    const capture = await this.options.captures.take(scraper, {
      target, kind, seconds, gc: false, reason: { how: 'continuous', sentence: null },
    });
    // Another profile is being taken: retries at the next scrape.
    if (capture === null) return;
    watched.slots.set(kind, slot);
    if (capture.state === 'done') {
      watched.failures.delete(kind);
      await this.options.budget.add(target, capture.sizeBytes ?? 0, planned(scraper.config).budgetBytes);
    } else if (capture.cancelled !== true) {
      const { count = 0, sinceMs = this.options.now() } = watched.failures.get(kind) ?? {};
      watched.failures.set(kind, { count: count + 1, sinceMs, pause: pauseAfter(capture, everySeconds, count) });
    }
  }

  private async atCeiling(scraper: TargetScraper, { cpu }: Watched): Promise<Pause | null> {
    const cores = cpu.cores();
    const { reading, facts } = scraper.view();
    const pause = (top: number, basis: string): Pause => ({
      reason: 'cpu-ceiling', untilMs: this.options.now() + LOOK_AGAIN_MS,
      sentence: `CPU is at its ceiling of ${top.toPrecision(2)} cores (${basis}).`,
    });
    if (cores === null) return null;
    const maxProcs = facts.maxProcs ?? reading?.figures.maxProcs ?? null;
    if (maxProcs !== null && cores >= REACHED * maxProcs) return pause(maxProcs, 'GOMAXPROCS');
    // A ceiling is always near the highest CPU, so no request is needed below that.
    if (cores < NEAR_TOP * cpu.highest()) return null;
    const found = await this.options.ceiling(scraper);
    return found === null ? null : pause(found.cores, found.basis);
  }
}

/** Updates the pause, which ends at its set time, or when its reason was not seen for a while. */
function judge(watched: Watched, pause: Pause | null, nowMs: number): void {
  const { pause: held } = watched;
  if (pause !== null) {
    const sinceMs = held?.pause.reason === pause.reason ? held.sinceMs : nowMs;
    watched.pause = { pause, sinceMs, seenMs: nowMs };
  } else if (held !== null && nowMs >= (held.pause.untilMs ?? held.seenMs + CALM_MS)) watched.pause = null;
}

function isDue(plan: ProfilingPlan, watched: Watched, target: string, nowMs: number): boolean {
  return slotOf(plan, target, nowMs) > (watched.slots.get(plan.kind) ?? -Infinity)
    && nowMs >= (watched.failures.get(plan.kind)?.pause.untilMs ?? -Infinity);
}

function nextMs(plan: ProfilingPlan, watched: Watched, target: string, nowMs: number): number {
  const slot = Math.max((watched.slots.get(plan.kind) ?? 0) + 1, slotOf(plan, target, nowMs));
  const startMs = (slot + phaseOf(plan, target)) * plan.everySeconds * 1000;
  return Math.max(startMs, nowMs, watched.failures.get(plan.kind)?.pause.untilMs ?? 0);
}

/** Returns the number of the current interval; intervals begin at the phase of the target. */
function slotOf(plan: ProfilingPlan, target: string, nowMs: number): number {
  return Math.floor(nowMs / 1000 / plan.everySeconds - phaseOf(plan, target));
}

/** Returns the target's phase in the interval, 0 to 1. */
function phaseOf({ kind }: ProfilingPlan, target: string): number {
  return createHash('sha256').update(`${kind} ${target}`).digest().readUInt32BE() / 2 ** 32;
}
