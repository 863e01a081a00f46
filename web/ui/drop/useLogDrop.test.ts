import { expect, test } from 'vitest';
import { isLogFile, logOfField, pastedLog, whyNoLog } from './useLogDrop.ts';

test.each([
  ['prometheus.log', true], ['prom.log.gz', true], ['kubectl.txt', true], ['syslog.1', true], ['log.json', true],
  ['a.ndjson.gz', false], ['cpu.pb.gz', false], ['profile', false],
])('%s is a log by its name: %s', (name, is) => { expect(isLogFile(name)).toBe(is); });

test('empty and oversized files are rejected', () => {
  expect(whyNoLog(0)).toBe('The file is empty.');
  expect(whyNoLog(65 * 2 ** 20)).toMatch(/64 MiB/);
  expect(whyNoLog(1000)).toBeNull();
});

test('several lines are a log, one is none', () => {
  expect(pastedLog('level=info msg=a\nlevel=info msg=b')?.name).toBe('pasted.log');
  expect(['', 'one line', 'one line\n', '\n one line \n\n'].map(pastedLog)).toEqual([null, null, null, null]);
});

test('in the field one line is a log, and an empty clipboard is refused in words', () => {
  const log = logOfField('level=info msg=a');
  expect(log instanceof File ? log.name : log).toBe('pasted.log');
  expect(logOfField(' \n')).toMatch(/^The clipboard holds no text/);
});
