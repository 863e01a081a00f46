import type { Feature, Opened } from '../../kernel/feature.ts';
import type { OpenReplicas } from '../../kernel/files/replicatedStore.ts';
import { EmbedStore } from './embedStore.ts';

export interface OpenedEmbeds extends Opened { embeds: { store: EmbedStore } }

/** Links that show one panel, flame graph or comparison to anyone who has them. */
export const embedsFeature: Feature<{ openReplica: OpenReplicas }, OpenedEmbeds> = {
  name: 'embeds',
  async open({ dataDir, faults, clock }, { openReplica }) {
    const store = await EmbedStore.open(dataDir, clock.nowMs, faults.notice, openReplica);
    return { embeds: { store } };
  },
};
