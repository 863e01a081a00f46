/** Says what the functions of a monitoring program that have most of a table of pprof are part of. Pure. */
import { taskOf } from '../../../../../../core/profile/packageTasks.ts';
import { unvendored } from '../../../../../../core/profile/packages.ts';
import { shortName } from '../../../logs/crashes/crashPlace.ts';
import type { PprofRow } from '../pprofDifference.ts';
import { isSumOfTwo } from '../pprofOwners.ts';
import { valueOf } from '../rows/printedRows.ts';

/** Percent of the total from which a function is named, and at most how many are. */
const MIN_PERCENT = 10;
const MAX_TOLD = 3;
/** Share of the value of a named function below which one of another task is named. */
const MUCH_LESS = 0.9;

/** Handlers that gRPC generates, which only call the program. */
const GENERATED = /_Handler(?:\.func\d{1,3})*$/;
/** Number of rows among which a row may be the sum of two others. */
const MAX_SUMMED = 60;

interface Tasked { row: PprofRow; name: string; task: string }

/** Returns the largest function of each task, the largest first; one that only calls the next is left out. */
function largestOf(rows: readonly PprofRow[], said: string): Tasked[] {
  const listed = rows.slice(0, MAX_SUMMED);
  const all = rows.flatMap((row): Tasked[] => {
    const name = unvendored(row.name);
    const isCaller = GENERATED.test(name) || (isSumOfTwo(row, listed) && !said.includes(shortName(name)));
    const task = valueOf(row.cumShare) < MIN_PERCENT || isCaller ? null : taskOf(name);
    return task === null ? [] : [{ row, name, task }];
  }).toSorted((a, b) => valueOf(b.row.cumShare) - valueOf(a.row.cumShare));
  const found = new Map<string, Tasked>();
  for (const one of all) if (!found.has(one.task)) found.set(one.task, one);
  const largest = [...found.values()];
  return largest.filter((one, at) => {
    const next = largest[at + 1];
    return next === undefined || valueOf(next.row.cumShare) < MUCH_LESS * valueOf(one.row.cumShare)
      || valueOf(one.row.share) > valueOf(next.row.share);
  });
}

/** Returns null for a table without such functions. `said`: what is reported before. */
export function taskFacts(rows: readonly PprofRow[], said: string): string | null {
  const told = largestOf(rows, said).slice(0, MAX_TOLD);
  const [first] = told;
  if (first === undefined) return null;
  const { row: { cum, cumShare }, name, task } = first;
  if (told.length > 1) return `By what they are part of, with what they call: ${told.map((one) =>
    `${one.task} ${one.row.cum} (${one.row.cumShare}, ${shortName(one.name)})`).join('; ')}.`;
  return said.includes(shortName(name)) ? `${shortName(name)} is part of ${task}.`
    : `Of the program's own functions, ${shortName(name)} has most with what it calls: ${cum} (${cumShare}). It is `
      + `part of ${task}.`;
}
