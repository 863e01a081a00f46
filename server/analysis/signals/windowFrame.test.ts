import { describe, expect, it } from 'vitest';
import { handMadeWindow } from '../../../testdata/handMadeWindow.ts';
import { findRestarts } from './windowFrame.ts';

const START = 1_800_000_000;
const column = (of: (tick: number) => number): number[] => Array.from({ length: 100 }, (_, tick) => of(tick));

describe('starts of the process', () => {
  it('a clock that is set moves the stated start, and is none while the counters go on', () => {
    for (const bySeconds of [45, -45, 3600]) {
      const window = handMadeWindow({
        roles: {
          processStartSeconds: column((tick) => START - 9000 + (tick >= 50 ? bySeconds : 0)),
          cpuSeconds: column((tick) => 100 + 0.2 * tick), gcCycles: column((tick) => Math.floor(tick / 30)),
        },
      });
      expect(findRestarts(window)).toEqual([]);
    }
  });

  it('a new process is one, also where its CPU counter has overtaken the old one in a long gap', () => {
    const window = handMadeWindow({
      ticks: Array.from({ length: 100 }, (_, tick) => (tick > 10 && tick < 90 ? 'refused' : 'ok')),
      roles: {
        processStartSeconds: column((tick) => (tick < 50 ? START - 5 : START + 20)),
        cpuSeconds: column((tick) => (tick < 50 ? tick : 3 * tick)), gcCycles: column((tick) => tick),
      },
    });
    expect(findRestarts(window)).toEqual([{ timeMs: 1000 * (START + 20), row: expect.any(Number) as number }]);
  });

  it('one whose clock lags far behind ours is told by its counters', () => {
    const window = handMadeWindow({
      roles: {
        processStartSeconds: column((tick) => START - 9000 + (tick >= 50 ? 4000 : 0)),
        cpuSeconds: column((tick) => (tick >= 50 ? 1 : 100)), gcCycles: column(() => 7),
      },
    });
    expect(findRestarts(window)).toHaveLength(1);
  });

  it('without any counter the stated start is believed', () => {
    expect(
      findRestarts(
        handMadeWindow({ roles: { processStartSeconds: column((tick) => START - 9000 + (tick >= 50 ? 45 : 0)) } })
      )
    ).toHaveLength(1);
  });
});
