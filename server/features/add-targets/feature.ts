import type { Feature, Opened } from '../../kernel/feature.ts';
import type { OpenReplicas } from '../../kernel/files/replicatedStore.ts';
import { AddedStore } from './addedStore.ts';
import { AddedTargets, type AddedTargetsParts } from './addedTargets.ts';
import { addTargetsRoutes } from './addTargetsRoutes.ts';

export interface AddTargetsNeeds extends Pick<AddedTargetsParts, 'targets' | 'live'> { openReplica: OpenReplicas }

export interface OpenedAddTargets extends Opened {
  added: AddedTargets;
  /** Whether other tsdbscopes know the targets added here. */
  isShared: boolean;
}

/** Adds targets on the page or by the API, within what the configuration allows. */
export const addTargetsFeature: Feature<AddTargetsNeeds, OpenedAddTargets> = {
  name: 'add-targets',
  async open({ dataDir, faults, clock }, { openReplica, targets, live }) {
    const store = await AddedStore.open(dataDir, faults.notice, openReplica);
    const added = new AddedTargets({ store, targets, live, faults, now: clock.nowMs });
    return { added, isShared: store.isShared, routes: [addTargetsRoutes(added)], stop: () => store.settled() };
  },
};
