import type { Cancel, Clock } from '../../../core/time/clock.ts';
import { firstLine } from '../../../core/result.ts';
import type { LabelMap } from '../../kernel/relabel/relabel.ts';
import type { SourceReader } from './sourceReader.ts';

export interface SourcePollerOptions {
  reader: SourceReader;
  refreshMs: number;
  clock: Pick<Clock, 'nowMs' | 'background'>;
}

/** Reads one source at every refresh, and keeps its last targets. */
export class SourcePoller {
  readonly #options: SourcePollerOptions;
  #found: LabelMap[] = [];
  #problems: readonly string[] = [];
  #lastReadMs: number | null = null;
  #cancel: Cancel | null = null;
  #reading: Promise<void> | null = null;
  #readAgain = false;
  #isWatching = false;
  #isStopped = false;
  #onRead: (problems: readonly string[]) => void = () => undefined;

  constructor(options: SourcePollerOptions) {
    this.#options = options;
  }

  /** `onRead`: replaces the previous one; called after each read with its problems. Resolves after the first read. */
  async start(onRead: (problems: readonly string[]) => void): Promise<void> {
    this.#onRead = onRead;
    if (!this.#isWatching) this.#options.reader.watch?.(() => { void this.#read(); });
    this.#isWatching = true;
    await this.#read();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel?.();
    this.#options.reader.close();
  }

  found(): readonly LabelMap[] {
    return this.#found;
  }

  view(): { where: string; targets: number; lastRead: number | null; problems: string[] } {
    const { where } = this.#options.reader;
    const lastRead = this.#lastReadMs === null ? null : this.#lastReadMs / 1000;
    return { where, targets: this.#found.length, lastRead, problems: [...this.#problems] };
  }

  async #read(): Promise<void> {
    if (this.#isStopped) return;
    if (this.#reading !== null) {
      // Reads again, because the running read may miss the change.
      this.#readAgain = true;
      return this.#reading;
    }
    this.#cancel?.();
    this.#reading = this.#once();
    await this.#reading;
    this.#reading = null;
    if (this.#readAgain) {
      this.#readAgain = false;
      return this.#read();
    }
    this.#arm();
  }

  async #once(): Promise<void> {
    const { reader, clock } = this.#options;
    const answer = await reader.read().catch((error: unknown) => ({
      found: null, problems: [`${reader.where} could not be read: ${firstLine(error)}. Please report it.`],
    }));
    if (this.#isStopped) return;
    if (answer.found !== null) {
      this.#found = answer.found;
      this.#lastReadMs = clock.nowMs();
    }
    this.#problems = answer.problems;
    this.#onRead(answer.problems);
  }

  #arm(): void {
    if (this.#isStopped) return;
    const { clock, refreshMs } = this.#options;
    this.#cancel = clock.background.after(refreshMs, () => { void this.#read(); });
  }
}
