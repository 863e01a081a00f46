/** Limits what a recording takes in memory: its constants are named any number of times, so its size limits nothing. */
import { limit } from '../../decode/decodeTables.ts';

const MAX_NAME_LETTERS = 128 * 2 ** 20;
const MAX_STACK_FRAMES = 20_000_000;
const MAX_FRAMES = 2_000_000;
/** Number of events with stacks; each takes some 100 bytes. */
const MAX_EVENTS = 1_000_000;

/** Counts over all chunks of a file. Each method throws LimitError. */
export class JfrLimits {
  private letters = 0;
  private stackFrames = 0;
  private frames = 0;
  private events = 0;

  /** Counts a name that is made of constants, and returns it. */
  name(name: string): string {
    this.letters += name.length;
    limit(this.letters, MAX_NAME_LETTERS, 'letters in its names');
    return name;
  }

  stack(frames: number): void {
    this.stackFrames += frames;
    limit(this.stackFrames, MAX_STACK_FRAMES, 'frames in its stacks');
  }

  frame(): void {
    this.frames += 1;
    limit(this.frames, MAX_FRAMES, 'frames');
  }

  event(): void {
    this.events += 1;
    limit(this.events, MAX_EVENTS, 'events with stacks');
  }
}
