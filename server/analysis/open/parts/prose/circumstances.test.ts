/** Tests what is quoted of a report beside its fault: its changes, what ends it, where and when it occurs. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { circumstances, complaint } from './circumstances.ts';

const FACTS = 'It logged the error "x failed" at 2026-01-02T03:04:05Z.';

describe('quotes', () => {
  it.each([
    'Upgraded the chart from 1.2.0 -> 1.3.0 this week.', 'We see these lines on all 3 pods of the cluster.',
    'It happens on only one of our 9 ingesters.', 'The error appears once a month in our cluster.',
    'Restarting the pods helps for some hours.', 'The usage only falls when I restart the server.',
    'After deleting the folder it starts fine.', 'It began yesterday without any change of ours.',
    'The dashboards are empty since that time here.', 'It started after we doubled the number of clients.',
    'The same image works without the volume.',
    'The error occurs for 2 of 14 buckets.', 'Backups run at this time on the same machine.',
  ])('%s', (sentence) => {
    expect(circumstances(FACTS, sentence)).toBe(`The text says: "${sentence.replace(/\.$/, '')}".`);
  });

  it('without the question of a form before it', () => {
    expect(circumstances(FACTS, 'What did you see instead? Under which circumstances? no metrics at all since noon.'))
      .toBe('The text says: "no metrics at all since noon".');
  });

  it('what is seen of a disk only beside facts on one', () => {
    const sentence = 'Suddenly the server started to eat all space of the volume.';
    expect(circumstances('It could not write, as the disk is full.', sentence)).toContain('eat all space');
    expect(circumstances(FACTS, sentence)).toBeNull();
  });

  it.each(['We like the new pages and their colours very much.', 'Is it the same on all 3 pods of it?'])(
    'not: %s', (sentence) => { expect(circumstances(FACTS, sentence)).toBeNull(); }
  );
});

describe('a version', () => {
  it('that ended the fault is the one to stay on', () => {
    expect(circumstances(FACTS, 'NOTE: the issue seems to resolve itself after downgrading to chart version 27.48 '
      + '(just before v3.8.0)')).toContain('the newer version brings it: stay on chart version 27.48 for now');
    expect(circumstances(FACTS, 'Rolling back to 0.32.5 fixes it.')).toContain('stay on 0.32.5 for now');
  });

  it('is not an amount', () => {
    expect(circumstances(FACTS, 'Going back to 0.5 cores makes it go away.')).not.toContain('stay on');
  });

  it('that did not is none', () => {
    expect(circumstances(FACTS, 'Downgrading to 0.32.5 did not help us.')).toBeNull();
  });
});

it('stand behind the first sentence and its cause', () => {
  const text = ['We see it on all 3 pods since we changed the network.', '', '```',
    'ts=2026-01-02T03:04:05Z caller=main.go:1 level=error component="rule manager" msg="query failed" err="dial tcp '
      + '10.0.0.1:9095: connect: connection refused"', '```'].join('\n');
  expect(recognize(new TextEncoder().encode(text)).interest)
    .toMatch(/^It logged the error "query failed".{1,40} The cause given is "[^"]+"\. The text says: "We see it on/);
});

describe('a complaint beside lines without a fault', () => {
  it.each(['Our server takes more than 20 minutes to start up.', 'Each query took 40 seconds to load there.'])(
    '%s', (sentence) => { expect(complaint('x', sentence)).toBe(`The text says: "${sentence.slice(0, -1)}".`); }
  );

  it('is none of other sentences', () => {
    expect(complaint('x', 'We upgraded two of our servers, and all is well.')).toBeNull();
  });
});

it('what was expected is reported with an amount, or of what the facts do not name', () => {
  const text = (expectation: string): string =>
    `### What did you expect to see?\n\n${expectation}\n\n### What happened?`;
  expect(circumstances(FACTS, text('A replay with less than 16Gi.')))
    .toBe('Expected was: "A replay with less than 16Gi".');
  expect(circumstances(FACTS, text('The WAL is cleaned up.'))).toBe('Expected was: "The WAL is cleaned up".');
  expect(circumstances(FACTS, text('It works without errors.'))).toBeNull();
  expect(circumstances(FACTS, '**Expected behavior**: the WAL is small')).toBe('Expected was: "the WAL is small".');
});
