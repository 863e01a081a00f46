/** Reads the samples of an incident file: scrape by scrape, and its history as one window. */
import { MEMBERS, MAX_LINES } from '../../incident/incidentFormat.ts';
import { SampleLineReader, type ReadScrape } from '../../incident/readSampleLines.ts';
import type { ScrapeTable, TargetWindow, WindowSeries } from '../../metrics/series.ts';
import { RecordingError, recordingLines } from './recordingLines.ts';

const LIMITS = { maxLineBytes: 64 * 2 ** 20, maxExpandedBytes: 2 ** 30, maxLines: MAX_LINES };

/** Returns the window in a history file. Throws RecordingError. */
export async function readHistoryFile(file: string): Promise<TargetWindow> {
  const rows: ReadScrape['scrape'][] = [];
  const columns =
    new Map<object, { series: { name: string; labels: WindowSeries['labels'] }; at: number[]; values: number[] }>();
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

export async function* readScrapes(file: string, name: string): AsyncGenerator<ReadScrape> {
  const reader = new SampleLineReader();
  for await (const { number, text } of recordingLines(file, LIMITS, name)) {
    if (text.trim() === '') continue;
    const read = reader.read(text);
    if (typeof read === 'string') throw new RecordingError(`Line ${number} of ${name} cannot be read: ${read}.`);
    if (read !== null) yield read;
  }
}
