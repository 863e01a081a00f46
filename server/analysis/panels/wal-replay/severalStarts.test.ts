import { describe, expect, it } from 'vitest';
import { analyse } from '../../../../testdata/measuredLog.ts';

const at = (time: string): number => Date.parse(`2026-11-20T${time}Z`) / 1000;

describe('several starts', () => {
  it('that give up within two seconds, with the same words', () => {
    const gaveUp = (time: string): string => `level=error ts=2026-11-20T${time}Z caller=main.go:915 `
      + 'err="opening storage failed: lock DB directory: resource temporarily unavailable"';
    expect(analyse([gaveUp('10:00:00.100'), gaveUp('10:00:00.700'), gaveUp('10:00:01.500')].join('\n')).replays)
      .toHaveLength(3);
    // An export has a line twice.
    expect(analyse([gaveUp('10:00:00.100'), gaveUp('10:00:00.100')].join('\n')).replays).toHaveLength(1);
  });

  it('of Thanos Receive, the second of which has not come to its WAL', () => {
    const line = (time: string, rest: string): string =>
      `level=info ts=2026-11-20T${time}Z caller=head.go:557 component=receive ${rest}`;
    const { replays } = analyse([
      line('10:00:00', 'msg="WAL segment loaded" segment=1 maxSegment=9'),
      line('10:00:05', 'msg="WAL segment loaded" segment=2 maxSegment=9'),
      line('10:00:30', 'msg="setting up receive; the Thanos receive component is EXPERIMENTAL"'),
      line('10:00:31', 'msg="starting receiver"'),
      line('10:00:31', 'msg="hashring has changed; server is not ready to receive web requests"'),
    ].join('\n'));
    expect(replays.map(({ outcome, start }) => [outcome, start])).toEqual([
      ['killed', at('10:00:00')], ['unknown', at('10:00:30')],
    ]);
  });
});
