/** Says that a full disk is the consequence of compactions that failed before for another reason. Pure; bounded. */
import { formatSeconds } from '../../../../../../core/text/format.ts';
import { timeOf } from '../../../look/factTools.ts';

const FAILED = /\b(?:compaction|compact head|compaction for user has) failed\b/i;
const NO_SPACE = /no space left on device|not enough space on the disk|disk quota exceeded/i;
/** The words for a full disk in facts. */
const IS_FULL = /no space left|\bdisk is full\b|file system, a quota/i;
const MIN_FAILED = 3;
/** A disk that is full sooner may have been full when the first one failed. */
const MIN_SECONDS = 600;
const MAX_LINE = 4000;

/** Returns the order of both; null unless the compactions failed first, and often. */
export function laterFullDisk(facts: string, text: string): string | null {
  if (!IS_FULL.test(facts) || !FAILED.test(text)) return null;
  const lines = text.split('\n').map((line) => line.slice(0, MAX_LINE));
  const timesOf = (some: readonly string[]): number[] => some.map(timeOf).filter(Number.isFinite).sort((a, b) => a - b);
  const [first, , third] = timesOf(lines.filter((line) => FAILED.test(line) && !NO_SPACE.test(line)));
  const [full] = timesOf(lines.filter((line) => NO_SPACE.test(line)));
  const others = lines.filter((line) => FAILED.test(line)).length;
  return first === undefined || third === undefined || full === undefined || others < MIN_FAILED
    || full < third || full - first < MIN_SECONDS ? null
    : `The full disk comes ${formatSeconds(full - first)} after the first failed compaction, whose error is another `
      + 'one: while compactions fail, nothing of the head and its WAL is deleted, so it is probably the consequence. '
      + 'More space alone only gains time.';
}
