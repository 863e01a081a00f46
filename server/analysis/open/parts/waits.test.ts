import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const interestOf = (...lines: string[]): string | null =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest;
const line = (rest: string): string => `ts=2026-01-02T03:04:05Z caller=a.go:1 level=error ${rest}`;
const LATE = line('msg="query failed" err="context deadline exceeded"');
const WAITED = 'It waited longer than its timeout';

it('what a timeout means is said of it alone', () => {
  expect(interestOf(LATE)).toContain(WAITED);
  expect(interestOf(LATE, LATE.replace('05Z', '06Z'))).toContain(WAITED);
});

it('a second error, or a crash in another part, is a finding of its own', () => {
  expect(interestOf(LATE, LATE.replace('05Z', '06Z'), line('msg="write failed" err="permission denied"')))
    .not.toContain(WAITED);
  expect(interestOf('```', LATE, '```', '', 'Then:', '', '```', 'panic: it broke', '', 'goroutine 1 [running]:',
    'main.f(0x1)', '\t/app/main.go:3 +0x1', '```')).not.toContain(WAITED);
});

it('a message among other lines is not all that the text says', () => {
  const message = 'error reading the answer: context deadline exceeded';
  expect(interestOf(message)).toContain(WAITED);
  expect(interestOf('The host hung.', 'Its share was gone for a while.', '', message, '', 'We mounted it again.'))
    .not.toContain(WAITED);
});
