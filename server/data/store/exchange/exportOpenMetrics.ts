/** A window's samples as OpenMetrics text, for `promtool tsdb create-blocks-from openmetrics`. */
import { Readable } from 'node:stream';
import { ok, type Result } from '../../../../core/result.ts';
import { familyText, OPEN_METRICS_END, sampleLine, seriesText } from '../../metrics/openMetricsText.ts';
import type { SampleReader } from '../read/sampleReader.ts';
import { exportedSeries, type ExportedSeries, type ExportedWindow } from './exportedSeries.ts';

/** Size of one yielded text. */
const PIECE_CHARACTERS = 256 * 1024;

export async function exportOpenMetrics(reader: SampleReader, window: ExportedWindow): Promise<Result<Readable>> {
  const series = await exportedSeries(reader, window);
  return series.ok ? ok(Readable.from(pieces(series.value))) : series;
}

async function* pieces(all: AsyncGenerator<ExportedSeries>): AsyncGenerator<Buffer> {
  let text = '';
  let family = '';
  /**
   * Series of this family: those that a hostile target makes equal by escapes count once, as readers reject duplicates.
   */
  let written = new Set<string>();
  for await (const { name, labels, values } of all) {
    const key = seriesText(labels);
    const header = familyText(name);
    if (header !== family) {
      text += header;
      family = header;
      written = new Set();
    }
    if (written.has(key)) continue;
    written.add(key);
    for (const [i, timeMs] of values.startMs.entries()) {
      text += sampleLine(key, values.values[i] ?? NaN, timeMs);
      if (text.length < PIECE_CHARACTERS) continue;
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text + OPEN_METRICS_END);
}
