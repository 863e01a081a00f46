/** Says which functions hold or want locks in profiles of waits whose totals do not compare. Pure. */
import type { DiffTopTable, Part } from '../../../../core/contract/contract.ts';
import { isLocking, isOfWaiting, releasesLock, waitsForLock } from '../../../../core/profile/goWaits.ts';
import { joined, parts, ratio, render } from '../../../../core/text/parts.ts';
import { nameWithin } from '../../../../core/views/flame/frameLabel.ts';
import type { Pair } from '../../query/pair.ts';
import type { Filtered } from '../../query/question.ts';
import { valuePart } from '../words/valueText.ts';
import { renamedPlaces, renamedWords } from './renamedPlaces.ts';
import { stackChanges } from './stackChanges.ts';

/** Least share on a side from which a function is named, and at most how many are. */
const MUCH = 0.1;
const MAX_NAMED = 3;
const MAX_NAME_LETTERS = 60;
const DIGITS = 3;

interface Place { name: string; before: number; after: number }

/** Adds the functions with most waits for locks to a diff of waits that has no test; other diffs are kept. */
export function withWaitPlaces(
  table: DiffTopTable, pair: Pair, what: Filtered, isOneBuild: boolean | null
): DiffTopTable {
  const { finding } = table;
  const type = pair.combined.sampleTypes[pair.type];
  if (type?.type !== 'delay' || finding.code !== 'diff-untested') return table;
  const stacks = stackChanges(pair, what, '').filter(({ names }) =>
    releasesLock(names[0] ?? '') || waitsForLock(names[0] ?? ''));
  const found = new Map<string, Place>();
  for (const { names, before, after } of stacks) {
    const name = names.find((one) => !isLocking(one) && !isOfWaiting(one)) ?? names.at(-1) ?? '';
    const place = found.get(name) ?? { name, before: 0, after: 0 };
    found.set(name, place);
    place.before += before;
    place.after += after;
  }
  const { places, renamed } = renamedPlaces([...found.values()], stacks, {
    isOneBuild, merge: (from, to) => ({ ...to, before: from.before }),
  });
  const isOfHolders = stacks.every(({ names }) => releasesLock(names[0] ?? ''));
  const value = (amount: number): Part => valuePart(amount, type.unit);
  const isTold = finding.evidence.some((one) => render(one).includes('compared as the same'));
  const evidence = [placesWords(places, value, isOfHolders), isTold ? [] : renamedWords(renamed, value)]
    .filter((one) => one.length > 0);
  return evidence.length === 0 ? table
    : { ...table, finding: { ...finding, evidence: [...evidence, ...finding.evidence] } };
}

function placesWords(all: readonly Place[], value: (amount: number) => Part, isOfHolders: boolean): Part[] {
  const before = all.reduce((sum, one) => sum + one.before, 0);
  const after = all.reduce((sum, one) => sum + one.after, 0);
  const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
  const largest = (one: Place): number => Math.max(share(one.before, before), share(one.after, after));
  const side = (part: number, whole: number): Part[] => (part === 0 ? parts`none`
    : parts`${value(part)} (${ratio(Number(share(part, whole).toPrecision(DIGITS)))})`);
  const named = all.toSorted((a, b) => largest(b) - largest(a)).slice(0, MAX_NAMED)
    .filter((one) => largest(one) >= MUCH)
    .map((one) => parts`${nameWithin(one.name, MAX_NAME_LETTERS)} ${side(one.before, before)} before and ${
      side(one.after, after)} after`);
  return named.length === 0 ? []
    : parts`By the function that ${isOfHolders ? 'held' : 'waited for'} the locks: ${joined(named, '; ')}.`;
}
