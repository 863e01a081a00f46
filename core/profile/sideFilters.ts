/** Filters that can apply to one side of a diff alone, named as in the API and in addresses. */
import type { ProfileFilters, SideFilterKey, SideFilterName, SideFilters } from '../contract/contract.ts';

export const sideFilterNames = [
  'tagfocus', 'tagignore', 'focus', 'ignore', 'hide', 'show', 'show_from', 'prune_from',
] as const satisfies readonly SideFilterName[];

export type Side = 'before' | 'after';

export const sideFilterKeys: readonly SideFilterKey[] =
  (['before', 'after'] as const).flatMap((side) => sideFilterNames.map((name) => `${side}_${name}` as const));

/** Returns the filters of one side under their usual names, without empty ones. */
export function filtersOfSide(filters: SideFilters, side: Side): Pick<ProfileFilters, SideFilterName> {
  return Object.fromEntries(sideFilterNames.flatMap((name) => {
    const text = filters[`${side}_${name}`];
    return text === undefined || text === '' ? [] : [[name, text]];
  }));
}

export function hasSideFilters(filters: SideFilters): boolean {
  return sideFilterKeys.some((key) => (filters[key] ?? '') !== '');
}
