/** Limits what a recording takes in memory: its constants are named any number of times, so its size limits nothing. */
import { limit } from '../../decode/decodeTables.ts';

const MAX_NAME_LETTERS = 128 * 2 ** 20;
const MAX_STACK_FRAMES = 20_000_000;
const MAX_FRAMES = 2_000_000;
/** Number of events with stacks; each takes some 100 bytes. */
const MAX_EVENTS = 1_000_000;
/** Number of events of native memory, of which a recording may have any number; later ones are left out. */
const MAX_NATIVE = 400_000;

/** Counts over all chunks of a file. Each method throws LimitError. */
export class JfrLimits {
  private letters = 0;
  private stackFrames = 0;
  private frames = 0;
  private events = 0;
  private natives = 0;

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

  /** Returns whether another event of native memory is read. */
  native(): boolean {
    this.natives += 1;
    return this.natives <= MAX_NATIVE;
  }

  /** Whether events of native memory were left out, so that it is not known what was freed. */
  get hasSkipped(): boolean { return this.natives > MAX_NATIVE; }

  event(): void {
    this.events += 1;
    limit(this.events, MAX_EVENTS, 'events with stacks');
  }
}
