import { describe, expect, it } from 'vitest';
import { filterKeys } from '../../url/profileChoices.ts';
import { sideFilterKeys } from '../../profile/sideFilters.ts';
import { filterChips, filterGroups, fileFields, sideGroups, withFilter, withFrame } from './filterFields.ts';

describe('filterChips', () => {
  it('says each filter that is on, and only those', () => {
    expect(
      filterChips({ ignore: 'gc', focus: 'Head', show: '', granularity: 'lines', noinlines: true, drop_negative: true })
        .map(({ words, value }) => `${words}: ${value}`)
    )
      .toEqual(
        ['focus: Head', 'ignore: gc', 'rows are: lines', 'inlined: shown as their callers', 'decreases: dropped']
      );
  });
  it('says nothing of defaults', () => expect(filterChips({ granularity: 'functions', noinlines: false })).toEqual([]));
});

describe('withFilter', () => {
  it.each([
    ['sets one', { ignore: 'b' }, 'focus', 'a', { ignore: 'b', focus: 'a' }],
    ['an empty text takes it off', { focus: 'a', ignore: 'b' }, 'focus', '', { ignore: 'b' }],
    ['a default takes it off', { granularity: 'lines' }, 'granularity', 'functions', {}],
    ['false takes it off', { noinlines: true }, 'noinlines', false, {}],
  ] as const)('%s', (_, filters, key, value, expected) => expect(withFilter(filters, key, value)).toEqual(expected));
});

describe('the form', () => {
  it('has a field for every filter that is a text', () => {
    expect([...filterGroups.flatMap(({ fields }) => fields), ...fileFields].map(({ key }) => key).toSorted())
      .toEqual([...filterKeys].toSorted());
  });
  it('has one for every filter of a side alone', () => {
    expect(sideGroups.flatMap(({ fields }) => fields).map(({ key }) => key)).toEqual(sideFilterKeys);
    expect(filterChips({ before_tagfocus: 'tenant=acme' }))
      .toEqual([{ key: 'before_tagfocus', words: 'before alone: tagfocus', value: 'tenant=acme' }]);
  });
});

describe('the filters of a frame', () => {
  it('match exactly its function; a focus replaces, the others add', () => {
    const once = withFrame({ focus: 'x' }, 'focus', 'a/b.(*Head).f');
    expect(once.focus).toBe('^(a/b\\.\\(\\*Head\\)\\.f)$');
    expect(withFrame({ hide: 'x' }, 'hide', 'f').hide).toBe('x|^(f)$');
    expect(withFrame({}, 'ignore', 'f')).toEqual({ ignore: '^(f)$' });
  });
});
