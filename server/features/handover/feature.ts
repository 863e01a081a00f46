import type { Feature, Opened } from '../../kernel/feature.ts';
import type { HandoverParts } from './handover.ts';
import { handoverRoutes } from './handoverRoutes.ts';

/** What the next on-call needs to know of the last hours. */
export const handoverFeature: Feature<Omit<HandoverParts, 'now'>, Opened> = {
  name: 'handover',
  open: ({ clock }, needs) => ({ routes: [handoverRoutes({ ...needs, now: clock.nowMs })] }),
};
