/** Reads compactions from the `meta.json` files of blocks: which block came from which, and whether on the clock. */
import type { CompactionLog, Figure, Finding } from '../../../../../core/contract/contract.ts';
import type { BlockMeta, TargetFacts } from '../../../../../core/contract/facts.ts';
import { finding } from '../../../../../core/finding.ts';
import { formatPValue } from '../../../../../core/text/format.ts';
import { count, parts, quantity, seconds, statement } from '../../../../../core/text/parts.ts';
import { runsOfBlocks, ulidTimeMs } from '../../../../data/metrics/blockMeta.ts';
import { levelsOfBlocks, rangeOfBlocks, type BlockRange } from '../../../signals/compaction/blockRange.ts';
import { phaseAnswer } from '../compaction.ts';
import { NO_COSTS, toContract } from '../compactionAnswer.ts';
import { blockLives } from '../compactionBlocks.ts';
import { episodesOfRuns } from '../compactionMerge.ts';
import { findClock, type Clock } from '../compactionSchedule.ts';

const FROM = ['meta.json'];
const NO_LENGTHS = 'A block names the time at which its writing began, not how long it took, so keeping up with the '
  + 'block range cannot be judged.';

/** `blocks`: at least one, oldest first; `objects`: files that were read, some of which may be no block. */
export function analyseBlockMetas(
  { blocks, objects }: { blocks: readonly BlockMeta[]; objects: number }, target: string | null
): { answer: CompactionLog; facts: TargetFacts } {
  const runs = runsOfBlocks(blocks);
  const compactions = episodesOfRuns(runs);
  const range = rangeOfBlocks(blocks);
  const clock = range === null ? null : findClock(compactions, levelsOfBlocks(blocks), range.ms);
  const known = new Set(blocks.map(({ ulid }) => ulid));
  const missing = new Set(blocks.flatMap(({ parents }) => parents.map(({ ulid }) => ulid))
    .filter((ulid) => !known.has(ulid)));
  const born = blocks.map(({ ulid }) => ulidTimeMs(ulid));
  return {
    answer: {
      finding: lineageFinding(blocks, range, clock), start: Math.min(...born) / 1000, end: Math.max(...born) / 1000,
      lines: { read: objects, used: blocks.length, other: objects - blocks.length },
      blockRangeSeconds: range === null ? null : range.ms / 1000, ...phaseAnswer(range, clock),
      compactions: compactions.map((compaction) => toContract(compaction, range, NO_COSTS)),
      blocks: blockLives(blocks, {}), keepingUp: { verdict: 'unknown', sentence: NO_LENGTHS },
      notes: missing.size === 0 ? [] : [statement(parts`${count(missing.size, 'parent')} of these blocks ${
        missing.size === 1 ? 'is' : 'are'} known by name only: merged away, or not among the files.`)],
      figures: lineageFigures(blocks, range, clock), target,
    },
    facts: { logRuns: runs },
  };
}

/** Code `blocks-lineage`. */
function lineageFinding(blocks: readonly BlockMeta[], range: BlockRange | null, clock: Clock | null): Finding {
  const level = blocks.reduce((most, one) => Math.max(most, one.level), 0);
  const merged = blocks.filter(({ parents }) => parents.length > 0).length;
  return finding({
    code: 'blocks-lineage', severity: 'info', confidence: 'sure',
    claim: parts`${count(blocks.length, 'block')} up to level ${quantity(level, 'count')}; ${
      quantity(merged, 'count')} merged from others.`,
    evidence: [
      range === null ? [] : parts`The block range is ${seconds(range.ms / 1000)}.`,
      clock === null || clock.count < 3 ? [] : parts`${count(clock.count, 'head compaction')} ${
        clock.aligned ? 'start on the clock' : 'share no offset in the block range'} (${
        formatPValue(clock.pValue ?? 1)}).`,
    ],
  });
}

function lineageFigures(blocks: readonly BlockMeta[], range: BlockRange | null, clock: Clock | null): Figure[] {
  const samples = blocks.map((block) => block.samples);
  const phaseMs = clock?.phaseMs ?? null;
  return [
    { name: 'Blocks', value: blocks.length, unit: 'count', from: FROM },
    {
      name: 'Block range', value: range === null ? null : range.ms / 1000, unit: 'seconds', from: FROM,
      note: range === null ? 'needs two blocks cut from the head' : 'from the ends of the blocks cut from the head',
    },
    {
      name: 'Samples', unit: 'count', from: FROM, note: 'in all of the blocks',
      value: samples.includes(null) ? null : samples.reduce<number>((sum, one) => sum + (one ?? 0), 0),
    },
    {
      name: 'Phase past the block boundary', value: phaseMs === null ? null : phaseMs / 1000, unit: 'seconds',
      from: FROM,
    },
  ];
}
