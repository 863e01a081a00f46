import { describe, expect, it } from 'vitest';
import { profileViews } from '../../url/profileChoices.ts';
import { viewExports } from './viewExports.ts';

describe('viewExports', () => {
  it('has at least one file for every view', () => {
    expect(profileViews.filter((view) => viewExports(view, true, () => '').length === 0)).toEqual([]);
  });
  it.each([
    ['a table comes as CSV, JSON and text', 'table', true, [
      'top/csv top.csv', 'top/json top.json', 'top/text top.txt', 'subsystems/csv subsystems.csv',
    ]],
    [
      'a flame graph is a picture, a table, a tree and stacks', 'flame', false,
      [
        'flamegraph/svg flamegraph.svg', 'flamegraph/png flamegraph.png', 'flamegraph/csv flamegraph.csv',
        'flamegraph/json flamegraph.json', 'flamegraph/collapsed flamegraph.folded.txt',
        'flamegraph/speedscope flamegraph.speedscope.json', 'traces/text traces.txt',
      ],
    ],
    ['the call graph is a picture', 'graph', true, ['graph/svg call-graph.svg']],
    ['no function is no file', 'function', false, []],
  ] as const)('%s', (_, view, hasFunction, expected) => {
    expect(
      viewExports(view, hasFunction, (source, format) => `${source}/${format}`)
        .map(({ href, file }) => `${href} ${file}`)
    ).toEqual(expected);
  });
});
