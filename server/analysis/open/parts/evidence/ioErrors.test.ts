/** Tests errors of the device below several files, and those of which a program printed only the number. */
import { describe, expect, it } from 'vitest';
import { endOfPrinted, printedErrors, withPrintedErrors } from '../../logs/figures/printedErrors.ts';
import { recognize } from '../../recognize.ts';
import { ioErrors } from './ioErrors.ts';

const PRINTED = 'cannot write "/d/a.bin": &{%!d(string=write) %!d(string=/d/a.bin) 28}';
const SOURCE = 'open failed: &fs.PathError{Op:"open", Path:"/d/b.bin", Err:0x18}';
const line = (message: string): string =>
  `2026-03-04T05:06:07.890Z\tpanic\tVictoriaMetrics/lib/storage/a.go:9\tFATAL: ${message}`;

describe('an error that is printed as its structure', () => {
  it('is read by its number', () => {
    expect(printedErrors(`${PRINTED}; ${SOURCE}`)).toEqual([
      { path: '/d/a.bin', errno: 28, words: 'no space left on device' },
      { path: '/d/b.bin', errno: 24, words: 'too many open files' },
    ]);
    expect(withPrintedErrors(SOURCE)).toBe('open failed: /d/b.bin: too many open files');
    expect(endOfPrinted(PRINTED))
      .toEqual({ text: 'cannot write "/d/a.bin"', note: ' (error 28, no space left on device)' });
    expect(endOfPrinted('cannot write: &{a 5}')).toEqual({ text: 'cannot write: &{a 5}', note: '' });
  });

  it('ends VictoriaMetrics with the words of that number, and what they mean', () => {
    const facts = recognize(new TextEncoder().encode(line(PRINTED))).interest;
    expect(facts).toContain('with "FATAL: cannot write "/d/a.bin"" (error 28, no space left on device). The file sys');
  });
});

describe('errors of the device', () => {
  const sync = 'cannot sync file "/d/b.bin": &{%!d(string=sync) %!d(string=/d/b.bin) 5}';

  it('of two files are the fault of what is below them', () => {
    const { name, interest } = recognize(new TextEncoder().encode([
      'One vmstorage of four does not start:', line('cannot read /d/hours: read /d/hours: input/output error'), '',
      'With another volume:', line(sync),
    ].join('\n')));
    expect(name).toContain('VictoriaMetrics vmstorage');
    expect(interest).toContain('It ended again at 2026-03-04T05:06:07.890Z with "FATAL: cannot sync file');
    expect(interest).toContain('A read or a write failed in the device or the file system');
    expect(interest).toContain('2 files fail so (hours, b.bin): it is not one file, but the disk or volume below');
  });

  it.each([
    ['one file', 'read /d/a: input/output error; again: read /d/a: input/output error'], ['none', 'it failed'],
  ])('of %s say nothing of the others', (_, text) => {
    expect(ioErrors('It ended with an input/output error.', text)).toBeNull();
  });

  it('are those of other programs, too', () => {
    expect(ioErrors('Input/output error', 'ls: cannot access \'/d/a\': Input/output error\njava.io.IOException: '
      + '/d/b (Input/output error)\nopen /d/c: input/output error'))
      .toMatch(/^3 files fail so \(a, b, \u2026\)/);
  });
});
