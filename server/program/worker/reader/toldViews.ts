/**
 * What one reader process holds of each target: with a question it is told what is new, so that it need not ask. What
 * it holds besides is known by what it asks itself. Where both disagree the reader asks, so a view is never wrong.
 */
import type { Result } from '../../../../core/result.ts';
import { heldWith, type HeadHeld } from '../../../data/store/partitions/headNews.ts';
import { SharedNext } from '../../../data/store/read/sharedNext.ts';
import { MAX_TARGETS } from '../../../data/store/read/targetCopy.ts';
import type { Recorder, TargetView, ToldView } from '../../../data/store/recorder.ts';

interface Known {
  held: HeadHeld[];
  looking: SharedNext<ToldView | null>;
}

export class ToldViews {
  /** The last used last, as the reader keeps them. */
  private readonly known = new Map<string, Known>();
  private told = 0;

  constructor(private readonly recorder: Pick<Recorder, 'view'>) {}

  /** Answers what the reader asks itself. */
  async view(target: string, held: readonly HeadHeld[]): Promise<Result<TargetView>> {
    const answer = await this.recorder.view(target, held);
    if (answer.ok) this.remember(target, held, answer.value);
    else this.known.delete(target);
    return answer;
  }

  /** What goes with a question about the target; null where the reader has to ask. */
  async news(target: string): Promise<ToldView | null> {
    const shared = await this.known.get(target)?.looking.run() ?? null;
    if (shared === null) return null;
    const { news, ...told } = shared;
    // Only the first of those who share it brings it.
    delete shared.news;
    return news === undefined ? told : { ...told, news };
  }

  private async look(target: string): Promise<ToldView | null> {
    const held = this.known.get(target)?.held;
    if (held === undefined) return null;
    try {
      const answer = await this.recorder.view(target, held);
      // The reader asked itself meanwhile.
      if (!answer.ok || this.known.get(target)?.held !== held) return null;
      this.remember(target, held, answer.value);
      return { number: ++this.told, news: { held, view: answer.value } };
    } catch {
      // The reader asks, and gets the same error.
      return null;
    }
  }

  private remember(target: string, before: readonly HeadHeld[], { heads }: TargetView): void {
    const held = heads.map((news) => heldWith(before.find(({ id }) => id === news.id), news));
    const known = this.known.get(target);
    this.known.delete(target);
    this.known.set(target, { held, looking: known?.looking ?? new SharedNext(() => this.look(target)) });
    for (const oldest of [...this.known.keys()].slice(0, -MAX_TARGETS)) this.known.delete(oldest);
  }
}
