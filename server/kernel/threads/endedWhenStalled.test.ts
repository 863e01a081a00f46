import { Readable } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import { ManualClock } from '../../../testdata/time/manualClock.ts';
import { endedWhenStalled } from './endedWhenStalled.ts';

let clock: ManualClock;
beforeEach(() => { clock = new ManualClock(); });

const turns = async (): Promise<void> => { for (let i = 0; i < 5; i++) await new Promise(setImmediate); };

function watched(): { stream: Readable; failed: () => Error | null } {
  const stream = endedWhenStalled(new Readable({ read: () => undefined }), 30_000, clock);
  let error: Error | null = null;
  stream.once('error', (thrown) => { error = thrown; });
  return { stream, failed: () => error };
}

it('goes on while its reader waits for a slow piece, however long that takes', async () => {
  const { stream, failed } = watched();
  const taken: string[] = [];
  stream.on('data', (piece: Buffer) => { taken.push(piece.toString()); });
  for (const piece of ['a', 'b']) {
    await turns();
    await clock.advance(100_000);
    stream.push(piece);
  }
  await turns();
  await clock.advance(100_000);
  stream.push(null);
  await turns();
  expect([taken, failed()]).toEqual([['a', 'b'], null]);
});

it('is ended when a piece was not taken for as long as allowed, from the last one taken', async () => {
  const { stream, failed } = watched();
  stream.push('abc');
  await clock.advance(20_000);
  expect(String(stream.read(1))).toBe('a');
  await clock.advance(20_000);
  // The reader takes nothing.
  expect(stream.read(100)).toBeNull();
  await turns();
  expect(failed()).toBeNull();
  await clock.advance(10_000);
  await turns();
  expect(failed()?.message).toBe('its client took nothing for 30 s');
});
