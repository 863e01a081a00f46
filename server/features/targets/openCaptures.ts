import { join } from 'node:path';
import type { Kernel } from '../../kernel/feature.ts';
import type { OpenReplicas } from '../../kernel/files/replicatedStore.ts';
import { bundlePart, BundleStore } from '../../data/store/files/bundleStore.ts';
import { CaptureStore } from '../../data/store/files/captureStore.ts';
import type { DataStore } from '../../data/store/dataStore.ts';
import type { ProfileCatalog } from '../../data/store/files/profileCatalog.ts';
import { DebugBundle } from './everything/debugBundle.ts';
import type { LiveHub } from './answers/liveHub.ts';
import type { PanelAnswers } from './answers/panelInputs.ts';
import type { TargetDirectory } from './answers/targetDirectory.ts';
import { Bookings } from './captures/bookings.ts';
import { Captures } from './captures/captures.ts';
import { CompactionClock } from './captures/compactionClock.ts';
import { EvaluationClock } from './captures/evaluationClock.ts';

export interface CaptureNeeds {
  profiles: ProfileCatalog;
  targets: TargetDirectory;
  hub: LiveHub;
  openReplica: OpenReplicas;
  secrets: readonly string[];
  panels: () => Pick<PanelAnswers, 'panel'>;
  data: Pick<DataStore, 'ruleGroups'>;
}

export interface OpenedCaptures {
  captures: Captures;
  everything: DebugBundle;
  bundles: BundleStore;
  bookings: Bookings;
  store: CaptureStore;
}

/** Opens captures: now, at a time, at the next compaction or evaluation, and all of a target as a bundle. */
export async function openCaptures(
  { dataDir, faults, clock }: Kernel, { profiles, targets, hub, openReplica, secrets, panels, data }: CaptureNeeds
): Promise<OpenedCaptures> {
  const now = clock.nowMs;
  const store = await CaptureStore.open(dataDir, faults, openReplica);
  const captures = new Captures({ profiles, store, hub, clock });
  const bundleDir = join(dataDir, 'bundles');
  const bundles = new BundleStore(bundleDir, await openReplica(bundlePart(bundleDir)));
  const everything = new DebugBundle({ captures, profiles, bundles, secrets, now });
  const compactions = new CompactionClock({
    panels: { panel: (panel, query) => panels().panel(panel, query) }, targets, now,
  });
  const evaluations = (group: string): EvaluationClock => new EvaluationClock({ data, targets, now }, group);
  const bookings = new Bookings({ captures, everything, compactions, evaluations, clock });
  return { captures, everything, bundles, bookings, store };
}
