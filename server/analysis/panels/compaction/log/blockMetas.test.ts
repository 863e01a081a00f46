import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readBlockMetas } from '../../../../data/metrics/blockMeta.ts';
import { analyseBlockMetas } from './blockMetas.ts';

const file = new URL('../../../../../testdata/recordings/prom-2.42-load.blocks.ndjson', import.meta.url);
const recorded = readFileSync(file, 'utf8');
/** Files as on disk, indented by tabs. */
const files = recorded.trim().split('\n').map((line) => JSON.stringify(JSON.parse(line), null, '\t'));

describe('meta.json files one after the other', () => {
  it.each([
    ['a line each', recorded], ['as written', files.join('\n')], ['with nothing between', files.join('')],
    ['twice', [...files, ...files].join('\n')],
  ])('are read, %s', (_, text) => {
    const read = readBlockMetas(text);
    expect(read?.blocks).toHaveLength(files.length);
    expect(read?.blocks[0]).toMatchObject({ ulid: expect.stringMatching(/^01M7/) as string });
  });

  it.each([
    ['a log', '{"time":"2026-11-20T16:00:00Z","level":"INFO","msg":"write block"}'], ['nothing', ''],
    ['an object that is no block', '{"version":1,"a":2}'], ['one that is cut off', (files[0] ?? '').slice(0, -20)],
    ['other text', 'ulid'],
  ])('%s is none of them', (_, text) => {
    expect(readBlockMetas(text)).toBeNull();
  });

  it('what is no block among them is counted, braces in text are no objects', () => {
    const read = readBlockMetas(`${files[0] ?? ''}{"a":"}{"}{"b":"\\"}"}{broken}${files[1] ?? ''}{"c":`);
    expect(read).toMatchObject({ objects: 4 });
    expect(read?.blocks).toHaveLength(2);
  });

  it('answer the lineage: levels, parents by name, the clock', () => {
    const read = readBlockMetas(recorded);
    if (read === null) throw new Error('the file holds no block');
    const { answer, facts } = analyseBlockMetas(read, 'prom');
    expect(answer.finding.code).toBe('blocks-lineage');
    expect(answer.finding.sentence).toMatch(/^\d+ blocks up to level \d; \d+ merged from others\.$/);
    expect(answer.lines).toEqual({ read: files.length, used: files.length, other: 0 });
    const parents = answer.blocks.flatMap((block) => block.parents);
    expect(parents.length).toBeGreaterThan(5);
    for (const parent of parents) expect(answer.blocks.some(({ ulid }) => ulid === parent)).toBe(true);
    expect(facts.logRuns).toHaveLength(files.length);
    // The range is known, but not how long each took.
    expect(answer.blockRangeSeconds).toBe(120);
    expect(answer.keepingUp.verdict).toBe('unknown');
    expect(answer.keepingUp.sentence).toContain('not how long it took');
    expect(JSON.stringify(answer)).not.toContain('range is unknown');
  });
});
