import type { Feature, Opened } from '../../kernel/feature.ts';
import type { PanelQuery } from '../../data/store/dataStore.ts';
import { judgedSpells, type JudgedSpells } from './judgedSpells.ts';
import { postmortemRoutes, type PostmortemRouteDeps } from './postmortemRoutes.ts';

export interface OpenedPostmortem extends Opened {
  /** Returns the times at which findings of a window were a warning or worse. */
  spells: (query: PanelQuery) => Promise<JudgedSpells>;
}

/** The feature of postmortems: a window of a target as Markdown. */
export const postmortemFeature: Feature<Omit<PostmortemRouteDeps, 'config' | 'spells'>, OpenedPostmortem> = {
  name: 'postmortem',
  open({ config }, needs) {
    const spells = (query: PanelQuery): Promise<JudgedSpells> => judgedSpells(needs.panels, query);
    return { spells, routes: [postmortemRoutes({ ...needs, config, spells })] };
  },
};
