/**
 * Sends the buffer to one engine, oldest first. A file stores its position and what the engine may have received beyond
 * it: after a crash of either side that part is sent again, and samples refused as known count as stored.
 */
import type { Clock } from '../../../core/time/clock.ts';
import type { Labels } from '../../../core/contract/terms/targetKind.ts';
import { firstLine } from '../../../core/result.ts';
import type { RemoteWriteConfig } from '../../kernel/config/configTypes.ts';
import { log } from '../../kernel/logging/log.ts';
import { bufferBytes, bufferFiles } from '../../data/store/outbox/outboxFolder.ts';
import { OutboxReader, type OutboxPlace } from '../../data/store/outbox/outboxReader.ts';
import { CursorFile, type Mark } from './cursorFile.ts';
import { Delivery, type Refusals } from './delivery.ts';
import { EngineClient, type Protocol } from './engineClient.ts';
import { WireBatch, WireLabels } from './wireBatch.ts';

export interface SenderOptions {
  config: RemoteWriteConfig;
  folder: string;
  externalLabels: Labels;
  /** Polling interval of the buffer; default 1 s. */
  pollMs?: number;
  clock: Clock;
  random?: () => number;
}

export interface SenderStatus {
  name: string;
  /** host:port. */
  where: string;
  protocol: Protocol | null;
  storedSamples: number;
  refused: Refusals;
  /** Samples deleted from the full buffer before they were sent. */
  overflowedSamples: number;
  damagedFiles: number;
  pendingBytes: number;
  /** Time of the oldest unsent scrape; null: none. */
  oldestMs: number | null;
  /** Reason why the last try failed; null: it succeeded. */
  trouble: { reason: string; sinceMs: number } | null;
}

const BATCH_SAMPLES = 10_000;
const POLL_MS = 1000;
/**
 * Batches sent within this time before a lost connection are sent again: a killed engine may lose what is only in
 * memory, which VictoriaMetrics writes to disk every 5 s.
 */
const RESENT_MS = 15_000;

interface Recent { start: Mark; sentMs: number }

export class Sender {
  private readonly client: EngineClient;
  private readonly delivery: Delivery;
  private readonly reader: OutboxReader;
  private readonly labels: WireLabels;
  private readonly cursor: CursorFile;
  private readonly stopping = new AbortController();
  private recent: Recent[] = [];
  /** End of what may have been received. */
  private uncertain: Mark | null = null;
  private next: Mark = { file: 0, offset: 0, samples: 0 };
  private oldestMs: number | null = null;
  private trouble: SenderStatus['trouble'] = null;
  private overflowed = 0;
  private isLast = false;
  private isPlaceKept = true;

  constructor(private readonly options: SenderOptions) {
    const { config, folder, externalLabels, clock, random = Math.random } = options;
    this.client = new EngineClient(config, clock);
    this.reader = new OutboxReader(folder);
    this.labels = new WireLabels(externalLabels);
    this.cursor = new CursorFile(folder, config.name);
    this.delivery = new Delivery({
      client: this.client, random, clock, signal: this.stopping.signal,
      onTrouble: (reason) => {
        this.trouble = reason === null ? null : { reason, sinceMs: this.trouble?.sinceMs ?? clock.nowMs() };
      },
    });
  }

  /** Oldest buffer file that may still be needed. */
  get neededFile(): number {
    return this.recent[0]?.start.file ?? this.next.file;
  }

  /** Sends until `finish`. Throws if the buffer cannot be read. */
  async run(): Promise<void> {
    try {
      await this.resume();
      await this.sendAll();
    } finally {
      await this.reader.close();
    }
  }

  /** Sends the rest of the buffer within `withinMs`; `run` ends then. */
  finish(withinMs: number): void {
    this.isLast = true;
    this.options.clock.background.after(withinMs, () => {
      this.stopping.abort();
      this.client.close();
    });
  }

  async status(): Promise<SenderStatus> {
    const { delivery, reader, oldestMs, trouble, client } = this;
    const { folder, config: { name } } = this.options;
    const files = (await bufferFiles(folder)).filter((file) => file >= this.next.file);
    const bytes = await Promise.all(files.map((file) => bufferBytes(folder, file)));
    const read = files.includes(this.next.file) ? this.next.offset : 0;
    const overflowedSamples = await this.overflowedNow();
    return {
      name, where: client.where, protocol: client.protocol, storedSamples: delivery.stored, oldestMs, trouble,
      refused: { ...delivery.refusals }, overflowedSamples,
      damagedFiles: reader.lost.damagedFiles, pendingBytes: bytes.reduce((sum, one) => sum + one, 0) - read,
    };
  }

  /** Returns the lost samples, including those of deleted files after the current one; retries if the reader moves. */
  private async overflowedNow(tries = 3): Promise<number> {
    const { place: { file, offset }, samplesBefore, isBegun, lost } = this.reader;
    const known = this.overflowed + lost.samples;
    const [oldest] = (await bufferFiles(this.options.folder)).filter((one) => one > file);
    if (oldest === undefined || oldest === file + 1 || !isBegun || tries === 0) return known;
    // An open file is read to its end even if deleted. null: it was closed meanwhile.
    const unread = await this.reader.unread(offset).catch(() => null);
    if (unread === null || this.reader.place.file !== file) return this.overflowedNow(tries - 1);
    const after = new OutboxReader(this.options.folder);
    await after.seek({ file: oldest, offset: 0 }, samplesBefore);
    await after.next();
    await after.close();
    return known + Math.max(0, after.lost.samples - unread);
  }

  private async sendAll(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const batch = await this.batch();
      if (batch.count > 0) {
        await this.send(batch);
        continue;
      }
      // Skips a damaged rest.
      this.next = this.mark();
      this.oldestMs = null;
      if (this.isLast) return;
      await this.options.clock.sleep(this.options.pollMs ?? POLL_MS, this.stopping.signal);
    }
  }

  private async resume(): Promise<void> {
    const known = await this.cursor.read();
    if (known === null) {
      // In a new buffer, starts at file 1, so that losses are counted; in an older one, with the files present.
      if ((await bufferFiles(this.options.folder)).length === 0) await this.reader.seek({ file: 1, offset: 0 });
      return;
    }
    this.next = known.next;
    this.recent = known.recent.map((start) => ({ start, sentMs: this.options.clock.nowMs() }));
    this.uncertain = known.uncertain;
    await this.reader.seek(known.next, known.next.samples);
  }

  private async batch(): Promise<WireBatch> {
    const batch = new WireBatch(this.labels);
    this.next = this.mark();
    while (batch.count < BATCH_SAMPLES) {
      const read = await this.reader.next();
      if (read === null) break;
      batch.add(read);
    }
    return batch;
  }

  private async send(batch: WireBatch): Promise<void> {
    const [start, end] = [this.next, this.mark()];
    this.oldestMs = batch.oldestMs;
    const mayBeStored = this.uncertain !== null && isBefore(start, this.uncertain);
    if (this.uncertain === null || isBefore(this.uncertain, end)) this.uncertain = end;
    await this.write();
    const delivered = await this.delivery.deliver(
      batch.samples(), { mayBeStored, mayWait: this.recent.length === 0 }
    );
    if (delivered === 'stopped') return;
    if (delivered === 'unreached') {
      await this.rewind();
      return;
    }
    this.recent = [...this.recent, { start, sentMs: this.options.clock.nowMs() }]
      .filter(({ sentMs }) => sentMs > this.options.clock.nowMs() - RESENT_MS);
    this.next = end;
    if (!isBefore(end, this.uncertain)) this.uncertain = null;
    await this.write();
  }

  /** Goes back to the start of the recent batches. */
  private async rewind(): Promise<void> {
    const [first] = this.recent;
    if (first === undefined) return;
    this.recent = [];
    this.next = first.start;
    await this.seek(first.start);
  }

  private async seek(place: Mark): Promise<void> {
    // Keeps the losses counted so far, because seeking resets the reader.
    this.overflowed += this.reader.lost.samples;
    this.reader.lost.samples = 0;
    await this.reader.seek(place, place.samples);
  }

  private mark(): Mark {
    return { ...this.reader.place, samples: this.reader.samplesBefore };
  }

  /** Writes the cursor. Sending continues on a full disk, because it frees space there. */
  private async write(): Promise<void> {
    const { next, uncertain, recent, options: { config: { name } } } = this;
    try {
      await this.cursor.write({ next, uncertain, recent: recent.map(({ start }) => start) });
      this.isPlaceKept = true;
    } catch (error) {
      if (this.isPlaceKept) log.warn(
        `How much of the buffer the engine ${name} has received cannot be written (${firstLine(error)}); `
          + 'after a crash more of it is sent again. Make room on the disk, or let this user write there.'
      );
      this.isPlaceKept = false;
    }
  }
}

function isBefore(a: OutboxPlace, b: OutboxPlace): boolean {
  return a.file < b.file || (a.file === b.file && a.offset < b.offset);
}
