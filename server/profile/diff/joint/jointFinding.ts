/** Replaces the finding of a diff by what two profiles of one process say only together. */
import type { DiffTopTable } from '../../../../core/contract/contract.ts';
import { timeSecondsOf } from '../../decode/profileTimes.ts';
import type { Column } from '../../decode/values.ts';
import type { Pair } from '../../query/pair.ts';
import type { Filtered, Question } from '../../query/question.ts';
import { areOneBuild } from './builds.ts';
import { betweenFinding } from './betweenFinding.ts';
import { withWork, worksOf, type Works } from './changedWork.ts';
import { goroutineFinding } from './goroutineFinding.ts';
import { inUseFinding } from './inUseFinding.ts';
import { withWaitPlaces } from './waitPlaces.ts';

/** Returns the seconds from the first profile to the second; null if a time is not known, or the second is older. */
function secondsBetween({ sides }: Pair): number | null {
  const [before, after] = [sides.before, sides.after].map(([one]) => (one === undefined ? null
    : timeSecondsOf(one.profile)));
  if (before === undefined || after === undefined || before === null || after === null) return null;
  return after > before ? after - before : null;
}

/**
 * Values that add up since the start of a process: only the difference says what happened between two of them. Memory
 * in use and goroutines at two moments: whether they grew, and where. Other pairs keep their finding.
 */
export function withJoint(table: DiffTopTable, pair: Pair, what: Filtered, question: Question): DiffTopTable {
  const { before, after } = pair.sides;
  const isPair = before.length === 1 && after.length === 1 && ['none', 'duration'].includes(pair.normalize)
    && question.scale === undefined && (question.granularity ?? 'functions') === 'functions';
  if (!isPair || [pair.before, pair.after].some(({ numbers }) => numbers.some((value) => value < 0))) return table;
  const works = (column: Column): Works => worksOf(pair.combined, what, { column, type: pair.type, question });
  const worked = withWork(table, pair, works(pair.before), works(pair.after));
  if (pair.normalize === 'duration') return worked;
  const areOne = areOneBuild(pair);
  // Different builds are not of one process.
  const areOther = areOne === false;
  const between = areOther ? null : secondsBetween(pair);
  const asked = { seconds: between, areOther, isOneBuild: areOne, own: table.finding };
  const found = (areOther ? null : betweenFinding(pair, what, between)) ?? goroutineFinding(pair, what, asked)
    ?? inUseFinding(pair, what, asked);
  return found === null ? withWaitPlaces(worked, pair, what, areOne) : { ...table, finding: found };
}
