/** Opens a recording file as a target, all or nothing. */
import { fail, ok } from '../../../core/result.ts';
import type { Result } from '../../../core/result.ts';
import type { StoredTarget } from '../dataStore.ts';
import { RecordingError, recordingLines } from '../samples/recordingLines.ts';
import { EXPOSITION_TYPE, readRecordingLine } from './recordingFormat.ts';
import type { RecordedScrape } from './recordingFormat.ts';
import { RecordingOrder } from './recordingOrder.ts';
import type { ImportedDescription, SampleReader } from '../read/sampleReader.ts';
import { ScrapeIntake } from '../samples/scrapeIntake.ts';
import { messageOf } from '../partitions/storageError.ts';
import type { TargetStore } from '../samples/targetStore.ts';

/** Scrapes between two commits; live targets get their turn then. */
const BATCH = 100;
/** More partitions than this (two hours each, half a year in all) mean that the recording's times are wrong. */
const MAX_PARTITIONS = 2000;

/**
 * Reads the file line by line (gzip or not). A line that cannot be read fails the import with its number; nothing is
 * kept then. Takes the name of an earlier recording only with `replace`, never that of a live target.
 */
export function importRecording(
  store: SampleReader, name: string, file: string, replace: boolean
): Promise<Result<StoredTarget>> {
  return store.adopt(name, replace, async (target) => {
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
  const order = new RecordingOrder();
  const writer = new RecordingWriter(target);
  for await (const { number, text } of recordingLines(file)) {
    if (text.trim() === '') continue;
    const line = readRecordingLine(text);
    const next = typeof line === 'string' ? line : order.add(line);
    if (typeof next === 'string') throw new RecordingError(`Line ${number} of the recording cannot be read: ${next}.`);
    for (const scrape of next) await writer.write(scrape);
  }
  for (const scrape of order.finish()) await writer.write(scrape);
  return writer.finish();
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

  async finish(): Promise<ImportedDescription> {
    if (this.written === 0) throw new RecordingError(
      'The recording holds no scrape of /metrics; is it a recording file (gzip, one JSON object per line)?'
    );
    await this.target.maintain(true);
    return this.description;
  }
}

function isMissing(error: unknown): boolean {
  return /ENOENT.*open/.test(messageOf(error));
}
