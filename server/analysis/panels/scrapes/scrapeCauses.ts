/** Finds which conditions explain slow and lost scrapes, and which held all the time. See docs/reference/scrapes.md. */
import type { OverlapTest, Part, ScrapeCause } from '../../../../core/contract/contract.ts';
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import { parts, percent, quantity, render } from '../../../../core/text/parts.ts';
import { LINKED, openRows, overlapParts } from './scrapeChance.ts';
import type { Suspect, SuspectCause } from './scrapeSuspects.ts';

/** Minimum share of the slow scrapes, and minimum number, that a cause must explain beyond chance. */
const MIN_EXPLAINED = 0.2;
/**
 * Few long spells on a period fit over themselves at many shifts, so that p stays above 0.01 however well they fit. A
 * cause that explains half of all slow scrapes needs less.
 */
const MOSTLY_EXPLAINED = 0.5;
const MOSTLY_LINKED = 0.05;
const MIN_OVERLAPPING = 3;
/** Share of the window from which a shortage is standing: it cannot be compared with time without it. */
const STANDING_WINDOW = 0.5;
const STANDING_COVERAGE = 0.8;
/** Minimum number of slow scrapes for a standing cause. */
const MIN_SLOW = 5;
/** Difference within which causes explain equally much, and are ordered from root to effect instead. */
const AS_MUCH = 0.15;
/** Share of a cause inside another's time from which it is an effect of the other. */
const INSIDE = 0.7;
/**
 * GC makes the limit where a cycle brings it and the cycle's end lifts it: at least this many times at the limit a
 * cycle. Where cycles follow each other within one such time, other work holds CPU there and brings the cycles on.
 */
const TIMES_A_CYCLE = 0.5;
/** Tolerance around an effect for a cycle's end, by which it is known: in the effect or right after it. */
const BESIDE_MS = 1000;

/** Causes ordered from root to effect: a host that swaps has busy disks, one with saturated cores long GC cycles. */
const ROOT_FIRST: readonly SuspectCause[] = [
  'freeze', 'replay', 'swap', 'disk', 'host-cpu', 'throttling', 'cpu', 'compaction', 'fsync', 'queries', 'gc', 'start',
];

/**
 * Returns the causes worth naming, the one to name first at the front. A cause counts if slow scrapes meet it beyond
 * chance (p < 0.01, and it explains a fifth of them; p < 0.05 if it explains half), or if it is a shortage that held
 * for half of the window or more and covers four fifths of them, or that is bad by its level alone. The one that
 * explains most comes first; those that explain as much, to within 0.15, are ordered from cause to effect, so that the
 * order does not change from one refresh to the next. The CPU limit also counts as explaining as much as GC if the
 * scrapes that GC slows meet it, and GC does not cause it: GC slows scrapes by filling it. `slowRows`: slow and lost,
 * ascending; a coincidence counts only if one of them `isFelt`: lost, or slow enough to act on.
 */
export function rankCauses(
  suspects: readonly Suspect[], tests: readonly OverlapTest[], slowRows: readonly number[],
  isFelt: (row: number) => boolean = () => true,
): ScrapeCause[] {
  const found = suspects.flatMap((suspect) => {
    const test = tests.find(({ cause }) => cause === suspect.cause);
    if (test === undefined) return [];
    const rows = openRows(suspect, suspects, slowRows);
    const slow = rows.length;
    const isEffect = rows.some((row) => suspect.mask[row] === 1 && isFelt(row));
    const { overlapping, expected, pValue, windowRatio } = test;
    const coverageRatio = slow === 0 ? null : overlapping / slow;
    const beyond = slow > expected ? Math.max(0, (overlapping - expected) / (slow - expected)) : 0;
    const isLinked = isEffect && pValue !== null && overlapping >= MIN_OVERLAPPING && (
      (pValue < LINKED && beyond >= MIN_EXPLAINED) || (pValue < MOSTLY_LINKED && beyond >= MOSTLY_EXPLAINED)
    );
    const stands = suspect.isShortage === true && windowRatio >= STANDING_WINDOW;
    const covers = isEffect && stands && slow >= MIN_SLOW && (coverageRatio ?? 0) >= STANDING_COVERAGE;
    const isBad = suspect.leastShare !== undefined && windowRatio >= suspect.leastShare;
    if (!isLinked && !covers && !isBad) return [];
    const said = covers && !isLinked ? standingParts(test, slow, suspect.noun)
      : isLinked ? overlapParts(test, slow, suspect.noun) : levelParts(test, suspect.noun);
    const cause: ScrapeCause = {
      cause: suspect.cause, overlapping, coverageRatio, windowRatio, pValue, isStanding: stands,
      explainedRatio: covers ? Math.max(beyond, coverageRatio ?? 0) : isLinked ? beyond : 0,
      parts: said, sentence: render(said), detail: suspect.detail?.() ?? [],
    };
    return [{ cause, suspect }];
  });
  return inOrder(found, slowRows).map(({ cause }) => cause);
}

/** Causes that GC itself can have as effects: only the CPU that it takes, as cycles crowd into whatever allocates. */
const OF_GC: readonly SuspectCause[] = ['cpu', 'host-cpu'];

interface Found { cause: ScrapeCause; suspect: Suspect }

function inOrder(all: readonly Found[], slowRows: readonly number[]): Found[] {
  const filled = filledByGc(all, slowRows);
  const found = all.map((one) => (one.suspect.cause === 'cpu' && filled !== null
    ? { ...one, cause: { ...one.cause, detail: filled } } : one));
  const gc = found.find(({ suspect }) => suspect.cause === 'gc');
  const most = Math.max(0, ...found.map(({ cause }) => cause.explainedRatio));
  // GC that explains most by filling the limit does not rank ahead of the limit.
  const leads = (one: Found): boolean => one.cause.explainedRatio >= most - AS_MUCH;
  const leading = found.filter((one) => leads(one)
    || (filled !== null && one.suspect.cause === 'cpu' && gc !== undefined && leads(gc)));
  const root = ({ suspect }: Found): number => ROOT_FIRST.indexOf(suspect.cause);
  const canMake = ({ suspect: maker }: Found, { suspect: made }: Found): boolean => maker.cause !== 'gc'
    || (OF_GC.includes(made.cause) && (made.cause !== 'cpu' || filled === null));
  const comesOfAnother = (one: Found): boolean => leading.some((other) => other !== one && canMake(other, one)
    && shareInside(one, other) >= INSIDE && shareInside(other, one) < shareInside(one, other));
  const rank = new Map(found.map((one) => [one, comesOfAnother(one)] as const));
  return [
    ...leading.toSorted((a, b) => Number(rank.get(a)) - Number(rank.get(b)) || root(a) - root(b)),
    ...found.filter((one) => !leading.includes(one))
      .toSorted((a, b) => b.cause.explainedRatio - a.cause.explainedRatio || root(a) - root(b)),
  ];
}

/**
 * Says that GC slows scrapes by helping to fill the CPU limit; null if it does not. Under a quota cycles run long and
 * close together for as long as other work holds CPU at the limit, and the scrapes that meet a cycle meet the limit
 * too. If GC itself fills the limit (its workers use a fixed number of threads), each cycle has its own time at it.
 */
function filledByGc(found: readonly Found[], slowRows: readonly number[]): Part[] | null {
  const gc = found.find(({ suspect }) => suspect.cause === 'gc');
  const cpu = found.find(({ suspect }) => suspect.cause === 'cpu');
  if (gc === undefined || cpu === undefined || cpu.cause.explainedRatio === 0) return null;
  const ends = gc.suspect.spans.map(({ endMs }) => endMs);
  const times = cpu.suspect.spans.filter((span) => ends.some(
    (endMs) => span.startMs - BESIDE_MS <= endMs && endMs <= span.endMs + BESIDE_MS
  )).length;
  const atLimit = slowRows.filter((row) => isMet(cpu.suspect.mask, row));
  const both = atLimit.filter((row) => numberAt(gc.suspect.mask, row) === 1).length;
  if (times >= TIMES_A_CYCLE * ends.length || both < INSIDE * gc.cause.overlapping) return null;
  return parts`GC cycles help to fill it: ${quantity(both, 'count')} of the ${
    quantity(atLimit.length, 'count')} slow or lost scrapes at it overlap one.`;
}

/** Returns whether the row or one next to it is marked. */
function isMet(mask: Uint8Array, row: number): boolean {
  return mask.subarray(Math.max(0, row - 1), row + 2).includes(1);
}

/** Returns the share of the rows of one cause that are in the other's time or a row next to it. */
function shareInside({ suspect: { mask: inner } }: Found, { suspect: { mask: outer } }: Found): number {
  let marked = 0;
  let inside = 0;
  for (let row = 0; row < inner.length; row++) {
    if (numberAt(inner, row) === 0) continue;
    marked++;
    if (isMet(outer, row)) inside++;
  }
  return marked === 0 ? 0 : inside / marked;
}

function standingParts({ overlapping, windowRatio }: OverlapTest, slow: number, noun: string): Part[] {
  const of = parts`${quantity(overlapping, 'count')} of ${quantity(slow, 'count')}`;
  return parts`${of} slow or lost scrapes overlap ${noun}, which held for ${percent(windowRatio)} of the window.`;
}

function levelParts({ windowRatio }: OverlapTest, noun: string): Part[] {
  const text = noun.charAt(0).toUpperCase() + noun.slice(1);
  return parts`${text} held for ${percent(windowRatio)} of the window.`;
}

/** Returns named causes first, in their order; those that hold nearly always last, since meeting one shows nothing. */
export function byLikelihood<T extends { cause: SuspectCause; chanceRatio: number | null }>(
  met: readonly T[], causes: readonly ScrapeCause[]
): T[] {
  const place = ({ cause, chanceRatio }: T): number => {
    const named = causes.findIndex((one) => one.cause === cause);
    if (named >= 0 && elementAt(causes, named).explainedRatio > 0) return named - causes.length;
    return (chanceRatio ?? 0) > OFTEN ? 1 : 0;
  };
  return met.toSorted((a, b) => place(a) - place(b));
}

/** Chance above which meeting a cause is no evidence for it. */
export const OFTEN = 0.4;
