/** Reads the buffer of remote write from a position on, also while it is written. */
import { open, type FileHandle } from 'node:fs/promises';
import type { Labels } from '../../../../core/contract/terms/targetKind.ts';
import { isMissing } from '../../../kernel/files/wholeFile.ts';
import { bufferFile, bufferFiles } from './outboxFolder.ts';
import {
  decodeRecord, FRAME_BYTES, payloadBytes, type OutboxRecord, type ScrapeRecord, type SeriesName,
} from './outboxRecords.ts';

/** A position between two records. */
export interface OutboxPlace { file: number; offset: number }

const READ_BYTES = 256 * 1024;
const FIRST_VALUES = 512;

/** State of one target after the last record that was read. */
export class OutboxTarget {
  readonly series: SeriesName[] = [];
  values = new Float64Array(FIRST_VALUES);
  present = new Uint8Array(FIRST_VALUES);

  constructor(readonly name: string, readonly labels: Labels) {}

  apply({ met, gone, changed, values }: ScrapeRecord): void {
    for (const series of met) this.series.push(series);
    if (this.series.length > this.values.length) this.grow();
    for (const ref of gone) this.present[ref] = 0;
    for (const [i, ref] of changed.entries()) {
      this.values[ref] = values[i] ?? NaN;
      this.present[ref] = 1;
    }
  }

  presentSeries(): SeriesName[] {
    return this.series.filter((_, ref) => this.present[ref] === 1);
  }

  private grow(): void {
    const [values, present] = [this.values, this.present];
    const capacity = 2 * this.series.length;
    this.values = new Float64Array(capacity);
    this.values.set(values);
    this.present = new Uint8Array(capacity);
    this.present.set(present);
  }
}

export interface ReadScrape { target: OutboxTarget; record: ScrapeRecord }

export class OutboxReader {
  readonly targets = new Map<number, OutboxTarget>();
  /** Samples of all files up to `place`, deleted ones included. */
  samplesBefore = 0;
  /** Number of samples deleted before they were read, and of damaged files. */
  lost = { samples: 0, damagedFiles: 0 };
  private handle: FileHandle | null = null;
  private held: Buffer = Buffer.alloc(0);
  /** Whether the earlier position is known: files deleted from now on count as lost. */
  isBegun = false;
  place: OutboxPlace = { file: 0, offset: 0 };

  constructor(private readonly folder: string) {}

  /** Returns the next scrape, null if there is none yet. */
  async next(): Promise<ReadScrape | null> {
    for (;;) {
      if (this.handle === null && !await this.openNext(this.place.file)) return null;
      const record = await this.record();
      if (record === null) {
        // A partial record may be cut off and written again.
        this.held = Buffer.alloc(0);
        if (!await this.isOver()) return null;
        await this.close();
        continue;
      }
      const read = this.take(record);
      if (read !== null) return read;
    }
  }

  /**
   * Moves to a position reached before, with `samplesBefore` samples before it. Returns false if it no longer exists:
   * reading continues after it.
   */
  async seek({ file, offset }: OutboxPlace, samplesBefore = 0): Promise<boolean> {
    await this.close();
    this.samplesBefore = samplesBefore;
    this.isBegun = file > 0;
    if (!await this.openNext(file - 1)) {
      this.place = { file: file - 1, offset: 0 };
      return false;
    }
    while (this.place.file === file && this.place.offset < offset) {
      const record = await this.record();
      if (record === null) return false;
      this.take(record);
    }
    return this.place.file === file && this.place.offset === offset;
  }

  /** Counts samples of the open file after an offset: they can be read even if the file is deleted. */
  async unread(offset: number): Promise<number> {
    const { handle } = this;
    if (handle === null) return 0;
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.max(0, size - offset));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset);
    let samples = 0;
    for (let left = bytes.subarray(0, bytesRead); left.length >= FRAME_BYTES;) {
      const length = payloadBytes(left);
      if (length === null || left.length < FRAME_BYTES + length) break;
      const record = decodeRecord(left.subarray(0, FRAME_BYTES + length));
      if (record === null) break;
      if (record.kind === 'scrape') samples += record.samples;
      left = left.subarray(FRAME_BYTES + length);
    }
    return samples;
  }

  async close(): Promise<void> {
    await this.handle?.close();
    this.handle = null;
    this.held = Buffer.alloc(0);
  }

  private take(record: OutboxRecord): ReadScrape | null {
    if (record.kind === 'header') {
      if (this.isBegun) this.lost.samples += Math.max(0, record.samplesBefore - this.samplesBefore);
      this.samplesBefore = record.samplesBefore;
      this.isBegun = true;
    } else if (record.kind === 'target') {
      this.targets.set(record.target, new OutboxTarget(record.name, record.labels));
    } else {
      const target = this.targets.get(record.target);
      this.samplesBefore += record.samples;
      if (target === undefined) return null;
      target.apply(record);
      return { target, record };
    }
    return null;
  }

  /** Opens the first file after the number; false if there is none. */
  private async openNext(after: number): Promise<boolean> {
    for (const file of (await bufferFiles(this.folder)).filter((one) => one > after)) {
      try {
        this.handle = await open(bufferFile(this.folder, file), 'r');
      } catch (error) {
        // Deleted a moment ago, to make room.
        if (isMissing(error)) continue;
        throw error;
      }
      this.place = { file, offset: 0 };
      this.targets.clear();
      return true;
    }
    return false;
  }

  /** Reads a record; null if no complete one is left in the file. */
  private async record(): Promise<OutboxRecord | null> {
    if (!await this.hold(FRAME_BYTES)) return null;
    const length = payloadBytes(this.held);
    if (length === null || !await this.hold(FRAME_BYTES + length)) return null;
    const record = decodeRecord(this.held.subarray(0, FRAME_BYTES + length));
    if (record === null) return null;
    this.held = this.held.subarray(FRAME_BYTES + length);
    this.place = { ...this.place, offset: this.place.offset + FRAME_BYTES + length };
    return record;
  }

  private async hold(bytes: number): Promise<boolean> {
    while (this.held.length < bytes) {
      const more = Buffer.alloc(Math.max(READ_BYTES, bytes - this.held.length));
      const read = await this.handle?.read(more, 0, more.length, this.place.offset + this.held.length);
      if (read === undefined || read.bytesRead === 0) return false;
      this.held = Buffer.concat([this.held, more.subarray(0, read.bytesRead)]);
    }
    return true;
  }

  /** Whether no record can follow the last one: a later file exists, and no complete record is left here. */
  private async isOver(): Promise<boolean> {
    const { place } = this;
    if (!(await bufferFiles(this.folder)).some((file) => file > place.file)) return false;
    const frame = await this.hold(FRAME_BYTES);
    const length = frame ? payloadBytes(this.held) : null;
    if (length !== null && await this.hold(FRAME_BYTES + length)) {
      if (decodeRecord(this.held.subarray(0, FRAME_BYTES + length)) !== null) return false;
      this.lost.damagedFiles++;
    }
    return true;
  }
}
