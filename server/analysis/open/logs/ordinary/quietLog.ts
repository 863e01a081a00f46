/** Describes a log in which nothing failed: that, and what the program did. Pure. */
import { joined } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { countedLines, nothingFailed } from '../said/quietFacts.ts';
import { alertmanagerTasks } from './alertmanagerTasks.ts';
import { entriesOf } from './entries.ts';
import { nearLimits } from './nearLimits.ts';
import { ordinaryFacts } from './ordinaryFacts.ts';
import { withStopByHand } from './stoppedByHand.ts';

/** Returns null if the log is not whole, has errors or warnings, or lines of an unknown kind. */
export function quietFacts(look: Look): string | null {
  const claim = nothingFailed(look);
  if (claim === null) return null;
  const counted = new Set(countedLines(look).map(({ line }) => line));
  const entries = entriesOf(look).filter(({ line }) => counted.has(line));
  const filled = nearLimits(entries);
  // What the values show is the matter, and not the levels of the lines.
  if (filled !== null) return withStopByHand(joined([filled, ordinaryFacts(entries)]), look, false);
  const isAll = claim.startsWith('No error or warning is among its ') && !claim.includes(' reads like one: ');
  return withStopByHand(joined([claim, alertmanagerTasks(entries), ordinaryFacts(entries)]), look, isAll);
}
