import { expect, test } from 'vitest';
import type { OpenedArchive } from '../../core/contract/contract.ts';
import { incidentPath, openedWords } from './incidentQueries.ts';

const opened: OpenedArchive = {
  kind: 'profiles', target: null, profiles: [], metrics: null, skipped: [], skippedCount: 0, remarks: [],
};

test('the address of an export says what goes in, and redaction only where it is switched off', () => {
  const window = { start: 1, end: 2.5 };
  expect(incidentPath('prom eu/1', window, { include: ['profiles', 'notes'], keepCommandLines: false }))
    .toBe('/api/v1/targets/prom%20eu%2F1/incident?start=1.000&end=2.500&include=profiles%2Cnotes');
  expect(incidentPath('a', window, { include: [], keepCommandLines: true }))
    .toBe('/api/v1/targets/a/incident?start=1.000&end=2.500&include=none&redact=false');
  expect(incidentPath('a', { ...window, asOf: 2.5 }, { include: [], keepCommandLines: false }))
    .toBe('/api/v1/targets/a/incident?start=1.000&end=2.500&asOf=2.500&include=none');
});

test('what was skipped is said for the first three, the rest is counted', () => {
  expect(openedWords(opened)).toBeNull();
  const skipped = ['a', 'b', 'c', 'd'].map((name) => ({ name, reason: 'it is a device, not a file' }));
  expect(openedWords({ ...opened, skipped, skippedCount: 7, remarks: ['It is old.'] })).toBe(
    'Skipped: “a”: it is a device, not a file; “b”: it is a device, not a file; “c”: '
      + 'it is a device, not a file; and 4 more. It is old.'
  );
});
