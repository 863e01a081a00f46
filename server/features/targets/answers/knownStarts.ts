/** The known starts of a target: those stored while it was live, and those in its recording. */
import type { EarlierReplay } from '../../../../core/panels.ts';
import { joinStarts } from '../../../analysis/panels/wal-replay/joinStarts.ts';
import type { DataStore } from '../../../data/store/dataStore.ts';
import type { ReplayStore } from '../../../data/store/files/replayStore.ts';
import type { TargetDirectory } from './targetDirectory.ts';
import { forAll } from '../../../kernel/threads/requestContext.ts';
import { SerialQueue } from '../../../../core/serialQueue.ts';

/** Reads only the last part of a recording longer than this. */
export const MAX_WINDOW_MS = 48 * 3_600_000;
/** Earlier starts of a target on which the estimate of the time left is based. */
const MAX_EARLIER = 10;

export class KnownStarts {
  /** Recordings read, by name and span. */
  private readonly swept = new Set<string>();
  private readonly sweeping = new SerialQueue();

  constructor(
    private readonly store: ReplayStore, private readonly data: Pick<DataStore, 'replays'>,
    private readonly targets: Pick<TargetDirectory, 'list' | 'isLive' | 'incident'>,
  ) {}

  /**
   * Returns the newest starts of a target that became ready and whose beginning was seen. Reads its recording first, so
   * that the answer does not depend on earlier requests.
   */
  async finished(target: string): Promise<EarlierReplay[]> {
    if (!this.targets.isLive(target)) await this.sweep(target);
    const finished = joinStarts(this.store.list())
      .filter((replay) => replay.target === target && replay.outcome === 'finished');
    return finished.slice(0, MAX_EARLIER).flatMap(({ start, totalSeconds, segments }) => {
      const count = segments === null || segments.max === null ? null : segments.max - segments.min + 1;
      return totalSeconds === null ? [] : [{ start, totalSeconds, segments: count }];
    });
  }

  /** Reads each recording that is new since the last call, for one target or for all (null). */
  sweep(target: string | null): Promise<void> {
    return forAll(() => this.sweeping.run(() => this.sweepNow(target)));
  }

  private async sweepNow(only: string | null): Promise<void> {
    for (const { name, url, recorded } of await this.targets.list()) {
      if (only !== null && name !== only) continue;
      // A target with an address was live once, and its starts were stored then.
      if (recorded === null || url !== null || this.targets.isLive(name)) continue;
      // An incident file contains its stored starts.
      if (this.targets.incident(name) !== undefined) continue;
      const key = JSON.stringify([name, recorded]);
      if (this.swept.has(key)) continue;
      const endMs = Math.floor(recorded.end * 1000) + 1;
      const startMs = Math.max(Math.floor(recorded.start * 1000), endMs - MAX_WINDOW_MS);
      const found = await this.data.replays({ target: name, startMs, endMs, live: false });
      if (!found.ok) {
        // A temporary error is retried at the next call.
        if (found.error.errorType !== 'busy' && found.error.errorType !== 'internal') this.swept.add(key);
        continue;
      }
      for (const replay of found.value) await this.store.put(replay, { source: 'recording', target: name, name });
      this.swept.add(key);
    }
  }
}
