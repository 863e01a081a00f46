import type { Feature, Opened } from '../../kernel/feature.ts';
import type { HandoverParts } from './handover.ts';
import { handoverRoutes } from './handoverRoutes.ts';

/** The handover report: the last hours for the next on-call engineer. */
export const handoverFeature: Feature<Omit<HandoverParts, 'now'>, Opened> = {
  name: 'handover',
  open: ({ clock }, needs) => ({ routes: [handoverRoutes({ ...needs, now: clock.nowMs })] }),
};
