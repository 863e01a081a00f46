/** What the compaction panel lacks, and what log and list of blocks say that the counters do not, in sentences. */
import type { MissingInput } from '../../../core/contract/contract.ts';
import type { Role, RoleWindow } from '../../metrics/roleNames.ts';
import type { CompactionFacts } from './compaction.ts';
import type { MergedTimeline } from './compactionMerge.ts';
import { hostRemedy } from '../../signals/host/hostWords.ts';
import { hasNoClock } from '../../signals/compaction/mergeActivity.ts';
import { clockText, countText } from '../../../core/text/wording.ts';
import { formatSeconds } from '../../../core/text/format.ts';

export function compactionNotes({ compactions, contradicted, logRuns }: MergedTimeline): string[] {
  const notes: string[] = [];
  const unseen = compactions.filter(({ sources }) => !sources.includes('counters')).length;
  if (contradicted > 0) {
    notes.push(`${contradicted} of the ${countText(logRuns, 'compaction')} that the opened log has in this window ${contradicted === 1 ? 'was' : 'were'} not seen by the counters, which were read then: is it the log of another server?`);
  }
  if (unseen > 0) notes.push(`${countText(unseen, 'episode')} ${unseen === 1 ? 'is' : 'are'} known from log or list of blocks alone: no scrape was there to see ${unseen === 1 ? 'it' : 'them'}.`);
  return notes;
}

/** What stands between the target's clock and block range and what is told of them. */
export function clockNotes({ aheadMs, range }: Pick<CompactionFacts, 'aheadMs' | 'range'>): string[] {
  const notes: string[] = [];
  if (aheadMs !== 0) {
    notes.push(`The target's clock is ${formatSeconds(Math.abs(aheadMs) / 1000)} ${aheadMs > 0 ? 'ahead of' : 'behind'} this one, by the ends of its GC cycles. It compacts by its own: phases and folds are on the target's clock, all other times on this one.`);
  }
  if (range?.before !== undefined) {
    notes.push(`Until the start at ${clockText(range.before.untilMs - aheadMs)} its block range was ${formatSeconds(range.before.ms / 1000)}: fold, phase and lateness are of the time since.`);
  }
  return notes;
}

/** `node`: a node_exporter's figures are there, so what only it can tell is not missing. */
export function missingInputs(window: RoleWindow, node: boolean): MissingInput[] {
  const missing: MissingInput[] = [];
  const lacks = (role: Role, costs: string, remedy: string): void => {
    if (window.role(role) !== undefined) return;
    missing.push({ names: window.expectedNames(role), costs, remedy });
  };
  lacks('cpuSeconds', 'No CPU line, fold or cost of a compaction.', 'Scrape an endpoint that exposes the Go process collector.');
  if (!node) {
    lacks(
      'diskWrittenBytes', 'Bytes read and written by compactions, and the page cache they push out, are unknown: this target has no process I/O metric.',
      `A node_exporter on the same host counts what its disks read and write. ${hostRemedy(window)}`,
    );
  }
  if (window.role('compactions') === undefined || hasNoClock(window)) return missing;
  lacks('compactionSeconds', 'A compaction starts somewhere between two scrapes at best.', 'Use a version that exposes the duration of compactions.');
  lacks('compactionRunning', 'A compaction under way is not seen before it ends.', 'Use Prometheus 2.8 or later, which tells while it writes a block.');
  lacks('headMinTimeMs', 'The next compaction is told from earlier ones only.', 'Use a version that exposes the minimum time of the head.');
  return missing;
}
