/** Disk usage of the data folder: measures it, warns about it, and limits it by retention. */
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { firstLine } from '../../../../core/result.ts';
import { folderBytes } from './dataFolder.ts';
import { retentionWarning, spaceWarning, withSize, type SizeAt } from '../limits/diskSpace.ts';
import { partitionsToDelete, RetentionAge } from '../limits/retention.ts';
import type { StorageHealth } from './storageHealth.ts';
import type { TargetEntries, TargetEntry } from './targetEntries.ts';

export interface DiskUsageOptions {
  dataDir: string;
  retentionMs: number;
  retentionBytes: number;
  now: () => number;
  /** A monotonic clock. */
  steadyMs: () => number;
  /** Functions that measure the folder and its disk; default: of the file system. */
  measures?: DiskMeasures;
}

interface DiskMeasures { folderBytes: typeof folderBytes; statfs: (path: string) => Promise<StatsFs> }

const MEASURE_MS = 30_000;

/** Its failures never stop the recording: each is a fault until it is fixed. */
export class DiskUsage {
  private readonly age: RetentionAge;
  private readonly measures: DiskMeasures;
  private measuredMs = 0;
  private sizes: SizeAt[] = [];

  constructor(
    private readonly options: DiskUsageOptions, private readonly entries: TargetEntries,
    private readonly health: StorageHealth,
  ) {
    this.measures = options.measures ?? { folderBytes, statfs };
    this.age = new RetentionAge(options.retentionMs, options.steadyMs);
  }

  /** Deletes partitions past retention and measures the rest, every 30 s. */
  async retainWhenDue(nowMs: number): Promise<void> {
    if (nowMs - this.measuredMs < MEASURE_MS && nowMs >= this.measuredMs) return;
    this.measuredMs = nowMs;
    await this.measured(await this.retain(nowMs, await this.measures.folderBytes(this.options.dataDir)));
  }

  async measure(): Promise<void> {
    await this.measured(await this.measures.folderBytes(this.options.dataDir));
  }

  /** Deletes what exceeds retention; resolves to the bytes that are left of `totalBytes`. */
  private async retain(nowMs: number, totalBytes: number): Promise<number> {
    const { retentionBytes, dataDir } = this.options;
    const partitions = this.entries.all().filter(({ retryMs }) => retryMs === null).flatMap((entry) =>
      entry.store.sealedPartitions()
        .map((partition) => ({ ...partition, entry, recording: entry.description.recording })));
    const going =
      partitionsToDelete(partitions, totalBytes, { nowMs, retentionMs: this.age.limitMs(nowMs), retentionBytes });
    let bytes = totalBytes;
    let failure: { path: string; error: unknown } | null = null;
    for (const { entry, path, bytes: itsBytes } of going) {
      try {
        await this.delete(entry, path);
        bytes -= itsBytes;
      } catch (error) {
        failure ??= { path, error };
      }
    }
    this.tell('retention-deletes', failure === null ? null
      : `Samples past retention cannot be deleted from the data folder ${dataDir} (${firstLine(failure.error)}): `
        + `${failure.path} and what else stays takes space. Make it writable.`);
    return bytes;
  }

  private async delete(entry: TargetEntry, path: string): Promise<void> {
    entry.store.forget(path);
    // Removed from target.json first: after a crash in between the file is not reported missing.
    await this.entries.save(entry);
    await entry.store.deletePartition(path);
  }

  private async measured(bytes: number): Promise<void> {
    const { dataDir, retentionBytes, now } = this.options;
    this.health.measured(bytes);
    this.sizes = withSize(this.sizes, { timeMs: now(), bytes });
    try {
      const { bavail, blocks, bsize } = await this.measures.statfs(dataDir);
      const space = { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
      this.tell('space', spaceWarning(dataDir, space, this.sizes, retentionBytes));
      this.tell('retention', retentionWarning(space, retentionBytes, dataDir));
    } catch (error) {
      this.tell('space', `The free space of the disk of the data folder ${dataDir} is not known `
        + `(${firstLine(error)}): nothing warns before it is full. Check the disk.`);
    }
  }

  private tell(key: string, warning: string | null): void {
    if (warning === null) this.health.faults.mended(key);
    else this.health.faults.set(key, warning);
  }
}
