/** Judges a log that is mostly a GC trace in which GC is no trouble, and tells its figures first. Pure; bounded. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { GC_LINE } from '../../logs/gcTraceLines.ts';
import { ERROR, gravityOf } from '../gravity.ts';

const BEGIN = 'GC takes ';
const HEALTHY = 'GC needs little CPU in this time, and the live heap does not grow.';
/** The part of the lines from which a log is there for its trace. */
const MIN_SHARE = 0.5;
/** Shorter stops of a cycle are no trouble. */
const SHORT_MS = 5;

/** Returns facts that begin with the judgement on GC; null if another fault is in them, or GC is not the matter. */
export function healthyGcFirst(look: Look, facts: string): string | null {
  const [from, to] = [facts.indexOf(BEGIN), facts.indexOf(HEALTHY)];
  if (from < 0 || to < from || gravityOf(facts) >= ERROR) return null;
  const stops = look.lines.flatMap((line) => {
    const [, , , sweep, , term] = GC_LINE.exec(line) ?? [];
    return sweep === undefined || term === undefined ? [] : [Number(sweep) + Number(term)];
  });
  const longest = Math.max(...stops);
  if (stops.length < MIN_SHARE * look.lines.length || !(longest < SHORT_MS)) return null;
  return joined([
    `Nothing is wrong with garbage collection: it needs little CPU, stops the program for at most ${
      formatSeconds(longest / 1000)} per cycle, and the live heap does not grow.`,
    facts.slice(from, to).trim(), facts.slice(0, from).trim() || null,
    facts.slice(to + HEALTHY.length).trim() || null,
  ]);
}
