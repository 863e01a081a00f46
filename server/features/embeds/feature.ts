import type { Feature, Opened } from '../../kernel/feature.ts';
import type { OpenLasting } from '../../kernel/files/lasting.ts';
import { EmbedStore } from './embedStore.ts';

export interface OpenedEmbeds extends Opened { embeds: { store: EmbedStore } }

/** Links that show one panel, flame graph or comparison to anyone who has them. */
export const embedsFeature: Feature<{ openPart: OpenLasting }, OpenedEmbeds> = {
  name: 'embeds',
  async open({ dataDir, faults, clock }, { openPart }) {
    const store = await EmbedStore.open(dataDir, clock.nowMs, faults.notice, openPart);
    return { embeds: { store } };
  },
};
