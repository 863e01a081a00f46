/** Tests what is said of blocks that no store-gateway returned. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { knownFacts } from '../known/knownTexts.ts';
import { unqueriedBlocks } from './unqueriedBlocks.ts';

const A = '01HZ89RMHEPW2B6QWT9KPE0P5A';
const B = '01HZ89RMHEPW2B6QWT9KPE0P5B';
const NEW = 'expanding series: failed to fetch some blocks (err-mimir-store-consistency-check-failed). The failed '
  + `blocks are: ${A} ${B}`;
const OLD = `consistency check failed because some blocks were not queried: ${A}`;
const FAILED = `loading block failed" id=${B} err="create index header reader: write index header: new index reader: `
  + `get TOC from object storage of ${B}/index: unexpected EOF"`;

it.each([
  [NEW, 'Mimir', `Queries fail, because no store-gateway returned 2 blocks (${A} and ${B}): see whether all `
    + 'store-gateways run and have synchronized their blocks, and look for these blocks in their logs.'],
  [OLD, 'Mimir or Cortex', `Queries fail, because no store-gateway returned 1 block (${A}): see whether all `
    + 'store-gateways run and have synchronized their blocks, and look for that block in their logs.'],
])('the blocks: %s', (text, program, sentence) => {
  expect(unqueriedBlocks(text)).toEqual({ program, sentence, isAfter: false });
});

describe('an error of one of them', () => {
  const text = ['A query fails:', NEW, '', 'The store-gateway says:', `\`${FAILED}\``].join('\n');

  it('leads, with its step, and the others are to be looked for', () => {
    const facts = knownFacts(text);
    const sentences = facts?.sentences ?? [];
    expect(facts?.program).toBe('Mimir');
    expect(sentences[0]).toMatch(/^It has the error "create index header reader: .* unexpected EOF" of Mimir\./);
    expect(sentences[0]).toContain('The index header of a block could not be made or opened, and the block is not '
      + 'queried. The object is cut, or the storage broke off its answer: compare its size in the bucket');
    expect(sentences[1]).toBe(`Queries fail, because no store-gateway returned 2 blocks (${A} and ${B}); the text has `
      + `an error of ${B}, and none of ${A}: look for that in the logs of the store-gateways.`);
    expect(sentences).toHaveLength(2);
  });

  it('has no standing advice on its log', () => {
    const { interest, remedy } = recognize(new TextEncoder().encode(text));
    expect(interest).toContain('Queries fail, because');
    expect(remedy).toBeNull();
  });
});

it('none without a list', () => {
  expect(unqueriedBlocks('some blocks were not queried')).toBeNull();
  expect(unqueriedBlocks(`${A} failed to load`)).toBeNull();
});
