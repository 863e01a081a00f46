import { expect, it } from 'vitest';
import { longCheckpoints } from './longCheckpoints.ts';

const begun = (clock: string, from: number): string => `ts=2026-03-04T${clock}Z caller=checkpoint.go:96 component=tsdb `
  + `msg="Creating checkpoint" from_segment=${from} to_segment=${from + 5} mint=1681430400000`;
const done = (clock: string, duration: string): string => `ts=2026-03-04T${clock}Z caller=head.go:889 component=tsdb `
  + `msg="WAL checkpoint complete" first=1 last=6 duration=${duration}`;

it('tells checkpoints that take longer each time, and the one that is still open, in any order of lines', () => {
  const lines = [
    begun('16:00:00.000', 20), done('15:50:00.000', '2h10m3s'), done('13:00:00.000', '1h50m0.5s'),
    begun('11:10:00.000', 8), done('11:00:00.000', '1h30m'),
  ];
  const told = 'Its checkpoints take longer each time: 1h 30m, 1h 50m, then 2h 10m. The checkpoint of the segments 20 '
    + 'to 25, begun at 16:00:00 UTC, has no end in the lines; the one before it took 2h 10m.';
  expect(longCheckpoints(lines)).toBe(told);
  expect(longCheckpoints(lines.toReversed())).toBe(told);
});

it('says nothing of short ones, and of one that ended', () => {
  expect(longCheckpoints([done('10:00:00.000', '22.9ms'), begun('12:00:00.000', 3)])).toBeNull();
  expect(longCheckpoints([begun('10:00:00.000', 3), done('12:00:00.000', '2h')])).toBeNull();
});
