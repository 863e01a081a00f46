/** Finds comparable profiles: a comparison is of one kind, and the kinds of one run belong together. */
import type { DiffTopTable, Normalize, ProfileInfo } from '../../core/contract/contract.ts';
import { get } from './client.ts';
import { guessGroups, guessSides, sideHint, type Groups } from '../../core/profile/beforeAfter.ts';
import { firstNormalize } from '../../core/profile/pairPace.ts';
import type { UrlState } from '../../core/url/urlState.ts';

export interface KindComparison extends Groups { kind: string }

/** Returns CPU first, because it is the most common choice; the others keep their order. */
function inOrder(kinds: readonly string[]): string[] {
  return [...kinds.filter((kind) => kind === 'cpu'), ...kinds.filter((kind) => kind !== 'cpu')];
}

/**
 * Returns one comparison per kind with at least two profiles, in display order. If no kind has two, compares kinds with
 * the same sample types (heap and allocs). Empty if nothing is comparable.
 */
export function guessComparisons(profiles: readonly ProfileInfo[]): KindComparison[] {
  const distinct = profiles.filter((info, i) => profiles.findIndex(({ id }) => id === info.id) === i);
  const of = (key: (info: ProfileInfo) => string): KindComparison[] =>
    inOrder([...new Set(distinct.map(key))]).flatMap((kind) => {
    const members = distinct.filter((info) => key(info) === kind);
    const [first, second] = members;
    return first === undefined || second === undefined ? []
      : [{ kind: first.kind, ...(members.length === 2 ? pairOf(first, second) : guessGroups(members)) }];
  });
  const byKind = of(({ kind }) => kind);
  return byKind.length > 0 ? byKind : of(({ sampleTypes }) => JSON.stringify(sampleTypes));
}

/** Kinds that are of a moment, or add up since the start of a process: a mean of several says nothing. */
const SNAPSHOTS: ReadonlySet<string> = new Set(['heap', 'goroutine', 'threadcreate', 'allocs', 'mutex', 'block']);

/** Returns the first and the last of several snapshots whose names do not say their sides; null for others. */
function endsOf(members: readonly ProfileInfo[]): Groups | null {
  if (members.length < 3) return null;
  const isSeries = members.every(({ kind, name, pair, durationSeconds }) =>
    SNAPSHOTS.has(kind) && pair === undefined && durationSeconds === null && sideHint(name) === 0);
  const times = new Set(members.flatMap(({ time }) => time ?? []));
  if (!isSeries || times.size < members.length) return null;
  const ordered = members.toSorted((a, b) => (a.time ?? 0) - (b.time ?? 0));
  return { before: ordered.slice(0, 1), after: ordered.slice(-1) };
}

/** Returns the comparisons of profiles that were opened together: of several snapshots, the first and the last. */
export function openedComparisons(profiles: readonly ProfileInfo[]): KindComparison[] {
  return guessComparisons(profiles).map((one) => ({ ...one, ...endsOf([...one.before, ...one.after]) }));
}

/** Returns the sides for uploaded profiles: the first possible comparison; a single one fills the free side. */
export function takenSides(
  taken: readonly ProfileInfo[], chosen: { before: readonly string[] }
): { before: string[]; after: string[] } | { before: string[] } | { after: string[] } | null {
  const [first] = taken;
  const [comparison] = guessComparisons(taken);
  if (comparison !== undefined)
    return { before: comparison.before.map(({ id }) => id), after: comparison.after.map(({ id }) => id) };
  if (first === undefined) return null;
  return chosen.before.length === 0 ? { before: [first.id] } : { after: [first.id] };
}

/** Returns how two sides are compared at first; groups as they are. */
export function normalizeOfSides({ before, after }: Groups): Normalize {
  const [[first, ...others], [second, ...more]] = [before, after];
  return first === undefined || second === undefined || others.length + more.length > 0 ? 'none'
    : firstNormalize(first, second);
}

/** Returns the same for ids of these profiles. */
export function normalizeOfIds(
  profiles: readonly ProfileInfo[], before: readonly string[], after: readonly string[]
): Normalize {
  const known = (ids: readonly string[]): ProfileInfo[] =>
    ids.flatMap((id) => profiles.filter((info) => info.id === id));
  return normalizeOfSides({ before: known(before), after: known(after) });
}

/** Returns how a diff is normalized: as chosen, else as its sides are compared at first. */
export function normalizeOfChoice(
  profiles: readonly ProfileInfo[],
  { before, after, normalize, asRecorded }: Pick<UrlState, 'before' | 'after' | 'normalize' | 'asRecorded'>
): Normalize {
  return normalize !== 'none' || asRecorded ? normalize : normalizeOfIds(profiles, before, after);
}

const WEIGHTS: Record<string, number> = {
  'diff-total': 3, 'diff-between': 2, 'diff-functions': 2, 'diff-untested': 1, 'diff-momentary': 1,
};
/** Limit of the log ratio: a factor of e^10 counts like new or gone. */
const LARGEST_LOG = 10;

/** Returns how significant a diff is: by its finding first, then by the size of the change. */
export function significance({ finding, totals: { before, after } }: Pick<DiffTopTable, 'finding' | 'totals'>): number {
  const log = before === after ? 0 : before > 0 && after > 0 ? Math.abs(Math.log(after / before)) : LARGEST_LOG;
  return (WEIGHTS[finding.code] ?? 0) + 0.99 * Math.min(1, log / LARGEST_LOG);
}

/** Returns the comparison to open first: the most significant, first of equals; one that cannot be computed is last. */
export async function mostSignificant(comparisons: readonly KindComparison[]): Promise<KindComparison | undefined> {
  if (comparisons.length < 2) return comparisons[0];
  const found = await Promise.all(comparisons.map(async (comparison) => {
    const ids = (side: ProfileInfo[]): string[] => side.map(({ id }) => id);
    const query = {
      before: ids(comparison.before), after: ids(comparison.after), limit: 1, normalize: normalizeOfSides(comparison),
    };
    // Its own tab shows the error.
    const weight = await get('/diff/top', { query }, ['unit', 'rows', 'totals']).then(significance, () => -1);
    return { comparison, weight };
  }));
  return found.toSorted((a, b) => b.weight - a.weight)[0]?.comparison;
}

function pairOf(first: ProfileInfo, second: ProfileInfo): Groups {
  const { before, after } = guessSides(first, second);
  return { before: [before], after: [after] };
}

const KIND_WORDS =
  /cpu|profile|heap|mem(?:ory)?|allocs?|goroutines?|mutex|block|thread(?:create)?|wall|fgprof|in-?use|space/g;

/** Returns a file name without its kind, so that `before.cpu.pb.gz` and `before.heap.pb.gz` belong to one run. */
function runOf(name: string): string {
  return name.toLowerCase().replace(KIND_WORDS, '').replace(/[^\p{L}\p{N}]+/gu, '.');
}

/**
 * Returns the same comparison for the other kinds of profiles of the same runs, matched by name: each has as many
 * profiles per side as the given one. Of several uploads with one name, uses the nearest in upload time.
 */
export function otherKinds(
  profiles: readonly ProfileInfo[], before: readonly string[], after: readonly string[]
): { kind: string; before: string[]; after: string[] }[] {
  const known = (ids: readonly string[]): ProfileInfo[] =>
    ids.flatMap((id) => profiles.filter((info) => info.id === id));
  const [own, other] = [known(before), known(after)];
  const kind = own[0]?.kind;
  if (
    kind === undefined || own.length !== before.length || other.length !== after.length
      || [...own, ...other].some((info) => info.kind !== kind)
  ) return [];
  const twin = (info: ProfileInfo, wanted: string): string[] => {
    const found = profiles.filter(
      (one) => one.kind === wanted && one.source.how === info.source.how && runOf(one.name) === runOf(info.name)
    );
    return found.toSorted((a, b) => Math.abs(a.addedTime - info.addedTime) - Math.abs(b.addedTime - info.addedTime))
      .slice(0, 1).map(({ id }) => id);
  };
  return [...new Set(profiles.map((info) => info.kind))].filter((wanted) => wanted !== kind).sort()
    .flatMap((wanted) => {
    const sides = {
      before: [...new Set(own.flatMap((info) => twin(info, wanted)))],
      after: [...new Set(other.flatMap((info) => twin(info, wanted)))],
    };
    const isWhole = sides.before.length === own.length && sides.after.length === other.length
      && !sides.before.some((id) => sides.after.includes(id));
    return isWhole ? [{ kind: wanted, ...sides }] : [];
  });
}

/** Returns why nothing dropped could be compared. */
export function unlikeKinds(profiles: readonly ProfileInfo[]): string {
  const kinds = [...new Set(profiles.map(({ kind }) => kind))];
  return `They are of different kinds (${kinds.join(', ')}): two of one kind can be compared.`;
}
