/** Tests which of two messages of one error is told. */
import { describe, expect, it } from 'vitest';
import { knownMeaning, possibleMessages } from './knownMessages.ts';

const found = (text: string): string[] => possibleMessages(text).map(({ message }) => message);

describe('messages that say only what failed', () => {
  it.each([
    ['in the line', 'msg="error reloading config" err="found multiple scrape configs with job name \\"a\\""'],
    ['in the next line', 'error reloading config\nparsing: found multiple scrape configs with job name "a"'],
  ])('are left out where the reason is known: %s', (_, text) => {
    expect(found(text)).toEqual(['found multiple scrape configs with job name']);
    expect(knownMeaning(text)).toContain('give each job a name of its own.');
  });

  it.each([
    ['without a known reason', 'msg="error reloading config" err="yaml: line 3"'],
    ['before another event', 'level=error msg="error reloading config" err=x\nlevel=warn msg="sample limit exceeded"'],
    ['far before another message', `error reloading config ${'x'.repeat(700)} sample limit exceeded`],
    ['after the other message', 'sample limit exceeded\nerror reloading config'],
  ])('stay %s', (_, text) => { expect(found(text)).toContain('error reloading config'); });
});
