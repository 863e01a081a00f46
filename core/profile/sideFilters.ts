/** The filters that each side of a diff may have for itself, as the API and addresses name them. */
import type { ProfileFilters, SideFilterKey, SideFilterName, SideFilters } from '../contract/contract.ts';

export const sideFilterNames = [
  'tagfocus', 'tagignore', 'focus', 'ignore', 'hide', 'show', 'show_from', 'prune_from',
] as const satisfies readonly SideFilterName[];

export type Side = 'before' | 'after';

export const sideFilterKeys: readonly SideFilterKey[] =
  (['before', 'after'] as const).flatMap((side) => sideFilterNames.map((name) => `${side}_${name}` as const));

/** Those of one side under their usual names; empty ones are none. */
export function filtersOfSide(filters: SideFilters, side: Side): Pick<ProfileFilters, SideFilterName> {
  return Object.fromEntries(sideFilterNames.flatMap((name) => {
    const text = filters[`${side}_${name}`];
    return text === undefined || text === '' ? [] : [[name, text]];
  }));
}

export function hasSideFilters(filters: SideFilters): boolean {
  return sideFilterKeys.some((key) => (filters[key] ?? '') !== '');
}
