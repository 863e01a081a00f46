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

it('a worse finding of the overview leads, and what the scrape says is evidence', () => {
  const worse = finding({ code: 'memory', severity: 'critical', claim: [{ text: 'Memory is short.' }] });
  const shown = withFile(worse, { severity: 'info', sentences: ['It has 9 series.'] });
  expect(shown.severity).toBe('critical');
  expect(statements(shown)).toEqual(['Memory is short.', 'It has 9 series.']);
});

it('a target that no scrape was opened for keeps its own', () => {
  expect(withFile(own, undefined)).toBe(own);
});
