/** Filters of `go tool pprof` as the page offers them, and texts of the active ones. */
import type { PageFilters } from '../../url/profileChoices.ts';
import { filterKeys } from '../../url/profileChoices.ts';
import type { SideFilterKey } from '../../contract/contract.ts';
import { sideFilterKeys, sideFilterNames } from '../../profile/sideFilters.ts';
import { patternOf } from './flameViews.ts';

export type TextFilter = (typeof filterKeys)[number] | SideFilterKey;
type SharedFilter = (typeof filterKeys)[number];
export interface FilterField<K extends TextFilter = TextFilter> {
  key: K; hint: string; placeholder: string;
}
export interface FilterGroup<K extends TextFilter = TextFilter> { title: string; fields: FilterField<K>[] }

const REGEX = 'regular expression';

export const filterGroups: readonly FilterGroup<SharedFilter>[] = [
  {
    title: 'Stacks',
    fields: [
      { key: 'subsystem', hint: 'keep stacks of one subsystem', placeholder: 'gc, package:encoding/json' },
      { key: 'focus', hint: 'keep stacks through a match', placeholder: REGEX },
      { key: 'ignore', hint: 'drop stacks through a match', placeholder: REGEX },
      { key: 'hide', hint: 'take matches out; their callers get their cost', placeholder: REGEX },
      { key: 'show', hint: 'keep only matches in the stacks', placeholder: REGEX },
      { key: 'show_from', hint: 'start stacks at the first match', placeholder: REGEX },
      { key: 'prune_from', hint: 'end stacks at the lowest match', placeholder: REGEX },
    ],
  },
  {
    title: 'Labels',
    fields: [
      { key: 'tagfocus', hint: 'keep samples with a matching label', placeholder: 'value, key=value, 1kb:2kb' },
      { key: 'tagignore', hint: 'drop samples with a matching label', placeholder: 'value, key=value, 1kb:2kb' },
      { key: 'tagshow', hint: 'show only matching label keys', placeholder: REGEX },
      { key: 'taghide', hint: 'drop matching label keys', placeholder: REGEX },
      { key: 'tagroot', hint: 'stacks begin with the values of labels', placeholder: 'tenant,handler' },
      { key: 'tagleaf', hint: 'stacks end with the values of labels', placeholder: 'tenant,handler' },
    ],
  },
];

/** Filters of one side of a diff, with the same fields as for both sides. */
export const sideGroups: readonly FilterGroup<SideFilterKey>[] = (['before', 'after'] as const).map((side) => ({
  title: `${side === 'before' ? 'Before' : 'After'} alone`,
  fields: sideFilterNames.flatMap((name) =>
    filterGroups.flatMap(({ fields }) => fields).filter(({ key }) => key === name)
      .map(({ hint, placeholder }) => ({ key: `${side}_${name}` as const, hint, placeholder }))),
}));

/** Fields for file names. */
export const fileFields: readonly FilterField<SharedFilter>[] = [
  { key: 'trim_path', hint: 'take these starts off source files', placeholder: '/root/go:/src' },
  { key: 'source_path', hint: 'name source files from these folders on', placeholder: '/home/me/prometheus' },
];

/** Meaning of a row, by `granularity`. */
export const granularityWords: Record<NonNullable<PageFilters['granularity']>, string> = {
  functions: 'functions', filefunctions: 'functions, by file', files: 'files', lines: 'lines', addresses: 'addresses',
};

export interface FilterChip { key: keyof PageFilters; words: string; value: string }

/** Returns one chip per active filter, in the order of the form. */
export function filterChips(filters: PageFilters): FilterChip[] {
  const texts: FilterChip[] = [...filterKeys, ...sideFilterKeys].flatMap((key) => {
    const value = filters[key];
    return value === undefined || value === '' ? []
      : [{ key, words: key.replace(/^(before|after)_/, '$1 alone: '), value }];
  });
  const renames = (filters.rename ?? '').split('\n').filter((rule) => rule !== '');
  if (renames.length > 0) {
    texts.push({
      key: 'rename', words: 'rename', value: renames.length === 1 ? renames.join('') : `${renames.length} rules`,
    });
  }
  if (filters.granularity !== undefined && filters.granularity !== 'functions')
    texts.push({ key: 'granularity', words: 'rows are', value: granularityWords[filters.granularity] });
  if (filters.noinlines === true) texts.push({ key: 'noinlines', words: 'inlined', value: 'shown as their callers' });
  if (filters.drop_negative === true) texts.push({ key: 'drop_negative', words: 'decreases', value: 'dropped' });
  return texts;
}

/** Returns the filters with one changed; an empty or default value removes it. */
export function withFilter<K extends keyof PageFilters>(
  filters: PageFilters, key: K, value: PageFilters[K] | undefined
): PageFilters {
  const next = { ...filters };
  if (value === undefined || value === '' || value === false || value === 'functions') delete next[key];
  else next[key] = value;
  return next;
}

/**
 * Returns the filters with one added for exactly a frame's function: `focus` replaces the existing one, `ignore` and
 * `hide` extend theirs.
 */
export function withFrame(filters: PageFilters, key: 'focus' | 'ignore' | 'hide', name: string): PageFilters {
  const own = patternOf([name]);
  const known = filters[key];
  return withFilter(filters, key, key === 'focus' || known === undefined || known === '' ? own : `${known}|${own}`);
}
