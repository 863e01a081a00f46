/**
 * Shares of the causes of CPU spikes in windows of the listed recordings: what the GC & CPU panel claims, against the
 * spikes and causes listed by hand. By hand, a spike counts for the rise of the target's CPU counter from its start to
 * its end, less the quiet level of the list: nothing of the detector is in it.
 */
import { numberAt } from '../../core/elementAt.ts';
import type { SpikeCause } from '../../core/contract/contract.ts';
import { countBelow } from '../../core/statistics/ascending.ts';
import type { RoleWindow } from '../../server/data/metrics/roleNames.ts';
import {
  attributionOf, HELD_OUT_LISTS, listedWindow, readSpikeList, SPIKE_LISTS, type SpikeList, type SpikeListName,
} from '../../testdata/spikeTruth.ts';
import type { BenchRow } from '../benchRow.ts';

/** Windows of half a recording each, evenly apart. */
const WINDOWS_EACH = 5;
const MAX_OFF = 0.1;
const MIN_SHARE_RIGHT = 0.9;

type Shares = ReadonlyMap<SpikeCause, number>;

interface ComparedWindow { isRight: boolean; words: string }

export interface SharesBench {
  rows: BenchRow[];
  /** Both shares of each window, in words. */
  windows: string[];
}

export function sharesBench(): SharesBench {
  const heldOut = HELD_OUT_LISTS.flatMap(comparedWindows);
  const others = SPIKE_LISTS.flatMap(comparedWindows);
  const right = heldOut.filter(({ isRight }) => isRight).length;
  const also = others.filter(({ isRight }) => isRight).length;
  return {
    windows: [...heldOut, ...others].map(({ words }) => words),
    rows: [
      {
        name: 'shares of causes, windows of held-out recordings',
        measured: `${right} of ${heldOut.length} within ${100 * MAX_OFF} points`,
        bar: `${100 * MIN_SHARE_RIGHT} %`, pass: right >= MIN_SHARE_RIGHT * heldOut.length,
      },
      {
        name: 'shares of causes, windows of the recordings that rules were made on',
        measured: `${also} of ${others.length} within ${100 * MAX_OFF} points`,
        bar: `${100 * MIN_SHARE_RIGHT} %`, pass: also >= MIN_SHARE_RIGHT * others.length,
      },
    ],
  };
}

/** Windows in which the panel claims no shares (fewer than four spikes) are left out. */
function comparedWindows(name: SpikeListName): ComparedWindow[] {
  const list = readSpikeList(name);
  const { startMs, endMs } = listedWindow(list);
  const lengthMs = (endMs - startMs) / 2;
  return Array.from({ length: WINDOWS_EACH }, (_, k) => startMs + k * lengthMs / (WINDOWS_EACH - 1))
    .flatMap((fromMs) => {
      const window = listedWindow(list, { startMs: fromMs, endMs: fromMs + lengthMs });
      const { causes, confidence } = attributionOf(window);
      if (confidence === 'too-early') return [];
      const claimed = new Map(causes.map(({ cause, shareRatio }) => [cause, shareRatio]));
      return [compared(`${name} from ${((fromMs - startMs) / 60_000).toFixed(1)} min`, {
        claimed, byHand: sharesByHand(list, window),
      })];
    });
}

function compared(name: string, { claimed, byHand }: { claimed: Shares; byHand: Shares }): ComparedWindow {
  const causes = [...new Set([...byHand.keys(), ...claimed.keys()])];
  const off = Math.max(...causes.map((cause) => Math.abs((claimed.get(cause) ?? 0) - (byHand.get(cause) ?? 0))));
  const percent = (shares: Shares): string => causes.map(
    (cause) => `${cause} ${(100 * (shares.get(cause) ?? 0)).toFixed(0)}`
  ).join(', ');
  return {
    isRight: off <= MAX_OFF,
    words: `${off <= MAX_OFF ? 'pass' : 'FAIL'}  ${name}: claimed ${percent(claimed)}; by hand ${percent(byHand)}; `
      + `${(100 * off).toFixed(0)} points off`,
  };
}

function sharesByHand({ spikes, quietCores }: SpikeList, window: RoleWindow): Shares {
  const cpuAt = cpuReader(window);
  const areas = new Map<SpikeCause, number>();
  let all = 0;
  for (const { start, end, cause } of spikes) {
    const [from, to] = [Math.max(start * 1000, window.startMs), Math.min(end * 1000, window.endMs)];
    if (to <= from) continue;
    const area = Math.max(0, cpuAt(to) - cpuAt(from) - quietCores * (to - from) / 1000);
    areas.set(cause, (areas.get(cause) ?? 0) + area);
    all += area;
  }
  return new Map([...areas].map(([cause, area]) => [cause, all > 0 ? area / all : 0]));
}

/** Returns the CPU that the target's process had used by a moment: its counter, even between two answers. */
function cpuReader(window: RoleWindow): (atMs: number) => number {
  const series = window.role('cpuSeconds');
  const { startMs, durationSeconds, length } = window.scrapes;
  const times: number[] = [];
  const used: number[] = [];
  let lost = 0;
  for (let row = 0; row < length; row++) {
    if (series === undefined || series.present[row] !== 1) continue;
    const value = numberAt(series.values, row);
    // A new process counts from 0.
    if (value + lost < (used.at(-1) ?? 0)) lost = used.at(-1) ?? 0;
    times.push(numberAt(startMs, row) + 500 * numberAt(durationSeconds, row));
    used.push(value + lost);
  }
  return (atMs) => {
    const next = countBelow(times.length, (k) => times[k] ?? NaN, atMs);
    const [before, after] = [used[next - 1] ?? used[0] ?? 0, used[next] ?? used.at(-1) ?? 0];
    const [fromMs, toMs] = [times[next - 1] ?? atMs, times[next] ?? atMs];
    return toMs > fromMs ? before + (after - before) * (atMs - fromMs) / (toMs - fromMs) : before;
  };
}
