/**
 * Tracks what one reader process holds of each target, to send news along with a query and save a request. It also
 * learns from the reader's own requests. If both disagree, the reader requests the view, so a view is never wrong.
 */
import type { Result } from '../../../../core/result.ts';
import type { HeadHeld } from '../../../data/store/partitions/headNews.ts';
import { SharedNext } from '../../../data/store/read/sharedNext.ts';
import { MAX_TARGETS } from '../../../data/store/read/targetCopy.ts';
import type { PackedView, Recorder, ToldView } from '../../../data/store/recorder.ts';

interface Known {
  held: HeadHeld[];
  looking: SharedNext<ToldView | null>;
}

export class ToldViews {
  /** Ordered by last use, oldest first, as in the reader. */
  private readonly known = new Map<string, Known>();
  private told = 0;

  constructor(private readonly recorder: Pick<Recorder, 'view'>) {}

  /** Answers the reader's own requests. */
  async view(target: string, held: readonly HeadHeld[]): Promise<Result<PackedView>> {
    const answer = await this.recorder.view(target, held);
    if (answer.ok) this.remember(target, answer.value);
    else this.known.delete(target);
    return answer;
  }

  /** Returns the news for a query about the target; null if the reader has to request it. */
  async news(target: string): Promise<ToldView | null> {
    const shared = await this.known.get(target)?.looking.run() ?? null;
    if (shared === null) return null;
    const { news, ...told } = shared;
    // Only the first of the queries that share it carries the news.
    delete shared.news;
    return news === undefined ? told : { ...told, news };
  }

  private async look(target: string): Promise<ToldView | null> {
    const held = this.known.get(target)?.held;
    if (held === undefined) return null;
    try {
      const answer = await this.recorder.view(target, held);
      // The reader sent its own request meanwhile.
      if (!answer.ok || this.known.get(target)?.held !== held) return null;
      this.remember(target, answer.value);
      return { number: ++this.told, news: { held, view: answer.value } };
    } catch {
      // The reader sends its own request, and gets the same error.
      return null;
    }
  }

  private remember(target: string, { held }: PackedView): void {
    const known = this.known.get(target);
    this.known.delete(target);
    this.known.set(target, { held, looking: known?.looking ?? new SharedNext(() => this.look(target)) });
    for (const oldest of [...this.known.keys()].slice(0, -MAX_TARGETS)) this.known.delete(oldest);
  }
}
