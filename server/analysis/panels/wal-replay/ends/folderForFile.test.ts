/** Tests a start that finds a folder in place of its configuration file. */
import { expect, it } from 'vitest';
import { statements } from '../../../../../core/finding.ts';
import { analyseReplayLog } from '../replayLogAnswer.ts';

it('says what such a folder mostly is, and what to do', () => {
  const read = analyseReplayLog(new TextEncoder().encode(
    'prometheus  | time=2026-01-02T03:04:05.100Z level=ERROR source=main.go:745 msg="Error loading config '
      + '(--config.file=a.yml)" file=/p/a.yml err="read a.yml: is a directory"\nprometheus exited with code 2\n'
  ));
  const said = 'finding' in read ? statements(read.finding).join(' ') : '';
  expect(said).toContain('A folder is at that path in place of a file, as Docker makes one');
});
