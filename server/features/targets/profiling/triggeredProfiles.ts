import { within, type Clock } from '../../../../core/time/clock.ts';
import type { Capture, CaptureReason, PanelFinding, Profiling } from '../../../../core/contract/contract.ts';
import type { DefaultRule, TriggerSettings } from '../../../../core/triggers.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import { ruleLimit, type RuleLimit, type TakenByRule } from '../../../analysis/signals/triggers/triggerLimits.ts';
import { Triggers, type Firing } from '../../../analysis/signals/triggers/triggers.ts';
import { PART } from '../captures/captureOrder.ts';
import type { Captures } from '../captures/captures.ts';
import { canBearDump, findingToExplain } from '../captures/stackDumps.ts';
import type { CaptureOrder } from '../captures/captureOrder.ts';
import type { Planner } from './planner.ts';
import type { ProfileBudget } from './profileBudget.ts';
import { planned } from './profilingPlans.ts';
import type { RuleSettings } from './ruleSettings.ts';

/** A running profile with this many seconds left shows the spike as well as a new one would. */
const COVERS_SECONDS = 3;
/** Longest wait for the end of a person's profile; later the spike is over too. */
const OVER_MS = 10_000;
/** Maximum additional reasons of a profile. */
const MAX_ALSO = 5;
/** Interval of reading findings, which queries all panels; so that a wait is named within a minute. */
const FINDINGS_EVERY_MS = 45_000;
const FINDING_SECONDS = 10;
/** Age at which captures are dropped; limits cover one day. */
const FORGOTTEN_MS = 2 * 86_400_000;

export interface TriggeredProfilesOptions {
  captures: Pick<Captures, 'take' | 'over' | 'list' | 'amend'>;
  budget: Pick<ProfileBudget, 'add'>;
  rules: Pick<RuleSettings, 'of' | 'shown'>;
  /** Returns the findings of the last minutes of a target. */
  findings: (scraper: TargetScraper) => Promise<readonly PanelFinding[]>;
  clock: Pick<Clock, 'nowMs' | 'sleep'>;
}

interface Watched {
  settings: TriggerSettings;
  triggers: Triggers;
  seenMs: number;
  /** Captures by rules, by id and rule; kept here because the list of captures may drop them within the day. */
  taken: Map<string, TakenByRule>;
  /** Codes of the critical findings; null before the first read. */
  critical: ReadonlySet<string> | null;
  lookedMs: number;
}

/** Takes a profile when a rule fires, see docs/reference/triggers.md; only while profiling of the target is on. */
export class TriggeredProfiles implements Planner {
  private readonly targets = new Map<string, Watched>();

  constructor(private readonly options: TriggeredProfilesOptions) {}

  async onScrape(scraper: TargetScraper, isOn: boolean): Promise<void> {
    const view = scraper.view();
    const { reading, state, processStartSeconds, facts } = view;
    const watched = this.watchedOf(scraper);
    if (reading === null || state !== 'up' || reading.timeMs === watched.seenMs) return;
    watched.seenMs = reading.timeMs;
    // Usual values are learned also while profiling is off.
    const fired = watched.triggers.see(
      {
        ...reading, processStartSeconds, limitBytes: scraper.config.memoryLimitBytes ?? null,
        blockRangeMs: facts.blockRangeSeconds === undefined ? null : 1000 * facts.blockRangeSeconds,
      },
      (rule) => isOn && this.limit(scraper, watched, rule).held === null
        && (rule !== 'head-wait' || canBearDump(view, scraper.config.scrapeTimeoutMs))
    );
    await Promise.all([
      ...fired.map((firing) => this.take(scraper, watched, firing)),
      ...(isOn ? [this.lookAtFindings(scraper, watched)] : []),
    ]);
  }

  about(scraper: TargetScraper, isOn: boolean): Pick<Profiling, 'triggers' | 'rules'> {
    const watched = this.watchedOf(scraper);
    const { triggers, settings } = watched;
    const state = (rule: string, words: string, on: boolean): Profiling['triggers'][number] => {
      const { lastMs, takenToday, notBeforeMs } = this.limit(scraper, watched, rule);
      return {
        rule, sentence: words, on, lastTime: lastMs === null ? null : lastMs / 1000, takenToday,
        maxPerDay: settings.maxPerDay, notBeforeTime: notBeforeMs === null ? null : notBeforeMs / 1000,
      };
    };
    return {
      rules: this.options.rules.shown(scraper.config),
      triggers: triggers.all.map(({ rule, words }) => (
        state(rule, words, isOn && !settings.off.some((name) => name === rule))
      )),
    };
  }

  /** Returns the values that its rules have seen until the last scrape. */
  seenOf(scraper: TargetScraper): Pick<Triggers, 'cpu' | 'kinds' | 'isAbove'> {
    return this.watchedOf(scraper).triggers;
  }

  /** Returns whether the target's settings and limits allow a rule to take a profile now. */
  allows(scraper: TargetScraper, rule: DefaultRule): boolean {
    const watched = this.watchedOf(scraper);
    return !watched.settings.off.includes(rule) && this.limit(scraper, watched, rule).held === null;
  }

  forget(target: string): void {
    this.targets.delete(target);
  }

  private watchedOf({ config }: TargetScraper): Watched {
    const { name } = config;
    const known = this.targets.get(name);
    const settings = this.options.rules.of(config);
    if (known !== undefined) {
      if (known.settings !== settings) known.triggers.change(settings);
      known.settings = settings;
      return known;
    }
    const watched: Watched = {
      settings, triggers: new Triggers(settings), seenMs: -Infinity, taken: new Map(), critical: null,
      lookedMs: -Infinity,
    };
    this.targets.set(name, watched);
    return watched;
  }

  private limit({ config: { name } }: TargetScraper, { taken, settings }: Watched, rule: string): RuleLimit {
    const nowMs = this.options.clock.nowMs();
    for (const capture of this.options.captures.list(name)) {
      if (capture.startTime === null || capture.state === 'waiting') continue;
      let bytes = capture.sizeBytes ?? 0;
      for (const { rule: by } of [capture.reason, ...capture.reason.also ?? []]) {
        if (by === undefined) continue;
        taken.set(`${capture.id} ${by}`, { rule: by, timeMs: 1000 * capture.startTime, bytes });
        // The bytes count once for all its rules.
        bytes = 0;
      }
    }
    for (const [id, { timeMs }] of taken) if (timeMs < nowMs - FORGOTTEN_MS) taken.delete(id);
    return ruleLimit(rule, [...taken.values()], settings, nowMs);
  }

  private async take(
    scraper: TargetScraper, watched: Watched, firing: Firing & Pick<CaptureOrder, 'waits'>
  ): Promise<void> {
    const { kind, seconds, rule, sentence, values, waits } = firing;
    const target = scraper.config.name;
    const reason: CaptureReason = { how: 'triggered', sentence, rule, values };
    if (kind === 'cpu') {
      const running = this.running(target);
      if (running !== undefined && this.secondsLeft(running) >= COVERS_SECONDS) {
        this.share(running, reason);
        return;
      }
      // A continuous capture ends for it without a wait.
      if (running?.reason.how === 'person' && running.reason.sentence !== PART)
        await within(this.options.clock, OVER_MS, this.options.captures.over(running));
    }
    const order = { target, kind, seconds, gc: false, reason, ...(waits === undefined ? {} : { waits }) } as const;
    const taken = await this.options.captures.take(scraper, order);
    if (taken === null) {
      // Another rule fired first at the same scrape.
      const running = kind === 'cpu' ? this.running(target) : undefined;
      if (running !== undefined) this.share(running, reason);
    } else if (taken.sizeBytes !== null)
      await this.options.budget.add(target, taken.sizeBytes, planned(scraper.config).budgetBytes);
    this.limit(scraper, watched, rule);
  }

  private running(target: string): Capture | undefined {
    return this.options.captures.list(target).find(({ kind, state }) => kind === 'cpu' && state === 'running');
  }

  private secondsLeft({ startTime, seconds }: Capture): number {
    return (startTime ?? 0) + seconds - this.options.clock.nowMs() / 1000;
  }

  /** Adds the reason to the running profile, which covers the spike. Only one taken all the time changes its own. */
  private share({ id, reason }: Capture, by: CaptureReason): void {
    const { sentence, rule, values } = by;
    const { also = [] } = reason;
    const isRoutine = reason.how === 'continuous' || reason.how === 'baseline';
    if (reason.rule !== undefined || (!isRoutine && reason.sentence !== null)) {
      if (also.length < MAX_ALSO && [reason, ...also].every((one) => one.rule !== rule))
        this.options.captures.amend(id, { reason: { ...reason, also: [...also, by] } });
      return;
    }
    const how = isRoutine ? 'triggered' : reason.how;
    this.options.captures.amend(
      id, { reason: { how, sentence, ...(rule === undefined ? {} : { rule }), ...(values && { values }) } }
    );
  }

  private async lookAtFindings(scraper: TargetScraper, watched: Watched): Promise<void> {
    const nowMs = this.options.clock.nowMs();
    const { off } = watched.settings;
    const isOff = off.includes('finding') && off.includes('stacks');
    if (isOff || nowMs - watched.lookedMs < FINDINGS_EVERY_MS) return;
    watched.lookedMs = nowMs;
    const all = await this.options.findings(scraper);
    await Promise.all([this.lookAtStacks(scraper, watched, all), this.lookAtCritical(scraper, watched, all)]);
  }

  /** Takes dumps while the finding lasts, as often as the rule limits allow: wait times grow. */
  private async lookAtStacks(scraper: TargetScraper, watched: Watched, all: readonly PanelFinding[]): Promise<void> {
    if (!this.allows(scraper, 'stacks')) return;
    const reason = findingToExplain(all, scraper.view(), scraper.config.scrapeTimeoutMs);
    if (reason === null) return;
    await this.take(scraper, watched, {
      rule: 'stacks', kind: 'goroutine', seconds: 0, waits: true, values: [],
      sentence: `What waits, and how long: ${reason.sentence}`,
    });
  }

  private async lookAtCritical(scraper: TargetScraper, watched: Watched, all: readonly PanelFinding[]): Promise<void> {
    const found = all.filter(({ severity }) => severity === 'critical');
    const before = watched.critical;
    watched.critical = new Set(found.map(({ code }) => code));
    const turned = before === null ? undefined : found.find(({ code }) => !before.has(code));
    if (turned === undefined || !this.allows(scraper, 'finding')) return;
    const isMemory = turned.panel === 'memory' || turned.panel === 'wal-replay';
    await this.take(scraper, watched, {
      rule: 'finding', sentence: `A finding turned critical: ${turned.sentence}`, values: [],
      ...(isMemory ? { kind: 'heap', seconds: 0 } : { kind: 'cpu', seconds: FINDING_SECONDS }),
    });
  }
}
