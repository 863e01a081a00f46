import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../core/contract/contract.ts';
import { render } from '../../../core/text/parts.ts';
import { readLog } from '../logs/readLog.ts';
import { isCompactionMessage } from '../panels/compaction/log/compactionLog.ts';
import { analyseCompactionLog } from '../panels/compaction/log/compactionLogTimeline.ts';
import { analyseReplayLog } from '../panels/wal-replay/replayLogAnswer.ts';

const log = (version: string, error: string): Uint8Array => Buffer.from([
  `ts=2022-09-01T10:00:00.000Z caller=main.go:499 level=info msg="Starting Prometheus Server" version="(version=${
    version}, branch=HEAD)"`,
  'ts=2022-09-01T10:00:00.100Z caller=main.go:993 level=info msg="Starting TSDB ..."',
  'ts=2022-09-01T10:00:00.200Z caller=head.go:493 level=info msg="Replaying on-disk memory mappable chunks if any"',
  `ts=2022-09-01T10:00:00.300Z caller=main.go:1100 level=error err="opening storage failed: ${error}"`,
  '',
].join('\n'));

function textOf(bytes: Uint8Array): string {
  const answer = analyseReplayLog(bytes);
  if (!('finding' in answer)) throw new Error('The log could not be read.');
  return wordsOf(answer.finding);
}

function wordsOf({ claim, evidence, actions }: Finding): string {
  return [claim, ...evidence].map((one) => render(one)).join(' ') + actions.map(({ step }) => ` > ${step}`).join('');
}

describe('a start that fails by a known issue', () => {
  it('names it, with what helps', () => {
    expect(textOf(log('2.38.0', '/data/chunks_head/000012: invalid magic number 0'))).toMatch(
      /is probably prometheus 11338 \(.*\); fixed in 2\.39\.0, you run 2\.38\.0\..* > Update to 2\.39\.0 or later\./
    );
  });

  it('does not name it of a version that has the fix, nor of another error', () => {
    expect(textOf(log('2.39.0', '/data/chunks_head/000012: invalid magic number 0'))).not.toMatch(/prometheus 11338/);
    expect(textOf(log('2.38.0', 'lock DB directory: resource temporarily unavailable'))).not.toMatch(/prometheus \d/);
  });
});

describe('a compaction that fails by a known issue', () => {
  const compactions = (version: string, error: string): string => {
    const read = readLog(Buffer.from([
      `ts=2020-09-01T10:00:00.000Z caller=main.go:499 level=info msg="Starting Prometheus Server" version="(version=${
        version}, branch=HEAD)"`,
      `ts=2020-09-01T11:00:01.000Z caller=db.go:700 level=error component=tsdb msg="compaction failed" err="${error}"`,
      '',
    ].join('\n')), isCompactionMessage);
    const analysed = analyseCompactionLog(read, null);
    if (analysed === null) throw new Error('The log could not be read.');
    return wordsOf(analysed.answer.finding);
  };

  it('names it of an affected version alone', () => {
    const error = 'reloadBlocks: invalid block sequence: block time ranges overlap: [mint: 1, maxt: 2]';
    expect(compactions('2.36.1', error)).toMatch(/This is prometheus 11331 .*allow-overlapping-blocks/);
    expect(compactions('2.39.0', error)).not.toMatch(/prometheus 11331/);
    expect(compactions('2.36.1', 'no space left on device')).not.toMatch(/prometheus \d/);
  });
});
