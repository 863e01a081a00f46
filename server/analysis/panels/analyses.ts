/** The table of analyses: from a window's samples to the answer of each panel. Pure; the registry is core/panels.ts. */
import type { PanelByName, PanelName } from '../../../core/contract/contract.ts';
import type { TargetFacts } from '../../../core/contract/facts.ts';
import { byPanel, type PanelInputs } from '../../../core/panels.ts';
import type { Role, RoleWindow } from '../../data/metrics/roleNames.ts';
import { findCompactions } from '../signals/compaction/compactionIntervals.ts';
import { findGcCycles } from '../signals/gc/gcCycles.ts';
import type { PulseTrain } from '../signals/trains/pulseTrain.ts';
import { scrapeTrains, withHeadSeries } from '../signals/trains/scrapeTrains.ts';
import { trainsOfWindow } from '../signals/trains/trainsOfWindow.ts';
import { hostInputs } from '../signals/host/nodeInputs.ts';
import { adviceFor } from '../advice/advice.ts';
import { analyseCompaction } from './compaction/compaction.ts';
import { analyseGcCpu } from './gc-cpu/gcCpu.ts';
import { analyseMemory } from './memory/memory.ts';
import { scrapeSpikes } from '../signals/spikes/quantitySpikes.ts';
import { silenceNow, stateBefore } from './scrapes/downState.ts';
import { analyseScrapes } from './scrapes/scrapes.ts';
import { analyseWalReplay } from './wal-replay/walReplay.ts';

/** Seed of the surrogates and bootstraps: the same window gives the same panel. */
const SEED = 20_261_120;

/** Inputs of a panel besides the samples. */
export interface AnalysisOptions {
  facts: TargetFacts;
  inputs: PanelInputs;
  stepMs: number | null;
  nowMs: number;
  intervalSeconds: number;
  timeoutSeconds: number | null;
  /** Trains of rule groups that the window does not contain; none by default. */
  groupTrains?: readonly PulseTrain[];
}

type Analysis<P extends PanelName> = (window: RoleWindow, options: AnalysisOptions) => PanelByName[P];

const ANALYSES: { [P in PanelName]: Analysis<P> } = {
  'gc-cpu': (window, { facts, stepMs, inputs, groupTrains = [] }) => {
    const answer = analyseGcCpu(window, findCompactions(window), {
      stepMs, facts, seed: SEED, profiles: inputs.cpuProfiles, traces: inputs.traces, queries: inputs.queries,
      container: inputs.container,
      trains: [...trainsOfWindow(window), ...groupTrains, ...scrapeTrains(window, inputs.scrapeTrains)],
    });
    const trains = withHeadSeries(answer.spikes.trains ?? [], inputs.headReadings);
    return { ...answer, spikes: { ...answer.spikes, trains } };
  },
  compaction: (window, { facts, stepMs, nowMs, inputs }) => {
    const node = hostInputs(window);
    return analyseCompaction(
      window, { stepMs, facts, nowMs, profiles: inputs.cpuProfiles, ...(node === undefined ? {} : { node }) }
    );
  },
  'wal-replay': (window, { facts, stepMs, nowMs, inputs }) => (
    analyseWalReplay(window, { stepMs, facts, nowMs, earlier: inputs.earlierStarts })
  ),
  memory: (window, { facts, stepMs, intervalSeconds, inputs: { headReadings } }) => (
    analyseMemory(window, findCompactions(window), { stepMs, facts, intervalSeconds, seed: SEED, headReadings })
  ),
  scrapes: (window, { facts, stepMs, nowMs, timeoutSeconds, intervalSeconds, inputs: { jobDurations } }) => {
    const [compactions, gc] = [findCompactions(window), findGcCycles(window)];
    return analyseScrapes(window, compactions, gc.cycles, {
      stepMs, nowMs, timeoutSeconds, intervalSeconds, maxProcs: facts.maxProcs ?? null, jobs: facts.scrapeJobs ?? null,
      flags: facts.flags, jobDurations,
      spikes: scrapeSpikes({ window, compactions, gc }),
    });
  },
};

/** Panels whose own findings cover a target that does not answer. */
const SAY_STATES: readonly PanelName[] = ['scrapes', 'wal-replay'];

/** Returns whether a panel reads a role: host CPU modes, buckets and rule groups are many series, for one panel. */
export function needsRole(panel: PanelName, role: Role): boolean {
  return panel === (role === 'hostCpuSeconds' ? 'scrapes' : /Buckets$|^ruleGroup/.test(role) ? 'gc-cpu' : panel);
}

/** Returns the window as the panel's own page reads it, if more was read for several panels. */
export function panelWindow(panel: PanelName, window: RoleWindow): RoleWindow {
  return {
    ...window,
    role: (role) => (needsRole(panel, role) ? window.role(role) : undefined),
    labelled: (role) => (needsRole(panel, role) ? window.labelled(role) : []),
  };
}

export function analysePanel<P extends PanelName>(
  panel: P, window: RoleWindow, options: AnalysisOptions,
): PanelByName[P] {
  const answer = ANALYSES[panel](window, options);
  const silence = silenceNow(window, options);
  // The progress of a replay is polled, so that panel has readings meanwhile.
  const isKnown = silence === null || (panel === 'wal-replay' && silence.gap.cause === 'replay');
  const finding = silence === null || SAY_STATES.includes(panel) ? answer.finding
    : stateBefore(answer.finding, silence, window);
  return {
    ...answer, ...(isKnown ? {} : { silentSince: silence.since }),
    finding: { ...finding, actions: adviceFor(window, finding.actions) },
  };
}

export function analysePanels(window: RoleWindow, options: AnalysisOptions): PanelByName {
  // A record of all panels cannot express that each answer has its panel's type.
  return byPanel((panel) => analysePanel(panel, window, options)) as PanelByName;
}
