import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]) => recognize(new TextEncoder().encode(lines.join('\n')));
const DAMAGED = 'The runtime found its memory damaged: by unsafe code or cgo, a data race, the kernel or the '
  + 'hardware.';

describe('errors of the Go runtime without stacks', () => {
  it('quoted in a mail beside calls of strace come first', () => {
    const { format, interest } = of(
      '>>> [  409s] strconv', '>>> [  409s] fatal error: releasep: invalid p state', '>>> [  409s]',
      '>>> [  336s] fatal error: runtime: out of memory', '>', '> Hi,', '', 'An excerpt from the log:', '',
      '[   55s] runtime: marked free object in span 0x7fca6824bec8, ', 'elemsize=192 freeindex=0', '',
      'An excerpt from strace:', ' > 2350  <... clone3 resumed> => {parent_tid=[2372]}, 88) = 2372',
      ' > 2351  <... clone3 resumed> => {parent_tid=[2354]}, 88) = 2354',
    );
    expect(format).toBe('go-runtime-errors');
    expect(interest).toContain('Go programs crashed with different errors: "releasep: invalid p state", '
      + `"out of memory", "marked free object". ${DAMAGED} A lack of memory may follow from that.`);
  });

  it('as a single line', () => {
    const { interest } = of('My program stops:', '', 'fatal error: found pointer to free object', '', 'Why?');
    expect(interest).toBe(`A Go program crashed with "found pointer to free object". ${DAMAGED}`);
  });

  it('are not a lack of memory alone', () => {
    expect(of('fatal error: runtime: out of memory').format).not.toBe('go-runtime-errors');
  });
});
