/**
 * Whole scrapes that were read back from an engine, for files of samples: on disk by stretches of time, one of them in
 * memory at a time. Those of panels are in engineHistory.ts, with only the series they need.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAddedSeries } from '../../metrics/roles.ts';
import type { TargetWindow } from '../../metrics/series.ts';
import type { SeriesFilter } from '../partitions/windowRead.ts';
import { wholeEngineParts } from '../samples/dataFolder.ts';
import { namesIn, readPart, writePart } from './historyFolder.ts';
import { concat, cut } from './historyStore.ts';

interface Stretch { name: string; startMs: number; endMs: number }

export class EngineFiles {
  /** Slices of one stretch are read one after the other. */
  private last: { key: string; part: TargetWindow } | null = null;

  constructor(private readonly folder: string) {}

  /** Adds a stretch; replaces an earlier read of the same one. */
  async add(id: string, { startMs, endMs }: { startMs: number; endMs: number }, part: TargetWindow): Promise<void> {
    await writePart(join(this.folder, wholeEngineParts(id)), `${startMs}-${endMs}`, cut(part, startMs, endMs));
  }

  /** Returns rows `startMs <= row < endMs` of the series that pass; null if there is no row. */
  async window(id: string, startMs: number, endMs: number, filter: SeriesFilter): Promise<TargetWindow | null> {
    const parts: TargetWindow[] = [];
    let fromMs = startMs;
    for (const stretch of await this.stretches(id)) {
      if (stretch.endMs <= fromMs || stretch.startMs >= endMs) continue;
      // A stretch may have been read whole, and later in halves.
      const rows = cut(await this.read(id, stretch.name), fromMs, endMs);
      if (rows.scrapes.length === 0) continue;
      const series = rows.series.filter(({ name, labels }) => (
        filter({ name, labels, extra: isAddedSeries(name, labels) })
      ));
      parts.push({ ...rows, series });
      fromMs = (rows.scrapes.startMs.at(-1) ?? fromMs) + 1;
    }
    return parts.length === 0 ? null : concat(parts, startMs, endMs, () => true);
  }

  /** Returns the stretches by start, the shorter first. */
  private async stretches(id: string): Promise<Stretch[]> {
    const all = (await namesIn(join(this.folder, wholeEngineParts(id)))).flatMap((name): Stretch[] => {
      const [, startMs, endMs] = /^(\d+)-(\d+)$/.exec(name) ?? [];
      return startMs === undefined ? [] : [{ name, startMs: Number(startMs), endMs: Number(endMs) }];
    });
    return all.sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
  }

  private async read(id: string, name: string): Promise<TargetWindow> {
    const path = join(this.folder, wholeEngineParts(id), name);
    const { ino, mtimeMs } = await stat(path);
    const key = `${path} ${ino} ${mtimeMs}`;
    if (this.last?.key !== key) this.last = { key, part: await readPart(path) };
    return this.last.part;
  }
}
