import { expect, test } from 'vitest';
import { skippedLinesText } from './skippedLines.ts';

const named = (count: number) => Array.from({ length: count }, (_, i) => ({ line: 1200 + i, message: 'it is x' }));

test.each([
  [1, 1, '1 line of the recording cannot be used and was skipped: line 1,200: it is x.'],
  [
    5, 1234, '1,234 lines of the recording cannot be used and were skipped: line 1,200: it is x; line 1,201: it is x; '
      + 'line 1,202: it is x; and 1,231 more.',
  ],
])('%i named of %i skipped lines', (length, count, text) => {
  expect(skippedLinesText({ count, lines: named(length) })).toBe(text);
});
