import type { Clock } from '../../../core/time/clock.ts';
import type { TargetFacts } from '../../../core/contract/facts.ts';
import type { TargetClient } from './httpClient.ts';
import { readStartFacts, readTargetFacts } from './targetFacts.ts';
import type { LiveState } from './targetState.ts';

const FACTS_EVERY_MS = 5 * 60_000;
const FACTS_RETRY_MS = 15_000;
/** Pause between the requests to a target that is starting. */
const START_PAUSE_MS = 800;

export interface FactsReaderOptions {
  client: TargetClient;
  clock: Pick<Clock, 'nowMs' | 'sleep'>;
  /** Called with all known facts after each read that returned some. */
  put: (facts: TargetFacts) => Promise<void>;
}

/** Reads a target's own status pages: at its start (once, few of them), when it is up, then every five minutes. */
export class FactsReader {
  readonly #options: FactsReaderOptions;
  #facts: TargetFacts = {};
  #build = { version: '', goVersion: '' };
  #dueMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;
  #stopped = false;

  constructor(options: FactsReaderOptions) {
    this.#options = options;
  }

  get facts(): TargetFacts {
    return this.#facts;
  }

  /** Versions reported by the API, `''` while unknown. */
  get build(): { version: string; goVersion: string } {
    return this.#build;
  }

  /** Schedules a read at the next tick: it is another process, or reports more than before. */
  makeDue(): void {
    this.#dueMs = Number.NEGATIVE_INFINITY;
  }

  tick(state: LiveState): void {
    const nowMs = this.#options.clock.nowMs();
    if (this.#reading !== null || state === 'down' || state === 'stopping' || nowMs < this.#dueMs) return;
    // Postponed first, so that a change of state during the read makes them due again.
    this.#dueMs = nowMs + FACTS_RETRY_MS;
    this.#reading = this.#read(state === 'starting' || state === 'replaying').finally(() => { this.#reading = null; });
  }

  /** Stops reading; running requests are not stored. Resolves when they have ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#reading;
  }

  async #read(starting: boolean): Promise<void> {
    const { client, clock } = this.#options;
    const pause = (): Promise<void> => clock.sleep(START_PAUSE_MS);
    const read = starting ? await readStartFacts(client, pause) : await readTargetFacts(client);
    if (this.#stopped) return;
    if (read.version !== undefined) this.#build = { version: read.version, goVersion: read.facts.goVersion ?? '' };
    if (Object.keys(read.facts).length > 0) {
      this.#facts = read.complete ? read.facts : { ...this.#facts, ...read.facts };
      await this.#options.put(this.#facts);
    }
    // A restart in between made them due at once: keep that. A starting target that reported nothing will soon report
    // more.
    if (this.#dueMs === Number.NEGATIVE_INFINITY || (starting && read.facts.flags === undefined)) return;
    this.#dueMs = clock.nowMs() + FACTS_EVERY_MS;
  }
}
