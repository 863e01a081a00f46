import { expect, test } from 'vitest';
import { isRecordingFile, recordingName, sortDropped } from './recordingFiles.ts';

test('a recording is told by its ending', () => {
  expect(['a.ndjson', 'A.NDJSON.GZ', 'b.ndjson.gz'].every(isRecordingFile)).toBe(true);
  expect(['cpu.pb.gz', 'ndjson', 'a.ndjson.zip', 'profile'].some(isRecordingFile)).toBe(false);
});

test('its name is the file’s, made unlike those that are there', () => {
  expect(recordingName('prom-eu-1.ndjson.gz', [])).toBe('prom-eu-1');
  expect(recordingName('prom.ndjson', ['prom', 'prom (2)'])).toBe('prom (3)');
  expect(recordingName('.ndjson', [])).toBe('recording');
  expect(recordingName(`${'x'.repeat(500)}.ndjson`, [])).toHaveLength(100);
});

test('a mixed drop is parted, in order', () => {
  const parted = sortDropped([
    { name: 'a.pb.gz' }, { name: 'b.ndjson.gz' }, { name: 'x.incident.tar.gz' }, { name: 'c.pprof' },
    { name: 'p.ZIP' },
  ]);
  expect(parted).toEqual({
    recordings: [{ name: 'b.ndjson.gz' }], archives: [{ name: 'x.incident.tar.gz' }, { name: 'p.ZIP' }],
    profiles: [{ name: 'a.pb.gz' }, { name: 'c.pprof' }],
  });
});
