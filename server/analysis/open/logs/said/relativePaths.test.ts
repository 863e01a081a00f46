import { expect, it } from 'vitest';
import { isMeaning, meaningOf } from './meanings.ts';

it.each([
  ['Prometheus 1', 'Error opening memory series storage: mkdir store: permission denied', 'The path store is relative',
    'with -storage.local.path'],
  ['Prometheus 2', 'opening storage failed: mkdir data/: permission denied', 'The path data/ is relative',
    'with --storage.tsdb.path'],
  ['Alertmanager', 'Unable to create data directory\nmkdir data/: permission denied', 'The path data/ is relative',
    'with --storage.path'],
  ['another program', 'cannot start: open ./state/index.db: permission denied', 'The path ./state/index.db is relative',
    'set an absolute path, to a folder'],
])('a relative path that %s may not use', (_, error, path, step) => {
  const said = meaningOf(error) ?? '';
  expect(said).toContain(path);
  expect(said).toContain(step);
  expect(isMeaning(said.slice(said.indexOf('The path ')))).toBe(true);
});

it.each([
  'open /prometheus/lock: permission denied', 'open C:\\data\\lock: permission denied',
  'dial tcp 10.0.0.1:9: permission denied',
])('none: %s', (error) => { expect(meaningOf(error) ?? '').not.toContain('is relative'); });
