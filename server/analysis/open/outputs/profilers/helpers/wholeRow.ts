/** Finds the function of the program in which nearly all of a profile is, in a table of pprof. Pure. */
import { costStep } from '../../../../../../core/profile/knownCosts.ts';
import { unvendored } from '../../../../../../core/profile/packages.ts';
import { isOfGo, shortName } from '../../../logs/crashes/crashPlace.ts';
import { isHelper } from './helperRows.ts';

interface Row { share: string; cum: string; cumShare: string; name: string }

/** Percent from which a function has nearly all, and percent from which the one with most itself says enough. */
const NEARLY_ALL = 90;
const SAYS_ENOUGH = 50;
/** Percent from which a function with a known meaning is worth its step. */
const MUCH = 30;
/** Percent of the total that a function has itself, at least: others only call what works. */
const MIN_SELF = 0.5;

const percent = (text: string): number => Number.parseFloat(text);

/** Returns the innermost function of the program that has nearly all with what it calls; null without one. */
export function wholeRow<One extends Row>(rows: readonly One[], most: One): One | null {
  if (percent(most.share) >= SAYS_ENOUGH) return null;
  const [deepest] = rows.filter(({ name, share, cumShare }) => name.includes('/') && !isOfGo(name) && !isHelper(name)
    && percent(cumShare) >= NEARLY_ALL && percent(share) >= MIN_SELF)
    .toSorted((a, b) => percent(a.cumShare) - percent(b.cumShare));
  return deepest === undefined || deepest === most ? null : deepest;
}

/** Returns `parser.(*yyParserImpl).Parse has nearly all with what it calls: 7.92s (93.6 %) of cpu.` */
export const wholeWords = ({ name, cum, cumShare }: Row, type: string | undefined): string =>
  `${shortName(unvendored(name))} has nearly all with what it calls: ${cum} (${cumShare})${
    type === undefined ? '' : ` of ${type}`}.`;

/** Returns what a function with much of the profile is known to do, and what to change; null without one. */
export function costFacts(rows: readonly Row[]): string | null {
  const known = rows.filter(({ cumShare }) => percent(cumShare) >= MUCH)
    .toSorted((a, b) => percent(b.cumShare) - percent(a.cumShare))
    .map(({ name }) => costStep(unvendored(name))).find((step) => step !== null);
  return known ?? null;
}
