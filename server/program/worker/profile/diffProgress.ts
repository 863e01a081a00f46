/** Tracks the progress of running diffs, from the threads' reports. */
import type { DiffProgress, DiffStep } from '../../../../core/contract/contract.ts';
import { keyOf, type DiffTask } from './profileMethods.ts';

/** A thread's report that it begins a step or has done part of it. */
export interface DiffNews { key: string; step: DiffStep; partDone: number }

/**
 * Start and end of each step as shares of the work, by CPU time for two profiles of 200,000 stacks. Flame graph:
 * decoding to significance without `functions`; table: `functions` and `significance`.
 */
const SHARES: Record<DiffStep, readonly [number, number]> = {
  waiting: [0, 0], decoding: [0, 0.3], joining: [0.3, 0.4], layout: [0.4, 0.85], functions: [0, 0.85],
  significance: [0.85, 1],
};

/** Returns a key that is the same for all queries about two sides, whatever their filters. */
export function sidesKey({ before, after }: Pick<DiffTask, 'before' | 'after'>): string {
  return JSON.stringify([before, after].map((side) => side.map(({ id }) => keyOf(id))));
}

export class DiffsUnderWay {
  private readonly known = new Map<string, { questions: number; step: DiffStep; partDone: number }>();

  /** Runs `work`; until it is done, `progress` returns how far it is. */
  async during<T>(key: string, work: () => Promise<T>): Promise<T> {
    const own = this.known.get(key) ?? { questions: 0, step: 'waiting' as const, partDone: 0 };
    own.questions++;
    this.known.set(key, own);
    try {
      return await work();
    } finally {
      if (--own.questions === 0) this.known.delete(key);
    }
  }

  /** Records a report; drops those of a query that is no longer running. */
  receive({ key, step, partDone }: DiffNews): void {
    const own = this.known.get(key);
    if (own !== undefined) Object.assign(own, { step, partDone });
  }

  progress(key: string): DiffProgress {
    const own = this.known.get(key);
    if (own === undefined) return { step: null, doneRatio: 0 };
    const [from, to] = SHARES[own.step];
    return { step: own.step, doneRatio: from + own.partDone * (to - from) };
  }
}
