import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const FAILED = 'Error scraping target: non-compliant scrape target sending blank Content-Type and no '
  + 'fallback_scrape_protocol specified for target';
const saidOf = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it('a refused target since an update to Prometheus 3', () => {
  expect(saidOf('We went from 2.53.0 to 3.1.0, and now it logs:', '', FAILED))
    .toContain('version 3 refuses it on purpose, so going back is not needed');
  expect(saidOf('Now it logs:', '', FAILED)).not.toContain('on purpose');
});
