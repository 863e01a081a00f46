import { expect, it } from 'vitest';
import { MARK_WAIT_SECONDS } from '../../../core/cpuLayers.ts';
import { markWaitSeconds } from './markWait.ts';

const stops = (...ms: number[]) => ms.map((one) => ({ startNs: 1e6, endNs: 1e6 + one * 1e6 }));

it.each([
  ['no pause', stops(), MARK_WAIT_SECONDS],
  ['short pauses', stops(0.02, 0.04, 0.08), MARK_WAIT_SECONDS],
  ['pauses that wait for a core', stops(0.05, 3, 4.4), 4 * 0.0044],
  ['one of twenty', stops(...Array<number>(19).fill(0.05), 15), MARK_WAIT_SECONDS],
])('with %s', (_, list, seconds) => expect(markWaitSeconds(list)).toBeCloseTo(seconds, 9));
