/** Tells which members a ring lacks, from its page in another file, where a log reports that it has too few. Pure. */
import { ringPage, SEE_RING } from '../../parts/evidence/shell/ringPage.ts';
import type { BesideState, StateFile } from './stateFile.ts';

/** Returns which members are not active; null without a ring, or if the log misses none. */
export function ringState(log: StateFile, state: StateFile): BesideState | null {
  const said = ringPage(log.sentence, state.text, state.name);
  return said === null ? null : { said, without: [SEE_RING] };
}
