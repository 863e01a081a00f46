import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { causesBench, REPORTED } from './causesBench.ts';

/** `TSDBSCOPE_CAUSE_SEED=1` looks at the seeds that rules may be tuned on, and says what was named instead. */
const TUNING_REFRESHES = 1;
const seed = process.env['TSDBSCOPE_CAUSE_SEED'];

it('names the planted cause first, none where none is planted, and the same at each refresh', () => {
  const { rows, wrong } = seed === undefined ? causesBench()
    : causesBench({ ...REPORTED, first: Number(seed) }, TUNING_REFRESHES);
  rows.forEach(printRow);
  if (seed !== undefined) {
    for (const { cause, seed: of, first, isStable, claims } of wrong)
      console.log(`${cause} ${of}: ${first}${isStable ? '' : ', unstable'}\n  ${claims.join('\n  ')}`);
  }
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
}, 3_600_000);
