import { expect, it } from 'vitest';
import { isMeaning, meaningOf } from '../said/meanings.ts';
import { sentencesOf } from '../../look/sentences.ts';

const error = (name: string, what = 'annotation'): string =>
  `/etc/rules/a.yml: 7:13: group "hosts", rule 2, "HostDown": invalid ${what} name: ${name}`;

it.each([
  ['a command of vi', error('sum:wmary'), 'it is summary with :w in it, a command of vi; promtool check rules'],
  ['a slip of the keyboard', error('descr.iption'), 'it is description with . in it; promtool'],
  ['a hyphen', error('run-id', 'label'), 'correct it, with _ in place of -; promtool'],
  ['another name', error('2nd'), 'does not begin with a digit: correct it; promtool'],
  ['the place', error('a b'), 'an annotation of rule 2 (HostDown) of the group hosts in /etc/rules/a.yml has the name '
    + 'a b.'],
])('%s', (_, text, said) => {
  const meaning = meaningOf(text) ?? '';
  expect(meaning).toContain(said);
  expect(sentencesOf(meaning).every(isMeaning)).toBe(true);
});

it('nothing of a rule is said of another name', () => {
  expect(meaningOf('invalid annotation name: a-b') ?? '').not.toContain('of rule');
});
