import { expect, it } from 'vitest';
import { fail, ok, type Result } from '../../../../core/result.ts';
import type { MeasuredReplay } from '../../../../core/contract/contract.ts';
import type { ReplayStore } from '../../../data/store/files/replayStore.ts';
import { KnownStarts } from './knownStarts.ts';

/** Returns the starts of a recording whose reads return `answers` one after another. */
function startsOf(answers: Result<MeasuredReplay[]>[]): { starts: KnownStarts; asked: () => number; put: unknown[] } {
  const put: unknown[] = [];
  let asked = 0;
  const starts = new KnownStarts(
    {
      put: (replay: unknown) => { put.push(replay); return Promise.resolve(); }, list: () => [],
    } as unknown as ReplayStore,
    { replays: () => Promise.resolve(answers[asked++] ?? ok([])) },
    {
      list: () => Promise.resolve([{ name: 'copy', url: null, recorded: { start: 1, end: 100 } }] as never),
      isLive: () => false, incident: () => undefined,
    },
  );
  return { starts, put, asked: () => asked };
}

const replay = { start: 2 } as unknown as MeasuredReplay;

const passing = [['busy'], ['internal']] as const;
it.each(passing)('a recording that could not be read (%s) is read the next time', async (why) => {
  const { starts, put, asked } = startsOf([fail(why, 'try again'), ok([replay])]);
  for (let i = 0; i < 4; i++) await starts.sweep(null);
  expect(put).toEqual([replay]);
  expect(asked()).toBe(2);
});

it('one that cannot be read at all is not asked again', async () => {
  const { starts, asked } = startsOf([fail('too_large', 'too much')]);
  for (let i = 0; i < 3; i++) await starts.sweep(null);
  expect(asked()).toBe(1);
});
