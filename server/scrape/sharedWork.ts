import { BodyRoom } from './bodyRoom.ts';
import { HeavyTargets } from './pace/scrapeBackoff.ts';

/** What all targets share: memory for their answers, and the time to read and store them. */
export class SharedWork {
  readonly room = new BodyRoom();
  readonly heavy = new HeavyTargets();
}
