/** The only place that collects the inputs of panels besides samples. */
import { profileTarget } from '../../../../core/profileTarget.ts';
import type {
  Capture, CpuBySubsystem, DrawnBase, DrawnName, GcProfile, GcTrace, LoggedQuery, PanelByName, PanelFinding,
  PanelName, ProfileInfo, TargetSpikes,
} from '../../../../core/contract/contract.ts';
import type { ProfileCpu } from '../../../../core/cpuLayers.ts';
import { gcAgreement } from '../../../analysis/panels/cpu-split/gcAgreement.ts';
import { noContainer, type ContainerSamples } from '../../../../core/containerSamples.ts';
import { isTelling } from '../../../../core/views/profile/quietFinding.ts';
import { NO_INPUTS, PANEL_NAMES, PANELS, type PanelInputs } from '../../../../core/panels.ts';
import { ok, type Result } from '../../../../core/result.ts';
import { recorderState } from '../../../analysis/panels/overview/recorderState.ts';
import type { DataStore, PanelQuery } from '../../../data/store/dataStore.ts';
import type { ProfileCatalog } from '../../../data/store/files/profileCatalog.ts';
import type { HeadReadings } from '../cardinality/headReadings.ts';
import { KnownStacks } from './knownStacks.ts';
import type { TargetQueries } from '../queries/targetQueries.ts';
import type { KnownStarts } from './knownStarts.ts';
import type { TargetDirectory } from './targetDirectory.ts';
import type { TrainReadings } from '../trains/trainReadings.ts';

/** Newest CPU profiles of a window used for estimates; more do not improve the result. */
const MAX_PROFILES = 120;
/** Panels that find spikes. */
const SPIKING: readonly PanelName[] = ['gc-cpu', 'scrapes', 'memory', 'compaction'];
/** Newest execution traces read per window; the first read of each takes up to 2 s. */
const MAX_TRACES = 8;

export interface InputSources {
  profiles: Pick<ProfileCatalog, 'list' | 'cpu' | 'executionTrace' | 'flamegraph' | 'view'>;
  targets: Pick<TargetDirectory, 'group' | 'incident' | 'isLive' | 'scraper' | 'tsdb'>;
  starts: Pick<KnownStarts, 'finished'>;
  captures: { list: (target: string) => readonly Capture[] };
  head: Pick<HeadReadings, 'within'>;
  queries: Pick<TargetQueries, 'within'>;
  trains: Pick<TrainReadings, 'scrapes'>;
}

/**
 * Returns the panels of a target for all outputs: page, overview, embed, picture, postmortem, incident file. No other
 * code asks the store for panels, because its answers lack the inputs.
 */
export class PanelAnswers {
  readonly #stacks: KnownStacks;

  constructor(
    private readonly sources: InputSources & {
      data: Pick<DataStore, 'panel' | 'findings' | 'spikes' | 'status' | 'cpuSplit'>;
    }
  ) {
    this.#stacks = new KnownStacks(sources.profiles);
  }

  async panel<P extends PanelName>(panel: P, query: PanelQuery): Promise<Result<PanelByName[P]>> {
    return this.sources.data.panel(panel, { ...query, inputs: await panelInputs(this.sources, query, [panel]) });
  }

  /** Returns the panel for pictures and embeds: same as its route's answer, without texts and clients of queries. */
  async drawn(name: DrawnName, query: PanelQuery): Promise<Result<DrawnBase>> {
    if (name === 'cpu-by-subsystem') return this.cpuBySubsystem(query);
    const inputs = await panelInputs(this.sources, query, [name]);
    return this.sources.data.panel(name, { ...query, inputs: { ...inputs, queries: inputs.queries.map(anonymous) } });
  }

  /** Returns the window's CPU by subsystem, from the profiles in it. */
  async cpuBySubsystem(query: PanelQuery): Promise<Result<CpuBySubsystem>> {
    const profiles = await profileCpu(this.sources, query);
    const [split, panel] = await Promise.all([
      this.sources.data.cpuSplit(query, profiles), this.panel('gc-cpu', { ...query, stepMs: null }),
    ]);
    if (!split.ok) return split;
    if (!panel.ok) return panel;
    const { gc, ...answer } = split.value;
    const agreement = gcAgreement({ gc, coverageRatio: answer.coverageRatio }, panel.value.estimates);
    return ok({ target: query.target, ...answer, gcAgreement: agreement });
  }

  /** Returns the spikes that the panels find in CPU, scrape duration, memory and disk I/O. */
  async spikes(query: PanelQuery): Promise<Result<TargetSpikes>> {
    return this.sources.data.spikes({ ...query, inputs: await panelInputs(this.sources, query, SPIKING) });
  }

  /** Returns all panels' findings, single and combined: states first, then the worst; the recorder's only if live. */
  async findings(query: PanelQuery): Promise<Result<PanelFinding[]>> {
    const { data, targets } = this.sources;
    const [stacks, others] = await Promise.all([
      ownProfiles(this.sources, query.target).then((own) => this.#stacks.of(own, query)),
      panelInputs(this.sources, query, PANEL_NAMES),
    ]);
    const found = await data.findings({ ...query, inputs: { ...others, ...stacks } });
    if (!found.ok || !targets.isLive(query.target)) return found;
    const recorder = recorderState(
      await data.status(), { endSeconds: query.endMs / 1000, nowSeconds: query.nowMs / 1000 }
    );
    return recorder === null ? found : ok([recorder, ...found.value]);
  }
}

function anonymous(query: LoggedQuery): LoggedQuery {
  const { origin } = query;
  return { ...query, text: '', error: null, origin: origin.kind === 'http' ? { ...origin, client: '' } : origin };
}

/** Returns the inputs that the registry names for these panels; the others are empty. */
async function panelInputs(
  sources: InputSources, query: PanelQuery, panels: readonly PanelName[],
): Promise<PanelInputs> {
  const needs = (input: keyof PanelInputs): boolean => panels.some((panel) => PANELS[panel].inputs.includes(input));
  const [ownCpu, ownTraces, queries, earlierStarts, container, jobDurations] = await Promise.all([
    needs('cpuProfiles') ? cpuProfiles(sources, query) : [],
    needs('traces') ? traces(sources, query) : [],
    needs('queries') ? sources.queries.within(query.target, query) : [],
    needs('earlierStarts') ? sources.starts.finished(query.target) : [],
    needs('container') ? containerOf(sources, query) : NO_INPUTS.container,
    // Only for a single panel, because no finding uses it and it requires a request to the target.
    needs('jobDurations') && panels.length === 1 ? sources.targets.tsdb(query.target)?.jobDurations(query) : undefined,
  ]);
  return {
    stacks: [], goroutines: null, cpuProfiles: ownCpu, traces: ownTraces, queries, earlierStarts, container,
    scrapeTrains: needs('scrapeTrains') ? sources.trains.scrapes(query, sources.targets.scraper(query.target)) : [],
    headReadings: needs('headReadings') ? sources.head.within(sources.targets.scraper(query.target), query) : [],
    jobDurations: jobDurations ?? NO_INPUTS.jobDurations,
  };
}

/**
 * Reads the control group if the configuration names it, else the TSDB that scrapes the target (its history is longer),
 * else the detected control group. If neither is available, the sentence gives both reasons.
 */
async function containerOf({ targets }: InputSources, query: PanelQuery): Promise<ContainerSamples> {
  const group = targets.group(query.target);
  const own = group?.within(query);
  if (own !== undefined && group?.isConfigured === true) return own;
  const queried = await targets.tsdb(query.target)?.container(query) ?? NO_INPUTS.container;
  if (own === undefined || queried.labels !== null) return queried;
  return own.labels !== null ? own : noContainer(`${queried.sentence} ${own.sentence}`);
}

/**
 * Returns the garbage collection part of each CPU profile captured from the target in the window, ascending. Skips an
 * unreadable one: the panel works without it, and the Profiles page shows the error.
 */
async function cpuProfiles(sources: InputSources, query: PanelQuery): Promise<GcProfile[]> {
  const { startMs, endMs } = query;
  const inside = (await profileCpu(sources, query)).filter(
    ({ start, durationSeconds }) => start * 1000 >= startMs && (start + durationSeconds) * 1000 <= endMs
  );
  const captured = new Map(sources.captures.list(query.target).map((capture) => [capture.profileId, capture]));
  return inside.slice(-MAX_PROFILES).map(({ id, name, start, onOurClock, durationSeconds, gc }) => ({
    id, name, start, ...(onOurClock === undefined ? {} : { onOurClock }), durationSeconds, ...gc,
    ...againstQuiet(captured.get(id)),
  }));
}

/**
 * Returns the measurements of the target's newest execution traces wholly inside the window, ascending. Skips an
 * unreadable one: its page says why.
 */
async function traces({ profiles, targets }: InputSources, query: PanelQuery): Promise<GcTrace[]> {
  const own = await ownProfiles({ profiles, targets }, query.target);
  const inside = own.flatMap(({ kind, id, time, durationSeconds, samples }) => (
    kind === 'trace' && samples > 0 && time !== null && durationSeconds !== null
      && time * 1000 >= query.startMs && (time + durationSeconds) * 1000 <= query.endMs ? [{ id, start: time }] : []));
  const newest = inside.sort((a, b) => a.start - b.start).slice(-MAX_TRACES);
  const read = await Promise.all(newest.map(async ({ id, start }): Promise<GcTrace[]> => {
    const trace = await profiles.executionTrace(id);
    if (!trace.ok) return [];
    const { durationSeconds, gcCores, cycles, markWaitSeconds } = trace.value;
    const whole = cycles.filter(({ isWhole }) => isWhole);
    return [{
      id, start, durationSeconds, cores: gcCores.total, wholeCycles: whole.length, markWaitSeconds,
      wholeCycleCoreSeconds: whole.reduce((sum, cycle) => sum + cycle.dedicatedCoreSeconds
        + cycle.fractionalCoreSeconds + cycle.idleCoreSeconds + cycle.assistCoreSeconds, 0),
    }];
  }));
  return read.flat();
}

async function ownProfiles(
  { profiles, targets }: Pick<InputSources, 'profiles' | 'targets'>, target: string
): Promise<ProfileInfo[]> {
  return (await profiles.list()).flatMap((profile) => ofTarget(targets, profile, target) ?? []);
}

/** Returns the process's CPU from each CPU profile of the target that overlaps the window, ascending. */
async function profileCpu({ profiles, targets }: InputSources, query: PanelQuery): Promise<ProfileCpu[]> {
  const own = await ownProfiles({ profiles, targets }, query.target);
  const touches = (start: number, end: number): boolean => start * 1000 < query.endMs && end * 1000 > query.startMs;
  const asked = own.filter(({ kind, time, durationSeconds, source }) => {
    if (kind !== 'cpu' || time === null || durationSeconds === null) return false;
    const times = source.how === 'merged' ? source.times : [{ start: time, end: time + durationSeconds }];
    return times.some(({ start, end }) => touches(start, end));
  });
  const all = await Promise.all(asked.map(async ({ id, name }) => {
    const known = await profiles.cpu(id);
    return known.ok ? known.value.map((one) => ({ ...one, name })) : [];
  }));
  return all.flat().filter(({ start, durationSeconds }) => touches(start, start + durationSeconds))
    .sort((a, b) => a.start - b.start);
}

function againstQuiet(capture: Capture | undefined): Pick<GcProfile, 'againstQuiet'> {
  if (capture?.againstQuiet === undefined || capture.startTime === null || capture.endTime === null) return {};
  const { beforeId, finding } = capture.againstQuiet;
  if (!isTelling(finding)) return {};
  const { claim } = finding;
  return { againstQuiet: { beforeId, claim, taken: { start: capture.startTime, end: capture.endTime } } };
}

/**
 * Returns the profile if it belongs to the target: captured, or opened with its recording; else null. A profile from an
 * incident file belongs to its target, under its name there, even if other targets have it too.
 */
function ofTarget(targets: InputSources['targets'], profile: ProfileInfo, target: string): ProfileInfo | null {
  const incident = targets.incident(target);
  if (incident === undefined) {
    return profileTarget(profile) === target ? profile : null;
  }
  const kept = incident.profiles.find(({ id, isCapture }) => id === profile.id && isCapture);
  return kept === undefined ? null : { ...profile, name: kept.name };
}
