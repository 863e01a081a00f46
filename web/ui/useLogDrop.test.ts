import { expect, test } from 'vitest';
import { isLogFile, whyNoLog } from './useLogDrop.ts';

test.each([
  ['prometheus.log', true], ['prom.log.gz', true], ['kubectl.txt', true], ['syslog.1', true], ['log.json', true],
  ['a.ndjson.gz', false], ['cpu.pb.gz', false], ['profile', false],
])('%s is a log by its name: %s', (name, is) => { expect(isLogFile(name)).toBe(is); });

test('empty and oversized files are rejected', () => {
  expect(whyNoLog(0)).toBe('The file is empty.');
  expect(whyNoLog(65 * 2 ** 20)).toMatch(/64 MiB/);
  expect(whyNoLog(1000)).toBeNull();
});
