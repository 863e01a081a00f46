/** Notes on what the compaction panel lacks, and on what the log and the list of blocks add to the counters. */
import type { MissingInput, Part, Statement } from '../../../../core/contract/contract.ts';
import type { Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { CompactionFacts } from './compactionFacts.ts';
import type { MergedTimeline } from './compactionMerge.ts';
import { hostRemedy } from '../../signals/host/hostWords.ts';
import { hasNoClock } from '../../signals/compaction/mergeActivity.ts';
import { at, count, parts, quantity, seconds, statement } from '../../../../core/text/parts.ts';

export function compactionNotes({ compactions, contradicted, logRuns }: MergedTimeline): Statement[] {
  const unseen = compactions.filter(({ sources }) => !sources.includes('counters')).length;
  return [
    contradicted === 0 ? [] : parts`${quantity(contradicted, 'count')} of the ${count(logRuns, 'compaction')} ${
      'that the opened log has in this window'} ${contradicted === 1 ? 'is' : 'are'} missing from the counters, ${
      'which were read then: is it the log of another server?'}`,
    unseen === 0 ? [] : parts`${count(unseen, 'episode')} ${unseen === 1 ? 'is' : 'are'} known from the log or the ${
      'block list only'}: no scrape saw ${unseen === 1 ? 'it' : 'them'}.`,
  ].filter((note) => note.length > 0).map(statement);
}

/** Returns notes on how the target's clock and block range differ from what the reader expects. */
export function clockNotes({ aheadMs, range }: Pick<CompactionFacts, 'aheadMs' | 'range'>): Statement[] {
  const notes: Part[][] = [];
  if (aheadMs !== 0) {
    const apart = parts`${seconds(Math.abs(aheadMs) / 1000)} ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
    notes.push(parts`The target’s clock is ${apart} this one, by the ends of its GC cycles. It compacts ${
      'on its own clock: phases and folds are on the target’s clock, all other times on this one.'}`);
  }
  if (range?.before !== undefined) {
    const { untilMs, ms } = range.before;
    notes.push(parts`Until the start at ${at((untilMs - aheadMs) / 1000)} its block range was ${seconds(ms / 1000)}: ${
      'fold, phase and lateness cover the time since.'}`);
  }
  return notes.map(statement);
}

/** Lists missing inputs. `node`: a node_exporter's figures are there, so what only it reports is not missing. */
export function missingInputs(window: RoleWindow, node: boolean): MissingInput[] {
  const missing: MissingInput[] = [];
  const lacks = (role: Role, costs: string, remedy: string): void => {
    if (window.role(role) !== undefined) return;
    missing.push({ names: window.expectedNames(role), costs, remedy });
  };
  lacks(
    'cpuSeconds', 'No CPU line, no fold, no cost of a compaction.',
    'Scrape an endpoint that exposes the Go process collector.'
  );
  if (!node) {
    lacks(
      'diskWrittenBytes',
      'Bytes that compactions read and write, and the page cache they evict, are unknown: this target has no process '
        + 'I/O metric.',
      `A node_exporter on the same host counts what its disks read and write. ${hostRemedy(window)}`,
    );
  }
  if (window.role('compactions') === undefined || hasNoClock(window)) return missing;
  lacks(
    'compactionSeconds', 'A compaction’s start is known to within two scrapes at best.',
    'Use a version that exposes the duration of compactions.'
  );
  lacks(
    'compactionRunning', 'A running compaction is not seen before it ends.',
    'Use Prometheus 2.8 or later, which reports while it writes a block.'
  );
  lacks(
    'headMinTimeMs', 'The next compaction is estimated from earlier ones only.',
    'Use a version that exposes the minimum time of the head.'
  );
  return missing;
}
