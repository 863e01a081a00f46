/** A reader's copy of one target: its description, its sealed partitions, and copies of its heads. */
import { ok, type Result } from '../../../../core/result.ts';
import type { StoredTarget } from '../dataStore.ts';
import { HeadCopy } from '../partitions/headCopy.ts';
import type { HeadHeld } from '../partitions/headNews.ts';
import { ContentCache, type SealedPartition } from '../partitions/sealedPartition.ts';
import { unpackView, type PackedView, type Recorder, type TargetView, type ToldView } from '../recorder.ts';
import { SharedNext } from './sharedNext.ts';

/** Number of targets whose heads stay in the memory of a reader. */
export const MAX_TARGETS = 8;

export class TargetCopy {
  readonly contents = new ContentCache();
  private view: Omit<TargetView, 'heads'> | null = null;
  private byId = new Map<string, HeadCopy>();
  /** Number of the last view that came with a question. */
  private told = 0;
  private readonly asking = new SharedNext(() => this.ask());

  constructor(private readonly name: string, private readonly recorder: Recorder) {}

  /** Requests additions from the recorder. */
  refresh(): Promise<Result<null>> {
    return this.asking.run();
  }

  /** Applies the view that came with a question. False if it does not match what is held or is incomplete: then ask. */
  take({ number, news }: ToldView): boolean {
    // A pending answer belongs to what was held when it was requested.
    if (news !== undefined && !this.asking.isRunning && isSame(this.held(), news.held)) {
      if (this.add(news.view)) this.told = number;
    }
    return this.told >= number;
  }

  get target(): StoredTarget {
    return this.known().target;
  }

  get sealed(): readonly SealedPartition[] {
    return this.view?.sealed ?? [];
  }

  get heads(): HeadCopy[] {
    return [...this.byId.values()];
  }

  get folder(): string {
    return this.known().folder;
  }

  private known(): Omit<TargetView, 'heads'> {
    if (this.view === null) throw new Error(`Target ${this.name} was used before it was asked for.`);
    return this.view;
  }

  private held(): HeadHeld[] {
    return this.heads.map((head) => head.held());
  }

  private async ask(): Promise<Result<null>> {
    for (;;) {
      const answer = await this.recorder.view(this.name, this.held());
      if (!answer.ok) return answer;
      if (this.add(answer.value)) return ok(null);
    }
  }

  /** Adds a view; returns whether it is complete. */
  private add(packed: PackedView): boolean {
    const { heads, ...view } = unpackView(packed);
    this.view = view;
    const kept = new Map<string, HeadCopy>();
    for (const news of heads) {
      const copy = this.byId.get(news.id) ?? new HeadCopy(news);
      copy.add(news);
      kept.set(news.id, copy);
    }
    // Sealed heads are read from their files.
    this.byId = kept;
    return heads.every(({ more }) => !more);
  }
}

function isSame(one: readonly HeadHeld[], other: readonly HeadHeld[]): boolean {
  return one.length === other.length && one.every(({ id, scrapes, series, chunks, tail }, place) => {
    const its = other[place];
    return its?.id === id && its.scrapes === scrapes && its.series === series && its.chunks === chunks
      && its.tail === tail;
  });
}
