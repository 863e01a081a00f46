import { expect, it } from 'vitest';
import { laterFullDisk } from './laterFullDisk.ts';

const failed = (clock: string, error: string): string =>
  `ts=2026-03-04T${clock}Z level=error msg="compaction failed" err="compact head: ${error}"`;
const FULL = 'ts=2026-03-04T12:30:00Z level=error msg="append failed" err="write /data/wal/00000007: no space left on '
  + 'device"';
const MISSING = 'chunk 7 not found';
const FACTS = 'The cause given is "write /data/wal/00000007: no space left on device".';

it('tells that the disk was full long after the first failure, which had another cause', () => {
  const lines = [failed('10:00:00', MISSING), failed('10:15:00', MISSING), failed('10:30:00', MISSING)];
  expect(laterFullDisk(FACTS, [...lines, FULL].join('\n'))).toMatch(
    /^The full disk comes 2h 30m after the first failed compaction, whose error is another one: .+ the consequence\./
  );
  expect(laterFullDisk(FACTS, [FULL.replace('T12', 'T09'), ...lines].join('\n'))).toBeNull();
  expect(laterFullDisk(FACTS, [...lines.slice(0, 2), FULL].join('\n'))).toBeNull();
  expect(laterFullDisk('The error "x" occurs.', [...lines, FULL].join('\n'))).toBeNull();
});

it('says nothing where the compactions fail because the disk is full', () => {
  const lines = ['10:00:00', '10:15:00', '12:45:00'].map((clock) => failed(clock, 'no space left on device'));
  expect(laterFullDisk(FACTS, [...lines, FULL].join('\n'))).toBeNull();
});
