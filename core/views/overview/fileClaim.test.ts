import { expect, it } from 'vitest';
import { finding, statements } from '../../finding.ts';
import { withFile } from './fileClaim.ts';

const own = finding({
  code: 'one-scrape', severity: 'unknown', claim: [{ text: 'A single scrape shows current values.' }],
});

it('what the scrape of a target says leads, and the overview’s own finding is evidence', () => {
  const shown = withFile(own, { severity: 'warning', sentences: ['12 compactions failed.', 'See the log.'] });
  expect(statements(shown))
    .toEqual(['12 compactions failed.', 'See the log.', 'A single scrape shows current values.']);
  expect(shown.severity).toBe('warning');
});

it('a target that no scrape was opened for keeps its own', () => {
  expect(withFile(own, undefined)).toBe(own);
});
