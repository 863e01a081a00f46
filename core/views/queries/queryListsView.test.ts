import { expect, test } from 'vitest';
import type { TargetQueryLists } from '../../contract/contract.ts';
import { queryListsView } from './queryListsView.ts';

const asked: TargetQueryLists = {
  target: 'vm', time: 1_800_000_000, top: [{ text: 'up', rangeSeconds: 0, count: 1, sumSeconds: 2 }], state: 'read',
  running: [{ text: 'up', start: 1_800_000_000, seconds: 1, client: '', rangeSeconds: 0 }], sentence: null,
  requests: 1200, failed: 1,
};

test.each<[string, Partial<TargetQueryLists>, string | null]>([
  ['both lists', {}, null],
  ['nothing that runs', { running: [] }, 'No query was being evaluated when it was last asked.'],
  ['nothing at all', { running: [], top: [] }, 'No query was evaluated in the last ten minutes.'],
  ['no answer yet', { time: null, running: [], top: [] }, 'Not asked yet.'],
  ['a slow target', { sentence: 'Not asked: it is slow.' }, 'Not asked: it is slow.'],
])('%s', (_, more, note) => {
  expect(queryListsView({ ...asked, ...more })).toEqual({
    note, cost: 'Asked at most twice a minute: 1,200 GETs so far, 1 failed.',
  });
});
