import type { Clock } from '../../../core/time/clock.ts';
import { SharedBodies } from './body/sharedBodies.ts';
import { BodyRoom } from './bodyRoom.ts';
import { LocalProcesses } from './machine/localProcess.ts';
import { HeavyTargets } from './pace/scrapeBackoff.ts';

/**
 * Resources that all targets share: memory for answers, the time to read and store them, the list of local processes.
 */
export class SharedWork {
  readonly room = new BodyRoom();
  readonly bodies = new SharedBodies();
  readonly heavy = new HeavyTargets();
  readonly processes: LocalProcesses;

  constructor(readonly clock: Clock) {
    this.processes = new LocalProcesses('', clock.nowMs);
  }
}
