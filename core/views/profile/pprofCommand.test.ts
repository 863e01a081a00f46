import { describe, expect, it } from 'vitest';
import { commandForms, formOfView, noCommandWords, pprofCommand } from './pprofCommand.ts';
import { shellWord } from './sideCommand.ts';
import type { CommandForm, PprofQuestion } from './pprofCommand.ts';
import { profileViews } from '../../url/profileChoices.ts';

const question: PprofQuestion = {
  origin: 'http://h:1', sampleType: 'cpu', filters: {}, function: null, subject: { kind: 'profile', id: 'ab' },
};
const diff = (
  change: {
    before?: string[]; after?: string[]; normalize?: 'none' | 'sum' | 'total' | 'duration'; percentOf?: 'changed'
  }
): PprofQuestion => ({
  ...question,
  subject: { kind: 'diff', before: ['b'], after: ['a'], normalize: 'none', percentOf: 'before', ...change },
});

describe('shellWord', () => {
  it.each([
    ['plain text stays', 'cpu', 'cpu'],
    ['a regular expression is quoted', '-focus=Head.*(a|b)', "'-focus=Head.*(a|b)'"],
    ['a quote cannot end the quoting', "x'; rm -rf ~ #", `'x'\\''; rm -rf ~ #'`],
    ['nothing is still a word', '', "''"],
  ])('%s', (_, text, word) => expect(shellWord(text)).toBe(word));
});

describe('pprofCommand', () => {
  it('filters one side alone in a step of its own', () => {
    const filters = { focus: 'Head', before_tagfocus: 'tenant=acme', after_ignore: 'a|b', after_hide: '' };
    expect(pprofCommand('top', { ...diff({ normalize: 'total' }), filters })).toBe([
      'go tool pprof -proto -output=before.pb.gz -tagfocus=tenant=acme http://h:1/api/v1/profiles/b/download',
      "go tool pprof -proto -output=after.pb.gz '-ignore=a|b' http://h:1/api/v1/profiles/a/download",
      'go tool pprof -top -sample_index=cpu -normalize -focus=Head -diff_base=before.pb.gz after.pb.gz',
    ].join(' && '));
    expect(pprofCommand('top', { ...diff({}), filters: { after_focus: 'x' } }))
      .toContain('-diff_base=http://h:1/api/v1/profiles/b/download after.pb.gz');
  });
  it('carries sample type and every filter', () => {
    const filters = {
      focus: 'Head$', prune_from: 'gc', tagshow: 'k', trim_path: '/a:/b', granularity: 'lines', noinlines: true,
      drop_negative: true,
    } as const;
    expect(pprofCommand('top', { ...question, filters })).toBe(
      "go tool pprof -top -sample_index=cpu '-focus=Head$' -prune_from=gc -tagshow=k -trim_path=/a:/b -lines "
        + '-noinlines -drop_negative http://h:1/api/v1/profiles/ab/download'
    );
  });

  it.each<[string, CommandForm, string]>([
    ['callers and callees of exactly one function', 'peek', `'-peek=^a/b\\.\\(\\*Head\\)\\.x$'`],
    ['its lines', 'list', `'-list=^a/b\\.\\(\\*Head\\)\\.x$'`],
    ['the call graph into a file', 'svg', '-svg -output=callgraph.svg'],
    ['KCachegrind', 'callgrind', '-callgrind -output=profile.callgrind'],
    ['stacks', 'traces', '-traces'],
    ['labels', 'tags', '-tags'],
    ['its own page', 'http', '-http=localhost:8081'],
  ])('%s', (_, form, words) => {
    expect(pprofCommand(form, { ...question, function: 'a/b.(*Head).x' }))
      .toBe(`go tool pprof ${words} -sample_index=cpu http://h:1/api/v1/profiles/ab/download`);
  });

  it('takes percentages of all that differs with -base', () => {
    expect(pprofCommand('top', diff({ percentOf: 'changed' })))
      .toContain(' -base=http://h:1/api/v1/profiles/b/download ');
  });

  it('takes the before side as the base', () => {
    expect(pprofCommand('top', diff({ normalize: 'total' }))).toBe(
      'go tool pprof -top -sample_index=cpu -normalize '
        + '-diff_base=http://h:1/api/v1/profiles/b/download '
        + 'http://h:1/api/v1/profiles/a/download');
  });

  it.each([
    ['a base of several profiles', { before: ['b', 'c'] }], ['no base', { before: [] }],
      ['per second', { normalize: 'duration' }], ['the mean of a group', { after: ['a', 'd'] }],
  ] as const)('has no command for %s', (_, change) => {
    for (const { form } of commandForms) expect(
      pprofCommand(form, {
        ...diff({
          ...change, before: [...('before' in change ? change.before : ['b'])],
          after: [...('after' in change ? change.after : ['a'])],
        }),
        function: 'x',
      })
    ).toBeNull();
  });

  it('has none for lines and callers of no function', () => {
    expect([pprofCommand('peek', question), pprofCommand('list', question)]).toEqual([null, null]);
  });
});

describe('every view', () => {
  it('has a form of its command; what pprof cannot do is said', () => {
    expect(profileViews.map((view) => formOfView(view, 'callers')))
      .toEqual(['http', 'top', 'peek', 'svg', 'tags', 'traces']);
    expect(formOfView('function', 'lines')).toBe('list');
    expect(noCommandWords(question)).toMatch(/Choose a function/);
    expect(noCommandWords(diff({ normalize: 'duration' }))).toMatch(/no such normalisation/);
    expect(noCommandWords(diff({ before: ['a', 'b'] }))).toMatch(/one base/);
    expect(noCommandWords(diff({ after: ['a', 'd'] }))).toMatch(/sums a group/);
    expect(pprofCommand('top', diff({ after: ['a', 'd'], normalize: 'sum' }))).toContain('/a/download http://h:1/');
  });
});
