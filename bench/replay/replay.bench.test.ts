import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { replayBench } from './replayBench.ts';

it('tells how long recorded replays still take and how much memory they will have taken', () => {
  const { rows, lines, learned: { band, loadedFactor, wblChunkMs } } = replayBench();
  lines.forEach((line) => { console.log(line); });
  console.log(
    `over all: band ${band.low.toFixed(2)} to ${band.high.toFixed(2)} scales, factor ${loadedFactor.toFixed(2)}, `
      + `${wblChunkMs.toFixed(2)} ms for a chunk of the WBL`
  );
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
