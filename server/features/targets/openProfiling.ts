import type { Kernel } from '../../kernel/feature.ts';
import type { Config } from '../../kernel/config/configTypes.ts';
import { openPageRules, openSwitches } from '../../data/store/files/profilingStore.ts';
import type { ProfileCatalog } from '../../data/store/files/profileCatalog.ts';
import type { Bookings } from './captures/bookings.ts';
import type { Captures } from './captures/captures.ts';
import type { LiveHub } from './answers/liveHub.ts';
import type { PanelAnswers } from './answers/panelInputs.ts';
import type { ReplayHistory } from './answers/replayHistory.ts';
import { ceilingNow } from './profiling/ceilingNow.ts';
import { CompactionProfiles } from './profiling/compactionProfiles.ts';
import { ContinuousProfiles } from './profiling/continuousProfiles.ts';
import { lastMinutes } from './profiling/lastMinutes.ts';
import { ProfileBudget } from './profiling/profileBudget.ts';
import { Profiler } from './profiling/profiler.ts';
import { QuietBaseline } from './profiling/quietBaseline.ts';
import { ReplayProfiles } from './profiling/replayProfiles.ts';
import { RollUps } from './profiling/rollUps.ts';
import { RuleSettings } from './profiling/ruleSettings.ts';
import { TriggeredProfiles } from './profiling/triggeredProfiles.ts';

export interface ProfilingNeeds {
  profiles: ProfileCatalog;
  captures: Captures;
  bookings: Bookings;
  panels: PanelAnswers;
  replays: ReplayHistory;
  hub: LiveHub;
  /** Returns texts that may name profiles of a target; named profiles are kept. */
  texts: (target: string) => string[];
  flag: Config['profiling'];
}

export interface OpenedProfiling {
  profiler: Profiler;
  rules: RuleSettings;
  /** Resolves once all switches are written. */
  settled: () => Promise<unknown>;
}

/** Opens automatic profiling, with the planners in the order in which they are asked. */
export async function openProfiling(
  { dataDir, faults, clock }: Kernel, needs: ProfilingNeeds
): Promise<OpenedProfiling> {
  const { profiles, captures, bookings, panels, replays, hub, texts, flag } = needs;
  const now = clock.nowMs;
  const switches = await openSwitches(dataDir, faults.notice);
  const pageRules = await openPageRules(dataDir, faults.notice);
  const rules = new RuleSettings(pageRules);
  const budget = new ProfileBudget({ profiles, texts });
  const triggered = new TriggeredProfiles({
    captures, budget, rules, clock, findings: async (scraper) => {
      const found = await panels.findings(lastMinutes(scraper, now()));
      return found.ok ? found.value : [];
    },
  });
  const profiler = new Profiler({
    switches, flag,
    planners: [
      new ReplayProfiles({ panels, captures, profiles, history: replays, now }),
      triggered,
      new CompactionProfiles({ bookings, captures, triggered, budget, rules, now }),
      new QuietBaseline({ captures, budget, profiles, triggered, hub, texts, now }),
      new ContinuousProfiles({ captures, budget, now, ceiling: (scraper) => ceilingNow(panels, scraper, now()) }),
      new RollUps({ profiles, texts, now }),
    ],
  });
  return { profiler, rules, settled: () => Promise.all([switches.settled(), pageRules.settled()]) };
}
