import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { unrepairedWal, withoutGuess } from './unrepairedWal.ts';

const found = (where: string): string => 'level=warn ts=2026-01-02T03:04:05Z msg="encountered WAL error, attempting '
  + `repair" err="read records: corruption in segment ${where}: unexpected checksum 1, expected 2"`;
const failed = (why: string): string =>
  `level=error ts=2026-01-02T03:04:06Z err="opening storage failed: read WAL: repair corrupted WAL: ${why}"`;

it('names the damaged segment of a WAL whose repair failed', () => {
  const lines = [found('17 at 900'), failed('cannot handle error'), found('17 at 900'), failed('cannot handle error')];
  expect(unrepairedWal(lines)).toContain('The damage is in segment 17 of its WAL, at byte 900 (unexpected checksum 1, '
    + 'expected 2), the same 2 times, and its repair failed. Save the folder wal, move 17 and all later segments out');
  expect(recognize(new TextEncoder().encode(lines.join('\n'))).interest).toContain('The damage is in segment 17');
});

it('names the log of samples out of order, where the repair seeks the file in the WAL', () => {
  const facts = unrepairedWal([
    found('/d/t/wbl/00000003 at 44'),
    failed('rename /d/t/wal/00000003 /d/t/wal/00000003.repair: no such file or directory'),
  ]);
  expect(facts).toContain('segment 00000003 of its WBL');
  expect(facts).toContain('which no restart heals. Save /d/t/wbl, move 00000003 and all later segments out of it');
  expect(withoutGuess('A. The repair found a damaged segment, and then not the file to rename: see wbl. B.', facts))
    .toBe('A. B.');
});

it.each([
  ['a repair that worked', [found('17 at 900')]], ['no place of the damage', [failed('cannot handle error')]],
  ['a missing segment', [found('17 at 900'), failed('cannot handle error: open WAL segment: 3: open /d/3: no such')]],
])('nothing is said of %s', (_, lines) => { expect(unrepairedWal(lines)).toBeNull(); });

it('what keeps the repair from its work comes first', () => {
  const why = 'delete newer WAL segments: remove /d/wal/00000018: permission denied';
  expect(unrepairedWal([found('17 at 900'), failed(why)]))
    .toContain('and its repair failed (permission denied): remedy that first');
});
