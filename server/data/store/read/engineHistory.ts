/**
 * Samples read back from engines, in fixed stretches of time: only those that a window touches are in memory, so a long
 * history does not displace a short window.
 */
import { join } from 'node:path';
import type { TargetWindow } from '../../metrics/series.ts';
import type { SeriesFilter } from '../partitions/windowRead.ts';
import { engineParts } from '../samples/dataFolder.ts';
import { namesIn, type HistoryFolder } from './historyFolder.ts';
import { HistoryStore } from './historyStore.ts';

/** At one scrape per second, 550 series in a stretch fill a HistoryStore. */
const STRETCH_MS = 6 * 3_600_000;

export class EngineHistory {
  constructor(private readonly folder: string, private readonly history: HistoryFolder) {}

  /** Adds a part to the stretch it ends in; drops rows of the previous stretch, which belong to the previous part. */
  async add(id: string, part: TargetWindow): Promise<void> {
    const stretch = Math.floor((part.endMs - 1) / STRETCH_MS);
    await this.history.add(join(engineParts(id), String(stretch)), part);
  }

  /** Returns rows `startMs <= row < endMs` of the series that pass; null if there is no row. */
  async window(id: string, startMs: number, endMs: number, filter: SeriesFilter): Promise<TargetWindow | null> {
    const whole = new HistoryStore();
    for (const name of await namesIn(join(this.folder, engineParts(id)))) {
      const stretchMs = Number(name) * STRETCH_MS;
      const [fromMs, toMs] = [Math.max(startMs, stretchMs), Math.min(endMs, stretchMs + STRETCH_MS)];
      if (fromMs >= toMs) continue;
      const part = await this.history.window(join(engineParts(id), name), fromMs, toMs, filter);
      if (part !== null) whole.add(part);
    }
    return whole.window(startMs, endMs, filter);
  }
}
