/** What a reader knows of one target: its description, its sealed partitions, and copies of its heads. */
import { ok, type Result } from '../../../../core/result.ts';
import type { StoredTarget } from '../dataStore.ts';
import { HeadCopy } from '../partitions/headCopy.ts';
import { ContentCache, type SealedPartition } from '../partitions/sealedPartition.ts';
import type { Recorder, TargetView } from '../recorder.ts';

export class TargetCopy {
  readonly contents = new ContentCache();
  private view: Omit<TargetView, 'heads'> | null = null;
  private byId = new Map<string, HeadCopy>();
  private running: Promise<Result<null>> | null = null;
  private next: Promise<Result<null>> | null = null;

  constructor(private readonly name: string, private readonly recorder: Recorder) {}

  /**
   * Asks for what is new. Who comes while a question is under way shares the next one: its answer may have left before
   * what they want to see was recorded.
   */
  refresh(): Promise<Result<null>> {
    if (this.running === null) return this.start();
    this.next ??= this.running.then(() => this.start(), () => this.start());
    return this.next;
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

  private start(): Promise<Result<null>> {
    const asked = this.ask();
    this.running = asked;
    this.next = null;
    const done = (): void => { if (this.running === asked) this.running = null; };
    asked.then(done, done);
    return asked;
  }

  private async ask(): Promise<Result<null>> {
    for (;;) {
      const answer = await this.recorder.view(this.name, this.heads.map((head) => head.held()));
      if (!answer.ok) return answer;
      const { heads, ...view } = answer.value;
      this.view = view;
      const kept = new Map<string, HeadCopy>();
      for (const news of heads) {
        const copy = this.byId.get(news.id) ?? new HeadCopy(news);
        copy.add(news);
        kept.set(news.id, copy);
      }
      // Of the sealed ones the files are read.
      this.byId = kept;
      if (heads.every(({ more }) => !more)) return ok(null);
    }
  }
}
