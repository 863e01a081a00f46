/**
 * Appends each scrape to the buffer of remote write. It never waits for the disk: what cannot be written yet is held in
 * memory, and beyond a limit it is dropped; both are reported. When the buffer is full the oldest file is deleted; the
 * reader counts its unread samples.
 */
import { mkdir, open, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Cancel, Clock } from '../../../../core/time/clock.ts';
import type { Labels } from '../../../../core/contract/terms/targetKind.ts';
import { firstLine } from '../../../../core/result.ts';
import { formatBytes, formatDateTime } from '../../../../core/text/format.ts';
import type { Faults } from '../../../kernel/files/faults.ts';
import { isMissing, syncFolder } from '../../../kernel/files/wholeFile.ts';
import { targetLabels } from '../../wire/engineLabels.ts';
import type { SampleBatch } from '../partitions/headPartition.ts';
import { bufferBytes, bufferFile, bufferFiles, outboxFolder } from './outboxFolder.ts';
import { OutboxReader } from './outboxReader.ts';
import { encodeRecord, type OutboxRecord } from './outboxRecords.ts';
import { isSkipped, scrapeBatches, type SentScrape } from './scrapeBatches.ts';
import { TargetSeries } from './targetSeries.ts';

export interface OutboxOptions {
  folder: string;
  maxBytes: number;
  faults: Faults;
  /** Bytes held in memory while the disk is full; default 16 MiB. */
  waitingBytes?: number;
  clock: Pick<Clock, 'steadyMs' | 'background'>;
}

const FILE_BYTES = 16 * 2 ** 20;
/** A full buffer drops one of this many files at a time. */
const FILES = 8;
const WAITING_BYTES = 16 * 2 ** 20;
const RETRY_MS = 1000;
/** Sync interval: a power failure loses what came after the last sync. */
const SYNC_MS = 1000;
/** Suffix that no target name contains. */
const SKIPPED = '\0skipped';
const NOT_IN_FILE = -1;
const FAULT = 'remote-write-buffer';

/** Target of the series; `part`: a group of its series with timestamps of its own. */
export interface OutboxSource { name: string; labels: Labels; part?: string }

interface Known { number: number; labels: Labels | null; series: TargetSeries }
interface Waiting { file: number; bytes: Uint8Array }
interface Written { file: number; path: string; handle: FileHandle; bytes: number; isSynced: boolean }

export class OutboxWriter {
  private readonly known = new Map<string, Known>();
  private waiting: Waiting[] = [];
  private waitingBytes = 0;
  /** Number and size of the file that records are encoded for, which may not exist yet. */
  private file = 0;
  private fileBytes = Infinity;
  private targetsInFile = 0;
  private samples = 0;
  private written: Written | null = null;
  private lost = { samples: 0, fromMs: 0, toMs: 0 };
  private working: Promise<void> | null = null;
  private cancel: Cancel | null = null;
  private retryMs = 0;

  private constructor(private readonly options: OutboxOptions) {}

  /** Continues after the existing files; starts a new one if the folder cannot be read. */
  static async open(options: OutboxOptions): Promise<OutboxWriter> {
    const writer = new OutboxWriter(options);
    try {
      await writer.resume();
    } catch (error) {
      options.faults.notice(
        `The buffer of remote write at ${options.folder} cannot be read (${firstLine(error)}); a new file is begun.`
      );
    }
    writer.cancel = options.clock.background.every(SYNC_MS, () => { writer.run(() => writer.sync()); });
    return writer;
  }

  takeScrape({ name, labels }: { name: string; labels: Labels }, taken: SentScrape): void {
    const part = isSkipped(taken) ? SKIPPED : '';
    this.append({ name, labels, part }, taken.scrape.startMs, scrapeBatches(taken));
  }

  append(source: OutboxSource, timeMs: number, batches: readonly SampleBatch[]): void {
    if (this.waitingBytes > (this.options.waitingBytes ?? WAITING_BYTES)) {
      this.lose(timeMs, batches.reduce((sum, { series }) => sum + series.length, 0));
      return;
    }
    if (this.fileBytes >= this.maxFileBytes()) this.beginFile();
    const known = this.knownOf(source);
    const record = known.series.next(known.number, Math.round(timeMs), batches);
    if (record.samples === 0) return;
    this.samples += record.samples;
    this.put(record);
    this.pump();
  }

  /** Whether nothing waits in memory. */
  isSettled(): boolean {
    return this.waiting.length === 0 && this.working === null;
  }

  /** Writes everything that can be written, then closes the file. */
  async close(): Promise<void> {
    this.cancel?.();
    this.retryMs = 0;
    this.pump();
    // Records that waited for a sync are written after it.
    while (this.working !== null) await this.working;
    await this.sync();
    await this.written?.handle.close();
    this.written = null;
  }

  private maxFileBytes(): number {
    return Math.min(FILE_BYTES, this.options.maxBytes / FILES);
  }

  private async resume(): Promise<void> {
    const { folder } = this.options;
    const last = (await bufferFiles(folder)).at(-1);
    if (last === undefined) return;
    this.file = last;
    const reader = new OutboxReader(folder);
    await reader.seek({ file: last, offset: 0 });
    while (await reader.next() !== null);
    await reader.close();
    this.samples = reader.samplesBefore;
    for (const target of reader.targets.values())
      this.known.set(
        target.name, { number: NOT_IN_FILE, labels: null, series: new TargetSeries(target.presentSeries()) }
      );
  }

  private beginFile(): void {
    this.file++;
    this.fileBytes = 0;
    this.put({ kind: 'header', samplesBefore: this.samples });
    this.targetsInFile = 0;
    for (const known of this.known.values()) {
      known.series.restart();
      known.number = NOT_IN_FILE;
    }
  }

  private knownOf({ name, labels, part = '' }: OutboxSource): Known {
    const key = name + part;
    const known = this.known.get(key) ?? { number: NOT_IN_FILE, labels: null, series: new TargetSeries() };
    this.known.set(key, known);
    if (known.number === NOT_IN_FILE || !isSame(known.labels, labels)) {
      if (known.number !== NOT_IN_FILE) known.series.restart();
      known.number = this.targetsInFile++;
      known.labels = labels;
      this.put({ kind: 'target', target: known.number, name: key, labels: targetLabels(name, labels) });
    }
    return known;
  }

  private put(record: OutboxRecord): void {
    const bytes = encodeRecord(record);
    this.fileBytes += bytes.length;
    this.waitingBytes += bytes.length;
    this.waiting.push({ file: this.file, bytes });
  }

  private lose(timeMs: number, samples: number): void {
    const { lost } = this;
    this.lost = { samples: lost.samples + samples, fromMs: lost.samples === 0 ? timeMs : lost.fromMs, toMs: timeMs };
    // The next record would list changes since a missing one.
    this.fileBytes = Infinity;
    this.pump();
  }

  private pump(): void {
    if (this.waiting.length > 0 && this.options.clock.steadyMs() >= this.retryMs) this.run(() => this.writeAll());
  }

  /** Runs one operation at a time; records added meanwhile are written after it. */
  private run(work: () => Promise<void>): void {
    this.working ??= Promise.resolve().then(work).finally(() => {
      this.working = null;
      this.pump();
    });
  }

  private async writeAll(): Promise<void> {
    const { faults, folder } = this.options;
    while (this.waiting.length > 0) {
      try {
        await this.writeSome();
      } catch (error) {
        this.retryMs = this.options.clock.steadyMs() + RETRY_MS;
        faults.set(FAULT, `The buffer of remote write at ${folder} cannot be written (${firstLine(error)}); `
          + `${formatBytes(this.waitingBytes)} wait in memory. Make room on the disk, or let this user write there.`);
        return;
      }
    }
    faults.mended(FAULT);
    const { samples, fromMs, toMs } = this.lost;
    if (samples === 0) return;
    this.lost = { samples: 0, fromMs: 0, toMs: 0 };
    const [from, to] = [fromMs, toMs].map((ms) => formatDateTime(ms / 1000, 'utc'));
    faults.notice(
      `${samples} samples from ${from} to ${to} UTC are not sent by remote write: its buffer could not be written.`
    );
  }

  /** Writes the waiting records of one file. */
  private async writeSome(): Promise<void> {
    const file = this.waiting[0]?.file ?? 0;
    const some = this.waiting.filter((one) => one.file === file);
    const bytes = Buffer.concat(some.map((one) => one.bytes));
    const written = this.written?.file === file ? this.written : await this.openFile(file);
    try {
      await writeFully(written.handle, bytes, written.bytes);
    } catch (error) {
      // A partial record at the end would hide the records after it.
      await written.handle.truncate(written.bytes);
      throw error;
    }
    written.bytes += bytes.length;
    written.isSynced = false;
    this.waiting.splice(0, some.length);
    this.waitingBytes -= bytes.length;
  }

  private async openFile(file: number): Promise<Written> {
    const { folder } = this.options;
    await this.sync();
    await this.written?.handle.close();
    this.written = null;
    // The data folder may be gone, or its disk unmounted: nothing is written below its path then.
    await stat(join(dirname(folder), 'lock'));
    await mkdir(folder, { mode: 0o700, recursive: true });
    await this.makeRoom();
    const path = bufferFile(folder, file);
    const handle = await open(path, 'a', 0o600);
    this.written = { file, path, handle, bytes: (await handle.stat()).size, isSynced: false };
    await syncFolder(folder);
    return this.written;
  }

  private async makeRoom(): Promise<void> {
    const { folder, maxBytes } = this.options;
    const files = await bufferFiles(folder);
    const sizes = await Promise.all(files.map((file) => bufferBytes(folder, file)));
    let bytes = sizes.reduce((sum, size) => sum + size, 0) + this.maxFileBytes();
    for (const [i, file] of files.entries()) {
      if (bytes <= maxBytes) return;
      await rm(bufferFile(folder, file), { force: true });
      bytes -= sizes[i] ?? 0;
    }
  }

  /** Syncs the file, and starts another one, which lists all series, if the file or the data folder is gone. */
  private async sync(): Promise<void> {
    const { written } = this;
    if (written === null) return;
    try {
      if (!written.isSynced) await written.handle.datasync();
      written.isSynced = true;
      const [there, held] = await Promise.all([stat(written.path), written.handle.stat()]);
      if (there.ino !== held.ino) this.fileBytes = Infinity;
    } catch (error) {
      if (isMissing(error)) this.fileBytes = Infinity;
      else this.options.faults.set(FAULT, `The buffer of remote write cannot be synced (${firstLine(error)}).`);
    }
  }
}

function isSame(known: Labels | null, labels: Labels): boolean {
  return known === labels || JSON.stringify(known) === JSON.stringify(labels);
}

/** Returns null if nothing is sent to engines. */
export async function openOutbox(
  { dataDir, outboxBytes }: { dataDir: string; outboxBytes?: number }, faults: Faults, clock: OutboxOptions['clock'],
): Promise<OutboxWriter | null> {
  return outboxBytes === undefined ? null
    : OutboxWriter.open({ folder: outboxFolder(dataDir), maxBytes: outboxBytes, faults, clock });
}

async function writeFully(handle: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}
