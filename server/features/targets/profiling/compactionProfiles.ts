import type { Capture } from '../../../../core/contract/contract.ts';
import { DEFAULT_RULE_SECONDS, NEXT_COMPACTION } from '../../../../core/triggers.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import type { Bookings } from '../captures/bookings.ts';
import type { Captures } from '../captures/captures.ts';
import type { Planner } from './planner.ts';
import type { ProfileBudget } from './profileBudget.ts';
import { planned } from './profilingPlans.ts';
import type { RuleSettings } from './ruleSettings.ts';
import type { TriggeredProfiles } from './triggeredProfiles.ts';

/** Interval of retries while the next compaction is not known: each try computes a panel. */
const LOOK_AGAIN_MS = 60_000;
/** Pause for a target without CPU profiles, which is unlikely to change soon. */
const WITHOUT_PROFILES_MS = 86_400_000;

export interface CompactionProfilesOptions {
  bookings: Pick<Bookings, 'book'>;
  captures: Pick<Captures, 'list' | 'cancel' | 'amend'>;
  triggered: Pick<TriggeredProfiles, 'allows'>;
  rules: Pick<RuleSettings, 'of'>;
  budget: Pick<ProfileBudget, 'add'>;
  /** ms since the epoch. */
  now: () => number;
}

interface Planned {
  /** Whether the rule was off at the last scrape; its booking is dropped only when it changes to off. */
  isOff: boolean;
  notBeforeMs: number;
  /** The rule's last booking, until its bytes are counted. */
  booked: Capture | null;
}

/**
 * The rule `next-compaction`: while profiling is on, books a profile for the next head compaction, within the limits
 * of all rules. Compactions and continuous profiles both follow the clock, so these meet every compaction or none.
 */
export class CompactionProfiles implements Planner {
  private readonly targets = new Map<string, Planned>();

  constructor(private readonly options: CompactionProfilesOptions) {}

  async onScrape(scraper: TargetScraper, isOn: boolean): Promise<void> {
    const { captures, triggered, rules, now } = this.options;
    const { name } = scraper.config;
    const plan = this.targets.get(name) ?? { isOff: false, notBeforeMs: -Infinity, booked: null };
    this.targets.set(name, plan);
    await this.count(scraper, plan);
    const wasOff = plan.isOff;
    plan.isOff = !isOn || rules.of(scraper.config).off.includes(NEXT_COMPACTION);
    if (plan.isOff && wasOff) return;
    const open = captures.list(name)
      .filter(({ kind, at, state }) => kind === 'cpu' && at === 'next-compaction' && state === 'waiting');
    const own = open.filter(({ reason }) => reason.rule === NEXT_COMPACTION);
    // A person's booking covers the compaction too, and only one profile can be taken at a time.
    if (plan.isOff || own.length < open.length) own.forEach((capture) => { this.drop(capture); });
    if (plan.isOff || open.length > 0 || scraper.view().state !== 'up' || now() < plan.notBeforeMs) return;
    if (!triggered.allows(scraper, NEXT_COMPACTION) || this.hasNoProfiles(name)) return;
    // Set before the request, so that the next scrape does not send a second one.
    plan.notBeforeMs = now() + LOOK_AGAIN_MS;
    const booked = await this.options.bookings.book(
      scraper, {
        target: name, kind: 'cpu', seconds: DEFAULT_RULE_SECONDS, gc: false,
        by: { rule: NEXT_COMPACTION, sentence: 'A head compaction was due.' },
      }, { at: 'next-compaction' }
    );
    if (!booked.ok) return;
    Object.assign(plan, { notBeforeMs: -Infinity, booked: booked.value });
  }

  forget(target: string): void {
    this.targets.delete(target);
  }

  private async count(scraper: TargetScraper, plan: Planned): Promise<void> {
    const { booked } = plan;
    if (booked === null || booked.state === 'waiting' || booked.state === 'running') return;
    plan.booked = null;
    if (booked.sizeBytes !== null)
      await this.options.budget.add(scraper.config.name, booked.sizeBytes, planned(scraper.config).budgetBytes);
  }

  /** Cancels without counting to the limits, so that it can be booked again. A person's cancellation counts. */
  private drop({ id, reason: { how, sentence } }: Capture): void {
    this.options.captures.amend(id, { reason: { how, sentence } });
    this.options.captures.cancel(id);
  }

  private hasNoProfiles(target: string): boolean {
    const last = this.options.captures.list(target).find(({ reason }) => reason.rule === NEXT_COMPACTION);
    return last?.errorType === 'not_found'
      && this.options.now() - 1000 * (last.startTime ?? 0) < WITHOUT_PROFILES_MS;
  }
}
