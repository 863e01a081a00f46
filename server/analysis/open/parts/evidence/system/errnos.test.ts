/** Tests that numbers of errors get their names. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { errnoNames } from './errnos.ts';

const CRASH = [
  '# A fatal error has been detected by the Java Runtime Environment:', '#',
  '#  SIGSEGV (0xb) at pc=0x00007f874fa617e2, pid=1, tid=95', '#',
];
const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

describe('a number of an error without its words', () => {
  it('is named beside a crash, with its step', () => {
    const said = of('It fails before with:', '',
      '`[24]: could not open read-only [file=/var/lib/questdb/db/a/b.d]`', '', ...CRASH);
    expect(said).toContain('24 is the error number of Linux for "too many open files" (EMFILE). The limit of open');
    expect(said).toContain('see /proc/PID/limits');
    expect(said).toContain('The frame is not in the text');
  });

  it('in other forms', () => {
    expect(errnoNames('an error', 'cannot write: errno=28')).toContain('28 is the error number of Linux for "no space');
    expect(errnoNames('an error', 'InnoDB: Operating system error number 13 in a file operation'))
      .toContain('"permission denied" (EACCES)');
    expect(errnoNames('an error', 'table.write failed, errno: -5')).toContain('"input/output error" (EIO)');
  });

  it('names a map that was refused, beside a crash only', () => {
    expect(errnoNames('It crashed with SIGSEGV (0xb).', 'Could not mmap, then it ends')).toContain('vm.max_map_count');
    expect(errnoNames('an error', 'Could not mmap, then it ends')).toBeNull();
  });

  it.each([
    ['its words beside it', 'an error', 'commit failed; error=\'Cannot allocate memory\' (errno=12)'],
    ['its words in the facts', 'the error "too many open files"', '[24] could not open /d/a'],
    ['the number of a connection', 'an error', '[24] could not process line data'],
    ['a path of Windows', 'an error', '[5] could not open C:\\db\\a.d'],
    ['a number without a name here', 'an error', 'errno=512'],
  ])('is left with %s', (_, facts, text) => { expect(errnoNames(facts, text)).toBeNull(); });
});
