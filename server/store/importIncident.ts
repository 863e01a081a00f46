/** Stores the samples of an incident file as a recorded target, all or nothing; its history and description lie beside them. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MEMBERS, MOST_LINES } from '../incident/incidentFormat.ts';
import { SampleLineReader, type ReadScrape } from '../incident/readSampleLines.ts';
import type { ScrapeTable, TargetWindow, WindowSeries } from '../metrics/series.ts';
import { fail, ok, type Result } from '../result.ts';
import type { IncidentImport, StoredTarget } from './dataStore.ts';
import { writeIncidentFile } from './incidentFile.ts';
import { RecordingError, recordingLines } from './recordingLines.ts';
import type { SampleStore } from './sampleStore.ts';
import type { TargetStore } from './targetStore.ts';

/** Scrapes between two commits; live targets get their turn there. */
const BATCH = 50;
const MAX_PARTITIONS = 2000;
const LIMITS = { maxLineBytes: 64 * 2 ** 20, maxExpandedBytes: 2 ** 30, maxLines: MOST_LINES };

/** bad_data with the file and line for samples that cannot be read; a name that is taken is refused. */
export function importIncident(store: SampleStore, { name, samples, history, facts, incident }: IncidentImport): Promise<Result<StoredTarget>> {
  return store.adopt(name, false, async (target, folder) => {
    try {
      const written = await fillTarget(target, samples);
      if (written !== incident.manifest.contents.scrapes) throw new RecordingError(`${MEMBERS.samples} holds ${written} scrapes and the manifest names ${incident.manifest.contents.scrapes}; the file was altered or is damaged.`);
      if (history !== null) {
        // Read once now, so that a damaged one is refused with the rest.
        await readHistoryFile(history);
        await copyFile(history, join(folder, MEMBERS.history));
      }
      await writeIncidentFile(folder, { incident, facts });
      const { kind, version, goVersion, labels } = incident.manifest.target;
      return ok({ url: null, kind, version, goVersion, facts, labels, incident });
    } catch (error) {
      if (error instanceof RecordingError) return fail('bad_data', error.message);
      throw error;
    }
  });
}

async function fillTarget(target: TargetStore, file: string): Promise<number> {
  let written = 0;
  for await (const { scrape, own, extras } of readScrapes(file, MEMBERS.samples)) {
    if (!target.append(scrape, own, {}, extras.series.length === 0 ? null : extras)) throw new RecordingError('The times of the incident jump back by hours.');
    if (++written % BATCH !== 0) continue;
    await target.maintain();
    if (target.sealedPartitions().length > MAX_PARTITIONS) throw new RecordingError('The incident spans more than half a year; its times are wrong.');
  }
  await target.maintain(true);
  return written;
}

/** The window that a history file holds. Throws RecordingError. */
export async function readHistoryFile(file: string): Promise<TargetWindow> {
  const rows: ReadScrape['scrape'][] = [];
  const columns = new Map<object, { series: { name: string; labels: WindowSeries['labels'] }; at: number[]; values: number[] }>();
  for await (const { scrape, own } of readScrapes(file, MEMBERS.history)) {
    const row = rows.push(scrape) - 1;
    for (const [i, series] of (own?.series ?? []).entries()) {
      let column = columns.get(series);
      if (column === undefined) columns.set(series, column = { series, at: [], values: [] });
      column.at.push(row);
      column.values.push(own?.values[i] ?? NaN);
    }
  }
  const { length } = rows;
  const scrapes: ScrapeTable = {
    length,
    startMs: Float64Array.from(rows, ({ startMs }) => startMs),
    durationSeconds: Float64Array.from(rows, ({ durationSeconds }) => durationSeconds),
    status: Uint16Array.from(rows, ({ status }) => status),
    bytes: Float64Array.from(rows, ({ bytes }) => bytes),
    error: rows.map(({ error }) => error),
    repeated: Uint8Array.from(rows, ({ repeated }) => (repeated ? 1 : 0)),
  };
  const series = [...columns.values()].map((column): WindowSeries => {
    const values = new Float64Array(length).fill(NaN);
    const present = new Uint8Array(length);
    for (const [i, row] of column.at.entries()) {
      values[row] = column.values[i] ?? NaN;
      present[row] = 1;
    }
    return { name: column.series.name, labels: column.series.labels, values, present };
  });
  return { startMs: scrapes.startMs[0] ?? 0, endMs: (scrapes.startMs[length - 1] ?? -1) + 1, scrapes, series };
}

async function* readScrapes(file: string, name: string): AsyncGenerator<ReadScrape> {
  const reader = new SampleLineReader();
  for await (const { number, text } of recordingLines(file, LIMITS, name)) {
    if (text.trim() === '') continue;
    const read = reader.read(text);
    if (typeof read === 'string') throw new RecordingError(`Line ${number} of ${name} cannot be read: ${read}.`);
    if (read !== null) yield read;
  }
}
