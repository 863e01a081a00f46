import {
  attributionOf, HELD_OUT_LISTS, listedWindow, readSpikeList, scoreSpikes, SPIKE_LISTS, type SpikeListName,
} from '../../testdata/spikeTruth.ts';
import type { BenchRow } from '../benchRow.ts';

/** Of the issue. */
const BAR = 0.9;

export interface SpikesBench {
  rows: BenchRow[];
  /** What does not agree, each in words. */
  wrong: string[];
}

/** Precision, recall and causes of the attribution against each list made by hand; the held-out runs last. */
export function spikesBench(): SpikesBench {
  const scored = [...SPIKE_LISTS, ...HELD_OUT_LISTS].map((name) => ({ name, ...scoreOf(name) }));
  return { rows: scored.map(({ row }) => row), wrong: scored.flatMap(({ name, wrong }) => (
    wrong.map((words) => `${name}: ${words}`)
  )) };
}

function scoreOf(name: SpikeListName): { row: BenchRow; wrong: string[] } {
  const list = readSpikeList(name);
  const window = listedWindow(list);
  const { listed, found, right, recalled, causesRight, wrong } = scoreSpikes(list, attributionOf(window));
  const minutes = Math.round((window.endMs - window.startMs) / 60_000);
  if (listed === 0) {
    return { wrong, row: {
      name: `spikes of ${name}`, measured: `${found} in ${minutes} min`, bar: 'none', pass: found === 0,
    } };
  }
  const [precision, recall, causes] = [right / Math.max(1, found), recalled / listed, causesRight / recalled];
  return { wrong, row: {
    name: `spikes of ${name}`, bar: `${BAR} each`,
    measured: `precision ${precision.toFixed(2)} (${right} of ${found}), recall ${recall.toFixed(2)} (${recalled} of ${
      listed}), causes ${causes.toFixed(2)} (${causesRight} of ${recalled})`,
    pass: precision >= BAR && recall >= BAR && causes >= BAR,
  } };
}
