/** Forecast of a target's next head compaction (start and duration), from the Compaction panel. */
import { fail, ok, type Result } from '../../../../core/result.ts';
import type { Compaction, CompactionPanel } from '../../../../core/contract/contract.ts';
import { longestCompactionSeconds } from '../../../analysis/panels/compaction/longestCompaction.ts';
import type { PanelAnswers } from '../answers/panelInputs.ts';
import type { TargetDirectory } from '../answers/targetDirectory.ts';
import type { EventClock, ExpectedEvent } from './eventBooking.ts';

const WINDOW_MS = 3_600_000;
/** Window of the first look: with block ranges of two hours, the last hour has one compaction or none. */
const LOOK_BACK_MS = 13 * 3_600_000;
const REMEMBERED_MS = 26 * 3_600_000;
/** Compactions per target, and targets. */
const MAX_REMEMBERED = 100;
const MAX_TARGETS = 2_000;
/** Duration assumed for a target without a known compaction. */
const LASTS_SECONDS = 60;

export class CompactionClock implements EventClock {
  /** Compactions by target, then by rounded end time. */
  private readonly seen = new Map<string, Map<number, Compaction>>();

  constructor(private readonly parts: {
    panels: Pick<PanelAnswers, 'panel'>; targets: Pick<TargetDirectory, 'find' | 'panelQuery'>; now: () => number;
  }) {}

  /** Reads the last hour, and at a target's first call the last half day. Error `bad_data`: not known. */
  async next(target: string): Promise<Result<ExpectedEvent>> {
    const before = this.seen.has(target) ? null : await this.panel(target, LOOK_BACK_MS);
    if (before?.ok === true) this.remember(target, before.value.compactions);
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
      lastsMs: (longestCompactionSeconds(this.remember(target, compactions)) ?? LASTS_SECONDS) * 1000,
      everyMs: blockRangeSeconds === null ? null : blockRangeSeconds * 1000,
    });
  }

  /** Returns whether a compaction other than a merge overlaps the span, as far as scraped; null = not known. */
  async cameWithin(target: string, startMs: number, endMs: number): Promise<boolean | null> {
    const panel = await this.panel(target);
    return !panel.ok ? null : panel.value.compactions.some(
      ({ kind, start, end }) => kind !== 'merge' && kind !== 'failed' && start * 1000 <= endMs && end * 1000 >= startMs
    );
  }

  /** Adds the compactions and returns all that are known from the last day. */
  private remember(target: string, compactions: readonly Compaction[]): Compaction[] {
    const known = this.seen.get(target) ?? new Map<number, Compaction>();
    // The least recently asked target is forgotten first.
    this.seen.delete(target);
    this.seen.set(target, known);
    for (const oldest of [...this.seen.keys()].slice(0, -MAX_TARGETS)) this.seen.delete(oldest);
    for (const one of compactions) if (!one.running && one.kind !== 'merge') known.set(Math.round(one.end), one);
    const ends = [...known.keys()].sort((a, b) => a - b);
    const leastSeconds = (this.parts.now() - REMEMBERED_MS) / 1000;
    ends.forEach((end, i) => { if (end < leastSeconds || i < ends.length - MAX_REMEMBERED) known.delete(end); });
    return [...known.values()];
  }

  private async panel(name: string, windowMs = WINDOW_MS): Promise<Result<CompactionPanel>> {
    const { panels, targets, now } = this.parts;
    const target = await targets.find(name);
    const query = target === undefined ? null : targets.panelQuery(target, now() - windowMs, now(), undefined);
    if (query === null) return fail('bad_data', 'Nothing is recorded of this target yet.');
    return panels.panel('compaction', query);
  }
}
