import { log } from '../../../kernel/logging/log.ts';
import { planRollUps } from '../../../profile/span/rollUpPlan.ts';
import { memberOf } from '../../../profile/span/spanPlan.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import type { ProfileCatalog } from '../../../data/store/files/profileCatalog.ts';
import { namesProfile } from './namedProfiles.ts';
import type { Planner } from './planner.ts';
import { rollUpMs } from './profilingPlans.ts';

const LOOK_AGAIN_MS = 10 * 60_000;

export interface RollUpOptions {
  profiles: Pick<ProfileCatalog, 'list' | 'stored' | 'rollUp' | 'remove'>;
  /** Returns the texts of the target's notes and of embeds; profiles named in them are not rolled up. */
  texts: (target: string) => readonly string[];
  /** ms since the epoch. */
  now: () => number;
}

/** Rolls up old continuous profiles by the hour, also while profiling is off. */
export class RollUps implements Planner {
  private readonly lookedMs = new Map<string, number>();

  constructor(private readonly options: RollUpOptions) {}

  async onScrape({ config }: Pick<TargetScraper, 'config'>): Promise<void> {
    const nowMs = this.options.now();
    const lookedMs = this.lookedMs.get(config.name);
    if (lookedMs !== undefined && nowMs - lookedMs < LOOK_AGAIN_MS) return;
    this.lookedMs.set(config.name, nowMs);
    await this.rollUp(config.name, (nowMs - rollUpMs(config)) / 1000);
  }

  forget(target: string): void {
    this.lookedMs.delete(target);
  }

  private async rollUp(target: string, before: number): Promise<void> {
    const { profiles, texts } = this.options;
    const own = (await profiles.list()).filter(({ source }) => source.how !== 'upload' && source.target === target);
    const members = await Promise.all(own.map(async (info) => {
      const stored = await profiles.stored(info.id);
      return stored.ok ? memberOf(stored.value) : { info };
    }));
    const isNamed = namesProfile(texts(target), members);
    const plan = planRollUps(members, ({ info }) => (
      info.source.how === 'capture' && info.source.reason?.how === 'continuous' && !isNamed(info)
    ), before);
    for (const hour of plan.hours) {
      const rolled = await profiles.rollUp(hour);
      if (!rolled.ok) {
        log.warn('Profiles could not be rolled up.', { target, profiles: hour.length, reason: rolled.error.message });
      }
    }
    for (const id of plan.gone) {
      const removed = await profiles.remove(id);
      if (!removed.ok) log.warn('A rolled up profile could not be removed.', { target, reason: removed.error.message });
    }
  }
}
