import { describe, expect, it } from 'vitest';
import { singleFrames } from './flameGraphData.ts';
import { searchFrames } from './flameSearch.ts';

const { frames } = singleFrames({
  name: 'root', value: 10, self: 0, children: [
    { name: 'tsdb.Load', value: 7, self: 1, children: [{ name: 'tsdb.Append', value: 6, self: 6, children: [] }] },
    { name: 'main.Append', value: 3, self: 3, children: [] },
  ],
});

describe('searchFrames', () => {
  it('counts a match below a match once', () => {
    expect(searchFrames(frames, 'tsdb')).toMatchObject({ state: 'found', functions: 2, after: 7 });
  });
  it('adds up matches in separate stacks', () => {
    expect(searchFrames(frames, 'append$')).toMatchObject({ state: 'found', after: 9, keys: new Set([2, 3]) });
  });
  it('is exact about case once the pattern has a capital', () => {
    expect(searchFrames(frames, 'APPEND')).toMatchObject({ state: 'found', functions: 0, after: 0 });
  });
  it('leaves the root alone', () => expect(searchFrames(frames, 'root')).toMatchObject({ functions: 0 }));
  it('says that a pattern is broken', () => expect(searchFrames(frames, 'Head(')).toMatchObject({ state: 'invalid' }));
  it('finds nothing for an empty pattern', () => expect(searchFrames(frames, '')).toEqual({ state: 'none' }));
});
