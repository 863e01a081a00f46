/** Separates the runs of a program in one text: ready after its errors, ended before the lines of another. Pure. */
import { ends, joined } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { saidLine } from '../said/lines/saidLine.ts';
import { atTime, entriesOf, secondsBetween, type Entry } from './entries.ts';
import { BEGINS, READY } from './ordinaryFacts.ts';

/** Last messages of a process that ends in order. */
const BYE = /^(?:Shutdown complete\.?$|See you next time!|(?:Loki|Mimir|Tempo|Cortex|Promtail|Pyroscope) stopped\b)/;
/** Number of lines within which a process says that it begins. */
const FIRST_LINES = 3;
/** A longer text is one log, which its own readers follow. */
const MAX_ENTRIES = 300;

/** Returns null for a text of one run that is not known to have recovered. */
export function runFacts(look: Look): string | null {
  if (look.isCut || look.lines.length >= MAX_ENTRIES) return null;
  const entries = entriesOf(look).filter(({ moment }) => moment !== null);
  return joined([recovered(entries), severalRuns(entries)]);
}

/** Reports that the program was ready after the last of its errors and warnings. */
function recovered(entries: readonly Entry[]): string | null {
  const bad = entries.findLastIndex(({ line }) => saidLine(line) !== null);
  const ready = entries.find(({ message }, i) => i > bad && READY.test(message));
  return bad < 0 || ready === undefined || atTime(ready) === '' || secondsBetween(entries[bad], ready) === null ? null
    : `It was ready${atTime(ready)} ("${ends(ready.message)}"), after the last of these lines.`;
}

/** Reports that a process ended above lines that are not of its next start. */
function severalRuns(entries: readonly Entry[]): string | null {
  const end = entries.findIndex(({ message }, i) => BYE.test(message) && i + 1 < entries.length
    && !entries.slice(i + 1, i + 1 + FIRST_LINES).some((next) => BEGINS.test(next.message)));
  const [bye, last] = [entries[end], entries.at(-1)];
  if (bye === undefined || last === undefined) return null;
  return `One process of the text ended${atTime(bye)} ("${ends(bye.message)}"); the lines below that are of another `
    + `one, or of its next run${BYE.test(last.message) ? `, which ended${atTime(last)}` : ''}.`;
}
