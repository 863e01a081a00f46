import type { Profiling } from '../../../../core/contract/contract.ts';
import { ok, type Result } from '../../../../core/result.ts';
import type { TargetConfig } from '../../../kernel/config/configTypes.ts';
import { log } from '../../../kernel/logging/log.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import type { ProfilingSwitches } from '../../../data/store/files/profilingStore.ts';
import { costSentence } from './costSentence.ts';
import type { Planner } from './planner.ts';
import { planned, rollUpMs } from './profilingPlans.ts';

export interface ProfilerOptions {
  /** Planners, asked after each scrape in this order: the first one has priority. */
  planners: readonly Planner[];
  switches: Pick<ProfilingSwitches, 'get' | 'put'>;
  /** Value of --profiling. */
  flag: boolean | undefined;
}

const NONE_KEPT = { profiles: 0, bytes: 0, hours: 0, pinned: [] };

/** Profiling state of a recording. */
const NOT_PROFILED: Profiling = {
  on: false, setBy: 'default', plans: [], state: 'off', pause: null, nextTime: null,
  costSentence: 'A recording cannot be profiled.', kept: { ...NONE_KEPT, budgetBytes: 0, rollUpSeconds: 0 },
  triggers: [], rules: { setBy: 'default', off: [], rules: [] }, baseline: null,
};

/** Automatic profiling of all targets: runs the planners, and reports whether it is on. */
export class Profiler {
  constructor(private readonly options: ProfilerOptions) {}

  /** Call this after each scrape of a target. */
  onScrape(scraper: TargetScraper): void {
    const { on } = this.setting(scraper.config);
    for (const planner of this.options.planners) void this.ask(planner, scraper, on);
  }

  /** Call this when a target has stopped; it may start again with other settings. */
  forget(target: string): void {
    for (const planner of this.options.planners) planner.forget?.(target);
  }

  /** Returns the profiling state; a scraper of undefined means a recording. */
  async of(scraper: TargetScraper | undefined): Promise<Profiling> {
    if (scraper === undefined) return NOT_PROFILED;
    const { config } = scraper;
    const { on, setBy } = this.setting(config);
    const { plans, budgetBytes } = planned(config);
    const about = await Promise.all(this.options.planners.map(async (planner) => planner.about?.(scraper, on)));
    return Object.assign({
      on, setBy, plans: [...plans], state: on ? 'waiting' : 'off', pause: null, nextTime: null,
      costSentence: costSentence(plans, budgetBytes, () => undefined),
      kept: { ...NONE_KEPT, budgetBytes, rollUpSeconds: rollUpMs(config) / 1000 }, triggers: [],
      rules: NOT_PROFILED.rules, baseline: null,
    } satisfies Profiling, ...about) as Profiling;
  }

  /** Switches profiling. `client`: address of the client. `internal` if it cannot be stored; then nothing changes. */
  async switch(scraper: TargetScraper, on: boolean, client?: string): Promise<Result<Profiling>> {
    const put = await this.options.switches.put(scraper.config.name, on);
    if (!put.ok) return put;
    log.info('Continuous profiling was switched.', { target: scraper.config.name, on, client });
    return ok(await this.of(scraper));
  }

  private async ask(planner: Planner, scraper: TargetScraper, isOn: boolean): Promise<void> {
    try {
      await planner.onScrape(scraper, isOn);
    } catch (error) {
      log.error('Planning a profile failed.', { target: scraper.config.name, error });
    }
  }

  /** Returns the setting: the page's switch overrides the flag, which overrides the configuration. */
  private setting({ name, profiling }: TargetConfig): Pick<Profiling, 'on' | 'setBy'> {
    const switched = this.options.switches.get(name);
    if (switched !== undefined) return { on: switched, setBy: 'page' };
    if (this.options.flag !== undefined) return { on: this.options.flag, setBy: 'flag' };
    return profiling === undefined ? { on: false, setBy: 'default' } : { on: profiling.on, setBy: 'configuration' };
  }
}
