import { describe, expect, it } from 'vitest';
import { diffCommand, shellWord, topCommand } from './pprofCommand.ts';

const view = { origin: 'http://h:1', sampleType: 'cpu', filters: {} };

describe('shellWord', () => {
  it.each([
    ['plain text stays', 'cpu', 'cpu'],
    ['a regular expression is quoted', '-focus=Head.*(a|b)', "'-focus=Head.*(a|b)'"],
    ['a quote cannot end the quoting', "x'; rm -rf ~ #", `'x'\\''; rm -rf ~ #'`],
    ['nothing is still a word', '', "''"],
  ])('%s', (_, text, word) => expect(shellWord(text)).toBe(word));
});

describe('topCommand', () => {
  it('carries sample type and filters', () => {
    expect(topCommand({ ...view, filters: { focus: 'Head$', noinlines: true } }, 'ab')).toBe(
      "go tool pprof -top -sample_index=cpu '-focus=Head$' -noinlines http://h:1/api/v1/profiles/ab/download");
  });
});

describe('diffCommand', () => {
  it('takes the before side as the base', () => {
    expect(diffCommand(view, ['b'], ['a'], 'total')).toBe(
      'go tool pprof -top -sample_index=cpu -normalize -diff_base=http://h:1/api/v1/profiles/b/download http://h:1/api/v1/profiles/a/download');
  });
  it.each([
    ['a base of several profiles', ['b', 'c'], ['a'], 'none'], ['no base', [], ['a'], 'none'], ['per second', ['b'], ['a'], 'duration'],
  ] as const)('has no command for %s', (_, before, after, normalize) => expect(diffCommand(view, before, after, normalize)).toBeNull());
});
