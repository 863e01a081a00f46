/**
 * What was read back from engines, in stretches of time of their own: only those that a window touches are in memory,
 * and a long history takes no room from a short window.
 */
import { join } from 'node:path';
import type { TargetWindow } from '../../metrics/series.ts';
import type { SeriesFilter } from '../partitions/windowRead.ts';
import { engineParts } from '../samples/dataFolder.ts';
import { namesIn, type HistoryFolder } from './historyFolder.ts';
import { HistoryStore } from './historyStore.ts';

/** Every second, 550 series fill what HistoryStore holds of one. */
const STRETCH_MS = 6 * 3_600_000;

export class EngineHistory {
  constructor(private readonly folder: string, private readonly history: HistoryFolder) {}

  /** Kept where the part ends; rows of the stretch before are dropped, they belong to the part before. */
  async add(id: string, part: TargetWindow): Promise<void> {
    const stretch = Math.floor((part.endMs - 1) / STRETCH_MS);
    await this.history.add(join(engineParts(id), String(stretch)), part);
  }

  /** `startMs <= row < endMs` of the series that pass; null when there is no row. */
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
