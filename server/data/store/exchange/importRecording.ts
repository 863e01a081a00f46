/** Opens a recording file as a target: every usable line, or nothing of the file. */
import { fail, ok } from '../../../../core/result.ts';
import type { Result } from '../../../../core/result.ts';
import type { SkippedLines } from '../../../../core/contract/contract.ts';
import type { StoredTarget } from '../dataStore.ts';
import { RecordingError, recordingLines } from '../samples/recordingLines.ts';
import { EXPOSITION_TYPE, readRecordingLine } from './recordingFormat.ts';
import type { RecordedScrape } from './recordingFormat.ts';
import { RecordingOrder } from './recordingOrder.ts';
import type { ImportedDescription, SampleReader } from '../read/sampleReader.ts';
import { ScrapeIntake } from '../samples/scrapeIntake.ts';
import { messageOf } from '../partitions/storageError.ts';
import type { TargetStore } from '../samples/targetStore.ts';

/** Scrapes between two commits, which limits the memory. */
const BATCH = 100;
/** More partitions than this (two hours each, half a year in all) mean that the recording's times are wrong. */
const MAX_PARTITIONS = 2000;
/** Skipped lines that are listed; the others are only counted. */
const MAX_SKIPPED_NAMED = 5;

/**
 * Reads the file line by line (gzip or not). A line that cannot be used is skipped and reported with its number;
 * without any usable scrape, nothing is kept.
 */
export function importRecording(
  store: SampleReader, name: string, file: string
): Promise<Result<StoredTarget>> {
  return store.adopt(name, async (target) => {
    try {
      return ok(await fill(target, file));
    } catch (error) {
      if (error instanceof RecordingError) return fail('bad_data', error.message);
      if (isMissing(error)) return fail('not_found', `There is no recording file ${file}.`);
      throw error;
    }
  });
}

async function fill(target: TargetStore, file: string): Promise<ImportedDescription> {
  const skipped: SkippedLines = { count: 0, lines: [] };
  const skip = (line: number, message: string): void => {
    skipped.count += 1;
    if (skipped.lines.length < MAX_SKIPPED_NAMED) skipped.lines.push({ line, message });
  };
  const order = new RecordingOrder(skip);
  const writer = new RecordingWriter(target);
  for await (const { number, text } of recordingLines(file, undefined, undefined, skip)) {
    if (text.trim() === '') continue;
    const line = readRecordingLine(text);
    if (typeof line === 'string') skip(number, line);
    else for (const scrape of order.add(line, number)) await writer.write(scrape);
  }
  for (const scrape of order.finish()) await writer.write(scrape);
  return writer.finish(skipped);
}

class RecordingWriter {
  private readonly intake = new ScrapeIntake();
  private description: ImportedDescription = {
    url: null, kind: 'unknown', version: '', goVersion: '', facts: {}, labels: {},
  };
  private written = 0;

  constructor(private readonly target: TargetStore) {}

  async write(recorded: RecordedScrape): Promise<void> {
    const { scrape, samples, extras, beside, outcome } = this.intake.take({
      startMs: recorded.startMs,
      durationSeconds: recorded.durationSeconds,
      status: recorded.status,
      body: recorded.body === null ? null : Buffer.from(recorded.body, 'utf8'),
      contentType: recorded.contentType,
      error: recorded.error,
      extras: recorded.extras,
      ...(recorded.node === null ? {}
        : { node: { body: Buffer.from(recorded.node, 'utf8'), contentType: EXPOSITION_TYPE, error: null } }),
    }, this.description);
    if (!scrape.error && recorded.bytes !== null) scrape.bytes = recorded.bytes;
    if (!scrape.error && recorded.repeated !== null) scrape.repeated = recorded.repeated;
    const { kind, version, goVersion } = outcome;
    this.description = { ...this.description, kind, version, goVersion };
    if (!this.target.append(scrape, samples, extras, { beside }))
      throw new RecordingError('The times of the recording jump back by hours.');
    if (++this.written % BATCH === 0) {
      await this.target.maintain();
      if (this.target.sealedPartitions().length > MAX_PARTITIONS)
        throw new RecordingError('The recording spans more than half a year; cut it into several files.');
    }
  }

  async finish(skipped: SkippedLines): Promise<ImportedDescription> {
    const [first] = skipped.lines;
    if (this.written === 0) throw new RecordingError(
      'The recording holds no scrape of /metrics that can be used'
        + (first === undefined ? '' : ` (line ${first.line}: ${first.message})`)
        + '; is it a recording file (gzip, one JSON object per line)?'
    );
    await this.target.maintain(true);
    return skipped.count === 0 ? this.description : { ...this.description, skippedLines: skipped };
  }
}

function isMissing(error: unknown): boolean {
  return /ENOENT.*open/.test(messageOf(error));
}
