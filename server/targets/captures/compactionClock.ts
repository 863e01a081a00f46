/** When the next head compaction of a target begins and how long it lasts, as the Compaction panel has it. */
import { fail, ok, type Result } from '../../../core/result.ts';
import type { CompactionPanel } from '../../../core/contract/contract.ts';
import { usualCompactionSeconds } from '../../panels/compaction/usualCompaction.ts';
import type { PanelAnswers } from '../panelInputs.ts';
import type { TargetDirectory } from '../targetDirectory.ts';

const WINDOW_MS = 3_600_000;
/** Of a target whose compactions have not been seen yet. */
const LASTS_SECONDS = 60;

export interface NextCompaction {
  startMs: number;
  errorMs: number;
  /** As `usualCompactionSeconds`. */
  lastsMs: number;
  /** From one head compaction to the next; null = not known. */
  everyMs: number | null;
}

export class CompactionClock {
  constructor(private readonly parts: {
    panels: Pick<PanelAnswers, 'panel'>; targets: Pick<TargetDirectory, 'find' | 'panelQuery'>; now: () => number;
  }) {}

  /** Looks at the last hour. Error `bad_data`: it is not known. */
  async next(target: string): Promise<Result<NextCompaction>> {
    const panel = await this.panel(target);
    if (!panel.ok) return panel;
    const { next, compactions, blockRangeSeconds } = panel.value;
    if (next === null || next.time === null) {
      return fail(
        'bad_data', 'The next compaction is not known: the block range of the target could not be read yet, '
          + 'or it does not answer now.'
      );
    }
    return ok({
      startMs: next.time * 1000, errorMs: next.errorSeconds * 1000,
      lastsMs: (usualCompactionSeconds(compactions) ?? LASTS_SECONDS) * 1000,
      everyMs: blockRangeSeconds === null ? null : blockRangeSeconds * 1000,
    });
  }

  /** Whether a compaction other than a merge touches the span, as far as scraped; null = not known. */
  async cameWithin(target: string, startMs: number, endMs: number): Promise<boolean | null> {
    const panel = await this.panel(target);
    return !panel.ok ? null : panel.value.compactions.some(
      ({ kind, start, end }) => kind !== 'merge' && kind !== 'failed' && start * 1000 <= endMs && end * 1000 >= startMs
    );
  }

  private async panel(name: string): Promise<Result<CompactionPanel>> {
    const { panels, targets, now } = this.parts;
    const target = await targets.find(name);
    const query = target === undefined ? null : targets.panelQuery(target, now() - WINDOW_MS, now(), undefined);
    if (query === null) return fail('bad_data', 'Nothing is recorded of this target yet.');
    return panels.panel('compaction', query);
  }
}
