import { expect, it } from 'vitest';
import type { ScrapeError } from '../../metrics/series.ts';
import { EXPOSITION_TYPE, readRecordingLine, writeRecordingLine } from './recordingFormat.ts';

const scrape = {
  startMs: 1_795_190_400_123, durationSeconds: 0.012345678, status: 200, bytes: 5, error: null, repeated: true,
};

it('a scrape reads back from its line as it was written, and its duration is there in ms', () => {
  const extras = { ready: 1, missing: NaN };
  const line = writeRecordingLine(scrape, 'up 1\n', extras, 'node_load1 2\n');
  expect(JSON.parse(line)).toMatchObject({ t: scrape.startMs, dur_ms: 12.345678 });
  expect(readRecordingLine(line)).toEqual({
    kind: 'scrape', scrape: { ...scrape, body: 'up 1\n', contentType: EXPOSITION_TYPE, extras, node: 'node_load1 2\n' },
  });
});

it.each<[ScrapeError, number]>([
  [{ kind: 'refused', message: 'The target refused the connection.' }, 0],
  [{ kind: 'timeout', message: 'No answer in 1 s.' }, 0],
  [{ kind: 'http', message: 'HTTP status 503.' }, 503],
])('so does one that failed: %o', (error, status) => {
  const failed = { ...scrape, status, bytes: 0, error, repeated: false };
  expect(readRecordingLine(writeRecordingLine(failed, null, {}))).toEqual({
    kind: 'scrape',
    scrape: { ...failed, body: null, bytes: null, contentType: '', extras: {}, node: null, repeated: null },
  });
});
