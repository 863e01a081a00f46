import type { Feature, Opened } from '../../kernel/feature.ts';
import { flameRoutes } from './flameRoutes.ts';
import { profileReportRoutes } from './profileReportRoutes.ts';
import { profileRoutes } from './profileRoutes.ts';
import { profileViewRoutes } from './profileViewRoutes.ts';
import { spanRoutes, type SpanNeeds } from './spanRoutes.ts';

/** Shows profiles: single, compared, and merged over a window of a target. */
export const profilesFeature: Feature<SpanNeeds, Opened> = {
  name: 'profiles',
  open: (_, needs) => ({
    routes: [
      spanRoutes(needs), profileRoutes(needs), flameRoutes(needs), profileReportRoutes(needs), profileViewRoutes(needs),
    ],
  }),
};
