import { expect, it } from 'vitest';
import { writersSentences } from './writersSentences.ts';

it('returns sentences without marks, over the ends of lines', () => {
  expect(writersSentences('# A heading of four words here\n\nWe run it with `--a.b=5` on **two**\nnodes, v2.6.1. It '
    + 'stops each night.\n\n- [x] An item has four words')).toEqual([
    'A heading of four words here', 'We run it with --a.b=5 on two nodes, v2.6.1.', 'It stops each night.',
    'An item has four words',
  ]);
});

it('divides sentences that begin with a small letter', () => {
  expect(writersSentences('we run it on two nodes.  it was fine before we did, e.g. the first week. we see errors now'))
    .toEqual(['we run it on two nodes.', 'we see errors now']);
});

it('leaves out what was expected, up to the next heading', () => {
  expect(writersSentences('### What did you expect to see?\n\nIt runs without any error.\n\n### What happened\n\nIt '
    + 'stops on two nodes.\n\n**Expected behavior**\nIt runs without any error.')).toEqual(['It stops on two nodes.']);
});

it.each([
  ['a log', 'level=info msg="We run it on two nodes"'], ['a fence', '```\nWe run it on two nodes.\n```'],
  ['a command', '$ docker run it on two nodes'], ['a table', '| We run it | on two nodes |'],
  ['a question', 'Do we run it on two nodes?'], ['a condition', 'If it runs on two nodes it ends.'],
  ['few words', 'On two nodes.'], ['a chain of errors', 'We fail: it runs on: two nodes at once.'],
  ['a label', 'The volume of the two nodes:'],
  ['a default', 'It runs on two nodes by default.'],
  ['figures', 'uid=10(we) gid=10(run) on two'],
  ['code', 'we run it on two nodes {'],
])('none of %s', (_, text) => { expect(writersSentences(text)).toEqual([]); });
