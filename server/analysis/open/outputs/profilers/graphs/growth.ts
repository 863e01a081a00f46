/** Tells whose growth it is in a table of the difference of two heap profiles, and that its values are growth. Pure. */
import { joined } from '../../../look/factTools.ts';
import { shortName } from '../../../logs/crashes/crashPlace.ts';
import { isLessInSum, type PprofRow } from '../pprofDifference.ts';
import { heldFacts } from '../pprofOwners.ts';
import { pprofAmount, pprofUnit } from '../pprofTotals.ts';

const ROOT = /^(?:runtime\.(?:goexit|main|mcall|mstart\d?|systemstack|rt0_go)|main\.main)\b/;
const OF_ALLOCATIONS = /^[ \t>]{0,40}Type: alloc_/m;
/** Values are printed with three or more digits: sums within this share are the same. */
const ROUNDING = 0.005;

/** Returns null for values that are no bytes, and for several tables, of which some may be no difference. */
export function growthFacts(tables: readonly { text: string; rows: readonly PprofRow[] }[]): string | null {
  const [table, ...others] = tables;
  const rows = others.length > 0 ? [] : table?.rows.filter(({ name }) => name !== '') ?? [];
  if (!rows.some(({ flat, cum }) => pprofUnit(flat) === 'bytes' || pprofUnit(cum) === 'bytes')) return null;
  const changes = `Its values are changes between the two, not memory in use${OF_ALLOCATIONS.test(table?.text ?? '')
    ? ': they count all that was allocated, which also depends on how long each side ran' : ''}.`;
  // What grew in a sum that shrank is not what the difference is about.
  if (isLessInSum(tables)) return changes;
  const [most] = rows.toSorted((a, b) => pprofAmount(b.flat) - pprofAmount(a.flat));
  const caller = most === undefined || !(pprofAmount(most.flat) > 0) ? null : callerOf(rows, most);
  return joined([
    changes,
    most === undefined || !(pprofAmount(most.flat) > 0) ? null
      : `${shortName(most.name)} has ${most.share} of the total.`,
    most === undefined || caller === null ? null : callerWords(most, caller), heldFacts(rows),
  ]);
}

/**
 * Returns the function whose value with what it calls is its own and that of `most`, so that it probably calls it; null
 * if there is none, or several.
 */
function callerOf(rows: readonly PprofRow[], most: PprofRow): PprofRow | null {
  const found = rows.filter((row) => {
    const cum = pprofAmount(row.cum);
    return row !== most && !ROOT.test(row.name) && cum > 0 && pprofAmount(row.flat) >= 0
      && Math.abs(cum - pprofAmount(row.flat) - pprofAmount(most.flat)) <= ROUNDING * cum;
  });
  const [own, second] = found.filter(({ flat }) => pprofAmount(flat) > 0);
  if (own !== undefined) return second === undefined ? own : null;
  return found.length === 1 ? found[0] ?? null : null;
}

function callerWords(most: PprofRow, caller: PprofRow): string {
  const sum = pprofAmount(caller.flat) === 0 ? `it has ${caller.cum} with what it calls`
    : `its own ${caller.flat} and those ${most.flat} make its ${caller.cum} with what it calls`;
  return `${shortName(most.name)} is probably called by ${shortName(caller.name)}: ${sum}.`;
}
