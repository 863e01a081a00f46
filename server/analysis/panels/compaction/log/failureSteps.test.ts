import { expect, it } from 'vitest';
import { statements } from '../../../../../core/finding.ts';
import { readLog } from '../../../logs/readLog.ts';
import { MINUTE_MS, tsdbLine } from '../../../../../testdata/compactionLogs.ts';
import { isCompactionMessage } from './compactionLog.ts';
import { analyseCompactionLog } from './compactionLogTimeline.ts';

const START = Date.UTC(2026, 10, 20, 9);

function said(errors: readonly string[]): string {
  const lines = errors.map((error, i) =>
    tsdbLine(START + i * MINUTE_MS, `msg="compaction failed" err="${error}"`, 'error'));
  const read = analyseCompactionLog(readLog(Buffer.from(`${lines.join('\n')}\n`), isCompactionMessage), null);
  return read === null ? '' : statements(read.answer.finding).join(' ');
}

it('a damaged file of the head has a step, as its samples are in the WAL', () => {
  const all = said(['compact head: persist head block: iterate chunks: corruption in head chunk file head/000007']);
  expect(all).toMatch(/^1 compaction failed since 09:00:00 UTC: a head chunk file is corrupt\. /);
  expect(all).toContain(' What the head holds is in its WAL, too, while no compaction succeeds: copy the data ');
  expect(all).toMatch(/ The head and the WAL keep growing until one succeeds\.$/);
});

it('tells that each try fails at one object, and not so if they differ', () => {
  const missing = (chunk: number): string =>
    `compact ooo head: chunk iter: cannot populate chunk ${chunk} from block X: invalid head chunk: not found`;
  const same = said([missing(20282127), missing(20282127), missing(20282127)]);
  expect(same).toMatch(/^3 compactions failed since 09:00:00 UTC, one every 60 s: a chunk of the head is missing\. /);
  expect(same).toContain(' Each try fails at the same chunk (20282127), so the next one fails, too. A restart makes '
    + 'the head anew from its WAL, which may clear that: copy its data folder first. ');
  expect(said([missing(20282127), missing(20282128), missing(20282127)])).not.toContain('the same chunk');
});
