/** What is measured of a log that a test writes. */
import { expect } from 'vitest';
import { elementAt } from '../core/elementAt.ts';
import type { MeasuredLog, MeasuredReplay } from '../core/contract/contract.ts';
import { analyseReplayLog } from '../server/analysis/panels/wal-replay/replayLogAnswer.ts';

export function analyse(text: string): MeasuredLog {
  const answer = analyseReplayLog(Buffer.from(text));
  if ('unreadable' in answer) throw new Error('No line could be read.');
  return answer;
}

export function only(text: string): MeasuredReplay {
  const { replays } = analyse(text);
  expect(replays).toHaveLength(1);
  return elementAt(replays, 0);
}
