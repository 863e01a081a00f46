import type { Feature, Opened } from '../../kernel/feature.ts';
import type { OpenNeeds } from './openNeeds.ts';
import { openRoutes } from './openRoutes.ts';

/** Opens any file on the page that it belongs to; shows the logs opened this way. */
export const openFilesFeature: Feature<Omit<OpenNeeds, 'now'>, Opened> = {
  name: 'open-files',
  open: ({ clock }, needs) => ({ routes: [openRoutes({ ...needs, now: clock.nowMs })] }),
};
