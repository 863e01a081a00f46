/** The one place that completes the question of a window: what panels are drawn from besides its samples. */
import { profileTarget } from '../../core/profileTarget.ts';
import type { GcProfile, PanelByName, PanelFinding, PanelName, ProfileInfo } from '../../core/contract/contract.ts';
import { PANEL_NAMES, PANELS, type PanelInputs } from '../../core/panels.ts';
import { ok, type Result } from '../../core/result.ts';
import { recorderState } from '../panels/overview/recorderState.ts';
import type { DataStore, PanelQuery } from '../store/dataStore.ts';
import type { ProfileCatalog } from '../store/files/profileCatalog.ts';
import type { KnownStarts } from './knownStarts.ts';
import type { TargetDirectory } from './targetDirectory.ts';

/** The newest CPU profiles of a window; more do not make the figure better worth waiting for. */
const MAX_PROFILES = 20;

export interface InputSources {
  profiles: Pick<ProfileCatalog, 'list' | 'gcShare'>;
  targets: Pick<TargetDirectory, 'incident' | 'isLive'>;
  starts: Pick<KnownStarts, 'finished'>;
}

/**
 * The panels of a target as every door shows them: page, overview, embed, picture, postmortem, incident file. Asking
 * the store alone would leave the inputs out, so nothing else does.
 */
export class PanelAnswers {
  constructor(private readonly sources: InputSources & { data: Pick<DataStore, 'panel' | 'findings' | 'status'> }) {}

  async panel<P extends PanelName>(panel: P, query: PanelQuery): Promise<Result<PanelByName[P]>> {
    return this.sources.data.panel(panel, { ...query, inputs: await panelInputs(this.sources, query, [panel]) });
  }

  /** The findings of all panels, each and combined: states first, then the worst. A recording has its end behind it. */
  async findings(query: PanelQuery): Promise<Result<PanelFinding[]>> {
    const { data, targets } = this.sources;
    const found = await data.findings({ ...query, inputs: await panelInputs(this.sources, query, PANEL_NAMES) });
    if (!found.ok || !targets.isLive(query.target)) return found;
    const recorder = recorderState(
      await data.status(), { endSeconds: query.endMs / 1000, nowSeconds: query.nowMs / 1000 }
    );
    return recorder === null ? found : ok([recorder, ...found.value]);
  }
}

/** The inputs that the registry names for these panels; the others are empty. */
async function panelInputs(
  sources: InputSources, query: PanelQuery, panels: readonly PanelName[],
): Promise<PanelInputs> {
  const needs = (input: keyof PanelInputs): boolean => panels.some((panel) => PANELS[panel].inputs.includes(input));
  return {
    cpuProfiles: needs('cpuProfiles') ? await cpuProfiles(sources, query) : [],
    earlierStarts: needs('earlierStarts') ? await sources.starts.finished(query.target) : [],
  };
}

/**
 * What garbage collection has of each CPU profile that was captured of the target in the window, ascending. One that
 * cannot be read is skipped: the panel works without it, and the Profiles page says what is wrong with it.
 */
async function cpuProfiles({ profiles, targets }: InputSources, query: PanelQuery): Promise<GcProfile[]> {
  const taken = (await profiles.list()).flatMap((profile) => {
    const own = ofTarget(targets, profile, query.target);
    return own !== null && isInside(own, query) ? [own] : [];
  }).slice(0, MAX_PROFILES);
  const shares = await Promise.all(taken.map(async (profile): Promise<GcProfile[]> => {
    const share = await profiles.gcShare(profile.id);
    if (!share.ok || profile.time === null || profile.durationSeconds === null) return [];
    const { id, name, time: start, durationSeconds } = profile;
    return [{ id, name, start, durationSeconds, ...share.value }];
  }));
  return shares.flat().sort((a, b) => a.start - b.start);
}

/**
 * The profile as one of the target's own: captured, or opened with its recording; null when it is not. A profile from
 * an incident file belongs to its target, under its name there, even if other targets have it too.
 */
function ofTarget(targets: InputSources['targets'], profile: ProfileInfo, target: string): ProfileInfo | null {
  const incident = targets.incident(target);
  if (incident === undefined) {
    return profileTarget(profile) === target ? profile : null;
  }
  const kept = incident.profiles.find(({ id, isCapture }) => id === profile.id && isCapture);
  return kept === undefined ? null : { ...profile, name: kept.name };
}

/** Wholly inside, since the figures are carried over from it to the window. */
function isInside({ kind, time, durationSeconds }: ProfileInfo, { startMs, endMs }: PanelQuery): boolean {
  return kind === 'cpu' && time !== null && durationSeconds !== null
    && time * 1000 >= startMs && (time + durationSeconds) * 1000 <= endMs;
}
