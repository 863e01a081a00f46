/**
 * The registry of panels, used by everything that lists, titles or links panels. Each side has one table of what a
 * panel computes and draws: server/analysis/panels/analyses.ts, core/views/panelViews.ts,
 * web/panels/panelComponents.tsx.
 */
import { noContainer, type ContainerSamples } from './containerSamples.ts';
import type { GoroutineEvidence, ProfileStack } from './contract/terms/goroutines.ts';
import type {
  DrawnName, GcProfile, GcTrace, HeadReading, JobDurations, LoggedQuery,
  PanelByName, PanelName, TargetTrain,
} from './contract/contract.ts';

/** A start of the target that became ready. `start` is in Unix seconds; `segments` of the WAL, null if unknown. */
export interface EarlierReplay { start: number; totalSeconds: number; segments: number | null }

/** Inputs of panels besides the samples of the window. */
export interface PanelInputs {
  /** CPU profiles of the target captured in the window. */
  cpuProfiles: readonly GcProfile[];
  /** Execution traces of the target in the window, ascending. */
  traces: readonly GcTrace[];
  /** Starts of the target that became ready, including those before the window. */
  earlierStarts: readonly EarlierReplay[];
  /** Longest queries evaluated in the window, from the target's query logs. */
  queries: readonly LoggedQuery[];
  /** The target's own scrapes, on its clock, as it reports them. */
  scrapeTrains: readonly TargetTrain[];
  /** Readings of the target's series in the window, ascending; taken on demand. */
  headReadings: readonly HeadReading[];
  /** Data on its container in the window, from the TSDB that scrapes the target. */
  container: ContainerSamples;
  /** Scrape durations by job, from the TSDB that scrapes the target. */
  jobDurations: JobDurations;
  /** Stacks from the newest profiles in the window that known issues look for; only for findings. */
  stacks: readonly ProfileStack[];
  /** What goroutines wait for, by the newest goroutine profiles in the window; only for findings. */
  goroutines: GoroutineEvidence | null;
}

export function noJobDurations(sentence: string): JobDurations {
  return {
    sentence, stepSeconds: null, time: [], maxSeconds: {}, p50Seconds: {}, othersMaxSeconds: [], others: 0,
  };
}

export const NO_INPUTS: PanelInputs = {
  cpuProfiles: [], traces: [], queries: [], scrapeTrains: [], earlierStarts: [], headReadings: [], stacks: [],
  goroutines: null,
  container: noContainer('Only of a target that is scraped here can the counters of its container be found.'),
  jobDurations: noJobDurations('Only of a target that is scraped here can its TSDB be asked for scrapes by job.'),
};

interface PanelEntry<P extends PanelName> {
  /** Heading of the panel. */
  title: string;
  /** Name of its page in the navigation and the browser tab. */
  pageTitle: string;
  /** Title below the icon on a phone. */
  shortTitle: string;
  /** Key that opens it after `g`. */
  letter: string;
  /** Summary of its route in openapi.json. */
  summary: string;
  /** Inputs of its analysis; all others are empty. */
  inputs: readonly (keyof PanelInputs)[];
  /** What one scrape alone cannot show, as part of a sentence. */
  overTime: string;
  /** Fields of its answer that the page requires. */
  fields: readonly (keyof PanelByName[P] & string)[];
  /** Its tables besides series and figures: `part` of the CSV export, and name. */
  tables: readonly { part: string; label: string }[];
}

/** Panels in the order of the navigation. */
export const PANELS: { readonly [P in PanelName]: PanelEntry<P> } = {
  'gc-cpu': {
    title: 'GC & CPU', pageTitle: 'GC & CPU', shortTitle: 'GC', letter: 'c', summary: 'GC cycles against CPU.',
    inputs: ['cpuProfiles', 'traces', 'queries', 'scrapeTrains', 'headReadings', 'container'],
    overTime: 'GC cycles, CPU over time and how they move together',
    fields: ['series', 'cycles', 'correlation'],
    tables: [
      { part: 'spikes.spikes', label: 'CPU spikes' }, { part: 'spikes.causes', label: 'CPU spikes by cause' },
      { part: 'spikes.queries', label: 'CPU spikes by query' },
      { part: 'spikes.trains', label: 'CPU by rule group and scrape job' },
      { part: 'around', label: 'CPU around a GC cycle' }, { part: 'cycles', label: 'GC cycles' },
      { part: 'correlation.lags', label: 'correlation by lag' }, { part: 'estimates', label: 'GC CPU estimates' },
      { part: 'pauseQuantiles', label: 'stop-the-world pauses' },
      { part: 'schedLatency', label: 'scheduling latency' },
    ],
  },
  compaction: {
    title: 'Compaction', pageTitle: 'Compaction', shortTitle: 'Compact', letter: 'k',
    summary: 'Compactions on the clock.',
    inputs: ['cpuProfiles'], overTime: 'compactions, their times and their cost',
    fields: ['series', 'compactions', 'fold', 'alignment'],
    tables: [
      { part: 'fold', label: 'fold' }, { part: 'compactions', label: 'compactions' },
      { part: 'blocks', label: 'blocks' },
    ],
  },
  'wal-replay': {
    title: 'WAL replay', pageTitle: 'WAL replay', shortTitle: 'Replay', letter: 'r',
    summary: 'WAL replay, running or done.',
    inputs: ['earlierStarts'], overTime: 'a start and its phases',
    fields: ['state', 'phases', 'points', 'memory'],
    tables: [{ part: 'phases', label: 'phases' }, { part: 'earlier', label: 'earlier starts' }],
  },
  memory: {
    title: 'Memory & capacity', pageTitle: 'Memory', shortTitle: 'Memory', letter: 'm',
    summary: 'What the memory is made of, cost per sample and series, warm-up.',
    inputs: ['headReadings'], overTime: 'how memory changes and what a sample costs',
    fields: ['parts', 'ratios', 'load', 'warmUps', 'series'],
    tables: [
      { part: 'parts', label: 'breakdown of resident memory' }, { part: 'warmUps', label: 'warm-ups' },
      { part: 'spikes.spikes', label: 'memory spikes' }, { part: 'spikes.causes', label: 'memory spikes by cause' },
    ],
  },
  scrapes: {
    title: 'Scrapes', pageTitle: 'Scrapes', shortTitle: 'Scrapes', letter: 's',
    summary: 'Every scrape of the target, failures and gaps.',
    inputs: ['jobDurations'], overTime: 'failures, gaps and how durations vary',
    fields: ['points', 'gaps', 'scrapes', 'byState', 'overlapTests', 'ownScrapes'],
    tables: [
      { part: 'gaps', label: 'gaps and their causes' }, { part: 'overlapTests', label: 'overlaps with slow scrapes' },
      { part: 'byState', label: 'scrape duration by state' },
      { part: 'intervalLengths', label: 'own scrape intervals' },
      { part: 'jobDurations', label: 'scrape duration by job over time' },
      { part: 'spikes.spikes', label: 'scrape-time spikes' },
      { part: 'spikes.causes', label: 'scrape-time spikes by cause' },
    ],
  },
};

export const PANEL_NAMES = Object.keys(PANELS) as readonly PanelName[];

export function isPanelName(word: unknown): word is PanelName {
  return PANEL_NAMES.some((name) => name === word);
}

/** Returns an object with one value per panel, in the order of the registry. */
export function byPanel<V>(value: (name: PanelName) => V): Record<PanelName, V> {
  return Object.fromEntries(PANEL_NAMES.map((name) => [name, value(name)])) as Record<PanelName, V>;
}

/** Headings of everything that can be drawn for a target over a window, and the pages that show it. */
export const DRAWN: Readonly<Record<DrawnName, { title: string; page: PanelName }>> = {
  ...byPanel((page) => ({ title: PANELS[page].title, page })),
  'cpu-by-subsystem': { title: 'CPU by subsystem', page: 'gc-cpu' },
};

export const DRAWN_NAMES = Object.keys(DRAWN) as readonly DrawnName[];

export function isDrawnName(word: unknown): word is DrawnName {
  return DRAWN_NAMES.some((name) => name === word);
}

/** Returns the page's title as used within a sentence: `memory`, `GC & CPU`. */
export function panelWord(name: PanelName): string {
  const { pageTitle } = PANELS[name];
  return /^[A-Z]{2}/.test(pageTitle) ? pageTitle : pageTitle.charAt(0).toLowerCase() + pageTitle.slice(1);
}
